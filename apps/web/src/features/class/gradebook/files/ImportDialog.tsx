import { type GradeConflictChoice, GRADE_FILE_LIMITS } from '@classwright/contract/class/gradebook/files-limits';
import type { GradeImportView } from '@classwright/contract/class/gradebook/files';
import { type DragEvent, useRef, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { randomId } from '../../../../base/random-id.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { ImportFileField } from '../../../../ui/import/ImportFileField.tsx';
import { RunProgress } from '../../../../ui/import/RunProgress.tsx';
import { SPREADSHEETS } from '../../../../ui/import/spreadsheets.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { IconCloudUpload } from '../../../../ui/feature-icons/icons.ts';
import { applyGrades, undoImport, previewGrades } from './calls.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { t } from '../../../../base/t.ts';
import { useOneRequest } from '../../../../ui/import/use-one-request.ts';

const MEGABYTE = 1024 ** 2;

/** Handles a file of grades from its choice to its preview. */
function useGradeImport(courseId: number) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState(false);
  const [preview, setPreview] = useState<GradeImportView | null>(null);
  const request = useOneRequest();

  /** Lets the server read a file, or clears the earlier one. */
  async function choose(chosen: File | null): Promise<void> {
    const isTooLarge = chosen !== null && chosen.size > GRADE_FILE_LIMITS.maxFileBytes;
    setFile(chosen);
    setPreview(null);
    setReading(false);
    if (chosen && !isTooLarge) {
      await request.run(async (signal) => {
        const read = await previewGrades(courseId, chosen, signal);
        if (!signal.aborted) setPreview(read);
      }, setReading);
      return;
    }
    request.begin();
    request.fail(null);
    request.say(isTooLarge ? t('gradeImport.tooLarge', { max: GRADE_FILE_LIMITS.maxFileBytes / MEGABYTE }) : undefined);
  }
  const { fault, error, say, fail } = request;
  return { file, reading, preview, fault, error, say, fail, choose };
}

interface ImportDialogProps {
  courseId: number;
  onClose: () => void;
  /** Called with an act that was done here. */
  onImported: (actId: number) => void;
  /** Called with an act that was undone here. */
  onTakenBack: (actId: number) => void;
}

/** Counts the grades that an import changes, by the choice about conflicts. */
function countOf({ change_count, conflict_count, changed_conflict_count }: GradeImportView, choice: GradeConflictChoice): number {
  if (choice === 'keep') return change_count;
  return change_count + (choice === 'all' ? conflict_count : changed_conflict_count);
}

/**
 * A dialog that imports grades from a file: it first shows the changes, the errors, and what others have changed since.
 */
export function ImportDialog({ courseId, onClose, onImported, onTakenBack }: ImportDialogProps) {
  const { file, reading, preview, fault, error, say, fail, choose } = useGradeImport(courseId);
  const [partial, setPartial] = useState(false);
  const [conflicts, setConflicts] = useState<GradeConflictChoice>('keep');
  /** The idempotency key, kept after a lost response, so that the same import takes effect only once. */
  const key = useRef(randomId());
  const count = preview ? countOf(preview, conflicts) : 0;
  const isIdle = preview !== null && count === 0;
  const isOutdated = isApiError(error, 'GRADE_CHANGED', 'IMPORT_NOT_PREVIEW');

  const start = (chosen: File | null) => {
    key.current = randomId();
    setPartial(false);
    setConflicts('keep');
    void choose(chosen);
  };
  const submit = async (): Promise<boolean> => {
    if (!preview) {
      if (!file) say(t('gradeImport.fileMissing'));
      return false;
    }
    if (isIdle) return true;
    fail(null);
    try {
      const { act_id, kept_count, message } = await applyGrades(preview.import_id, { partial, conflicts }, key.current);
      const words = kept_count > 0 ? t('gradeImport.kept', { message, count: kept_count }) : message;
      if (act_id === null) showSnack(words);
      else {
        onImported(act_id);
        const undo = () => undoImport(act_id).finally(() => onTakenBack(act_id));
        showSnack(words, { undo });
      }
      return true;
    } catch (failure) {
      fail(failure);
      return false;
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    start(event.dataTransfer.files[0] ?? null);
  };
  return (
    <FormDialog
      opened
      width={800}
      title={t('gradeImport.title')}
      submitLabel={preview && !isIdle ? t('gradeImport.submit', { count }) : isIdle ? t('common.close') : t('gradeImport.open')}
      pendingLabel={t('gradeImport.importing')}
      isDone={isIdle}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      {!preview && (
        <Grid gap={14} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          <Text tone="dimmed">{t('gradeImport.intro')}</Text>
          <ImportFileField label={t('gradeImport.file')} accept={SPREADSHEETS} error={fault} onChoose={start} />
        </Grid>
      )}
      {reading && (
        <RunProgress label={t('gradeImport.title')} done={0} total={0}>
          {t('gradeImport.reading')}
        </RunProgress>
      )}
      {preview && (
        <>
          <ImportPreview preview={preview} partial={partial} onPartial={setPartial} conflicts={conflicts} onConflicts={setConflicts} />
          <Row wrap gap={8} align="stretch">
            {isOutdated && <Button onClick={() => start(file)}>{t('gradeImport.again')}</Button>}
            <Button variant="subtle" icon={IconCloudUpload} onClick={() => start(null)}>
              {t('gradeImport.another')}
            </Button>
          </Row>
        </>
      )}
    </FormDialog>
  );
}
