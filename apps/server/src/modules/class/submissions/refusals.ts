import { type ErrorCode, GRADE_ACT_LIMITS, type MessageKey, type RefusedCell, type Translate, unpackMessage } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { type AppError, appError } from '../../../platform/errors.ts';
import { fullName } from '../../people/accounts/index.ts';
import { type LastChange, listLastChanges, listLeft, type Named } from './grades-queries.ts';
import type { GradeRefusal, SavedGrades } from './save-grades.ts';
import { toCellView } from './views.ts';

const CODE_OF: Readonly<Record<GradeRefusal, ErrorCode>> = {
  NOT_FOUND: 'NOT_FOUND',
  GRADE_CHANGED: 'GRADE_CHANGED',
  WORK_WITHOUT_POINTS: 'WORK_WITHOUT_POINTS',
  GRADED_ELSEWHERE: 'GRADED_ELSEWHERE',
  NOTHING_TO_RETURN: 'NOTHING_TO_RETURN',
  RETURNED_ALREADY: 'RETURNED_ALREADY',
  NOT_TURNED_IN: 'NOT_TURNED_IN',
  HANDED_IN_AGAIN: 'SUBMISSION_TURNED_IN',
};

/**
 * Loads the refused changes, each with its reason and, if the grade has changed, with the newer one and its author.
 */
export async function loadRefusals(db: Db, refused: SavedGrades['refused'], t: Translate<MessageKey>): Promise<RefusedCell[]> {
  const changed = refused.filter(({ reason }) => reason === 'GRADE_CHANGED').map(({ submissionId }) => submissionId);
  const last = changed.length > 0 ? await listLastChanges(db, changed) : new Map<number, LastChange>();
  return refused.map(({ submissionId, reason, cell }) => {
    const change = last.get(submissionId);
    const by =
      change?.first_name === undefined || change.first_name === null ? null : fullName({ first_name: change.first_name, last_name: change.last_name ?? '' });
    return {
      submissionId,
      account_id: cell?.account_id ?? null,
      courseWorkId: cell?.course_work_id ?? null,
      code: CODE_OF[reason],
      message: t(`submissions.refused.${reason}`),
      newer: cell && reason === 'GRADE_CHANGED' ? { ...toCellView(cell), changed_by: by, changed_at: change?.at.toISOString() ?? null } : null,
    };
  });
}

interface NotSaved {
  courseId: number;
  /** Cells that are not in the class, for its staff. */
  missing: readonly Named[];
  /** Cells with invalid values, with the problem as a packed message. */
  invalid?: readonly (Named & { problem: string | null })[];
}

/** Describes the first 500 that could not be saved: refused ones, and those that are missing or invalid. */
export async function loadShownRefusals(
  db: Db,
  refused: SavedGrades['refused'],
  t: Translate<MessageKey>,
  { courseId, missing, invalid = [] }: NotSaved,
): Promise<RefusedCell[]> {
  const found = await loadRefusals(db, refused.slice(0, GRADE_ACT_LIMITS.mostShown), t);
  const shown = missing.slice(0, GRADE_ACT_LIMITS.mostShown - found.length);
  const left = await listLeft(db, courseId, shown);
  const none = shown.map((one) => {
    const code = left.has(one) ? 'STUDENT_LEFT' : 'NOT_FOUND';
    const { submissionId, accountId, courseWorkId } = one;
    return { submissionId, account_id: accountId, courseWorkId, code, message: t(`submissions.refused.${code}`), newer: null };
  });
  const wrong = invalid.slice(0, GRADE_ACT_LIMITS.mostShown - found.length - none.length).map((one) => {
    const { submissionId, accountId, courseWorkId, problem } = one;
    const { key, params } = unpackMessage(problem ?? '') ?? { key: 'submissions.grade.number', params: {} };
    return { submissionId, account_id: accountId, courseWorkId, code: 'INVALID_GRADE', message: t(key as MessageKey, params), newer: null };
  });
  return [...found, ...none, ...wrong];
}

/** Returns the reason why the class has no such cell, for its staff. */
export async function findMissing(db: Db, courseId: number, one: Named): Promise<'STUDENT_LEFT' | 'NOT_FOUND'> {
  return (await listLeft(db, courseId, [one])).has(one) ? 'STUDENT_LEFT' : 'NOT_FOUND';
}

/** Returns the error of a call that was about one cell. */
export function toFailure({ code, newer }: RefusedCell): AppError {
  if (code === 'GRADE_CHANGED' && newer) return appError('GRADE_CHANGED', { by: newer.changed_by ?? '', newer });
  return appError(code as ErrorCode);
}
