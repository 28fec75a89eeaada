import { courseList, levelCourses } from '@classwright/contract';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { toPagination } from '../../platform/lists.ts';
import { isAdmin } from './access.ts';
import { listClassesInReach, listTaughtClasses, type TaughtClass } from './queries.ts';

const toChoice = (row: TaughtClass) => ({ ...row, local: { id: row.id } });

/** The classes that somebody is in, and those that somebody can make an assessment for. */
export function implementClassLists(): Implementation[] {
  return [
    implement(courseList, async ({ tx, actor, input }) => {
      const memberId = (await isAdmin(tx, actor)) ? null : actor.accountId;
      const { rows, total } = await listClassesInReach(tx, { ...input, memberId });
      const courses = rows.map(toChoice);
      return { data: courses, courses, pagination: toPagination(input, total) };
    }),
    implement(levelCourses, async ({ tx, actor, input }) => {
      const teacherId = (await isAdmin(tx, actor)) ? null : actor.accountId;
      const classes = await listTaughtClasses(tx, { teacherId, levelId: input.level_id ?? null });
      return { chooses_account: teacherId === null, data: classes.map(toChoice) };
    }),
  ];
}
