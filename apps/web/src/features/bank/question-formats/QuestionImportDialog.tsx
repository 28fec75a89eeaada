import { QUESTION_IMPORT_LIMITS } from '@classwright/contract/bank/question-formats/limits';
import { useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { ImportFileField } from '../../../ui/import/ImportFileField.tsx';
import { ImportDialog, type ImportDialogCalls } from '../../../ui/import/ImportDialog.tsx';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import { isSpreadsheet, SPREADSHEETS } from '../../../ui/import/spreadsheets.ts';
import { useImportRun } from '../../../ui/import/use-import-run.ts';
import { CheckField } from '../../../ui/plain/Field.tsx';
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
import { QuestionRows } from './QuestionRows.tsx';
import styles from './question-formats.module.css';
import { t } from '../../../base/t.ts';
import { TemplateLink } from './TemplateLink.tsx';

const CALLS: ImportDialogCalls<QuestionImport> = { key: 'question-imports', undo: undoCalls, loadProblems: loadImportProblems, reportPath };
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
  const run = useImportRun<QuestionImport, ImportAnswer, ImportOptions>({
    wrongWith: (chosen) => wrongWith(chosen, source),
    preview: (chosen, signal) => previewImport(chosen, toOptions(defaults, { partial: false, corrections: false }), signal),
    apply: applyImport,
    load: loadImport,
    onDone: ({ message }) => {
      showSnack(message);
      onImported();
    },
  });
  const { current, fault, choose } = run;
  const hasErrors = (current?.error_count ?? 0) > 0;
  const hasFindings = hasErrors || (current?.note_count ?? 0) > 0;
  const fileStep = (
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
        <ImportFileField key={source} accept={ACCEPTED[source]} label={t('questionImport.file')} error={fault} onChoose={(file) => void choose(file)} />
      </Grid>
    </>
  );
  const choices = (
    <>
      {hasErrors && (
        <CheckField
          label={`${t('questionImport.partial')}. ${t('questionImport.partialHint')}`}
          checked={partial}
          onChange={(event) => setPartial(event.target.checked)}
        />
      )}
      {current && current.correction_count > 0 && (
        <CheckField
          label={`${t('questionImport.corrections')}. ${t('questionImport.correctionsHint', { count: current.correction_count })}`}
          checked={corrections}
          onChange={(event) => setCorrections(event.target.checked)}
        />
      )}
    </>
  );
  return (
    <ImportDialog
      kind="question"
      of="question"
      run={run}
      calls={CALLS}
      words={{
        title: t('questionImport.title'),
        submit: t('questionImport.submit'),
        importing: t('questionImport.importing'),
        reading: t('questionImport.reading'),
        progressLabel: t('questionImport.title'),
        progress: (done, total) => t('questionImport.progress', { done, total }),
        fileMissing: t(source === 'xlsx' ? 'import.file.required' : 'questionImport.file.required'),
        report: t('questionImport.downloadReport'),
        another: t('import.another'),
      }}
      width={800}
      options={toOptions(defaults, { partial, corrections })}
      onClose={onClose}
      onUndone={onImported}
      fileStep={fileStep}
      untilRead={
        <>
          {source === 'xlsx' && <TemplateLink />}
          <ImportDefaults value={defaults} onChange={setDefaults} />
        </>
      }
      hasFindings={hasFindings}
      rows={(shown, onShowAll) =>
        current && <QuestionRows key={`${current.id} ${current.status} ${current.take_back?.status}`} current={current} shown={shown} onShowAll={onShowAll} />
      }
      choices={choices}
      hasReport={hasFindings}
      mayChooseAnother
    />
  );
}

/** Returns an error that needs no server, or null. */
function wrongWith({ name, size }: File, source: Source): string | null {
  if (source === 'xlsx' && !isSpreadsheet(name)) return t('import.file.required');
  if (size === 0) return t('import.file.empty');
  return size > QUESTION_IMPORT_LIMITS.maxFileBytes ? t('questionImport.file.tooLarge', { max: QUESTION_IMPORT_LIMITS.maxFileBytes / 1024 ** 2 }) : null;
}
