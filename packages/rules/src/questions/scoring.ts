import { QUESTION_LIMITS } from './limits.ts';

/** One row of a rubric: the points of a level. Null: not filled in. */
export interface RubricRow {
  point: number | null;
  level: string;
  description: string;
}

export interface ScoredCriterion {
  criterion_name: string;
  /** The grade, or null when no row has points. */
  open_response_grade: number | null;
  description: string;
  rubrics: RubricRow[];
}

/**
 * Returns the points of a response: those of the first rubric row whose level equals its match level, as text; 0 when
 * that row's point is empty. Null when no row has that level: then the typed points apply.
 */
export function computeResponsePoints(matchLabel: string | number, rubrics: readonly RubricRow[]): number | null {
  const level = toLevel(matchLabel);
  if (level === '') return null;
  const row = rubrics.find((one) => toLevel(one.level) === level);
  return row ? (row.point ?? 0) : null;
}

const toLevel = (value: string | number): string => String(value).trim();

/**
 * Returns the rubric that the responses' levels and points imply: one row per level, highest points first. `described`:
 * rows with the previous descriptions of levels.
 */
export function computeRubrics(responses: readonly { match_label: string; sub_grade: number | null }[], described: readonly RubricRow[] = []): RubricRow[] {
  const words = new Map(described.map(({ level, description }) => [level, description]));
  const byLevel = new Map(responses.map(({ match_label, sub_grade }) => [match_label, sub_grade ?? 0]));
  return [...byLevel].map(([level, point]) => ({ point, level, description: words.get(level) ?? '' })).sort((a, b) => b.point - a.point);
}

/** Returns the highest points of the responses that have some; null when none has. */
export function computeOverallGrade(points: readonly (number | null)[]): number | null {
  return highest(points);
}

/** Returns the grade of an open-response criterion: its highest rubric point; null when no row has points. */
export function computeCriterionGrade(rubrics: readonly RubricRow[]): number | null {
  return highest(rubrics.map(({ point }) => point));
}

/** Returns the open-response total: the sum of the criterion grades; null without criteria. */
export function computeOpenResponseGrade(grades: readonly (number | null)[]): number | null {
  return grades.length === 0 ? null : grades.reduce<number>((sum, grade) => sum + (grade ?? 0), 0);
}

function highest(values: readonly (number | null)[]): number | null {
  const points = values.filter((value) => value !== null);
  return points.length === 0 ? null : Math.max(...points);
}

/**
 * Parses points from a form or a spreadsheet: null when empty, 'invalid' for anything but a whole number from 0 to
 * `QUESTION_LIMITS.maxPoints`, written with the digits 0 to 9.
 */
export function readPoints(value: unknown): number | null | 'invalid' {
  if (value === undefined || value === null) return null;
  const typed = typeof value === 'string' ? value.trim() : value;
  if (typed === '') return null;
  const number = typeof typed === 'number' ? typed : typeof typed === 'string' && /^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN;
  return Number.isInteger(number) && number >= 0 && number <= QUESTION_LIMITS.maxPoints ? number : 'invalid';
}
