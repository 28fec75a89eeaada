import { useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { ImportFileField } from '../../../ui/import/ImportFileField.tsx';
import { isSpreadsheet, SPREADSHEETS } from '../../../ui/import/spreadsheets.ts';
import { useOneRequest } from '../../../ui/import/use-one-request.ts';
import { importAccounts, type ImportOutcome } from './calls.ts';
import styles from './invitation-groups.module.css';
import { t } from '../../../base/t.ts';

/**
 * Imports a spreadsheet; with `group`, everyone in it is added there. Rows with errors are left out unless the user
 * chooses otherwise.
 */
export function ImportDialog({ group, onClose, onImported }: { group: { id: number; name: string } | null; onClose: () => void; onImported: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const { fault, error: failure, say, fail, run } = useOneRequest();
  const [sendingRest, setSendingRest] = useState(false);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const send = async (partial: boolean): Promise<boolean> => {
    if (!file || !isSpreadsheet(file.name)) {
      fail(null);
      say(t('import.file.required'));
      return false;
    }
    let isWhole = false;
    await run(async () => {
      const answer = await importAccounts(file, { groupId: group?.id ?? null, partial });
      setOutcome(answer);
      if (!answer.imported) return;
      showSnack(answer.message, answer.error_count > 0 ? { color: 'amber' } : {});
      onImported();
      isWhole = answer.error_count === 0;
    });
    return isWhole;
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
      <ImportFileField
        label={t('invitationGroup.file')}
        accept={SPREADSHEETS}
        error={fault}
        onChoose={(chosen) => {
          setFile(chosen);
          say(undefined);
          setOutcome(null);
        }}
      />
      {outcome && outcome.error_count > 0 && (
        <>
          <Notice hue={outcome.imported ? 'amber' : 'red'}>{outcome.message}</Notice>
          <ol className={styles.errors} aria-label={t('invitationGroup.errors')}>
            {outcome.errors.map(({ row, column, column_title, value, message }) => (
              <li key={`${row}${column}`}>
                <strong>{`${t('import.errors.row')} ${row}, ${column_title}`}</strong> {value && <q>{value}</q>} {message}
              </li>
            ))}
          </ol>
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
