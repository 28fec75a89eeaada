/**
 * Whom a teacher should look after: students with the reasons for each, every reason with the numbers behind it. There is
 * no score and no ranking: who has more reasons, and newer ones, comes first. Simple thresholds on attendance, answers and
 * work, as in early warning by attendance, behaviour and course performance; each is the school's to set.
 */

/** What a student did in one lesson, of those at which the student was in the class. */
export interface LessonFact {
  /** When the lesson ended, in milliseconds. */
  at: number;
  isPresent: boolean;
  /** Null: no choice in that form. */
  firstRight: boolean | null;
  secondRight: boolean | null;
  transferRight: boolean | null;
  /** Forms that were filed without a choice and without a word. */
  filedEmpty: number;
  /** Words of any kind: justifications, comments, replies. */
  texts: number;
  /** Answers that came too late and are kept apart. */
  late: number;
}

/** A piece of work of a student. */
export interface WorkFact {
  /** When it became so: the due time of overdue work, the time of return of returned work; milliseconds. */
  at: number;
  kind: 'overdue' | 'returned';
  /** Of what was returned with a grade: percent of the points. */
  percent: number | null;
}

/** From when on something is a reason. */
export interface AttentionThresholds {
  /** Absent in so many … */
  absent: number;
  /** … of the last so many lessons. */
  absent_of: number;
  /** Lessons in a row without a word. */
  silent: number;
  /** Pieces of work that are overdue. */
  overdue: number;
  /** Percent of the points below which returned work is low. */
  low: number;
}

export const USUAL_THRESHOLDS: AttentionThresholds = { absent: 2, absent_of: 4, silent: 3, overdue: 2, low: 50 };

/** The smallest and the greatest value of each threshold that makes sense. */
export const THRESHOLD_BOUNDS: Readonly<Record<keyof AttentionThresholds, readonly [least: number, most: number]>> = {
  absent: [1, 10],
  absent_of: [1, 10],
  silent: [2, 10],
  overdue: [1, 20],
  low: [1, 100],
};

/** What was stored, each threshold for itself: what is missing or out of bounds is as usual. */
export function toThresholds(stored: unknown): AttentionThresholds {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const read = Object.entries(THRESHOLD_BOUNDS).map(([key, [least, most]]) => {
    const value = given[key];
    const holds = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
    return [key, holds ? value : USUAL_THRESHOLDS[key as keyof AttentionThresholds]];
  });
  return Object.fromEntries(read) as AttentionThresholds;
}

/** So many of the works returned last are low before anything is said. */
const LOW_RETURNED = 2;
/** The works returned last. */
export const RETURNED_LOOKED_AT = 3;
/** More lessons of a class than these are not looked back at. */
export const LESSONS_LOOKED_AT = 10;

/** Characters of the note that a name is put away with. */
export const MOST_ATTENTION_NOTE = 1000;

export const ATTENTION_CODES = [
  'absent',
  'absent-of-last',
  'right-to-wrong',
  'wrong-throughout',
  'transfer-failed',
  'no-choice',
  'filed-empty',
  'late-kept',
  'no-words',
  'silent',
  'work-overdue',
  'work-returned-low',
] as const;
export type AttentionCode = (typeof ATTENTION_CODES)[number];

export interface AttentionReason {
  code: AttentionCode;
  /** What its words name, such as how many of how many. */
  numbers: Readonly<Record<string, number>>;
  /** Since when it is so: the end of the lesson, the due time, the return; milliseconds. */
  at: number;
}

