import { type GradeCell, type GradePlan, isOverdueNow } from '@classwright/rules/grading/figures';
import type { GradeBookSettings } from '@classwright/contract';
import { toPlan } from './figures.ts';
import type { OwnCell } from './student-queries.ts';

/** The audience of the figures: staff compute with drafts, students with the grades returned to them (FIG-6). */
export type Audience = 'staff' | 'student';

/**
 * Returns the items that a student sees among those of the class. For an unfinished lesson it hides points and category
 * (FIG-7).
 */
export function toVisible(cells: readonly OwnCell[]): OwnCell[] {
  return cells
    .filter(({ assigned_at, state }) => assigned_at !== null && state === 'PUBLISHED')
    .map((cell) => (cell.is_veiled ? { ...cell, maxPoints: null, category_id: null } : cell));
}

export interface OwnGrading {
  plan: GradePlan;
  cellAt: (place: number) => GradeCell;
  isOverdue: (place: number, now: Date) => boolean;
}

/** Returns the data that the rules need for the figures of one student. */
export function toOwnGrading(
  cells: readonly OwnCell[],
  settings: GradeBookSettings,
  spans: readonly { start_date: string; end_date: string }[],
  audience: Audience,
): OwnGrading {
  const plan = toPlan({ settings, items: cells, spans });
  const graded = cells.map(
    (cell): GradeCell => ({ grade: audience === 'staff' ? cell.draft : cell.assigned, isExcused: cell.excused ?? false, mark: cell.mark }),
  );
  return { plan, cellAt: (place) => graded[place]!, isOverdue: (place, now) => isOverdueNow(plan.items[place]!, graded[place]!, now.getTime()) };
}
