import type { StatusLabel } from '@classwright/rules/questions/index';
import type { AgeName, SubjectName } from '../types.ts';

/** A person by kind and number, from 1; the Admin has none. */
export type DemoPerson = 'admin' | `teacher${1 | 2 | 3 | 4}` | `student${number}`;

/** What a choice is, which idea leads to it, its points (4: the whole idea), and the reasoning behind it. */
export type BankChoice = readonly [title: string, idea: string, points: 0 | 1 | 2 | 4, reasoning: string];

/** A question that no assessment holds yet: one of the bank, somewhere on its way to Public, or a draft. */
export interface BankQuestion {
  title: string;
  /** Lines of `write.ts`: one paragraph each. */
  text: readonly string[];
  tags: readonly string[];
  author: DemoPerson;
  /** How far it has come; a draft is its author's alone. */
  state: StatusLabel | 'draft';
  /** Who gave how many stars; the keys are people. */
  ratings?: Readonly<Record<string, number>>;
  choices: readonly BankChoice[];
}

/** Questions that share their place in the bank. */
export interface BankShelf {
  subject: SubjectName;
  cluster: string;
  standard: string;
  ages: AgeName;
  questions: readonly BankQuestion[];
}
