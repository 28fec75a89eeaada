import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { deleteWork, restoreWorks, type WorkRow } from './calls.ts';
import { t } from '../../../base/t.ts';

/**
 * A dialog that asks before work is deleted, and again if it has grades. It can be undone. A refusal closes it and is
 * shown in red.
 */
export function DeleteWorkDialog({ work, onClose, onChanged }: { work: WorkRow; onClose: () => void; onChanged: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  /** The server's message about its existing grades. */
  const [graded, setGraded] = useState<string | null>(null);
  /** True when the second question replaces the first, which closes itself. */
  const asksAgain = useRef(false);
  const undo = async () => {
    const { message } = await restoreWorks(work.courseId, [work.id]);
    onChanged();
    return message;
  };
  const remove = async () => {
    setDeleting(true);
    try {
      showSnack((await deleteWork(work.courseId, work.id, graded !== null)).message, { undo });
      onChanged();
    } catch (failure) {
      setDeleting(false);
      asksAgain.current = isApiError(failure, 'WORK_GRADED') && graded === null;
      if (asksAgain.current) return setGraded(errorText(failure));
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    return undefined;
  };
  return (
    <ConfirmDialog
      key={String(graded !== null)}
      opened
      danger
      width={500}
      title={t(graded === null ? 'work.deleteConfirm' : 'work.deleteGraded')}
      cancelLabel={t('common.cancel')}
      confirmLabel={isDeleting ? t('work.deleting') : t('common.ok')}
      onClose={() => {
        if (!asksAgain.current) onClose();
        asksAgain.current = false;
      }}
      onConfirm={remove}
    >
      <p dir="auto">
        <b>{work.title}</b>
      </p>
      <p>{graded ?? t('work.deleteHint')}</p>
    </ConfirmDialog>
  );
}
