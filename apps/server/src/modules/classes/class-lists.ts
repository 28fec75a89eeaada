import { courseList, levelCourses } from '@classwright/contract';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { toPagination } from '../../platform/lists.ts';
import { reachOfOwner } from '../../platform/reach.ts';
import { listClassesInReach, listTaughtClasses, type TaughtClass } from './queries.ts';

const toChoice = (row: TaughtClass) => ({ ...row, local: { id: row.id } });

/** The classes that somebody is in, and those that somebody can make an assessment for. */
export function implementClassLists(): Implementation[] {
  return [
    implement(courseList, async ({ tx, actor, input }) => {
      const { rows, total } = await listClassesInReach(tx, { ...input, whose: reachOfOwner(actor) });
      const courses = rows.map(toChoice);
      return { data: courses, courses, pagination: toPagination(input, total) };
    }),
    implement(levelCourses, async ({ tx, actor, input }) => {
      const classes = await listTaughtClasses(tx, { whose: reachOfOwner(actor), levelId: input.level_id ?? null });
      return { chooses_account: actor.isAdmin, data: classes.map(toChoice) };
    }),
  ];
}
