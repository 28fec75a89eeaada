import { QUESTION_IMPORT_LIMITS } from '@classwright/contract/bank/question-formats/limits';
import { useState } from 'react';
import { openDownload } from '../../../base/open-download.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { CheckField, TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../../ui/plain/icons.ts';
import { IconCloudUpload, IconDownload } from '../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { EarlierImports } from '../../../ui/import/EarlierImports.tsx';
import { ImportFindings } from '../../../ui/import/ImportFindings.tsx';
import { RunProgress } from '../../../ui/import/RunProgress.tsx';
import type { ShownRows } from '../../../ui/import/ShownRows.tsx';
import { isSpreadsheet, SPREADSHEETS } from '../../../ui/import/spreadsheets.ts';
import { UndoImport } from '../../../ui/import/UndoImport.tsx';
import { useImportRun } from '../../../ui/import/use-import-run.ts';
import {
  applyImport,
  type ImportAnswer,
  type ImportOptions,
  loadImport,
  loadImportProblems,
  previewImport,
  type QuestionImport,
  reportPath,
  undoCalls,
} from './calls.ts';
import { type Defaults, ImportDefaults, noDefaults, toOptions } from './ImportDefaults.tsx';
import { ImportRows } from './ImportRows.tsx';
import styles from './question-formats.module.css';
import { t } from './t.ts';
import { TemplateLink } from './TemplateLink.tsx';

export interface QuestionImportDialogProps {
  onClose: () => void;
  /** Called when questions were imported into the bank. */
  onImported: () => void;
}

/** A spreadsheet based on the template, or a file from another system. */
type Source = 'xlsx' | 'other';
const ACCEPTED: Readonly<Record<Source, string>> = {
  xlsx: SPREADSHEETS,
  other: '.gift,.txt,.xml,.zip,.imscc,.dat,.qti',
};
const SOURCES: readonly Source[] = ['xlsx', 'other'];

/** The dialog that imports questions from a file. It shows the result question by question before anything happens. */
export function QuestionImportDialog({ onClose, onImported }: QuestionImportDialogProps) {
  const [source, setSource] = useState<Source>('xlsx');
  const [defaults, setDefaults] = useState<Defaults>(noDefaults);
  const [partial, setPartial] = useState(false);
  const [corrections, setCorrections] = useState(false);
  const { file, reading, fault, error, current, isUnderWay, isDone, say, choose, apply, reads, show } = useImportRun<
    QuestionImport,
    ImportAnswer,
    ImportOptions
  >({
    wrongWith: (chosen) => wrongWith(chosen, source),
    preview: (chosen, signal) => previewImport(chosen, toOptions(defaults, { partial: false, corrections: false }), signal),
    apply: applyImport,
    load: loadImport,
    onDone: ({ message }) => {
      showSnack(message);
      onImported();
    },
  });
  const hasErrors = (current?.error_count ?? 0) > 0;
  const hasFindings = hasErrors || (current?.note_count ?? 0) > 0;

  const submit = async (): Promise<boolean> => {
    if (isDone) return true;
    if (!file) say(t(source === 'xlsx' ? 'import.file.required' : 'questionImport.file.required'));
    else if (current) await apply(toOptions(defaults, { partial, corrections }));
    return false; // what happened is read here
  };

  return (
    <FormDialog
      opened
      width={800}
      title={t('questionImport.title')}
      submitLabel={isDone ? t('common.close') : t('questionImport.submit')}
      pendingLabel={t('questionImport.importing')}
      isDone={isDone}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      {!isDone && !isUnderWay && (
        <>
          <Text tone="dimmed">{t('questionImport.intro')}</Text>
          <Grid gap={14} className={styles.file}>
            <SelectField
              label={t('questionImport.source')}
              value={source}
              options={SOURCES.map((value) => ({ value, label: t(`questionImport.source.${value}`) }))}
              onChange={(event) => {
                setSource(event.target.value as Source);
                void choose(null);
              }}
            />
            <TextField
              key={source}
              type="file"
              accept={ACCEPTED[source]}
              label={t('questionImport.file')}
              error={fault}
              onClick={({ currentTarget }) => (currentTarget.value = '')} // else a file that was corrected could not be chosen again
              onChange={({ target }) => void choose(target.files?.[0] ?? null)}
            />
          </Grid>
          {!current && !reading && (
            <>
              {source === 'xlsx' && <TemplateLink />}
              <ImportDefaults value={defaults} onChange={setDefaults} />
              <EarlierImports kind="question" calls={undoCalls} onShow={(earlier) => void show(earlier)} />
            </>
          )}
        </>
      )}
      {reading && <Progress />}
      {current && isUnderWay && <Progress current={current} />}
      {current && !isUnderWay && <Outcome key={`${current.id} ${current.status} ${current.take_back?.status}`} current={current} reads={reads} />}
      {current && hasErrors && !isDone && !isUnderWay && (
        <CheckField
          label={`${t('questionImport.partial')}. ${t('questionImport.partialHint')}`}
          checked={partial}
          onChange={(event) => setPartial(event.target.checked)}
        />
      )}
      {current && current.correction_count > 0 && !isDone && !isUnderWay && (
        <CheckField
          label={`${t('questionImport.corrections')}. ${t('questionImport.correctionsHint', { count: current.correction_count })}`}
          checked={corrections}
          onChange={(event) => setCorrections(event.target.checked)}
        />
      )}
      {current?.status === 'finished' && (
        <UndoImport key={current.id} current={current} calls={undoCalls} onChange={(state) => void show(state)} onTaken={onImported} />
      )}
      {current && !isUnderWay && (
        <Row wrap gap={8} align="stretch">
          {hasFindings && (
            <Button
              icon={IconDownload}
              onClick={() => void openDownload(reportPath(current.id)).catch((failure: unknown) => showSnack(errorText(failure), { color: 'red' }))}
            >
              {t('questionImport.downloadReport')}
            </Button>
          )}
          <Button variant="subtle" icon={IconCloudUpload} onClick={() => void choose(null)}>
            {t('import.another')}
          </Button>
        </Row>
      )}
    </FormDialog>
  );
}

