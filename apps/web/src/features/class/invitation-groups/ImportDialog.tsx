import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { isSpreadsheet, SPREADSHEETS } from '../../../ui/import/spreadsheets.ts';
import { importAccounts, type ImportOutcome } from './calls.ts';
import styles from './invitation-groups.module.css';
import { t } from './t.ts';

/**
 * Imports a spreadsheet; with `group`, everyone in it is added there. Rows with errors are left out unless the user
 * chooses otherwise.
 */
export function ImportDialog({ group, onClose, onImported }: { group: { id: number; name: string } | null; onClose: () => void; onImported: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<unknown>(null);
  const [sendingRest, setSendingRest] = useState(false);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const send = async (partial: boolean): Promise<boolean> => {
    setFailure(null);
    if (!file || !isSpreadsheet(file.name)) {
      setFault(t('import.file.required'));
      return false;
    }
    try {
      const answer = await importAccounts(file, { groupId: group?.id ?? null, partial });
      setOutcome(answer);
      if (!answer.imported) return false;
      showSnack(answer.message, answer.error_count > 0 ? { color: 'amber' } : {});
      onImported();
      return answer.error_count === 0;
    } catch (error) {
      const [words] = (isApiError(error) && error.errors?.['file']) || [];
      if (words) setFault(words);
      else setFailure(error);
      return false;
    }
  };
  const sendRest = async () => {
    setSendingRest(true);
    await send(true);
    setSendingRest(false);
  };
  return (
    <FormDialog
      opened
      width={600}
      title={t('invitationGroup.importAccounts')}
      submitLabel={t('invitationGroup.importStart')}
      pendingLabel={t('invitationGroup.importing')}
      onClose={onClose}
      onSubmit={() => send(false)}
      error={failure === null ? undefined : <Notice>{errorText(failure)}</Notice>}
    >
      <p>{group ? t('invitationGroup.importTextOne', { name: group.name }) : t('invitationGroup.importText')}</p>
      <TextField
        type="file"
        accept={SPREADSHEETS}
        label={t('invitationGroup.file')}
        error={fault}
        onChange={({ target }) => {
          setFile(target.files?.[0] ?? null);
          setFault(undefined);
          setOutcome(null);
        }}
      />
      {outcome && outcome.error_count > 0 && (
        <>
          <Notice hue={outcome.imported ? 'amber' : 'red'}>{outcome.message}</Notice>
          <Grid as="ol" gap={6} breaks className={styles.errors} aria-label={t('invitationGroup.errors')}>
            {outcome.errors.map(({ row, column, column_title, value, message }) => (
              <li key={`${row}${column}`}>
                <strong>{`${t('import.errors.row')} ${row}, ${column_title}`}</strong> {value && <q>{value}</q>} {message}
              </li>
            ))}
          </Grid>
          {!outcome.imported && (
            <Button pending={sendingRest} onClick={() => void sendRest()}>
              {t(sendingRest ? 'invitationGroup.importing' : 'invitationGroup.importRest')}
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}
