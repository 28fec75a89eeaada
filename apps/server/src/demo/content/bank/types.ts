import type { StatusLabel } from '@classwright/rules/questions/index';
import type { AgeName, SubjectName } from '../types.ts';

/** A person by kind and number, from 1. The Admin has no number. */
export type DemoPerson = 'admin' | `teacher${1 | 2 | 3 | 4}` | `student${number}`;

/** A choice: its text, the idea that leads to it, its points (4: the whole idea), and the reasoning behind it. */
export type BankChoice = readonly [title: string, idea: string, points: 0 | 1 | 2 | 4, reasoning: string];

/** A question that no assessment uses yet: one of the bank at any approval step, or a draft. */
export interface BankQuestion {
  title: string;
  /** Lines of `write.ts`, one paragraph each. */
  text: readonly string[];
  tags: readonly string[];
  author: DemoPerson;
  /** The approval step. A draft is visible to its author only. */
  state: StatusLabel | 'draft';
  /** The number of stars by person who rated. */
  ratings?: Readonly<Record<string, number>>;
  choices: readonly BankChoice[];
}

/** Questions in the same place in the bank. */
export interface BankShelf {
  subject: SubjectName;
  cluster: string;
  standard: string;
  ages: AgeName;
  questions: readonly BankQuestion[];
}
