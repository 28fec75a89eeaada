import { gradeBookWhy, type WhyView } from '@classwright/contract';
import { type Explanation, explainOverall, explainPeriod, writeSum } from '@classwright/rules/grading/explain';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireMember } from '../classes/index.ts';
import { findGradebookClass } from './class-queries.ts';
import { findSpans, periodIdsOf } from './matrix.ts';
import { toOwnGrading, toVisible } from './own-cells.ts';
import { isStudentOf, listOwnCells } from './student-queries.ts';

/** Explains a figure: to staff for any student of the class, to students for their own where figures are shown. */
export function implementWhy(): Implementation {
  return implement(gradeBookWhy, async ({ tx, actor, input }) => {
    const courseId = input.class;
    const audience = await requireMember(tx, actor, courseId);
    const accountId = audience === 'student' ? actor.accountId : input.account_id;
    if (accountId === undefined) throw fieldError('account_id', 'validation.required', { label: 'submissions.student' });
    // a student gets no information about a classmate, not even that they are one
    if (audience === 'student' && input.account_id !== undefined && input.account_id !== accountId) throw appError('NOT_FOUND');
    if (audience === 'staff' && !(await isStudentOf(tx, courseId, accountId))) throw appError('NOT_FOUND');
    const course = await findGradebookClass(tx, courseId, periodIdsOf(input.marking_periods));
    if (!course) throw appError('NOT_FOUND');
    if (audience === 'student' && !course.settings.show_grade) throw appError('FIGURES_HIDDEN');
    const spans = findSpans(input.marking_periods, course.periods);
    const all = await listOwnCells(tx, courseId, accountId);
    const cells = audience === 'staff' ? all : toVisible(all);
    const { plan, cellAt } = toOwnGrading(cells, course.settings, spans, audience);
    const now = course.now.getTime();
    const why: Explanation = spans.length === 0 ? explainOverall(plan, cellAt, now) : explainPeriod(plan, 0, cellAt, now);
    const categoryName = new Map(course.settings.categories.map(({ category_id, category_name }) => [category_id, category_name]));
    const view: WhyView = {
      course_id: courseId,
      account_id: accountId,
      as_of: course.now.toISOString(),
      period: spans[0] ?? null,
      value: why.value,
      exact: why.exact,
      how: why.how,
      sum: writeSum(why, plan, String),
      parts: why.parts.map(({ categoryId, weight, percent, places }) => ({
        category_id: categoryId,
        category_name: categoryId === null ? null : (categoryName.get(categoryId) ?? null),
        weight,
        percent,
        items: places.map((place) => cells[place]!.id),
      })),
      items: why.items.map(({ place, counting, earned }) => {
        const { id, title, due_date, maxPoints, category_id } = cells[place]!;
        return { id, title, due_date, maxPoints, category_id, grade: cellAt(place).grade, counting, earned };
      }),
    };
    return { why: view, data: view };
  });
}
