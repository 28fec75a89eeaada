import { readGrade } from '@classwright/rules/grading/grades';
import type { GradeValue } from '@classwright/rules/grading/acts';
import { z } from 'zod';
import { packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** The maximum number of changes in one call. */
export const MAX_CHANGES = 20_000;
/** The maximum number of reported errors in a call where every cell is wrong. */
const MOST_PROBLEMS = 50;

type Id = number | string;
type Grade = number | string | null;

/** One change of a cell. */
export interface GradeChangeInput {
  courseWorkId: Id;
  /** The submission. One of the two identifies the student. */
  submissionId?: Id | null | undefined;
  account_id?: Id | null | undefined;
  submission: { type: 'DRAFT_GRADE'; draftGrade: Grade } | { type: 'EXCUSED'; excused: boolean };
  /** The value that the caller saw; if it has changed since, the change is refused. Left out: any value. */
  was?: Grade | undefined;
}

/** Many changes in a quarter of the bytes, in the form of a preview, with one value in each column for every cell. */
export interface GradeChangeColumns {
  course_work_id: readonly Id[];
  account_id: readonly Id[];
  /** The new values: points, EX for excused, or null for nothing. */
  to: readonly Grade[];
  /** The values that the caller saw. */
  from?: readonly Grade[] | undefined;
}

/** A parsed change. */
export interface ReadGradeChange {
  courseWorkId: number;
  submissionId: number | null;
  accountId: number | null;
  submission: { type: 'DRAFT_GRADE'; draftGrade: number | null } | { type: 'EXCUSED'; excused: boolean };
  /** The expected value. Undefined: any. */
  was: GradeValue | undefined;
  /**
   * The error of its values in the form of `packMessage`, or null. Only in calls that refuse such a change without the
   * others.
   */
  problem: string | null;
}

const WORK = asMessage('submissions.work');
const SUBMISSION = asMessage('submissions.one');
const STUDENT = asMessage('gradeActs.account');

/** The change for a wrong value: none, since it is refused. */
const NO_CHANGE = { type: 'DRAFT_GRADE' as const, draftGrade: null };

type Complain = (path: (string | number)[], message: string) => undefined;

function readId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : null;
}

/** Parses points, EX or null. Returns undefined after reporting an error. */
function readValue(value: unknown, path: (string | number)[], complain: Complain): GradeValue | undefined {
  if (value === null || value === 'EX') return value;
  if (typeof value === 'string' && value.trim() === '') return complain(path, packMessage('submissions.gradeRequired'));
  if (typeof value !== 'number' && typeof value !== 'string') return complain(path, packMessage('submissions.gradeRequired'));
  const read = readGrade(value);
  return 'value' in read ? read.value : complain(path, packMessage(`submissions.grade.${read.problem}`));
}

/** Parses the value that the caller saw: points, EX or null. */
function readWas(value: unknown, path: (string | number)[], complain: Complain): GradeValue | undefined {
  if (value === undefined || value === null || value === 'EX') return value;
  const read = typeof value === 'number' || typeof value === 'string' ? readGrade(value) : null;
  return read && 'value' in read ? read.value : complain(path, packMessage('submissions.was'));
}

/** Parses one change. `judge` reports a wrong value, or keeps it, packed, for refusing only its cell. */
function readOne(value: unknown, index: number, complain: Complain, judge: (problems: string[]) => Complain): ReadGradeChange | undefined {
  if (typeof value !== 'object' || value === null) return complain([index], packMessage('validation.generic', { label: asMessage('gradeActs.changes') }));
  const { courseWorkId, submissionId, account_id, submission, was } = value as Record<string, unknown>;
  const work = readId(courseWorkId);
  if (work === null) return complain([index, 'courseWorkId'], packMessage('validation.id', { label: WORK }));
  const named = { submissionId: readId(submissionId), accountId: readId(account_id) };
  if (named.submissionId === null && (submissionId ?? null) !== null)
    return complain([index, 'submissionId'], packMessage('validation.id', { label: SUBMISSION }));
  if (named.accountId === null && (account_id ?? null) !== null) return complain([index, 'account_id'], packMessage('validation.id', { label: STUDENT }));
  if (named.submissionId === null && named.accountId === null) return complain([index, 'submissionId'], packMessage('submissions.nameStudent'));
  const problems: string[] = [];
  const complainOfValue = judge(problems);
  const seen = readWas(was, [index, 'was'], complainOfValue);
  const given = readGiven(submission, [index, 'submission'], complainOfValue);
  return { courseWorkId: work, ...named, was: seen, submission: given ?? NO_CHANGE, problem: problems[0] ?? null };
}

