import type { AskedPeriod, GradeBookPeriod, gradeBook } from '@classwright/contract';
import type { z } from 'zod';
import { fieldError } from '../../../platform/errors.ts';
import type { GradebookClass } from './class-queries.ts';
import type { MatrixFilters } from './matrix-queries.ts';

export type Asked = z.output<typeof gradeBook.query>;

export const periodIdsOf = (asked: readonly AskedPeriod[] = []): number[] => asked.filter((one) => typeof one === 'number');

/**
 * Returns the days of the requested periods, in their order. @throws VALIDATION_FAILED when one does not belong to this
 * class's school
 */
export function findSpans(asked: readonly AskedPeriod[] = [], periods: readonly GradeBookPeriod[]): { start_date: string; end_date: string }[] {
  const known = new Map(periods.map((period) => [period.id, period]));
  return asked.map((one) => {
    const found = typeof one === 'number' ? known.get(one) : one;
    if (!found) throw fieldError('marking_periods', 'gradeBook.periodMissing');
    return { start_date: found.start_date, end_date: found.end_date };
  });
}

export function toFilters(asked: Asked, { id, periods }: Pick<GradebookClass, 'id' | 'periods'>): MatrixFilters {
  return {
    courseId: id,
    spans: findSpans(asked.marking_periods, periods),
    dates: asked.date_range ?? [],
    category: asked.category,
    ids: asked.items,
    columns: asked.columns,
    withHeads: asked.heads ?? false,
    gradeStatus: asked.grade_status,
    assignmentStatus: asked.assignment_status,
    gradeStart: asked.grade_start,
    gradeEnd: asked.grade_end,
    withLeft: asked.left ?? false,
    withLetters: asked.letters ?? false,
  };
}

/** Returns filters that select everything of a class. */
export const unfiltered = (courseId: number): MatrixFilters => ({
  ...{ courseId, spans: [], dates: [], category: undefined, ids: undefined, columns: undefined },
  ...{ gradeStatus: undefined, assignmentStatus: undefined, gradeStart: undefined, gradeEnd: undefined },
});
