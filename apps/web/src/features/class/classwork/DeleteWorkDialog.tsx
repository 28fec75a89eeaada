import { showSnack } from '../../../base/snackbar.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { deleteWork, restoreWorks, type WorkRow } from './calls.ts';
import { t } from '../../../base/t.ts';

/**
 * A dialog that asks before work is deleted, and again if it has grades. It can be undone. A refusal closes it and is
 * shown in red.
 */
export function DeleteWorkDialog({ work, onClose, onChanged }: { work: WorkRow; onClose: () => void; onChanged: () => void }) {
  const undo = async () => {
    const { message } = await restoreWorks(work.courseId, [work.id]);
    onChanged();
    return message;
  };
  return (
    <DeleteDialog
      title={t('work.deleteConfirm')}
      name={work.title}
      pendingLabel={t('work.deleting')}
      closesOnRefusal
      again={{ code: 'WORK_GRADED', title: t('work.deleteGraded') }}
      onClose={onClose}
      onDelete={async (isConfirmed) => {
        showSnack((await deleteWork(work.courseId, work.id, isConfirmed)).message, { undo });
        onChanged();
      }}
    >
      <p>{t('work.deleteHint')}</p>
    </DeleteDialog>
  );
}
