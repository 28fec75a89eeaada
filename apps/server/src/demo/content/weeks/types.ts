import type { BankQuestion, DemoPerson } from '../bank/types.ts';
import type { ClassKey, PeriodName } from '../types.ts';
import type { PlaceName } from './places.ts';

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
export interface TaughtLesson {
  /** The school day, counted from the day the demo begins. It is in the past. */
  day: number;
  title: string;
  /** The description for the class: the topic of the lesson, without its answer. */
  about: string;
  topic: string;
  place: PlaceName;
  /** The percentage of students present who were right alone, after the discussion, and in the transfer question. */
  right: readonly [alone: number, discussed: number, transfer: number];
  first: BankQuestion;
  transfer: BankQuestion;
  words: readonly Words[];
}

/** The lessons of one class. */
export interface TaughtClass {
  classKey: ClassKey;
  period: PeriodName;
  lessons: readonly TaughtLesson[];
}

type Ask = (text: readonly [title: string, ...text: string[]], tags: readonly string[], choices: BankQuestion['choices']) => BankQuestion;

/** Builds questions of a teacher that are used in lessons. */
export const createAsker =
  (author: DemoPerson): Ask =>
  ([title, ...text], tags, choices) => ({ title, text, tags, author, state: 'Approved ?', choices });
