import { liveOwnPair, livePairJoin, type OwnPairView } from '@classwright/contract';
import { findGroupForLate } from '@classwright/rules/live/pairing/late';
import { type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getStudentLesson } from '../access.ts';
import type { LessonEvents } from '../events.ts';
import { Gatherer } from '../herds/gatherer.ts';
import { commitIsolated } from '../herds/isolate.ts';
import type { SessionRow } from '../queries.ts';
import { getRunningSession } from '../session-view.ts';
import { insertMembers, listDivisions, listOwnGroup, listWhoMayJoin, lockPairs, type NewMember } from './queries.ts';
import { loadWishes } from './view.ts';

/** The batches of students without a group that run at the same time; each holds one connection. */
const AT_ONCE = 2;

type JoinedSession = Pick<SessionRow, 'id' | 'assessment_id' | 'course_id'>;
interface Late {
  session: JoinedSession;
  accountId: number;
}

interface StudentPairsDependencies {
  db: Db;
  events: Pick<LessonEvents, 'ownPairChanged'>;
}

/**
 * Shows a student the own group by real names, also in a run without names (LIVE-133), and adds one who has none to a
 * group (LIVE-95, LIVE-96). All who come in the same moment are added together, so that a class that waits for its turn
 * holds one connection and not all of them.
 */
export function implementStudentPairs({ db, events }: StudentPairsDependencies): Implementation[] {
  const joining = new Gatherer<Late, null>({
    atOnce: AT_ONCE,
    commit: (_, late) =>
      commitIsolated(late, async (some) => {
        await inTransaction(db, (tx) => joinGroups(tx, events, some));
        return some.map(() => ({ ok: true, result: null }));
      }),
  });
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
      await joining.gather(session.id, { session, accountId: actor.accountId });
      return { pair: await loadOwnPair(tx, session.id, actor.accountId) };
    }),
  ];
}

/**
 * Puts students of one session who have logged in into published groups, in the order in which they came, each into one
 * that may take the student. The others in those groups are notified.
 */
async function joinGroups(tx: Tx, events: Pick<LessonEvents, 'ownPairChanged'>, late: readonly Late[]): Promise<void> {
  const [{ session }] = late as [Late];
  const here = await listWhoMayJoin(tx, session, [...new Set(late.map(({ accountId }) => accountId))]);
  if (here.length === 0) return;
  await lockPairs(tx, session.id);
  const published = (await listDivisions(tx, session.id)).find((division) => division.published);
  if (!published) return;
  const groups = published.groups.map(({ id, account_ids }) => ({ id, account_ids: [...account_ids] }));
  const grouped = new Set(groups.flatMap(({ account_ids }) => account_ids));
  const wishes = await loadWishes(tx, session.course_id);
  const added: NewMember[] = [];
  const changed = new Set<number>();
  for (const accountId of here.filter((id) => !grouped.has(id))) {
    const group = groups.find(({ id }) => id === findGroupForLate(accountId, groups, wishes));
    if (!group) continue;
    added.push({ pairs_id: published.id, group_id: group.id, account_id: accountId });
    for (const id of group.account_ids) changed.add(id);
    group.account_ids.push(accountId);
  }
  if (added.length === 0) return;
  await insertMembers(tx, added);
  events.ownPairChanged(tx, session, [...changed]);
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
