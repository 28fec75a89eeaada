import { GRADE_FILE_LIMITS, type GradeFileProblem, type MessageKey, type Translate } from '@classwright/contract';
import { columnLetter } from './layout.ts';

const MOST_SHOWN = 80;

/** Where in the file: a cell, a whole row or a whole column. */
interface Place {
  row: number | null;
  column: number | null;
  value?: string;
}

/** Collects what is wrong with a file: counts all of it, keeps the first in words. */
export interface Findings {
  add(code: string, place: Place, params?: Record<string, string | number>): void;
  readonly count: number;
  readonly told: readonly GradeFileProblem[];
}

export function createFindings(t: Translate<MessageKey>): Findings {
  const told: GradeFileProblem[] = [];
  let count = 0;
  return {
    add(code, { row, column, value = '' }, params = {}) {
      count += 1;
      if (told.length >= GRADE_FILE_LIMITS.mostTold) return;
      const shown = value.slice(0, MOST_SHOWN).toWellFormed();
      const message = t(`gradeFiles.problem.${code}` as MessageKey, { value: shown, ...params });
      told.push({ row, column: column === null ? null : columnLetter(column), code, value: shown, message });
    },
    get count() {
      return count;
    },
    told,
  };
}
