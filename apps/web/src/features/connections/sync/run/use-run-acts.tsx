import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { cancelRun, type Run, SYNC, undoRun } from '../calls.ts';
import { t } from '../../../../base/t.ts';

/** Cancels a run right away, or undoes one after a confirmation. The undo is a run too, and its page opens. */
export function useRunActs(): { isBusy: boolean; cancel: (run: Run) => void; undo: (run: Run) => void; dialogs: ReactNode } {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [undoing, setUndoing] = useState<Run | null>(null);
  const cancel = async ({ id }: Run) => {
    setBusy(true);
    try {
      const { message } = await cancelRun(id);
      showSnack(message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      // After a refusal its state differs from what is shown.
      await queryClient.invalidateQueries({ queryKey: [SYNC] });
      setBusy(false);
    }
  };
  const undo = async ({ id }: Run) => {
    const { run } = await undoRun(id);
    await queryClient.invalidateQueries({ queryKey: [SYNC] });
    void navigate({ to: `/sync-run/${run.id}` as '/home' });
  };
  return {
    isBusy,
    cancel: (run) => void cancel(run),
    undo: setUndoing,
    dialogs: (
      <ConfirmDialog
        opened={undoing !== null}
        onClose={() => setUndoing(null)}
        title={t('syncRun.undoAsk')}
        confirmLabel={t('syncRun.undoYes')}
        cancelLabel={t('common.cancel')}
        width={500}
        onConfirm={() => undoing && undo(undoing)}
      >
        {t('syncRun.undoAbout')}
      </ConfirmDialog>
    ),
  };
}
