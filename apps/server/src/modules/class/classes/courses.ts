import { courseGet, courseList, levelCourses } from '@classwright/contract';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import { findCourse, listCourses } from './courses-queries.ts';
import { listTaughtClasses, type TaughtClass } from './queries.ts';
import type { CourseViews } from './views.ts';

const toChoice = (row: TaughtClass) => ({ ...row, local: { id: row.id } });

/** Lists a person's classes, reads one of them, and lists those that the person can make an assessment for. */
export function implementCourses({ views: { toCourseView } }: { views: CourseViews }): Implementation[] {
  return [
    implement(courseList, async ({ tx, actor, input }) => {
      const { rows, total } = await listCourses(tx, actor, input);
      const courses = rows.map((row) => toCourseView(row, actor));
      return { data: courses, courses, pagination: toPagination(input, total) };
    }),
    implement(courseGet, async ({ tx, actor, input }) => {
      const row = await findCourse(tx, actor, input.id);
      if (!row) throw appError('NOT_FOUND');
      const course = toCourseView(row, actor);
      return { course, data: course };
    }),
    implement(levelCourses, async ({ tx, actor, input }) => {
      const classes = await listTaughtClasses(tx, { whose: computeOwnerReach(actor), levelId: input.level_id ?? null });
      return { chooses_account: actor.isAdmin, data: classes.map(toChoice) };
    }),
  ];
}