function readGiven(submission: unknown, path: (string | number)[], complain: Complain): ReadGradeChange['submission'] | undefined {
  const { type, draftGrade, excused } = (submission ?? {}) as Record<string, unknown>;
  if (type === 'EXCUSED')
    return typeof excused === 'boolean'
      ? { type, excused }
      : complain([...path, 'excused'], packMessage('validation.flag', { label: asMessage('submissions.excused') }));
  if (type !== 'DRAFT_GRADE') return complain([...path, 'type'], packMessage('submissions.changeType'));
  if (draftGrade === 'EX') return complain([...path, 'draftGrade'], packMessage('submissions.grade.number'));
  const grade = readValue(draftGrade, [...path, 'draftGrade'], complain);
  return grade === undefined || grade === 'EX' ? undefined : { type, draftGrade: grade };
}

function readColumns(columns: Readonly<Record<string, unknown>>, complain: Complain, judge: (problems: string[]) => Complain): ReadGradeChange[] | undefined {
  const { course_work_id: works, account_id: accounts, to, from } = columns;
  if (!Array.isArray(works) || !Array.isArray(accounts) || !Array.isArray(to) || (from !== undefined && !Array.isArray(from)))
    return complain([], packMessage('gradeActs.columns'));
  if ([accounts, to, from ?? to].some((column) => column.length !== works.length)) return complain([], packMessage('gradeActs.columns'));
  if (!hasRightCount(works.length, complain)) return undefined;
  return works.flatMap((named: unknown, index) => {
    const courseWorkId = readId(named);
    if (courseWorkId === null) return complain(['course_work_id', index], packMessage('validation.id', { label: WORK })) ?? [];
    const accountId = readId(accounts[index]);
    if (accountId === null) return complain(['account_id', index], packMessage('validation.id', { label: STUDENT })) ?? [];
    const problems: string[] = [];
    const complainOfValue = judge(problems);
    const grade = readValue(to[index], ['to', index], complainOfValue) ?? null;
    const was =
      from &&
      (from[index] === undefined ? complainOfValue(['from', index], packMessage('submissions.was')) : readWas(from[index], ['from', index], complainOfValue));
    const submission = grade === 'EX' ? { type: 'EXCUSED' as const, excused: true } : { type: 'DRAFT_GRADE' as const, draftGrade: grade };
    return { courseWorkId, submissionId: null, accountId, was, submission, problem: problems[0] ?? null };
  });
}

function hasRightCount(count: number, complain: Complain): boolean {
  if (count === 0) complain([], packMessage('gradeActs.none'));
  if (count > MAX_CHANGES) complain([], packMessage('gradeActs.most', { most: MAX_CHANGES }));
  return count > 0 && count <= MAX_CHANGES;
}

/** Returns the schema of a list of changes. `isEachAlone`: a wrong value refuses only its own cell. */
const changesOf = (isEachAlone: boolean) =>
  z
    .custom<readonly GradeChangeInput[] | GradeChangeColumns>()
    .meta({
      description:
        'A list of changes, each {courseWorkId, submissionId or account_id, submission, was?}; or the columns {course_work_id, account_id, to, from?}',
    })
    .transform((value: unknown, context): ReadGradeChange[] => {
      let count = 0;
      const complain: Complain = (path, message) => {
        count += 1;
        if (count <= MOST_PROBLEMS) context.addIssue({ code: 'custom', path, message });
      };
      const judge = (problems: string[]): Complain => (isEachAlone ? (_, message) => void problems.push(message) : complain);
      let read: (ReadGradeChange | undefined)[] | undefined;
      if (!Array.isArray(value)) {
        if (typeof value === 'object' && value !== null) read = readColumns(value as Record<string, unknown>, complain, judge);
        else complain([], packMessage('validation.required', { label: asMessage('gradeActs.changes') }));
      } else if (hasRightCount(value.length, complain)) read = value.map((one, index) => readOne(one, index, complain, judge));
      return count > 0 ? z.NEVER : ((read ?? []) as ReadGradeChange[]);
    });

/**
 * Changes of 1 to 20,000 cells, one by one or in columns. Parsed by hand: a schema would take so long for 20,000 that
 * the server delays everybody else. An error names its cell, as `17.submission.draftGrade` or `to.17`.
 */
export const gradeChanges = changesOf(false);

/**
 * Changes of which a wrong value refuses only its own cell. A change without a cell, or a value that is not a list,
 * refuses the whole request.
 */
export const bulkGradeChanges = changesOf(true);
