import { type GradeCell, isOverdueNow, toHundredths } from '@classwright/rules/grading/figures';
import type { Item } from './book.ts';
import type { GradebookSearch } from './search.ts';

export type CellFilters = Pick<GradebookSearch, 'grade_start' | 'grade_end' | 'grade_status' | 'assignment_status'>;

export const hasCellFilters = ({ grade_start, grade_end, grade_status, assignment_status }: CellFilters): boolean =>
  grade_start !== undefined || grade_end !== undefined || grade_status !== undefined || assignment_status !== undefined;

/**
 * Checks whether the exact value, as a percentage of the maximum points, is between `from` and `to`, both included.
 */
function isInRange({ maxPoints }: Item, { grade }: GradeCell, from: number | undefined, to: number | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  if (grade === null || maxPoints === null || maxPoints <= 0) return false;
  const earned = toHundredths(grade) * 10_000;
  const most = toHundredths(maxPoints);
  return (from === undefined || earned >= toHundredths(from) * most) && (to === undefined || earned <= toHundredths(to) * most);
}

/** Checks whether a cell matches the filters. Work that is not assigned to the student never matches. */
export function isMatch(item: Item, cell: GradeCell, filters: CellFilters, now: number): boolean {
  const { mark, grade, isExcused } = cell;
  const { grade_start, grade_end, grade_status, assignment_status } = filters;
  if (mark === '-') return false;
  if (grade_status === 'Grade' && grade === null) return false;
  if (grade_status === 'Ungraded' && (grade !== null || isExcused)) return false;
  if (assignment_status === 'Submitted' && !/[trTR]/.test(mark)) return false;
  if (assignment_status === 'Late' && !/[TR]/.test(mark)) return false;
  if (assignment_status === 'Overdue' && !(item.isPosted && isOverdueNow(item, cell, now))) return false;
  return isInRange(item, cell, grade_start, grade_end);
}

/** A value to sort by. Null sorts last in both directions. */
export type SortValue = number | null;

/** Returns the places sorted by their values. Equal values keep their order. */
export function sortPlaces(places: readonly number[], valueAt: (place: number) => SortValue, isDescending: boolean): number[] {
  const values = new Map(places.map((place) => [place, valueAt(place)]));
  return [...places].sort((a, b) => {
    const [one, other] = [values.get(a) ?? null, values.get(b) ?? null];
    if (one === null || other === null) return one === other ? a - b : one === null ? 1 : -1;
    return (isDescending ? other - one : one - other) || a - b;
  });
}