function Outcome({ current, reads }: { current: QuestionImport; reads: number }) {
  const [shown, setShown] = useState<ShownRows | null>(null);
  const isGood = current.status !== 'failed' && current.status !== 'refused' && current.error_count === 0;
  return (
    <>
      <Notice hue={isGood ? 'green' : current.status === 'failed' ? 'red' : 'amber'} icon={isGood ? IconCircleCheck : IconAlertTriangle}>
        <Text as="strong" breaks>
          <bdi>{current.file_name}</bdi>
        </Text>{' '}
        {current.message}
      </Notice>
      {current.error_count + current.note_count > 0 && (
        <ImportFindings
          of="question"
          hasErrors={current.error_count > 0}
          queryKey={['question-imports', current.id, 'problems', reads, current.status]}
          load={(signal) => loadImportProblems(current.id, signal)}
          reads={reads}
          busy={false}
          onShow={setShown}
        />
      )}
      <ImportRows current={current} shown={shown} onShowAll={() => setShown(null)} />
    </>
  );
}

/**
 * Shows the progress of an import, or that its file is being read. The total is unknown before the first questions.
 */
function Progress({ current }: { current?: QuestionImport }) {
  const { done_rows: done = 0, total_rows: total = 0 } = current ?? {};
  return (
    <RunProgress label={t('questionImport.title')} done={done} total={total}>
      {total > 0 ? t('questionImport.progress', { done, total }) : t(current ? 'questionImport.importing' : 'questionImport.reading')}
    </RunProgress>
  );
}

/** Returns an error that needs no server, or null. */
function wrongWith({ name, size }: File, source: Source): string | null {
  if (source === 'xlsx' && !isSpreadsheet(name)) return t('import.file.required');
  if (size === 0) return t('import.file.empty');
  return size > QUESTION_IMPORT_LIMITS.maxFileBytes ? t('questionImport.file.tooLarge', { max: QUESTION_IMPORT_LIMITS.maxFileBytes / 1024 ** 2 }) : null;
}
