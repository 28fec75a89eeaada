import type { ImportView } from '@classwright/contract/school/imports/calls';
import { type ReactNode, useState } from 'react';
import { openDownload } from '../../base/open-download.ts';
import { showSnack } from '../../base/snackbar.ts';
import { IconCloudUpload, IconDownload } from '../feature-icons/icons.ts';
import { Button } from '../plain/Button.tsx';
import { errorText } from '../plain/error-text.ts';
import { FormDialog } from '../plain/FormDialog.tsx';
import { Notice } from '../plain/Notice.tsx';
import { EarlierImports } from './EarlierImports.tsx';
import { FileNotice } from './FileNotice.tsx';
import { ImportFindings, type FindingsProps } from './ImportFindings.tsx';
import styles from './ImportDialog.module.css';
import { RunProgress } from './RunProgress.tsx';
import type { ShownRows } from './ShownRows.tsx';
import { t } from '../../base/t.ts';
import type { UndoImportCalls } from './undo-import-calls.ts';
import { UndoImport } from './UndoImport.tsx';
import type { ImportRun } from './use-import-run.ts';

/** The texts of one kind of import. */
interface ImportWords {
  title: string;
  submit: string;
  importing: string;
  reading: string;
  /** The label of the progress bar. */
  progressLabel: string;
  progress: (done: number, total: number) => string;
  fileMissing: string;
  report: string;
  another: string;
}

/** The calls of one kind of import that its dialog needs besides those of its run. */
export interface ImportDialogCalls<State extends ImportView> {
  /** The first part of the query keys. */
  key: string;
  undo: UndoImportCalls<State>;
  loadProblems: FindingsProps['load'] extends (signal: AbortSignal) => infer Result ? (id: number, signal: AbortSignal) => Result : never;
  reportPath: (id: number) => `/api/${string}`;
}

interface ImportDialogProps<State extends ImportView, Options> {
  kind: ImportView['kind'];
  of: FindingsProps['of'];
  run: ImportRun<State, Options>;
  calls: ImportDialogCalls<State>;
  words: ImportWords;
  width: number;
  options: Options;
  onClose: () => void;
  /** Called after an undo. */
  onUndone: () => void;
  /** The fields for the file, shown until it is being imported. */
  fileStep: ReactNode;
  /** More fields, shown until a file is read. */
  untilRead?: ReactNode;
  hasFindings: boolean;
  /** The meanings given to texts of the file, and a way to change them. */
  deciding?: Pick<FindingsProps, 'decisions' | 'onDecide'>;
  /** Lists the rows: those of one finding, or all. */
  rows: (shown: ShownRows | null, onShowAll: () => void) => ReactNode;
  /** The choices that a preview offers. */
  choices: ReactNode;
  hasReport: boolean;
  mayChooseAnother: boolean;
  /** More buttons after the report's. */
  next?: ReactNode;
}

const download = (path: `/api/${string}`) => openDownload(path).catch((error: unknown) => showSnack(errorText(error), { color: 'red' }));

/** A dialog that imports a file. It shows row by row what the file would do before anything changes. */
export function ImportDialog<State extends ImportView, Options>(props: ImportDialogProps<State, Options>) {
  const { kind, of, run, calls, words, width, options, onClose, onUndone, fileStep, untilRead, hasFindings, deciding, rows, choices, next } = props;
  const { file, reading, error, current, isUnderWay, isDone, changing, reads } = run;
  const [shown, setShown] = useState<{ of: string; rows: ShownRows } | null>(null);
  const state = current ? `${current.id} ${current.status} ${current.take_back?.status}` : '';
  const submit = async (): Promise<boolean> => {
    if (isDone) return true;
    if (!file) run.say(words.fileMissing);
    else if (current && !changing) await run.apply(options);
    return false; // the result is read here
  };
  return (
    <FormDialog
      opened
      width={width}
      title={words.title}
      submitLabel={isDone ? t('common.close') : words.submit}
      pendingLabel={words.importing}
      isDone={isDone}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      {!isDone && !isUnderWay && (
        <>
          {fileStep}
          {!current && !reading && (
            <>
              {untilRead}
              <EarlierImports kind={kind} calls={calls.undo} onShow={(earlier) => void run.show(earlier)} />
            </>
          )}
        </>
      )}
      {reading && <Progress words={words} before={words.reading} />}
      {current && isUnderWay && <Progress words={words} before={words.importing} done={current.done_rows} total={current.total_rows} />}
      {current && !isUnderWay && (
        <>
          <FileNotice
            hue={current.status === 'failed' ? 'red' : current.status === 'refused' || current.error_count > 0 ? 'amber' : 'green'}
            fileName={current.file_name}
          >
            {current.message}
          </FileNotice>
          {hasFindings && (
            <ImportFindings
              of={of}
              hasErrors={current.error_count > 0}
              queryKey={[calls.key, current.id, 'problems', reads, current.status]}
              load={(signal) => calls.loadProblems(current.id, signal)}
              reads={reads}
              busy={changing}
              onShow={(found) => setShown({ of: state, rows: found })}
              {...(deciding?.decisions && { decisions: deciding.decisions })}
              onDecide={(decisions) => {
                setShown(null);
                deciding?.onDecide?.(decisions);
              }}
            />
          )}
          {rows(shown?.of === state ? shown.rows : null, () => setShown(null))}
        </>
      )}
      {current && !isDone && !isUnderWay && <div className={styles.options}>{choices}</div>}
      {current?.status === 'finished' && (
        <UndoImport key={current.id} current={current} calls={calls.undo} onChange={(changed) => void run.show(changed)} onTaken={onUndone} />
      )}
      {current && !isUnderWay && (props.hasReport || props.mayChooseAnother) && (
        <div className={styles.next}>
          {props.hasReport && (
            <Button icon={IconDownload} onClick={() => void download(calls.reportPath(current.id))}>
              {words.report}
            </Button>
          )}
          {next}
          {props.mayChooseAnother && (
            <Button variant="subtle" icon={IconCloudUpload} onClick={() => void run.choose(null)}>
              {words.another}
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  );
}

/** Shows the progress of an import, or that its file is being read. The total is unknown before the first rows. */
function Progress({ words, before, done = 0, total = 0 }: { words: ImportWords; before: string; done?: number; total?: number }) {
  return (
    <RunProgress label={words.progressLabel} done={done} total={total}>
      {total > 0 ? words.progress(done, total) : before}
    </RunProgress>
  );
}
