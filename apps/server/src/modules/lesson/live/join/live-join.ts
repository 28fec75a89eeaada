import { channels, liveJoin, type RevealedQuestionView } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, can, implement, type Implementation } from '../../../../platform/http/index.ts';
import type { Realtime } from '../../../../platform/live/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import { requireStudentOf } from '../access.ts';
import { loadActiveQuestion, toActiveLessonView, toOwnStandingView } from '../active-view.ts';
import { listLate } from '../answers/queries.ts';
import type { CallBatches } from '../herds/index.ts';
import { toAliasPart } from '../posts/audience.ts';
import { listAliases } from '../posts/audience-queries.ts';
import { getOwnPostView, type OwnPostDependencies } from '../posts/own-post.ts';
import type { SessionQuestions } from '../questions.ts';
import { toRunningView } from '../lesson-state.ts';
import { hasOwnTime, type LoadedSession, loadSession } from '../session-view.ts';
import { Batcher } from '../../../../platform/waiting/index.ts';
import { findLesson, type LessonRow } from '../queries.ts';
import { type JoiningRow, listJoining } from './join-queries.ts';

interface Dependencies extends OwnPostDependencies {
  db: Db;
  realtime: Pick<Realtime, 'grantChannel' | 'makeTicket'>;
  herds: Pick<CallBatches, 'come'>;
}

/**
 * Lets a phone join with one call: it records the login and returns where the student is in the lesson. Students who
 * join simultaneously share reads and writes. Nothing is locked between reading and recording: a session that ends in
 * between accepts no login, and any event in between has a later number than the response.
 */
export function implementLiveJoin(dependencies: Dependencies): Implementation {
  const { db, realtime, herds } = dependencies;
  const joins = gatherJoins(db, dependencies);

  return implement(liveJoin, async ({ input, actor }) => {
    const { lesson: row, running, own, alias } = await joins.ask(input.assessment_id, actor.accountId);
    const lesson = requireStudentOf(row, actor);
    if (!running) throw appError('SESSION_NOT_RUNNING');
    const { loaded } = running;
    const isOwn = hasOwnTime(loaded.state, { studentId: actor.accountId });
    const question = isOwn ? await loadActiveQuestion(dependencies, db, loaded, actor.accountId) : running.question;
    const { session } = loaded;
    const phase = loaded.phases.at(-1)!; // a running session has one
    const standing = {
      draft: own.draft,
      logged_in_at: own.logged_in_at ?? (await herds.come(actor, session)),
      post: own.post_id === null ? null : await getOwnPostView(dependencies, db, session, own.post_id, actor.accountId),
      late: own.has_late ? await listLate(db, session.id, actor.accountId) : [],
    };
    return {
      ...toActiveLessonView(lesson, loaded, question, actor.accountId),
      ...toOwnStandingView(standing, phase.form),
      ...toAliasPart(dependencies.t, alias),
      ...(own.has_notes && { has_notes: true }),
      logged_in_at: standing.logged_in_at.toISOString(),
      running: own.newer && !actor.limit ? toRunningView(own.newer) : null,
      ...(await admitSocket(realtime, actor, lesson.assessmentId, input.socket_id)),
    };
  });
}

/**
 * Permits the account's own channel (a seat's has only news about lessons) and, for permitted people, the lesson's: with
 * signatures for the socket that is open already, else with a ticket for one that is opened next. The caller has just
 * checked the rights of the call and that this person is a student of the lesson.
 */
async function admitSocket(
  realtime: Dependencies['realtime'],
  actor: Actor,
  assessmentId: number,
  socketId: string | undefined,
): Promise<{ auth: Record<string, string> } | { socket_ticket: string }> {
  const names = [
    actor.limit ? channels.seat(actor.accountId) : channels.account(actor.accountId),
    ...(can(actor, 'live', 'view') ? [channels.assessment(assessmentId)] : []),
  ];
  if (socketId === undefined)
    return { socket_ticket: await realtime.makeTicket({ accountId: actor.accountId, tokenId: actor.tokenId, channels: names, readAtMs: actor.readAtMs }) };
  const signed: Record<string, string> = {};
  for (const channel of names) {
    const { accountId, tokenId, readAtMs } = actor;
    signed[channel] = (await realtime.grantChannel({ socketId, channel, accountId, tokenId, readAtMs })).auth;
  }
  return { auth: signed };
}

/** A lesson as it is for one person who joins. */
interface Joining {
  /** The lesson with the person's place in the class; null if there is no such assessment. */
  lesson: LessonRow | null;
  /** The running session, or null if the lesson does not run. */
  running: { loaded: LoadedSession; question: RevealedQuestionView } | null;
  own: JoiningRow;
  /** The student's number in a lesson without names. */
  alias: number | undefined;
}

/** Creates the shared read for everybody who joins a lesson at the same moment; data common to all is read once. */
function gatherJoins(db: Db, dependencies: { questions: SessionQuestions; fileLinks: FileLinks }): Batcher<number, number, Joining> {
  return new Batcher(async (assessmentId, accountIds) => {
    const lesson = await findLesson(db, assessmentId, null);
    const loaded = lesson && (await loadSession(db, { currentOf: assessmentId }));
    const running = loaded?.session.state === 'running' ? { loaded, question: await loadActiveQuestion(dependencies, db, loaded) } : null;
    const joined = {
      courseId: lesson?.course_id ?? null,
      sessionId: running?.loaded.session.id ?? null,
      phaseId: running?.loaded.phases.at(-1)?.id ?? null,
    };
    const people = await listJoining(db, joined, accountIds); // after the session, so that nothing that its number counts is missed
    const isStudent = (accountId: number): boolean => people.get(accountId)?.member_role === 'STUDENT' && people.get(accountId)?.left_at === null;
    const session = running?.loaded.session;
    const aliases = session && !session.with_names ? await listAliases(db, session.id, accountIds.filter(isStudent)) : new Map<number, number>();
    return accountIds.map((accountId) => {
      const own = people.get(accountId) as JoiningRow; // there is a row for each
      return { lesson: lesson && { ...lesson, member_role: own.member_role, left_at: own.left_at }, running, own, alias: aliases.get(accountId) };
    });
  });
}
