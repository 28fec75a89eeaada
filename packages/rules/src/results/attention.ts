/**
 * Students who need attention, with the reasons for each and the numbers behind every reason. There is no score:
 * students with more, and newer, reasons come first. Simple thresholds on attendance, answers and work, as in
 * early-warning systems based on attendance, behavior and course performance; each school can set them.
 */

/** A student's activity in one lesson, for lessons held while the student was in the class. */
export interface LessonFact {
  /** The end of the lesson, in milliseconds. */
  at: number;
  isPresent: boolean;
  /** The number of forms that the lesson asked, 1 to 3. */
  forms: number;
  /** True when right; null: no choice in that form. */
  firstRight: boolean | null;
  secondRight: boolean | null;
  transferRight: boolean | null;
  /** The number of forms filed without a choice and without text. */
  filedEmpty: number;
  /** The number of texts of any kind: justifications, comments, replies. */
  texts: number;
  /** The number of late answers, which are kept separately. */
  late: number;
  /** The number of answers of which the student was sure, and of those the wrong ones. */
  sure: number;
  sureWrong: number;
}

/** Sure answers, and the wrong ones among them. */
export type SureAnswers = Pick<LessonFact, 'sure' | 'sureWrong'>;
const NO_SURE_ANSWERS: SureAnswers = { sure: 0, sureWrong: 0 };

/** Adds up sure answers. */
export const sumSure = (facts: readonly SureAnswers[]): SureAnswers =>
  facts.reduce((total, { sure, sureWrong }) => ({ sure: total.sure + sure, sureWrong: total.sureWrong + sureWrong }), NO_SURE_ANSWERS);

/** The number of sure and wrong answers from which they may be a reason, and the chance below which they are one. */
const LEAST_SURE_AND_WRONG = 3;
const UNLIKELY = 0.05;

/** A piece of work of a student. */
export interface WorkFact {
  /** The time of its state, in milliseconds: the due time of overdue work, the time of return of returned work. */
  at: number;
  kind: 'overdue' | 'returned';
  /** The percent of the points, for work returned with a grade. */
  percent: number | null;
}

/** The thresholds from which a fact is a reason. */
export interface AttentionThresholds {
  /** The number of missed lessons … */
  absent: number;
  /** … out of this many recent lessons. */
  absent_of: number;
  /** The number of consecutive lessons without any text. */
  silent: number;
  /** The number of overdue pieces of work. */
  overdue: number;
  /** The percent of the points below which returned work counts as low. */
  low: number;
}

export const DEFAULT_THRESHOLDS: AttentionThresholds = { absent: 2, absent_of: 4, silent: 3, overdue: 2, low: 50 };

/** The minimum and maximum sensible value of each threshold. */
export const THRESHOLD_BOUNDS: Readonly<Record<keyof AttentionThresholds, readonly [least: number, most: number]>> = {
  absent: [1, 10],
  absent_of: [1, 10],
  silent: [2, 10],
  overdue: [1, 20],
  low: [1, 100],
};

/** Returns the stored thresholds, each checked separately: a missing or out-of-bounds one gets its default. */
export function toThresholds(stored: unknown): AttentionThresholds {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const read = Object.entries(THRESHOLD_BOUNDS).map(([key, [least, most]]) => {
    const value = given[key];
    const holds = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
    return [key, holds ? value : DEFAULT_THRESHOLDS[key as keyof AttentionThresholds]];
  });
  return Object.fromEntries(read) as AttentionThresholds;
}

/** The number of low works among the last returned ones that is a reason. */
const LOW_RETURNED = 2;
/** The number of recently returned works that are considered. */
export const RETURNED_LOOKED_AT = 3;
/** The number of a class's recent lessons that are considered. */
export const LESSONS_LOOKED_AT = 10;

/** The maximum number of characters of the note when a student is dismissed. */
export const MAX_ATTENTION_NOTE = 1000;

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
  'sure-and-wrong',
  'work-overdue',
  'work-returned-low',
] as const;
export type AttentionCode = (typeof ATTENTION_CODES)[number];

