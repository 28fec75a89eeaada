import { useState } from 'react';
import { configStore } from '../../../../base/config.ts';
import { openDownload } from '../../../../base/open-download.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useStore } from '../../../../base/use-store.ts';
import { IconDownload, IconKey } from '../../../../ui/feature-icons/icons.ts';
import { ImportFileField } from '../../../../ui/import/ImportFileField.tsx';
import { ImportDialog as Dialog, type ImportDialogCalls } from '../../../../ui/import/ImportDialog.tsx';
import { SPREADSHEETS } from '../../../../ui/import/spreadsheets.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { CheckField } from '../../../../ui/plain/Field.tsx';
import { type Account, errorsPath, type Import, loadImportProblems, TEMPLATE, undoCalls } from '../calls.ts';
import type { CardHolders } from '../cards/CardsDialog.tsx';
import { t } from '../../../../base/t.ts';
import { AccountRows } from './AccountRows.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  onClose: () => void;
  /** Called when accounts were created, with the first of them. */
  onImported: (accounts: readonly Account[]) => Promise<void>;
  onCards: (holders: CardHolders) => void;
}

const CALLS: ImportDialogCalls<Import> = { key: 'imports', undo: undoCalls, loadProblems: loadImportProblems, reportPath: errorsPath };

const downloadTemplate = () => openDownload(TEMPLATE).catch((error: unknown) => showSnack(errorText(error), { color: 'red' }));

/** Returns true when an undone import left nothing to list. */
const isAllGone = ({ take_back: state, existing_count, error_count }: Import): boolean =>
  state?.status === 'finished' && state.gone === state.done && existing_count + error_count === 0;

/** A dialog that imports people from a spreadsheet. */
export function ImportDialog({ onClose, onImported, onCards }: ImportDialogProps) {
  const config = useStore(configStore);
  const [partial, setPartial] = useState(false);
  const [sendLinks, setSendLinks] = useState(false);
  const { decisions, decide, ...run } = useImport(onImported);
  const { current, isDone, fault, choose, reads } = run;
  const hasErrors = (current?.error_count ?? 0) > 0;
  const fileStep = (
    <>
      <ImportFileField label={t('import.file')} accept={SPREADSHEETS} error={fault} onChoose={(file) => void choose(file)} />
      {!current && (
        <span>
          <Button variant="subtle" icon={IconDownload} onClick={() => void downloadTemplate()}>
            {t('accounts.template')}
          </Button>
        </span>
      )}
    </>
  );
  const choices = (
    <>
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
    </>
  );
  return (
    <Dialog
      kind="account"
      of="row"
      run={run}
      calls={CALLS}
      words={{
        title: t('import.title'),
        submit: t('import.submit'),
        importing: t('import.importing'),
        reading: t('import.reading'),
        progressLabel: t('import.progressLabel'),
        progress: (done, total) => t('import.progress', { done, total }),
        fileMissing: t('import.file.required'),
        report: t('import.downloadErrors'),
        another: t('import.another'),
      }}
      width={current ? 800 : 600}
      options={{ partial, send_links: sendLinks }}
      onClose={onClose}
      onUndone={() => void onImported([])}
      fileStep={fileStep}
      hasFindings={current !== null && !isDone && current.error_count + current.note_count + decisions.length > 0}
      deciding={{ decisions, onDecide: (said) => void decide(said) }}
      rows={(shown, onShowAll) =>
        current &&
        !isAllGone(current) && (
          <AccountRows
            key={`${current.id} ${current.status} ${current.take_back?.status} ${reads}`}
            current={current}
            reads={reads}
            shown={shown}
            onShowAll={onShowAll}
          />
        )
      }
      choices={choices}
      hasReport={hasErrors}
      mayChooseAnother={isDone}
      next={
        isDone &&
        current !== null &&
        current.created_count > 0 &&
        current.take_back === null && (
          <Button
            icon={IconKey}
            onClick={() => {
              onClose();
              onCards({ importId: current.id });
            }}
          >
            {t('import.printCards')}
          </Button>
        )
      }
    />
  );
}
