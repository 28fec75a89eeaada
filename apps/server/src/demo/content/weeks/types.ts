import type { BankQuestion, DemoPerson } from '../bank/types.ts';
import type { ClassKey, PeriodName } from '../types.ts';
import type { PlaceName } from './places.ts';

/**
 * What somebody wrote, and the way there: `BC: …` was written in Form - 1B by somebody who had chosen B alone and C after the
 * discussion, `*CA: …` in Form - 2; `*` is any choice. Lines after it are what others said: `> …` a classmate, `! …` the
 * teacher; and what was replied to that: `< …` whoever wrote it, `>> …` a classmate, `!! …` the teacher.
 */
export type Words = string | readonly [said: string, ...remarks: string[]];

/** A lesson as its teacher planned it, and what was said in it. Who said it and who chose what follows from the class. */
export interface TaughtLesson {
  /** School days from the day the demo begins: it has gone by. */
  day: number;
  title: string;
  /** For the class: what the lesson is about, without its answer. */
  about: string;
  topic: string;
  place: PlaceName;
  /** Percent of those present who were right alone, after the discussion, and in the transfer question. */
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

/** Questions of a teacher that are asked in lessons. */
export const asker =
  (author: DemoPerson): Ask =>
  ([title, ...text], tags, choices) => ({ title, text, tags, author, state: 'Approved ?', choices });
