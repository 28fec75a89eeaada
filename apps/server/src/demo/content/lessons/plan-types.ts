import type { BankQuestion, ClassKey, PeriodName } from '../types.ts';

/**
 * A student's text, and the choices that led to it. `BC: …` was written in Form - 1B by a student who chose B alone and
 * C after the discussion, `*CA: …` in Form - 2; `*` is any choice. The lines after it are remarks: `> …` by a
 * classmate, `! …` by the teacher. Replies to those are `< …` by the author, `>> …` by a classmate, `!! …` by the
 * teacher.
 */
export type Words = string | readonly [said: string, ...remarks: string[]];

/**
 * A lesson as its teacher planned it, with the texts written in it. The authors and the choices follow from the class.
 */
export interface PlannedLesson {
  /** The school day, counted from the day the demo begins. It is in the past. */
  day: number;
  title: string;
  /** The description for the class: the topic of the lesson, without its answer. */
  about: string;
  topic: string;
  /** The percentage of students present who were right alone, after the discussion, and in the transfer question. */
  right: readonly [alone: number, discussed: number, transfer: number];
  first: BankQuestion;
  transfer: BankQuestion;
  words: readonly Words[];
}

/** The planned lessons of one class. */
export interface TaughtClass {
  classKey: ClassKey;
  period: PeriodName;
  stories: Stories;
  lessons: readonly PlannedLesson[];
}

/** Students of a class with a special story, by number in the class. */
export interface Stories {
  /** A student who has been absent since that school day. */
  away?: readonly [student: number, since: number];
  /** Students who miss a lesson now and then. */
  oftenAway: readonly number[];
  /** Students who know more than most. They are in the fully written lessons too. */
  sure?: readonly number[];
  /** Students who never write anything. */
  silent: readonly number[];
  /** Students who are talked out of the right answer. */
  misled: readonly number[];
  /** Students who are right after the discussion, but not when the same idea comes in another situation. */
  stuck: readonly number[];
  /** Students who come late. */
  late: readonly number[];
  /** A student whose results have declined since that school day. */
  falling?: readonly [student: number, since: number];
}
