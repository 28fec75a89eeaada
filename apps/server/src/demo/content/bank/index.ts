import { decimals, equations, programs, sources } from './numbers-and-words.ts';
import { ofLessons } from './of-lessons.ts';
import { shelvesOfWeeks } from '../weeks/index.ts';
import { earth, electricity, evolution, matter } from './science.ts';
import type { BankShelf } from './types.ts';

export type { BankQuestion, BankShelf, DemoPerson } from './types.ts';

/** The rest of the question bank: questions at every step of approval, with ratings, and drafts. */
export const shelves: readonly BankShelf[] = [...ofLessons, ...shelvesOfWeeks, electricity, matter, evolution, earth, decimals, equations, programs, sources];