export interface AttentionReason {
  code: AttentionCode;
  /** The numbers for its text, such as the two of "3 of 5". */
  numbers: Readonly<Record<string, number>>;
  /** The time since when it holds: the end of the lesson, the due time, the return; in milliseconds. */
  at: number;
}

/** Returns the reasons that one lesson alone gives. */
export function listLessonReasons(lesson: LessonFact): AttentionReason[] {
  const { at, firstRight, secondRight, transferRight, filedEmpty, late } = lesson;
  const reason = (code: AttentionCode, numbers: AttentionReason['numbers'] = {}): AttentionReason => ({ code, numbers, at });
  if (!lesson.isPresent) return [reason('absent')];
  const choices = [firstRight, secondRight, transferRight].filter((right) => right !== null).length;
  const missing = lesson.forms - choices - filedEmpty;
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
 * Returns the reasons that a student's last lessons and works together give, including those of the newest lesson
 * alone. `lessons`: oldest first, at most `LESSONS_LOOKED_AT`; `works`: in any order; `others`: the sure answers of the
 * other students of the class in the same lessons.
 */
export function listClassReasons(
  lessons: readonly LessonFact[],
  works: readonly WorkFact[],
  thresholds: AttentionThresholds,
  others: SureAnswers = NO_SURE_ANSWERS,
): AttentionReason[] {
  const newest = lessons.at(-1);
  const over = [
    absentOfLast(lessons, thresholds),
    silentSince(lessons, thresholds),
    sureAndWrong(lessons, others),
    workOverdue(works, thresholds),
    workLow(works, thresholds),
  ].filter((reason) => reason !== null);
  // a reason about several lessons is not repeated for the newest one
  const said = new Set(over.map(({ code }) => code));
  const ofNewest = newest ? listLessonReasons(newest) : [];
  return [...ofNewest.filter(({ code }) => !(code === 'absent' && said.has('absent-of-last')) && !(code === 'no-words' && said.has('silent'))), ...over].sort(
    (left, right) => ATTENTION_CODES.indexOf(left.code) - ATTENTION_CODES.indexOf(right.code),
  );
}

/**
 * Returns the students with any reason, in display order: more reasons first, then the newer, then in the given order.
 */
export function sortByAttention<Student extends { reasons: readonly AttentionReason[] }>(students: readonly Student[]): Student[] {
  return students
    .filter(({ reasons }) => reasons.length > 0)
    .sort((left, right) => right.reasons.length - left.reasons.length || newestOf(right.reasons) - newestOf(left.reasons));
}

/** Returns the time of the newest reason. */
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

/**
 * Returns the reason of a student who is often sure and wrong (LIVE-108): when so many wrong ones among the sure answers
 * are unlikely for a student like the others of the class. With few others, one wrong of two is assumed in addition.
 */
function sureAndWrong(lessons: readonly LessonFact[], others: SureAnswers): AttentionReason | null {
  const { sure, sureWrong } = sumSure(lessons);
  const newest = lessons.filter((lesson) => lesson.sureWrong > 0).at(-1);
  if (!newest || sureWrong < LEAST_SURE_AND_WRONG) return null;
  const usual = (others.sureWrong + 1) / (others.sure + 2);
  return computeChance(sure, sureWrong, usual) < UNLIKELY ? { code: 'sure-and-wrong', numbers: { wrong: sureWrong, sure }, at: newest.at } : null;
}

/** Returns the chance of at least this many hits in so many independent tries. */
function computeChance(tries: number, hits: number, each: number): number {
  let fewer = 0;
  let exactly = (1 - each) ** tries;
  for (let count = 0; count < hits; count += 1) {
    fewer += exactly;
    exactly *= (((tries - count) / (count + 1)) * each) / (1 - each);
  }
  return 1 - fewer;
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
