import { useQuery } from '@tanstack/react-query';
import { showSnack } from '../../../base/snackbar.ts';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import { loadAssessment } from './calls.ts';
import { t } from './t.ts';

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
  const confirm = async () => {
    try {
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
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
  };
  return (
    <ConfirmDialog
      opened
      danger={ask === 'delete'}
      width={500}
      title={t(`assessments.${ask}Confirm`)}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('common.ok')}
      onClose={onClose}
      onConfirm={confirm}
    >
      {data ? (
        <Text weight={600} breaks below={4}>
          {data.title}
        </Text>
      ) : error ? (
        <p>{errorText(error)}</p>
      ) : (
        <Skeleton width="60%" />
      )}
      <p>{t(`assessments.${ask}Hint`)}</p>
    </ConfirmDialog>
  );
}
