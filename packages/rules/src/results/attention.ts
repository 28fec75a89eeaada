/**
 * Students who need attention, each with the reasons and the numbers behind them. A class's result is no list of names:
 * what one lesson alone shows is a fact of that lesson (`listLessonFacts`). A student is named when something repeats,
 * or is unlikely for a student like the others of the class. Simple thresholds on attendance, answers and work, as in
 * early-warning systems based on attendance, behavior and course performance; each school can set them.
 */

/** A student's activity in one lesson, for lessons held while the student was in the class. */
export interface LessonFact {
  /** The end of the lesson, in milliseconds: different in each lesson of a class. */
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

/** A piece of work of a student. */
export interface WorkFact {
  /** The time of its state, in milliseconds: the due time of overdue work, the time of return of returned work. */
  at: number;
  kind: 'overdue' | 'returned';
  /** The percent of the points, for work returned with a grade. */
  percent: number | null;
  /** True when at least half of the students whom it concerns are in the same state: it is the class's result. */
  isOfMany: boolean;
}

/** The known facts about a student of a class: the latest lessons and works, in any order. */
export interface StudentFacts {
  lessons: readonly LessonFact[];
  works: readonly WorkFact[];
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

export const DEFAULT_THRESHOLDS: AttentionThresholds = { absent: 2, absent_of: 4, silent: 3, overdue: 3, low: 50 };

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
/** A reason about forms needs this many lessons … */
const REPEATED = 2;
/** … of this many that the student last took part in. */
const REPEATED_OF = 3;
/** The number of answers alone from which they are compared with the class's. */
const LEAST_ALONE = 8;
/** The number of sure and wrong answers from which they may be a reason (LIVE-108). */
const LEAST_SURE_AND_WRONG = 3;
/**
 * The chance below which an outcome is unlikely for a student like the others. With 1 of 100 for each comparison of
 * answers, a student who is like the others is named by chance in fewer than 2 of 100 looks (simulated in
 * `attention.chance.test.ts`).
 */
const UNLIKELY = 0.01;
/** The chance below which blank forms and late answers are unusual: few of them are enough to ask why. */
const UNUSUAL = 0.05;

/** The number of names that are shown at first. */
export const NAMES_AT_FIRST = 5;

/** The maximum number of characters of the note when a student is dismissed. */
export const MAX_ATTENTION_NOTE = 1000;

/**
 * The codes of reasons, in the order in which a student's are listed. `weight`: what matters more comes first; `kind`:
 * reasons of one kind describe the same events, so only the first that applies is given.
 */
const REASONS = {
  'absent-of-last': { weight: 6, kind: 'absence' },
  'wrong-throughout': { weight: 5, kind: 'answers' },
  'right-alone-less': { weight: 4, kind: 'answers' },
  'sure-and-wrong': { weight: 3, kind: 'answers' },
  blank: { weight: 4, kind: 'taking-part' },
  silent: { weight: 2, kind: 'taking-part' },
  late: { weight: 1, kind: 'network' },
  'work-returned-low': { weight: 4, kind: 'returned' },
  'work-overdue': { weight: 3, kind: 'overdue' },
} as const satisfies Record<string, { weight: number; kind: string }>;

export type AttentionCode = keyof typeof REASONS;
export const ATTENTION_CODES = Object.keys(REASONS) as [AttentionCode, ...AttentionCode[]];

export interface AttentionReason {
  code: AttentionCode;
  /** The numbers for its text, such as the two of "3 of 5". */
  numbers: Readonly<Record<string, number>>;
  /** The time since when it holds: the end of the lesson, the due time, the return; in milliseconds. */
  at: number;
}

/** The facts of a lesson: what happened to how many. */
export const LESSON_FACT_CODES = ['absent', 'blank', 'late', 'right-to-wrong', 'wrong-throughout', 'transfer-failed', 'no-words'] as const;
export type LessonFactCode = (typeof LESSON_FACT_CODES)[number];

/** Returns the number of forms that a student left blank, without those that only came too late. */
function countBlank({ isPresent, forms, filedEmpty, late, ...fact }: LessonFact): number {
  const choices = [fact.firstRight, fact.secondRight, fact.transferRight].filter((right) => right !== null).length;
  return isPresent ? Math.max(0, Math.max(filedEmpty, forms - choices) - late) : 0;
}

const has: Readonly<Record<LessonFactCode, (fact: LessonFact) => boolean>> = {
  absent: ({ isPresent }) => !isPresent,
  blank: (fact) => countBlank(fact) > 0,
  late: ({ late }) => late > 0,
  'right-to-wrong': ({ firstRight, secondRight }) => firstRight === true && secondRight === false,
  'wrong-throughout': ({ firstRight, secondRight }) => firstRight === false && secondRight === false,
  'transfer-failed': ({ secondRight, transferRight }) => secondRight === true && transferRight === false,
  'no-words': ({ isPresent, texts }) => isPresent && texts === 0,
};

/**
 * Returns the facts of one lesson that hold for anybody, in the order of their codes, with the students of each in the
 * given order.
 */
export function listLessonFacts<Student>(students: readonly (readonly [Student, LessonFact])[]): { code: LessonFactCode; students: Student[] }[] {
  return LESSON_FACT_CODES.map((code) => ({ code, students: students.filter(([, fact]) => has[code](fact)).map(([student]) => student) })).filter(
    (fact) => fact.students.length > 0,
  );
}

/**
 * Returns the reasons by student of a class, in the order of `ATTENTION_CODES`. Everything known about the class's
 * students decides, so all of them belong into `students`. The order of students, lessons and works does not matter.
 */
export function listReasons<Student>(students: ReadonlyMap<Student, StudentFacts>, thresholds: AttentionThresholds): Map<Student, AttentionReason[]> {
  const all = new Lessons([...students.values()].flatMap(({ lessons }) => lessons));
  return new Map(
    [...students].map(([student, { lessons, works }]) => {
      const own = lessons.toSorted((left, right) => left.at - right.at).slice(-LESSONS_LOOKED_AT);
      return [student, oneOfEachKind([...listLessonReasons(own, all, thresholds), ...listWorkReasons(works, thresholds)])];
    }),
  );
}

function oneOfEachKind(reasons: readonly AttentionReason[]): AttentionReason[] {
  const ordered = reasons.toSorted((left, right) => ATTENTION_CODES.indexOf(left.code) - ATTENTION_CODES.indexOf(right.code));
  return ordered.filter(({ code }, index) => ordered.findIndex((other) => REASONS[other.code].kind === REASONS[code].kind) === index);
}

/**
 * Returns the students with any reason, in display order: by the weight of what happened, then in the given order, which
 * is that of names.
 */
export function sortByAttention<Student extends { reasons: readonly AttentionReason[] }>(students: readonly Student[]): Student[] {
  return students.filter(({ reasons }) => reasons.length > 0).sort((left, right) => weigh(right.reasons) - weigh(left.reasons));
}

/** Returns the weight of reasons together. */
export const weigh = (reasons: readonly Pick<AttentionReason, 'code'>[]): number => reasons.reduce((sum, { code }) => sum + REASONS[code].weight, 0);

/** Returns the time of the newest reason. */
export const newestOf = (reasons: readonly AttentionReason[]): number => Math.max(...reasons.map(({ at }) => at));

type Choice = 'firstRight' | 'transferRight';
/** The answers that students give alone. */
const ALONE: readonly Choice[] = ['firstRight', 'transferRight'];

/** A sum of students to whom something could happen, and to whom it did. */
interface Share {
  of: number;
  hits: number;
}

/** The facts in which a student is compared with the others of the class. */
const COMPARED = ['blank', 'late', 'wrong-throughout', 'no-words'] as const satisfies readonly LessonFactCode[];
type Compared = (typeof COMPARED)[number];

/** The lessons of all students of a class, to compare one with the others. */
class Lessons {
  readonly #shares = new Map<string, Share>();
  readonly #sure: Share = { of: 0, hits: 0 };

