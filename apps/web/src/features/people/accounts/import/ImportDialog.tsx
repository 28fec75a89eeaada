import { useState } from 'react';
import { configStore } from '../../../../base/config.ts';
import { openDownload } from '../../../../base/open-download.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useStore } from '../../../../base/use-store.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { CheckField, TextField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../../../ui/plain/icons.ts';
import { IconCloudUpload, IconDownload, IconKey } from '../../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { type Account, errorsPath, type Import, loadImportProblems, undoCalls, TEMPLATE } from '../calls.ts';
import type { CardHolders } from '../cards/CardsDialog.tsx';
import { EarlierImports } from '../../../../ui/import/EarlierImports.tsx';
import { ImportFindings } from '../../../../ui/import/ImportFindings.tsx';
import type { ShownRows } from '../../../../ui/import/ShownRows.tsx';
import { SPREADSHEETS } from '../../../../ui/import/spreadsheets.ts';
import { UndoImport } from '../../../../ui/import/UndoImport.tsx';
import { t } from '../t.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportRows } from './ImportRows.tsx';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  onClose: () => void;
  /** Called when accounts were created, with the first of them. */
  onImported: (accounts: readonly Account[]) => Promise<void>;
  onCards: (holders: CardHolders) => void;
}

const download = (path: `/api/${string}`) => openDownload(path).catch((error: unknown) => showSnack(errorText(error), { color: 'red' }));

/** Returns true when an undone import left nothing to list. */
const isAllGone = ({ take_back: state, existing_count, error_count }: Import): boolean =>
  state?.status === 'finished' && state.gone === state.done && existing_count + error_count === 0;

/**
 * A dialog that imports people from a spreadsheet. It shows row by row what the file would do before anything changes.
 */
export function ImportDialog({ onClose, onImported, onCards }: ImportDialogProps) {
  const config = useStore(configStore);
  const [partial, setPartial] = useState(false);
  const [sendLinks, setSendLinks] = useState(false);
  const { file, reading, fault, error, current, isUnderWay, isDone, say, choose, apply, changing, reads, decisions, decide, show } = useImport(onImported);
  const [shown, setShown] = useState<ShownRows | null>(null);
  const hasErrors = (current?.error_count ?? 0) > 0;

  const submit = async (): Promise<boolean> => {
    if (isDone) return true;
    if (!file) say(t('import.file.required'));
    else if (current && !changing) await apply({ partial, send_links: sendLinks });
    return false; // what happened is read here
  };

  const redo = async (said: Parameters<typeof decide>[0]) => {
    setShown(null);
    await decide(said);
  };
  const begin = (chosen: File | null) => {
    setShown(null);
    return choose(chosen);
  };

  return (
    <FormDialog
      opened
      width={current ? 800 : 600}
      title={t('import.title')}
      submitLabel={isDone ? t('common.close') : t('import.submit')}
      pendingLabel={t('import.importing')}
      isDone={isDone}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      {!isDone && !isUnderWay && (
        <>
          <TextField
            type="file"
            accept={SPREADSHEETS}
            label={t('import.file')}
            error={fault}
            onClick={({ currentTarget }) => (currentTarget.value = '')} // else a file that was corrected could not be chosen again
            onChange={({ target }) => void begin(target.files?.[0] ?? null)}
          />
          {!current && (
            <span>
              <Button variant="subtle" icon={IconDownload} onClick={() => void download(TEMPLATE)}>
                {t('accounts.template')}
              </Button>
            </span>
          )}
          {!current && !reading && <EarlierImports kind="account" calls={undoCalls} onShow={(earlier) => void show(earlier)} />}
        </>
      )}
      {reading && <ImportProgress words={t('import.reading')} />}
      {current && isUnderWay && <ImportProgress current={current} />}
      {current && !isUnderWay && (
        <>
          <Notice
            hue={current.status === 'failed' ? 'red' : hasErrors ? 'amber' : 'green'}
            icon={current.status === 'failed' || hasErrors ? IconAlertTriangle : IconCircleCheck}
          >
            <Text as="strong" breaks>
              <bdi>{current.file_name}</bdi>
            </Text>{' '}
            {current.message}
          </Notice>
          {!isDone && current.error_count + current.note_count + decisions.length > 0 && (
            <ImportFindings
              of="row"
              hasErrors={hasErrors}
              queryKey={['imports', current.id, 'problems', reads, current.status]}
              load={(signal) => loadImportProblems(current.id, signal)}
              reads={reads}
              busy={changing}
              decisions={decisions}
              onShow={setShown}
              onDecide={(said) => void redo(said)}
            />
          )}
          {!isAllGone(current) && (
            <ImportRows
              key={`${current.id} ${current.status} ${current.take_back?.status} ${reads}`}
              current={current}
              reads={reads}
              shown={shown}
              onShowAll={() => setShown(null)}
            />
          )}
        </>
      )}
      {current && !isDone && !isUnderWay && (
        <Grid gap={10}>
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
        </Grid>
      )}
      {current?.status === 'finished' && (
        <UndoImport key={current.id} current={current} calls={undoCalls} onChange={(state) => void show(state)} onTaken={() => void onImported([])} />
      )}
      {current && !isUnderWay && (hasErrors || isDone) && (
        <Row wrap gap={8} align="stretch">
          {hasErrors && (
            <Button icon={IconDownload} onClick={() => void download(errorsPath(current.id))}>
              {t('import.downloadErrors')}
            </Button>
          )}
          {isDone && current.created_count > 0 && current.take_back === null && (
            <Button
              icon={IconKey}
              onClick={() => {
                onClose();
                onCards({ importId: current.id });
              }}
            >
              {t('import.printCards')}
            </Button>
          )}
          {isDone && (
            <Button variant="subtle" icon={IconCloudUpload} onClick={() => void begin(null)}>
              {t('import.another')}
            </Button>
          )}
        </Row>
      )}
    </FormDialog>
  );
}
