import { randomInt } from 'node:crypto';
import {
  livePairs,
  livePairsMake,
  livePairsPublish,
  livePairsSave,
  liveProjectorPairs,
  type MessageKey,
  type StaffPairsView,
  type Translate,
} from '@classwright/contract';
import { findGroupForLate } from '@classwright/rules/live/pairing/late';
import { type Pairing, type PairingOrder, pairUp } from '@classwright/rules/live/pairing/pair-up';
import { findGroupProblem } from '@classwright/rules/live/pairing/wishes';
import { appNow } from '../../../../platform/clock.ts';
import { listWithoutConsent } from '../../../../platform/consents-queries.ts';
import type { Tx } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { createWorkers } from '../../../../platform/workers/index.ts';
import { getStaffLesson, type Lesson } from '../access.ts';
import { auditTakeover } from '../audit.ts';
import type { LessonEvents } from '../events.ts';
import { listPhasesLocked, lockRunningSession, type SessionRow } from '../queries.ts';
import { getRunningSession, loadSession } from '../session-view.ts';
import { requireWallLesson } from '../walls/index.ts';
import { type DivisionRow, listNamedGroups, lockPairs, publishDraft, replaceDraft, type WallMember } from './queries.ts';
import { loadPairs, loadWishes, type PairsDependencies, type PairsState, toStaffPairs } from './view.ts';

interface Dependencies extends PairsDependencies {
  t: Translate<MessageKey>;
  events: Pick<LessonEvents, 'announce'>;
}

/** Shows, makes, changes and publishes the groups of the running lesson (LIVE-91 to LIVE-94), for its staff. */
export function implementStaffPairs(dependencies: Dependencies): Implementation[] {
  return [
    implement(livePairs, async ({ tx, input, actor }) => {
      const lesson = await getStaffLesson(tx, actor, input.assessment_id);
      const { session } = await getRunningSession(tx, lesson.assessmentId);
      return { pairs: toStaffPairs(session.id, await loadPairs(dependencies, tx, session)) };
    }),
    implement(livePairsMake, async ({ tx, input, actor }) => {
      const lesson = await getStaffLesson(tx, actor, input.assessment_id);
      const { session } = await getRunningSession(tx, lesson.assessmentId);
      await lockPairs(tx, session.id);
      const state = await loadPairs(dependencies, tx, session);
      const newest = requireNewest(state, input.revision, lesson);
      const here = new Set(state.here);
      const kept = (newest?.groups ?? []).filter(({ is_locked }) => is_locked).map(({ account_ids }) => account_ids.filter((id) => here.has(id)));
      const { groups } = await divide({
        people: state.people.filter(({ account_id }) => here.has(account_id)),
        size: input.size,
        seed: input.seed ?? randomInt(2 ** 31 - 1),
        wishes: await loadWishes(tx, session.course_id),
        kept: kept.filter(({ length }) => length > 0),
      });
      const locked = new Set(kept.map(keyOf));
      return saveDraft(dependencies, tx, session, {
        revision: input.revision + 1,
        size: input.size,
        changed_by: actor.accountId,
        groups: groups.map((account_ids) => ({ locked: locked.has(keyOf(account_ids)), account_ids })),
      });
    }),
    implement(livePairsSave, async ({ tx, input, actor }) => {
      const lesson = await getStaffLesson(tx, actor, input.assessment_id);
      const { session } = await getRunningSession(tx, lesson.assessmentId);
      await lockPairs(tx, session.id);
      const state = await loadPairs(dependencies, tx, session);
      const newest = requireNewest(state, input.revision, lesson);
      await requireSoundGroups(tx, session, state, input.groups);
      return saveDraft(dependencies, tx, session, {
        revision: input.revision + 1,
        size: newest?.size ?? 2,
        changed_by: actor.accountId,
        groups: input.groups,
      });
    }),
    implement(livePairsPublish, async ({ tx, input, actor, requestId }) => {
      const lesson = await getStaffLesson(tx, actor, input.assessment_id);
      const session = await lockRunningSession(tx, lesson.assessmentId);
      if (!session) throw appError('SESSION_NOT_RUNNING');
      const [first] = await listPhasesLocked(tx, session.id);
      await lockPairs(tx, session.id);
      const state = await loadPairs(dependencies, tx, session);
      const newest = requireNewest(state, input.revision, lesson);
      if (!newest) throw fieldError('revision', 'pairs.noneYet');
      if (!first?.closed_at) throw appError('PAIRS_TOO_EARLY');
      if (newest.published) return { pairs: toStaffPairs(session.id, state) };
      const revision = await publish(tx, session, state, newest, actor.accountId);
      await dependencies.events.announce(tx, session, { name: 'assessment.pairs.changed', pairs_revision: revision });
      await auditTakeover(tx, actor, lesson, { action: livePairsPublish.name, after: { groups: newest.groups.length }, requestId });
      return { pairs: toStaffPairs(session.id, await loadPairs(dependencies, tx, session)) };
    }),
    implement(liveProjectorPairs, async ({ tx, input, actor }) => {
      await requireWallLesson(tx, actor, input.assessment_id);
      const { assessmentId } = await getStaffLesson(tx, actor, input.assessment_id);
      const run = await loadSession(tx, { currentOf: assessmentId });
      if (!run || run.session.pairs_revision === 0) return { pairs: null };
      const groups = await listNamedGroups(tx, run.session.id);
      const everybody = groups.flat().map(({ account_id }) => account_id);
      const withoutName = await listWithoutConsent(tx, 'wall_name', everybody);
      const nameOf = ({ account_id, name, place }: WallMember) =>
        withoutName.has(account_id) ? dependencies.t('pairs.studentNumber', { number: place }) : name;
      return { pairs: { pairs_revision: run.session.pairs_revision, groups: groups.map((group) => group.map(nameOf)) } };
    }),
  ];
}

