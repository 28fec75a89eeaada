import type { OwnGradeBook } from '@classwright/contract/class/gradebook/calls';
import { computeNeeded, type Explanation, explainOverall, explainPeriod, type Needed } from '@classwright/rules/grading/explain';
import { computeFigures, createPlan, type GradeCell, type GradePlan, roundFigure } from '@classwright/rules/grading/figures';
import { readTypedGrade } from '@classwright/rules/grading/grades';

/** Grades that a student tries out, by item. Null if the typed text is not a grade. */
export type Tried = ReadonlyMap<number, number | null>;

/** Parses the typed grades, by item. Null where the text is not a grade. */
export function parseTried(typed: ReadonlyMap<number, string>, items: OwnGradeBook['items']): Tried {
  return new Map(
    items.flatMap(({ id, maxPoints }) => {
      const text = typed.get(id)?.trim();
      if (text === undefined || text === '') return [];
      const read = readTypedGrade(text, maxPoints);
      return [[id, 'grade' in read ? read.grade : null]];
    }),
  );
}

/** The maximum points of a grade. */
const MOST_POINTS = 99_999.99;

interface Need {
  /** Null if no grade is enough. */
  needed: Needed | null;
  atMost: number | null;
  isCounted: boolean;
}

export interface OwnFigures {
  overall: number | null;
  /** Marking-period grades, by period. */
  mpg: (number | null)[];
}

/** A student's grades prepared for the rules. Tried grades replace the real ones. Nothing leaves the device. */
export class OwnGrades {
  readonly plan: GradePlan;
  readonly #book: OwnGradeBook;
  readonly #tried: Tried;
  readonly #now: number;

  constructor(book: OwnGradeBook, now: number, tried: Tried = new Map()) {
    const { settings, items, periods } = book;
    this.#book = book;
    this.#tried = tried;
    this.#now = now;
    this.plan = createPlan({
      items: items.map(({ id, maxPoints, category_id, due_at, period_date }) => ({
        ...{ id, maxPoints, categoryId: category_id, periodDate: period_date, counts: true },
        dueAt: due_at === null ? null : Date.parse(due_at),
      })),
      rules: {
        calculationType: settings?.calculation_type ?? 'NO_OVERALL_GRADE',
        excludeMissing: settings?.exclude_missing ?? false,
        categories: (settings?.categories ?? []).map(({ category_id, category_name, category_point, drop_lowest }) => ({
          ...{ id: category_id, name: category_name, point: category_point, dropLowest: drop_lowest },
        })),
      },
      periods: periods.map(({ start_date, end_date }) => ({ start: start_date, end: end_date })),
    });
  }

  cellAt = (place: number): GradeCell => {
    const { id, assignedGrade, excused, mark } = this.#book.items[place]!;
    return { grade: this.#tried.get(id) ?? assignedGrade, isExcused: excused, mark };
  };

  figures(cellAt = this.cellAt): OwnFigures {
    const { overall, periods } = computeFigures(this.plan, cellAt, this.#now);
    return { overall: overall && roundFigure(overall), mpg: periods.map((figure) => figure && roundFigure(figure)) };
  }

  /** `period`: null for the overall grade. */
  explain(period: number | null): Explanation {
    return period === null ? explainOverall(this.plan, this.cellAt, this.#now) : explainPeriod(this.plan, period, this.cellAt, this.#now);
  }

  /**
   * Computes the grade of an item that a figure needs, the figure at maximum points, and whether the item counts in it
   * at all.
   */
  need({ itemId, period, percent }: { itemId: number; period: number | null; percent: number }): Need {
    const at = this.#book.items.findIndex(({ id }) => id === itemId);
    const maxPoints = this.#book.items[at]?.maxPoints ?? 0;
    const compute = (grade: number): number | null => {
      const { overall, mpg } = this.figures((place) => (place === at ? { ...this.cellAt(place), grade } : this.cellAt(place)));
      return period === null ? overall : (mpg[period] ?? null);
    };
    return { needed: computeNeeded(compute, percent, maxPoints), atMost: compute(maxPoints), isCounted: compute(0) !== compute(MOST_POINTS) };
  }
}
