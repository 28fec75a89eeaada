import { type HandlerResult, type OwnGradeBook, studentGradeBook } from '@classwright/contract';
import { computeFigures, roundFigure } from '@classwright/rules/grading/figures';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { createTurns } from '../../../platform/workers/index.ts';
import { findGradebookClass } from './class-queries.ts';
import { toOwnGrading, toVisible } from './own-cells.ts';
import { listOwnCells, listOwnClasses, type OwnCell } from './student-queries.ts';

/**
 * The number of items that cost one point of the rate limit. Each item is a row with texts, processed here: some 10 ms
 * of this process's main thread.
 */
const ITEMS_A_POINT = 400;

/** Returns a student's own grades of one class, and the classes to choose from. */
export function implementStudentGradeBook(): Implementation {
  return implement(studentGradeBook, ({ tx, actor, input, charge }) => loadStudentGradeBook(tx, actor.accountId, input.class, charge));
}

/** Returns the gradebook of a student in a class, or in the first one by name. @throws NOT_FOUND for a class of others */
export async function loadStudentGradeBook(
  db: Db,
  accountId: number,
  courseId: number | undefined,
  charge: (points: number) => void,
): Promise<HandlerResult<typeof studentGradeBook>> {
  const classes = await listOwnClasses(db, accountId);
  const wanted = courseId ?? classes[0]?.id;
  if (wanted === undefined) return { gradebook: null, classes };
  if (!classes.some(({ id }) => id === wanted)) throw appError('NOT_FOUND');
  return { gradebook: await loadOwn(db, wanted, accountId, charge), classes };
}

async function loadOwn(db: Db, courseId: number, accountId: number, charge: (points: number) => void): Promise<OwnGradeBook> {
  const course = await findGradebookClass(db, courseId);
  if (!course) throw appError('NOT_FOUND');
  charge(course.item_count / ITEMS_A_POINT);
  const turn = createTurns();
  const { settings, periods, now, next_due_at } = course;
  const { show_grade, ...rules } = settings;
  const rows = await listOwnCells(db, courseId, accountId);
  await turn();
  const cells = toVisible(rows).filter(({ workType }) => workType !== 'MATERIAL');
  const { plan, cellAt, isOverdue } = toOwnGrading(cells, settings, periods, 'student');
  const figures = computeFigures(plan, cellAt, now.getTime());
  await turn();
  const hasWork = periods.map(({ start_date, end_date }) =>
    cells.some(({ period_date }) => period_date !== null && start_date <= period_date && period_date <= end_date),
  );
  const shown = (figure: (typeof figures)['overall'] | undefined): number | null => (show_grade && figure ? roundFigure(figure) : null);
  const items: OwnGradeBook['items'] = [];
  for (const [place, cell] of cells.entries()) {
    items.push(toItem(cell, isOverdue(place, now)));
    await turn();
  }
  return {
    course_id: courseId,
    courseid: courseId,
    class_name: course.name,
    as_of: now.toISOString(),
    next_due_at: next_due_at?.toISOString() ?? null,
    show_grade,
    settings: show_grade ? rules : null,
    categories: settings.categories.map(({ category_id, category_name }) => ({ category_id, category_name })),
    overall: shown(figures.overall),
    periods: show_grade ? periods.map((period, index) => ({ ...period, mpg: shown(figures.periods[index]) })).filter((_, index) => hasWork[index]) : [],
    items,
  };
}

const toItem = (cell: OwnCell, overdue: boolean): OwnGradeBook['items'][number] => ({
  id: cell.id,
  title: cell.title,
  due_date: cell.due_date,
  dueTime: cell.dueTime,
  due_at: cell.due_at?.toISOString() ?? null,
  period_date: cell.period_date,
  maxPoints: cell.maxPoints,
  category_id: cell.category_id,
  workType: cell.workType,
  submission_id: cell.submission_id!,
  state: cell.submission_state!,
  late: cell.late ?? false,
  overdue,
  excused: cell.excused ?? false,
  assignedGrade: cell.assigned,
  returned_at: cell.returned_at?.toISOString() ?? null,
  was_returned: cell.was_returned,
  mark: cell.mark,
  message: cell.message,
});