/** More people than this are divided in a thread, since a thousand can take a second, in which nobody else would be answered. */
const MANY = 100;
const workers = createWorkers<PairingOrder, Pairing>(new URL('./pair-worker.ts', import.meta.url));

/** Divides a class; a large one in a thread (LIVE-134). */
async function divide(order: PairingOrder): Promise<Pairing> {
  if (order.people.length <= MANY) return pairUp(order);
  const work = await workers.begin(order);
  try {
    const { value } = await work.batches().next();
    return value as Pairing;
  } finally {
    await work.end();
  }
}

const keyOf = (account_ids: readonly number[]): string => account_ids.toSorted((a, b) => a - b).join(' ');

/** Returns the newest groups, if they are the ones that the caller has seen. @throws PAIRS_CHANGED */
function requireNewest({ divisions: [newest] }: PairsState, revision: number, lesson: Lesson): DivisionRow | null {
  if ((newest?.revision ?? 0) !== revision) throw appError('PAIRS_CHANGED', { by: newest?.changed_by ?? lesson.teacherName });
  return newest ?? null;
}

/** Saves a draft and returns what the desk shows then. */
async function saveDraft(
  dependencies: PairsDependencies,
  tx: Tx,
  session: Pick<SessionRow, 'id' | 'assessment_id' | 'course_id'>,
  draft: { revision: number; size: number; changed_by: number; groups: readonly { locked: boolean; account_ids: readonly number[] }[] },
): Promise<{ pairs: StaffPairsView }> {
  await replaceDraft(tx, { ...draft, session_id: session.id, changed_at: await appNow(tx) });
  return { pairs: toStaffPairs(session.id, await loadPairs(dependencies, tx, session)) };
}

/** Refuses groups that break a rule, with the names. */
async function requireSoundGroups(
  tx: Tx,
  session: Pick<SessionRow, 'course_id'>,
  { here, people }: PairsState,
  groups: readonly { account_ids: readonly number[] }[],
): Promise<void> {
  const problem = findGroupProblem(
    groups.map(({ account_ids }) => account_ids),
    here,
    await loadWishes(tx, session.course_id),
  );
  if (!problem) return;
  const nameOf = new Map(people.map(({ account_id, name }) => [account_id, name]));
  const names = problem.account_ids.flatMap((id) => nameOf.get(id) ?? []).join(', ');
  throw fieldError('groups', names === '' ? 'pairs.problem.stranger' : `pairs.problem.${problem.is}`, { names });
}

/**
 * Publishes the draft for those who are here now: students who have left the class are removed, and those who have come since
 * join a group. Returns its revision.
 */
async function publish(tx: Tx, session: SessionRow, state: PairsState, draft: DivisionRow, changed_by: number): Promise<number> {
  const here = new Set(state.here);
  const wishes = await loadWishes(tx, session.course_id);
  const groups = draft.groups
    .map((group) => ({ locked: group.is_locked, account_ids: group.account_ids.filter((id) => here.has(id)) }))
    .filter(({ account_ids }) => account_ids.length > 0);
  const placed = new Set(groups.flatMap(({ account_ids }) => account_ids));
  for (const id of state.here.filter((one) => !placed.has(one))) {
    const place = findGroupForLate(
      id,
      groups.map(({ account_ids }, index) => ({ id: index, account_ids })),
      wishes,
    );
    if (place === null) groups.push({ locked: false, account_ids: [id] });
    else groups[place]?.account_ids.push(id);
  }
  const now = await appNow(tx);
  await replaceDraft(tx, { session_id: session.id, revision: draft.revision, size: draft.size, changed_by, changed_at: now, groups });
  await publishDraft(tx, session.id, draft.revision, now);
  return draft.revision;
}
