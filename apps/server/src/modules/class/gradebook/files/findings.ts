import { GRADE_FILE_LIMITS, type GradeFileProblem, type GradeFileWord, type MessageKey, type Translate } from '@classwright/contract';
import type { WordMeaning } from './cell-words.ts';
import { columnLetter } from './layout.ts';

const MOST_SHOWN = 80;

/** The place in the file: a cell, a whole row or a whole column. */
interface Place {
  row: number | null;
  column: number | null;
  value?: string;
}

/** Collects the errors of a file: counts all of them, keeps the first in words. */
export interface Findings {
  add(code: string, place: Place, params?: Record<string, string | number>): void;
  /** Adds a word that has another meaning than its text. */
  addWord(word: string, means: WordMeaning): void;
  readonly count: number;
  /** The words, each once, in the first spelling. */
  readonly words: readonly GradeFileWord[];
  readonly told: readonly GradeFileProblem[];
}

export function createFindings(t: Translate<MessageKey>): Findings {
  const told: GradeFileProblem[] = [];
  const words: GradeFileWord[] = [];
  let count = 0;
  return {
    add(code, { row, column, value = '' }, params = {}) {
      count += 1;
      if (told.length >= GRADE_FILE_LIMITS.mostTold) return;
      const shown = value.slice(0, MOST_SHOWN).toWellFormed();
      const message = t(`gradeFiles.problem.${code}` as MessageKey, { value: shown, ...params });
      told.push({ row, column: column === null ? null : columnLetter(column), code, value: shown, message });
    },
    addWord(word, means) {
      const known = words.find((one) => one.word.toLowerCase() === word.toLowerCase());
      if (known) known.count += 1;
      else words.push({ word, means, count: 1 });
    },
    words,
    get count() {
      return count;
    },
    told,
  };
}
