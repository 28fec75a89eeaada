import { readGrade } from '@classwright/rules/grading/grades';
import type { GradeValue } from '@classwright/rules/grading/acts';
import { z } from 'zod';
import { packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** What one call changes at most. */
export const MOST_CHANGES = 20_000;
/** What is said of a call in which every cell is wrong. */
const MOST_PROBLEMS = 50;

type Id = number | string;
type Grade = number | string | null;

/** One change of a cell. */
export interface GradeChangeInput {
  courseWorkId: Id;
  /** One of the two names the student. */
  submissionId?: Id | null | undefined;
  account_id?: Id | null | undefined;
  submission: { type: 'DRAFT_GRADE'; draftGrade: Grade } | { type: 'EXCUSED'; excused: boolean };
  /** What whoever asks saw there; something else by now refuses it. Left out: whatever is there. */
  was?: Grade | undefined;
}

/** Many changes in a quarter of the bytes, as a preview has them: as many values in each column as there are cells. */
export interface GradeChangeColumns {
  course_work_id: readonly Id[];
  account_id: readonly Id[];
  /** Points, EX for excused, or null for nothing. */
  to: readonly Grade[];
  /** What whoever asks saw there. */
  from?: readonly Grade[] | undefined;
}

/** A change as it is understood. */
export interface ReadGradeChange {
  courseWorkId: number;
  submissionId: number | null;
  accountId: number | null;
  submission: { type: 'DRAFT_GRADE'; draftGrade: number | null } | { type: 'EXCUSED'; excused: boolean };
  /** Undefined: whatever is there. */
  was: GradeValue | undefined;
  /** What is wrong with its values, as `packMessage` writes it; null: nothing. Of a call that refuses such a change alone. */
  problem: string | null;
}

const WORK = asMessage('submissions.work');
const SUBMISSION = asMessage('submissions.one');
const STUDENT = asMessage('gradeActs.account');

/** What a change with a wrong value would make of its cell: nothing, since it is refused. */
const NO_CHANGE = { type: 'DRAFT_GRADE' as const, draftGrade: null };

type Complain = (path: (string | number)[], message: string) => undefined;

function readId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && (id as number) > 0 ? (id as number) : null;
}

/** Points, EX or null; undefined once it has complained. */
function readValue(value: unknown, path: (string | number)[], complain: Complain): GradeValue | undefined {
  if (value === null || value === 'EX') return value;
  if (typeof value === 'string' && value.trim() === '') return complain(path, packMessage('submissions.gradeRequired'));
  if (typeof value !== 'number' && typeof value !== 'string') return complain(path, packMessage('submissions.gradeRequired'));
  const read = readGrade(value);
  return 'value' in read ? read.value : complain(path, packMessage(`submissions.grade.${read.problem}`));
}

/** What was seen: points, EX or null. */
function readWas(value: unknown, path: (string | number)[], complain: Complain): GradeValue | undefined {
  if (value === undefined || value === null || value === 'EX') return value;
  const read = typeof value === 'number' || typeof value === 'string' ? readGrade(value) : null;
  return read && 'value' in read ? read.value : complain(path, packMessage('submissions.was'));
}

/** `judge`: complains of a wrong value, or keeps it, packed, for the refusal of its cell alone. */
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
  if (count > MOST_CHANGES) complain([], packMessage('gradeActs.most', { most: MOST_CHANGES }));
  return count > 0 && count <= MOST_CHANGES;
}

/** A list of changes as it is read. `isEachAlone`: a wrong value refuses its own cell and no other. */
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
 * Changes of 1 to 20,000 cells, one by one or in columns. Read by hand: a schema looks at each of them for so long that a
 * server which reads 20,000 holds up everybody else. What is wrong names its cell, as `17.submission.draftGrade` or `to.17`.
 */
export const gradeChanges = changesOf(false);

/** The same, where a wrong value refuses its own cell and no other. What names no cell, or is no list, is wrong as a whole. */
export const bulkGradeChanges = changesOf(true);
