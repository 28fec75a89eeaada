import type { GradedCell, SubmittedWorkView } from '@classwright/contract/class/submissions/calls';
import { readTypedGrade } from '@classwright/rules/grading/grades';
import { useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { saveGrade } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { cellOf, cellText, pointsText } from '../words.ts';
import styles from '../work.module.css';
import type { Row } from './order.ts';

interface GradeDialogProps {
  courseId: number;
  work: SubmittedWorkView;
  /** The row when the dialog opened, which its author saw. */
  row: Row;
  /** The row as it is now. */
  current: Row;
  /** True when saving continues with another student. */
  hasNext: boolean;
  onClose: () => void;
  onSaved: (message: string, actId: number | null) => void;
  /** Called when someone else changed it. */
  onChanged: () => void;
}

interface Newer {
  cell: number | 'EX' | null;
  by: string;
}

/** Returns the newer grade that a refusal carries, or null. */
function newerIn(error: unknown): Newer | null {
  if (!isApiError(error, 'GRADE_CHANGED')) return null;
  const newer = error.params['newer'] as (GradedCell & { changed_by: string | null }) | undefined;
  return newer ? { cell: cellOf(newer), by: newer.changed_by ?? t('openWork.somebody') } : null;
}

/** "Edit Grade": Enter saves and continues with the next student. */
export function GradeDialog({ courseId, work, row, current, hasNext, onClose, onSaved, onChanged }: GradeDialogProps) {
  const seen = cellOf(row);
  const now = cellOf(current);
  const before = seen === null ? '' : String(seen);
  const [typed, setTyped] = useState(before);
  const [fault, setFault] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [newer, setNewer] = useState<Newer | null>(null);
  const save = async (was: Newer['cell']): Promise<boolean> => {
    setFault(undefined);
    setFailure(null);
    const read = readTypedGrade(typed, work.maxPoints);
    if ('isEmpty' in read) setFault(t('submissions.gradeRequired'));
    if ('problem' in read) setFault(t(`submissions.grade.${read.problem}`));
    if ('isEmpty' in read || 'problem' in read) return false;
    const submission = 'grade' in read ? { type: 'DRAFT_GRADE' as const, draftGrade: read.grade } : { type: 'EXCUSED' as const, excused: true };
    try {
      const { message, act_id } = await saveGrade({ courseId, courseWorkId: work.id, submissionId: row.id, submission, was });
      onSaved(message, act_id);
      return true;
    } catch (error) {
      const other = newerIn(error);
      setNewer(other);
      if (other) onChanged();
      else if (isApiError(error, 'VALIDATION_FAILED')) setFault(Object.values(error.errors).flat().join(' '));
      else setFailure(errorText(error));
      return false;
    }
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('openWork.editGrade')}
      width={420}
      dirty={typed !== before}
      submitLabel={hasNext ? t('openWork.saveAndNext') : t('common.save')}
      onSubmit={() => save(seen)}
      error={
        newer ? (
          <Notice
            hue="amber"
            assertive
            action={
              <span className={styles.either}>
                <Button size="s" onClick={() => void save(newer.cell).then((isSaved) => isSaved && onClose())}>
                  {t('openWork.keepMine', { grade: typed.trim() })}
                </Button>
                <Button size="s" onClick={onClose}>
                  {t('openWork.takeTheirs', { grade: cellText(newer.cell, work.maxPoints) })}
                </Button>
              </span>
            }
          >
            {t('openWork.newer', { by: newer.by, grade: cellText(newer.cell, work.maxPoints) })}
          </Notice>
        ) : failure === null ? undefined : (
          <Notice>{failure}</Notice>
        )
      }
    >
      <div role="status">{now !== seen && newer === null && <Notice hue="blue">{t('openWork.arrived', { grade: cellText(now, work.maxPoints) })}</Notice>}</div>
      <TextField
        label={work.maxPoints === null ? t('openWork.grade') : t('openWork.gradeOf', { points: pointsText(work.maxPoints) })}
        description={t('openWork.gradeHint')}
        value={typed}
        error={fault}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}
