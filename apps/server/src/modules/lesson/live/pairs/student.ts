import { liveOwnPair, livePairJoin, type OwnPairView } from '@classwright/contract';
import { findGroupForLate } from '@classwright/rules/live/pairing/late';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getStudentLesson } from '../access.ts';
import type { LessonEvents } from '../events.ts';
import { listHere } from '../figures/queries.ts';
import type { SessionRow } from '../queries.ts';
import { getRunningSession } from '../session-view.ts';
import { insertMember, listDivisions, listOwnGroup, lockPairs } from './queries.ts';
import { loadWishes } from './view.ts';

/** Shows a student the own group by real names, also in a run without names (LIVE-133), and adds one who has none to a group (LIVE-95, LIVE-96). */
export function implementStudentPairs({ events }: { events: Pick<LessonEvents, 'ownPairChanged'> }): Implementation[] {
  return [
    implement(liveOwnPair, async ({ tx, input, actor }) => {
      const lesson = await getStudentLesson(tx, actor, input.assessment_id);
      const { session } = await getRunningSession(tx, lesson.assessmentId);
      return { pair: await loadOwnPair(tx, session.id, actor.accountId) };
    }),
    implement(livePairJoin, async ({ tx, input, actor }) => {
      const lesson = await getStudentLesson(tx, actor, input.assessment_id);
      const { session } = await getRunningSession(tx, lesson.assessmentId);
      const known = await loadOwnPair(tx, session.id, actor.accountId);
      if (known || session.pairs_revision === 0) return { pair: known };
      const others = await joinGroup(tx, session, actor.accountId);
      events.ownPairChanged(tx, session, others);
      return { pair: await loadOwnPair(tx, session.id, actor.accountId) };
    }),
  ];
}

/** Puts a student who has logged in into a published group, if one may take the student. Returns the others in it. */
async function joinGroup(tx: Tx, session: Pick<SessionRow, 'id' | 'course_id'>, accountId: number): Promise<number[]> {
  if ((await listHere(tx, session.id, [accountId])).length === 0) return [];
  await lockPairs(tx, session.id);
  const published = (await listDivisions(tx, session.id)).find((division) => division.published);
  if (!published || published.groups.some(({ account_ids }) => account_ids.includes(accountId))) return [];
  const group_id = findGroupForLate(accountId, published.groups, await loadWishes(tx, session.course_id));
  const group = published.groups.find(({ id }) => id === group_id);
  if (!group) return [];
  await insertMember(tx, { pairs_id: published.id, group_id: group.id, account_id: accountId });
  return group.account_ids;
}

async function loadOwnPair(db: Db, sessionId: number, accountId: number): Promise<OwnPairView | null> {
  const group = await listOwnGroup(db, sessionId, accountId);
  const own = group.find(({ account_id }) => account_id === accountId);
  if (!own) return null;
  const others = group.filter((one) => one !== own);
  return {
    pairs_revision: own.revision,
    names: others.map(({ name }) => name),
    chose_differently: own.response_id !== null && others.some(({ response_id }) => response_id !== null && response_id !== own.response_id),
  };
}