/** What one lesson alone gives reason for. */
export function reasonsOfLesson(lesson: LessonFact): AttentionReason[] {
  const { at, firstRight, secondRight, transferRight, filedEmpty, late } = lesson;
  const reason = (code: AttentionCode, numbers: AttentionReason['numbers'] = {}): AttentionReason => ({ code, numbers, at });
  if (!lesson.isPresent) return [reason('absent')];
  const choices = [firstRight, secondRight, transferRight].filter((right) => right !== null).length;
  const missing = 3 - choices - filedEmpty;
  return [
    ...(firstRight === true && secondRight === false ? [reason('right-to-wrong')] : []),
    ...(firstRight === false && secondRight === false ? [reason('wrong-throughout')] : []),
    ...(secondRight === true && transferRight === false ? [reason('transfer-failed')] : []),
    ...(missing > 0 ? [reason('no-choice', { forms: missing })] : []),
    ...(filedEmpty > 0 ? [reason('filed-empty', { forms: filedEmpty })] : []),
    ...(late > 0 ? [reason('late-kept', { answers: late })] : []),
    ...(choices > 0 && lesson.texts === 0 ? [reason('no-words')] : []),
  ];
}

/**
 * What a student's last lessons and works together give reason for, the newest lesson's own reasons among them.
 * `lessons`: oldest first, at most `LESSONS_LOOKED_AT`; `works`: in any order.
 */
export function reasonsOverClass(lessons: readonly LessonFact[], works: readonly WorkFact[], thresholds: AttentionThresholds): AttentionReason[] {
  const newest = lessons.at(-1);
  const over = [absentOfLast(lessons, thresholds), silentSince(lessons, thresholds), workOverdue(works, thresholds), workLow(works, thresholds)].filter(
    (reason) => reason !== null,
  );
  // what is said of several lessons is not said of the newest once more
  const said = new Set(over.map(({ code }) => code));
  const ofNewest = newest ? reasonsOfLesson(newest) : [];
  return [...ofNewest.filter(({ code }) => !(code === 'absent' && said.has('absent-of-last')) && !(code === 'no-words' && said.has('silent'))), ...over].sort(
    (left, right) => ATTENTION_CODES.indexOf(left.code) - ATTENTION_CODES.indexOf(right.code),
  );
}

/** Those with any reason, in the order in which they are shown: more reasons first, then the newer, then as they came. */
export function inOrderOfAttention<Student extends { reasons: readonly AttentionReason[] }>(students: readonly Student[]): Student[] {
  return students
    .filter(({ reasons }) => reasons.length > 0)
    .sort((left, right) => right.reasons.length - left.reasons.length || newestOf(right.reasons) - newestOf(left.reasons));
}

/** When the newest of some reasons came up. */
export const newestOf = (reasons: readonly AttentionReason[]): number => Math.max(...reasons.map(({ at }) => at));

function absentOfLast(lessons: readonly LessonFact[], { absent, absent_of }: AttentionThresholds): AttentionReason | null {
  const last = lessons.slice(-absent_of);
  const missed = last.filter(({ isPresent }) => !isPresent);
  if (last.length < 2 || missed.length < absent) return null;
  return { code: 'absent-of-last', numbers: { absent: missed.length, lessons: last.length }, at: missed.at(-1)!.at };
}

function silentSince(lessons: readonly LessonFact[], { silent }: AttentionThresholds): AttentionReason | null {
  const last = lessons.filter(({ isPresent }) => isPresent).slice(-silent);
  if (last.length < silent || last.some(({ texts }) => texts > 0)) return null;
  return { code: 'silent', numbers: { lessons: silent }, at: last.at(-1)!.at };
}

function workOverdue(works: readonly WorkFact[], { overdue }: AttentionThresholds): AttentionReason | null {
  const open = works.filter(({ kind }) => kind === 'overdue');
  if (open.length < overdue) return null;
  return { code: 'work-overdue', numbers: { works: open.length }, at: Math.max(...open.map(({ at }) => at)) };
}

function workLow(works: readonly WorkFact[], { low }: AttentionThresholds): AttentionReason | null {
  const returned = works.filter(({ kind, percent }) => kind === 'returned' && percent !== null).toSorted((left, right) => left.at - right.at);
  const last = returned.slice(-RETURNED_LOOKED_AT);
  const below = last.filter(({ percent }) => (percent as number) < low);
  if (below.length < LOW_RETURNED) return null;
  return { code: 'work-returned-low', numbers: { low: below.length, works: last.length, percent: low }, at: below.at(-1)!.at };
}
