import { QUESTION_LIMITS } from './limits.ts';

/** One row of a rubric: what a level is worth. Null: not filled in. */
export interface RubricRow {
  point: number | null;
  level: string;
  description: string;
}

export interface ScoredCriterion {
  criterion_name: string;
  /** Null: no row has points. */
  open_response_grade: number | null;
  description: string;
  rubrics: RubricRow[];
}

/**
 * The points of a response: those of the first rubric row whose level equals its match level, as text; 0 when that row's
 * point is empty. Null when no row has that level: then the points are what somebody typed.
 */
export function computeResponsePoints(matchLabel: string | number, rubrics: readonly RubricRow[]): number | null {
  const level = toLevel(matchLabel);
  if (level === '') return null;
  const row = rubrics.find((one) => toLevel(one.level) === level);
  return row ? (row.point ?? 0) : null;
}

const toLevel = (value: string | number): string => String(value).trim();

/**
 * The rubric that responses with a level and points amount to: a row a level, most points first. `described`: what
 * levels were said to mean before.
 */
export function computeRubrics(responses: readonly { match_label: string; sub_grade: number | null }[], described: readonly RubricRow[] = []): RubricRow[] {
  const words = new Map(described.map(({ level, description }) => [level, description]));
  const byLevel = new Map(responses.map(({ match_label, sub_grade }) => [match_label, sub_grade ?? 0]));
  return [...byLevel].map(([level, point]) => ({ point, level, description: words.get(level) ?? '' })).sort((a, b) => b.point - a.point);
}

/** The highest points of responses that have some; null when none has. */
export function computeOverallGrade(points: readonly (number | null)[]): number | null {
  return highest(points);
}

/** The grade of an open-response criterion: its highest rubric point; null when no row has points. */
export function computeCriterionGrade(rubrics: readonly RubricRow[]): number | null {
  return highest(rubrics.map(({ point }) => point));
}

/** The open-response total: the sum of the criterion grades; null without criteria. */
export function computeOpenResponseGrade(grades: readonly (number | null)[]): number | null {
  return grades.length === 0 ? null : grades.reduce<number>((sum, grade) => sum + (grade ?? 0), 0);
}

function highest(values: readonly (number | null)[]): number | null {
  const points = values.filter((value) => value !== null);
  return points.length === 0 ? null : Math.max(...points);
}

/**
 * Points as a form or a spreadsheet gives them: null when empty, 'invalid' for anything but a whole number from 0 to
 * `QUESTION_LIMITS.maxPoints`, written with the digits 0 to 9.
 */
export function readPoints(value: unknown): number | null | 'invalid' {
  if (value === undefined || value === null) return null;
  const typed = typeof value === 'string' ? value.trim() : value;
  if (typed === '') return null;
  const number = typeof typed === 'number' ? typed : typeof typed === 'string' && /^\d{1,10}$/.test(typed) ? Number(typed) : Number.NaN;
  return Number.isInteger(number) && number >= 0 && number <= QUESTION_LIMITS.maxPoints ? number : 'invalid';
}
