import { useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { RefusedRows } from '../../../../ui/data-table/RefusedRows.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { type FileOutcome, runOnFiles } from '../calls.ts';
import { t } from '../../../../base/t.ts';

/**
 * A dialog that confirms deleting many files, lists those that cannot be deleted with the reason, and offers to undo.
 */
export function DeleteFilesDialog({ ids, onClose, onChanged }: { ids: readonly number[]; onClose: () => void; onChanged: () => void }) {
  const [asked] = useState(ids);
  const [refused, setRefused] = useState<FileOutcome['refused'] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const tell = ({ ids: done }: FileOutcome) => {
    if (done.length === 0) return;
    const undo = async () => {
      const back: FileOutcome = { ids: [], refused: [] };
      await runOnFiles('restore', done, back);
      onChanged();
      return t('files.restoredMany', { count: back.ids.length });
    };
    showSnack(t('files.deletedMany', { count: done.length }), { undo });
    onChanged();
  };
  const submit = async (): Promise<boolean> => {
    if (refused) return true;
    setError(null);
    const outcome: FileOutcome = { ids: [], refused: [] };
    try {
      await runOnFiles('delete', asked, outcome);
      if (outcome.refused.length > 0) setRefused(outcome.refused);
      return outcome.refused.length === 0;
    } catch (failure) {
      setError(errorText(failure));
      return false;
    } finally {
      tell(outcome);
    }
  };
  return (
    <FormDialog
      opened
      title={t('files.deleteMany.title', { count: asked.length })}
      submitLabel={t(refused ? 'common.close' : 'files.delete.confirm')}
      isDone={refused !== null}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      {refused ? <RefusedRows words={t('files.deleteMany.stay', { count: refused.length })} rows={refused} /> : <p>{t('files.deleteMany.text')}</p>}
    </FormDialog>
  );
}
