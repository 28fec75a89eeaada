import { liveResponded } from '@classwright/contract';
import { computeMoves, computeResponders, FORMS, isCounted } from '@classwright/rules/live';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { getStaffLesson } from '../access.ts';
import { validIdsOf } from '../questions.ts';
import { loadSession } from '../session-view.ts';
import type { PostsContext } from './dependencies.ts';
import { listFigurePosts, listRoster } from '../figures/queries.ts';
import { computeRunTally } from '../figures/tally.ts';
import { toAbsentViews } from './staff-assessment.ts';

/**
 * Lists who is logged in, who is absent, and who has answered in the run that counts; before a run everybody is absent.
 */
export function implementLiveResponded({ questions, listConnected }: PostsContext): Implementation {
  return implement(liveResponded, async ({ tx, input, actor }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const run = await loadSession(tx, { currentOf: lesson.assessmentId });
    const roster = await listRoster(tx, lesson.courseId, run?.session.id ?? null);
    const posts = run ? await listFigurePosts(tx, run.session.id) : [];
    const postsOf = Map.groupBy(posts, ({ account_id }) => account_id);
    const form = run?.phases.at(-1)?.form;
    const moves = run && run.phases.length > 1 ? computeMoves(FORMS[0], FORMS[1], posts, validIdsOf(await questions.get(tx, run.session.id, 1))) : null;
    const connected = await listConnected(lesson.assessmentId);
    const students = roster.flatMap((row) => {
      if (row.logged_in_at === null) return [];
      const own = postsOf.get(row.account_id) ?? [];
      return [
        {
          id: row.account_id,
          name: fullName(row),
          responders: computeResponders(own, row.account_id),
          logintime: row.logged_in_at.toISOString(),
          answered: own.some((post) => post.form === form && isCounted(post)),
          connected: connected.accounts.has(row.account_id),
          moved: moves?.get(row.account_id) ?? null,
        },
      ];
    });
    return {
      students,
      absent: toAbsentViews(roster),
      totalStudent: roster.length,
      connected_as_of: connected.asOf,
      tally: run && (await computeRunTally(tx, questions, run)),
    };
  });
}