  constructor(facts: readonly LessonFact[]) {
    for (const fact of facts) {
      for (const code of COMPARED) if (couldHave(code, fact)) this.#add(`${fact.at} ${code}`, has[code](fact));
      for (const choice of ALONE) if (fact[choice] !== null) this.#add(`${fact.at} ${choice}`, fact[choice] === true);
      this.#sure.of += fact.sure;
      this.#sure.hits += fact.sureWrong;
    }
  }

  #add(key: string, isHit: boolean): void {
    const share = this.#shares.get(key) ?? { of: 0, hits: 0 };
    this.#shares.set(key, { of: share.of + 1, hits: share.hits + Number(isHit) });
  }

  /** Returns the chance that it happens to a student like the others in a lesson, one hit and one miss assumed in addition. */
  chanceOf(key: Compared | Choice, { at }: LessonFact, isHit: boolean): number {
    const { of, hits } = this.#shares.get(`${at} ${key}`) ?? { of: 1, hits: Number(isHit) };
    return (hits - Number(isHit) + 1) / (of - 1 + 2);
  }

  /** Returns the chance that a sure answer of the others is wrong, one of two assumed in addition. */
  chanceOfSureWrong({ of, hits }: Share): number {
    return (this.#sure.hits - hits + 1) / (this.#sure.of - of + 2);
  }
}

/** Returns true when a student's lesson could have had this: only one who was present, or who chose twice. */
function couldHave(code: Compared, { isPresent, firstRight, secondRight }: LessonFact): boolean {
  return code === 'wrong-throughout' ? firstRight !== null && secondRight !== null : isPresent;
}

/** Returns the reasons of a student's lessons, oldest first, next to those of the class. */
function listLessonReasons(lessons: readonly LessonFact[], all: Lessons, thresholds: AttentionThresholds): AttentionReason[] {
  const present = lessons.filter(({ isPresent }) => isPresent);
  return [
    absentOfLast(lessons, thresholds),
    wrongThroughout(lessons, all),
    rightAloneLess(lessons, all),
    sureAndWrong(lessons, all),
    oftenOfLast('blank', present, all),
    oftenOfLast('late', present, all),
    silentSince(present, all, thresholds),
  ].filter((reason) => reason !== null);
}

const listWorkReasons = (works: readonly WorkFact[], thresholds: AttentionThresholds): AttentionReason[] => {
  const own = works.filter(({ isOfMany }) => !isOfMany).toSorted((left, right) => left.at - right.at);
  return [workOverdue(own, thresholds), workLow(own, thresholds)].filter((reason) => reason !== null);
};

function absentOfLast(lessons: readonly LessonFact[], { absent, absent_of }: AttentionThresholds): AttentionReason | null {
  const last = lessons.slice(-absent_of);
  const missed = last.filter(({ isPresent }) => !isPresent);
  if (last.length < 2 || missed.length < absent) return null;
  return { code: 'absent-of-last', numbers: { absent: missed.length, lessons: last.length }, at: missed.at(-1)!.at };
}

/**
 * Returns the reason of a student who was wrong before and after the discussion in two of the last three lessons, when
 * so many such lessons are unlikely for a student like the others.
 */
function wrongThroughout(lessons: readonly LessonFact[], all: Lessons): AttentionReason | null {
  const chosen = lessons.filter((fact) => couldHave('wrong-throughout', fact));
  const isWrong = has['wrong-throughout'];
  if (chosen.slice(-REPEATED_OF).filter(isWrong).length < REPEATED) return null;
  const wrong = chosen.filter(isWrong);
  const chances = chosen.map((fact) => all.chanceOf('wrong-throughout', fact, isWrong(fact)));
  if (computeChance(chances, wrong.length) >= UNLIKELY) return null;
  return { code: 'wrong-throughout', numbers: { wrong: wrong.length, lessons: chosen.length, percent: toPercent(chances) }, at: wrong.at(-1)!.at };
}

/**
 * Returns the reason of a student whose newest answers alone are right less often than the class's to the same
 * questions: the exact chance of so few right ones among at least eight.
 */
function rightAloneLess(lessons: readonly LessonFact[], all: Lessons): AttentionReason | null {
  const answers = lessons.flatMap((fact) => ALONE.flatMap((choice) => (fact[choice] === null ? [] : { fact, choice, isRight: fact[choice] === true })));
  if (answers.length < LEAST_ALONE) return null;
  const chances = answers.map(({ fact, choice, isRight }) => all.chanceOf(choice, fact, isRight));
  const wrong = answers.filter(({ isRight }) => !isRight);
  const chancesOfWrong = chances.map((chance) => 1 - chance);
  if (computeChance(chancesOfWrong, wrong.length) >= UNLIKELY) return null;
  const numbers = { right: answers.length - wrong.length, answers: answers.length, percent: toPercent(chances) };
  return { code: 'right-alone-less', numbers, at: wrong.at(-1)!.fact.at };
}

/** Returns the reason of a student who is often sure and wrong (LIVE-108). */
function sureAndWrong(lessons: readonly LessonFact[], all: Lessons): AttentionReason | null {
  const sure = lessons.reduce((sum, fact) => sum + fact.sure, 0);
  const wrong = lessons.reduce((sum, fact) => sum + fact.sureWrong, 0);
  const newest = lessons.findLast((fact) => fact.sureWrong > 0);
  if (!newest || wrong < LEAST_SURE_AND_WRONG) return null;
  const usual = all.chanceOfSureWrong({ of: sure, hits: wrong });
  return computeChance(
    Array.from({ length: sure }, () => usual),
    wrong,
  ) < UNLIKELY
    ? { code: 'sure-and-wrong', numbers: { wrong, sure }, at: newest.at }
    : null;
}

/** Returns the reason of something that happened in two of the last three lessons, and not to many others in them. */
function oftenOfLast(code: 'blank' | 'late', present: readonly LessonFact[], all: Lessons): AttentionReason | null {
  const last = present.slice(-REPEATED_OF);
  const hits = last.filter(has[code]);
  const chances = last.map((fact) => all.chanceOf(code, fact, has[code](fact)));
  if (hits.length < REPEATED || computeChance(chances, hits.length) >= UNUSUAL) return null;
  return { code, numbers: { times: hits.length, lessons: last.length }, at: hits.at(-1)!.at };
}

/** Returns the reason of a student who wrote nothing in the last lessons, in which the others did. */
function silentSince(present: readonly LessonFact[], all: Lessons, { silent }: AttentionThresholds): AttentionReason | null {
  const since = present.slice(present.findLastIndex(({ texts }) => texts > 0) + 1);
  const chances = since.map((fact) => all.chanceOf('no-words', fact, true));
  if (since.length < silent || computeChance(chances, since.length) >= UNLIKELY) return null;
  return { code: 'silent', numbers: { lessons: since.length }, at: since.at(-1)!.at };
}

/**
 * Returns the exact chance of at least this many hits, when each try hits with its own chance and independently: the
 * tail of the Poisson binomial distribution.
 */
export function computeChance(chances: readonly number[], hits: number): number {
  // The chance of exactly `count` hits so far; the last one holds all higher counts.
  let exactly = [1, ...Array.from({ length: hits }, () => 0)];
  for (const chance of chances) {
    exactly = exactly.map((now, count) => now * (count === hits ? 1 : 1 - chance) + (count === 0 ? 0 : exactly[count - 1]! * chance));
  }
  return Math.min(1, exactly[hits]!);
}

const toPercent = (chances: readonly number[]): number => Math.round((100 * chances.reduce((sum, chance) => sum + chance, 0)) / chances.length);

function workOverdue(works: readonly WorkFact[], { overdue }: AttentionThresholds): AttentionReason | null {
  const open = works.filter(({ kind }) => kind === 'overdue');
  return open.length < overdue ? null : { code: 'work-overdue', numbers: { works: open.length }, at: open.at(-1)!.at };
}

function workLow(works: readonly WorkFact[], { low }: AttentionThresholds): AttentionReason | null {
  const last = works.filter(({ kind, percent }) => kind === 'returned' && percent !== null).slice(-RETURNED_LOOKED_AT);
  const below = last.filter(({ percent }) => (percent as number) < low);
  if (below.length < LOW_RETURNED) return null;
  return { code: 'work-returned-low', numbers: { low: below.length, works: last.length, percent: low }, at: below.at(-1)!.at };
}
