import { useCallback, useState } from 'react';
import { configStore } from '../../../app/config.ts';
import { openDownload } from '../../../app/open-download.ts';
import { showSnack } from '../../../app/snackbar.ts';
import { useStore } from '../../../app/use-store.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { CheckField, TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { IconDownload, IconKey } from '../../../ui/plain/icons.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { type Account, errorsPath, TEMPLATE } from '../calls.ts';
import { t } from '../t.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportRows } from './ImportRows.tsx';
import styles from './import.module.css';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  onClose: () => void;
  /** Accounts were made: the first of them. */
  onImported: (accounts: readonly Account[]) => Promise<void>;
  onCards: (accountIds: readonly number[]) => void;
}

const XLSX = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const download = (path: `/api/${string}`) => openDownload(path).catch((error: unknown) => showSnack(errorText(error), { color: 'red' }));

/** People from a spreadsheet: what the file would do is shown row by row before anything happens. */
export function ImportDialog({ onClose, onImported, onCards }: ImportDialogProps) {
  const config = useStore(configStore);
  const [partial, setPartial] = useState(false);
  const [sendLinks, setSendLinks] = useState(false);
  const [made, setMade] = useState<readonly Account[]>([]);
  const keep = useCallback(
    async (accounts: readonly Account[]) => {
      setMade(accounts);
      await onImported(accounts);
    },
    [onImported],
  );
  const { file, reading, fault, error, current, isUnderWay, isDone, say, choose, apply } = useImport(keep);
  const hasErrors = (current?.error_count ?? 0) > 0;

  const submit = async (): Promise<boolean> => {
    if (isDone) return true;
    if (!file) {
      say(t('import.file.required'));
      return false;
    }
    if (!current || isUnderWay) return false;
    await apply({ partial, send_links: sendLinks });
    return false; // what happened is read here
  };

  return (
    <FormDialog
      opened
      width={current ? 800 : 600}
      title={t('import.title')}
      submitLabel={isDone ? t('common.close') : t('import.submit')}
      pendingLabel={t('import.importing')}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      {!isDone && !isUnderWay && (
        <>
          <TextField type="file" accept={XLSX} label={t('import.file')} error={fault} onChange={({ target }) => void choose(target.files?.[0] ?? null)} />
          <span>
            <Button variant="subtle" icon={IconDownload} onClick={() => void download(TEMPLATE)}>
              {t('accounts.template')}
            </Button>
          </span>
        </>
      )}
      {reading && <p role="status">{t('import.reading')}</p>}
      {current && !isUnderWay && (
        <>
          <Notice hue={current.status === 'failed' ? 'red' : hasErrors ? 'amber' : 'green'}>{current.message}</Notice>
          <ImportRows key={`${current.id} ${current.status}`} current={current} />
          {hasErrors && (
            <span>
              <Button icon={IconDownload} onClick={() => void download(errorsPath(current.id))}>
                {t('import.downloadErrors')}
              </Button>
            </span>
          )}
        </>
      )}
      {current && isUnderWay && <ImportProgress current={current} />}
      {current && !isDone && !isUnderWay && (
        <div className={styles.options}>
          {hasErrors && (
            <CheckField
              label={`${t('import.field.partial')}. ${t('import.partialHint')}`}
              checked={partial}
              onChange={(event) => setPartial(event.target.checked)}
            />
          )}
          {config?.sign_in?.mail && (
            <CheckField
              label={`${t('import.field.sendLinks')}. ${t('import.sendLinksHint')}`}
              checked={sendLinks}
              onChange={(event) => setSendLinks(event.target.checked)}
            />
          )}
        </div>
      )}
      {isDone && made.length > 0 && (
        <span>
          <Button
            icon={IconKey}
            onClick={() => {
              onClose();
              onCards(made.map(({ id }) => id));
            }}
          >
            {t('import.printCards')}
          </Button>
        </span>
      )}
    </FormDialog>
  );
}
