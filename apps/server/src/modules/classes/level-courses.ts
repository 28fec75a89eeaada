import { levelCourses } from '@classwright/contract';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { isAdmin } from './access.ts';
import { listTaughtClasses } from './queries.ts';

/** The classes that somebody can make an assessment for. */
export function implementLevelCourses(): Implementation {
  return implement(levelCourses, async ({ tx, actor, input }) => {
    const teacherId = (await isAdmin(tx, actor)) ? null : actor.accountId;
    const classes = await listTaughtClasses(tx, { teacherId, levelId: input.level_id ?? null });
    return { chooses_account: teacherId === null, data: classes.map((row) => ({ ...row, local: { id: row.id } })) };
  });
}
