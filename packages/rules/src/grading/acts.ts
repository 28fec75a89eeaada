/** Applies acts to grades. It computes in whole hundredths throughout, rounded once, half away from zero. */
import { MAX_GRADE } from './grades.ts';
import type { SubmissionState } from './submissions.ts';

/** The value that a cell shows: its points, EX for excused, null for nothing. */
export type GradeValue = number | 'EX' | null;

/** A number of points, or a percentage of the work's maximum points, with at most two decimals. */
export type Amount = { points: number } | { percent: number };

export const ACT_FORMS = ['Form - 1B', 'Form - 2', 'better'] as const;

/** An act with its parameters. Points and percents have at most two decimals, a factor at most four. */
export type ComputedAct =
  /**
   * `leave_open`: work that is not handed in and has no grade gets none, since a grade would keep the student from
   * handing it in.
   */
  | { kind: 'fill'; cells: 'empty' | 'overdue' | 'all'; to: Amount | { excused: true }; leave_open: boolean }
  /** Points to add. Below 0 it deducts points. */
  | { kind: 'add'; points: number }
  /**
   * `top`: the best grade of each work becomes this percent of its maximum points, and the others grow in proportion.
   */
  | { kind: 'scale'; by: 'factor' | 'percent' | 'top'; value: number }
  | { kind: 'at-least'; to: Amount }
  /** The percent of the grade deducted for each day late that has begun, and the minimum percent that remains. */
  | { kind: 'late'; percent: number; floor: number }
  | { kind: 'lesson'; form: (typeof ACT_FORMS)[number] }
  | { kind: 'excuse' }
  | { kind: 'clear' };

/** The points of a choice, and the maximum of its question. */
export interface LessonPoints {
  earned: number;
  most: number;
}

/** A cell of a work, with the fields that acts need. */
export interface ActCell {
  grade: number | null;
  excused: boolean;
  state: SubmissionState;
  isOverdue: boolean;
  /** The time between the due instant and the submission; 0: in time, or not handed in. */
  lateMs: number;
  /** The student's choices in the work's lesson, for forms with an answer. */
  lesson: Partial<Record<'Form - 1B' | 'Form - 2', LessonPoints>>;
}

/** The reasons an act, or a return, leaves a cell unchanged. */
export const LEFT_REASONS = [
  'no-points',
  'excused',
  'same',
  'graded',
  'ungraded',
  'not-overdue',
  'open',
  'not-late',
  'no-choice',
  'below-zero',
  'too-high',
  // only for returns
  'returned',
  'not-assigned',
  'left',
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

export type ActOutcome = { to: GradeValue } | { left: LeftReason };

const DAY_MS = 86_400_000;
/** 100%, in hundredths of a percent. */
const WHOLE = 10_000;

const toHundredths = (value: number): number => Math.round(value * 100);

/** Divides whole numbers, rounded half away from zero. Exact as long as twice the dividend is a safe integer. */
function divideRounded(dividend: number, divisor: number): number {
  const doubled = 2 * Math.abs(dividend) + divisor;
  const rounded = (doubled - (doubled % (2 * divisor))) / (2 * divisor);
  return dividend < 0 ? -rounded : rounded;
}

const toPoints = (amount: Amount, most: number): number =>
  'points' in amount ? toHundredths(amount.points) : divideRounded(toHundredths(amount.percent) * most, WHOLE);

/**
 * Returns the share of the grade that remains after this delay, in hundredths of a percent. A day counts from its first
 * millisecond.
 */
function computeShareLeft({ percent, floor }: { percent: number; floor: number }, lateMs: number): number {
  const days = Math.ceil(lateMs / DAY_MS);
  return Math.max(toHundredths(floor), WHOLE - days * toHundredths(percent));
}

function computeLessonPoints(form: (typeof ACT_FORMS)[number], lesson: ActCell['lesson'], most: number): number | null {
  const filed = (form === 'better' ? (['Form - 1B', 'Form - 2'] as const) : [form]).flatMap((one) => lesson[one] ?? []);
  const points = filed.filter((one) => one.most > 0).map((one) => divideRounded(toHundredths(one.earned) * most, toHundredths(one.most)));
  return points.length === 0 ? null : Math.max(...points);
}

interface Measured {
  /** The maximum points of the work, and the best grade among the cells, in hundredths. */
  most: number;
  best: number;
}

/** Returns the new grade in hundredths, another value, or the reason the cell is left unchanged. */
function decide(act: ComputedAct, cell: ActCell, { most, best }: Measured): number | 'EX' | null | { left: LeftReason } {
  const grade = cell.grade === null ? null : toHundredths(cell.grade);
  if (act.kind === 'clear') return null;
  if (act.kind === 'excuse') return 'EX';
  if (cell.excused) return { left: 'excused' };
  switch (act.kind) {
    case 'fill': {
      if (act.cells !== 'all' && grade !== null) return { left: 'graded' };
      if (act.cells === 'overdue' && !cell.isOverdue) return { left: 'not-overdue' };
      if ('excused' in act.to) return 'EX';
      if (act.leave_open && cell.state === 'CREATED' && grade === null) return { left: 'open' };
      return toPoints(act.to, most);
    }
    case 'lesson': {
      return computeLessonPoints(act.form, cell.lesson, most) ?? { left: 'no-choice' };
    }
    case 'add':
    case 'scale':
    case 'at-least':
    case 'late': {
      if (grade === null) return { left: 'ungraded' };
      if (act.kind === 'add') return grade + toHundredths(act.points);
      if (act.kind === 'at-least') return Math.max(grade, toPoints(act.to, most));
      if (act.kind === 'late') return cell.lateMs > 0 ? divideRounded(grade * computeShareLeft(act, cell.lateMs), WHOLE) : { left: 'not-late' };
      if (act.by === 'top') return best === 0 ? grade : divideRounded(grade * toPoints({ percent: act.value }, most), best);
      return divideRounded(grade * Math.round(act.value * (act.by === 'factor' ? WHOLE : 100)), WHOLE);
    }
  }
}

/**
 * Computes the results of an act for the cells of one work, in their order; `maxPoints` null: the work takes no grade.
 * Excused students stay excused, except with `clear`. A result below 0 or above the maximum changes nothing, instead of
 * being cut.
 */
export function computeAct(act: ComputedAct, maxPoints: number | null, cells: readonly ActCell[]): ActOutcome[] {
  if (maxPoints === null) return cells.map(() => ({ left: 'no-points' }));
  let best = 0;
  for (const { grade, excused } of cells) if (!excused && grade !== null) best = Math.max(best, toHundredths(grade));
  const measured = { most: toHundredths(maxPoints), best };
  return cells.map((cell) => {
    const next = decide(act, cell, measured);
    if (next !== null && typeof next === 'object') return next;
    if (typeof next === 'number' && next < 0) return { left: 'below-zero' };
    if (typeof next === 'number' && next > toHundredths(MAX_GRADE)) return { left: 'too-high' };
    const to = typeof next === 'number' ? next / 100 : next;
    return to === (cell.excused ? 'EX' : cell.grade) ? { left: 'same' } : { to };
  });
}
