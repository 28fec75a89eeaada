import { setImmediate } from 'node:timers/promises';
import {
  computeAverageFigure,
  computeAverageGrade,
  computeFigures,
  createPlan,
  type Figure,
  type GradeCell,
  type GradePlan,
  roundFigure,
} from '@classwright/rules/grading/figures';
import type { GradeBookSettings } from '@classwright/contract';
import type { ItemCells } from './matrix-queries.ts';

/** The maximum time to compute figures without a pause, so that lessons are not delayed. */
const STRETCH_MS = 10;

interface Reckoned {
  settings: GradeBookSettings;
  /** Every item of the class, since figures never change with filters. */
  items: readonly Pick<ItemCells, 'id' | 'maxPoints' | 'category_id' | 'due_at' | 'period_date' | 'state' | 'workType'>[];
  spans: readonly { start_date: string; end_date: string }[];
}

/** Returns the data of a class that the rules need. */
export function toPlan({ settings, items, spans }: Reckoned): GradePlan {
  return createPlan({
    items: items.map(({ id, maxPoints, category_id, due_at, period_date, state, workType }) => ({
      id,
      maxPoints,
      categoryId: category_id,
      dueAt: due_at?.getTime() ?? null,
      periodDate: period_date,
      counts: state === 'PUBLISHED' && workType !== 'MATERIAL',
    })),
    rules: {
      calculationType: settings.calculation_type,
      excludeMissing: settings.exclude_missing,
      categories: settings.categories.map(({ category_id, category_name, category_point, drop_lowest }) => ({
        id: category_id,
        name: category_name,
        point: category_point,
        dropLowest: drop_lowest,
      })),
    },
    periods: spans.map(({ start_date, end_date }) => ({ start: start_date, end: end_date })),
  });
}

/** Returns the cells of each student as staff see them. A student is an index among the students of the items. */
function draftCellsOf(items: readonly ItemCells[]): (student: number) => (place: number) => GradeCell {
  const excused = items.map((item) => new Set(item.excused));
  return (student) => (place) => {
    const { draft, marks } = items[place]!;
    return { grade: draft[student] ?? null, isExcused: excused[place]!.has(student), mark: marks.charAt(student) };
  };
}

/** Returns the class's average of each item, in points: of the grades of students who have not left it (FIG-42). */
export function computeItemAverages(items: readonly ItemCells[], students: readonly { has_left: boolean }[]): (number | null)[] {
  return items.map(({ draft, marks, excused }) => {
    const isExcused = new Set(excused);
    return computeAverageGrade(
      draft.map((grade, student) => (students[student]!.has_left || isExcused.has(student) || marks.charAt(student) === '-' ? null : grade)),
    );
  });
}

export interface StudentsFigures {
  overall: (number | null)[];
  /** The figures of each period, by student. */
  mpg: (number | null)[][];
  averages: { overall: number | null; mpg: (number | null)[] };
}

/**
 * Computes the figures of all students of a class, in the order of the cells, and the means of those who have not left
 * it. It pauses for other work of the process.
 */
export async function computeStudentsFigures(
  plan: GradePlan,
  items: readonly ItemCells[],
  students: readonly { has_left: boolean }[],
  now: Date,
): Promise<StudentsFigures> {
  const overall: (Figure | null)[] = [];
  const mpg: (Figure | null)[][] = plan.periods.map(() => []);
  const cellsOf = draftCellsOf(items);
  let since = performance.now();
  for (let student = 0; student < students.length; student++) {
    const figures = computeFigures(plan, cellsOf(student), now.getTime());
    overall.push(figures.overall);
    for (const [period, figure] of figures.periods.entries()) mpg[period]!.push(figure);
    if (performance.now() - since < STRETCH_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  const shown = (figures: readonly (Figure | null)[]) => figures.map((figure) => figure && roundFigure(figure));
  const mean = (figures: readonly (Figure | null)[]) => computeAverageFigure(figures.filter((_, student) => !students[student]!.has_left));
  return {
    overall: shown(overall),
    mpg: mpg.map(shown),
    averages: { overall: mean(overall), mpg: mpg.map(mean) },
  };
}
