import { useQuery } from '@tanstack/react-query';
import { showSnack } from '../../../base/snackbar.ts';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { loadAssessment } from './calls.ts';
import { t } from '../../../base/t.ts';
import { Text } from '../../../ui/plain/layout/layout.tsx';

interface KeepDialogProps {
  id: number;
  ask: 'archive' | 'unarchive' | 'delete';
  run: (id: number) => Promise<{ message: string }>;
  /** The undo, if there is one. */
  undo?: (id: number) => Promise<{ message: string }>;
  onClose: () => void;
  onDone: () => void;
}

/**
 * A dialog that asks before an assessment is archived, restored or deleted. A refusal closes it too and is shown in
 * red.
 */
export function KeepDialog({ id, ask, run, undo, onClose, onDone }: KeepDialogProps) {
  const { data, error } = useQuery({ queryKey: ['assessments', 'one', id], queryFn: ({ signal }) => loadAssessment(id, signal) });
  const act = async () => {
    const { message } = await run(id);
    showSnack(message, {
      undo:
        undo &&
        (async () => {
          const back = await undo(id);
          onDone();
          return back.message;
        }),
    });
    onDone();
  };
  const name = data ? data.title : error ? errorText(error) : <Skeleton width="60%" />;
  if (ask === 'delete')
    return (
      <DeleteDialog title={t('assessments.deleteConfirm')} name={name} closesOnRefusal onClose={onClose} onDelete={act}>
        <p>{t('assessments.deleteHint')}</p>
      </DeleteDialog>
    );
  return (
    <ConfirmDialog
      opened
      width={500}
      title={t(`assessments.${ask}Confirm`)}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('common.ok')}
      onClose={onClose}
      onConfirm={() => act().catch((failure: unknown) => showSnack(errorText(failure), { color: 'red', timeout: 10_000 }))}
    >
      <Text weight={600} breaks below={4}>
        {name}
      </Text>
      <p>{t(`assessments.${ask}Hint`)}</p>
    </ConfirmDialog>
  );
}
