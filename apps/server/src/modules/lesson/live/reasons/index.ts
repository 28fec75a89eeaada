/**
 * Students’ confidence in their answers, and reasons that a class votes about.
 *
 * Invariants: only the staff see anybody’s confidence, and no view of a reason has a name; all staff of a lesson see
 * the same reasons, dealt by any process; a vote ends by the database's clock, and its result is counted
 * whenever it is read.
 */
import {
  type Form,
  liveProjectorVote,
  liveReasonDeal,
  liveReasons,
  liveVote,
  liveVoteCast,
  liveVoteClose,
  liveVoteOpen,
  type OwnVoteView,
  type ReasonsView,
  type WallVoteView,
} from '@classwright/contract';
import { canOpenVote, canSeeVote, computeQuestionPosition, computeVoteEnd, decideBallot, winnerOf } from '@classwright/rules/live';
import { appNow } from '../../../../platform/clock.ts';
import { requireWallLesson } from '../walls/index.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Implementation, implement } from '../../../../platform/http/index.ts';
import { Batcher } from '../../../../platform/waiting/index.ts';
import { findMemberLesson, getStaffLesson, requireStudentOf } from '../access.ts';
import { auditTakeover } from '../audit.ts';
import type { LessonEvents } from '../events.ts';
import { type LessonRow, listLessonFor, lockRunningSession } from '../queries.ts';
import type { SessionQuestions } from '../questions.ts';
import { getRunningSession, type LoadedSession, loadSession } from '../session-view.ts';
import { findBallotStanding, hideVotes, insertReason, insertVote, listReasons, listVoters, saveBallot, type VoterRow } from './queries.ts';
import { implementLiveAskSure } from './sure.ts';
import { type Dealing, findNext, type LoadedVote, loadDealing, loadVotes, toAnyVote, toReasonsView, toVoteState } from './views.ts';

interface Dependencies {
  /** The database for reads shared by many people. */
  db: Db;
  questions: SessionQuestions;
  events: Pick<LessonEvents, 'announce' | 'tallyChanged'>;
}

export function implementReasons(dependencies: Dependencies): Implementation[] {
  return [implementLiveAskSure(), ...implementDealing(dependencies), ...implementVotes(dependencies), ...implementBallots(dependencies), implementWallVote()];
}

/** Loads a form of the running session for dealing. @throws SESSION_NOT_RUNNING, STEP_NOT_ALLOWED for a form that has not opened */
async function openDealing({ questions }: Dependencies, db: Db, assessmentId: number, form: Form): Promise<{ loaded: LoadedSession; dealing: Dealing }> {
  const loaded = await getRunningSession(db, assessmentId);
  const phase = loaded.phases.find((row) => row.form === form);
  if (!phase) throw appError('STEP_NOT_ALLOWED');
  const question = await questions.get(db, loaded.session.id, computeQuestionPosition(form));
  return { loaded, dealing: await loadDealing(db, loaded, phase, question) };
}

async function readReasons(dependencies: Dependencies, db: Db, assessmentId: number, form: Form): Promise<{ reasons: ReasonsView }> {
  const { loaded, dealing } = await openDealing(dependencies, db, assessmentId, form);
  return { reasons: await toReasonsView(db, loaded, dealing) };
}

/** Implements dealing: the session is locked, so that of two teachers the second sees what the first was dealt. */
function implementDealing(dependencies: Dependencies): Implementation[] {
  return [
    implement(liveReasons, async ({ tx, input, actor }) => {
      const { assessmentId } = await getStaffLesson(tx, actor, input.assessment_id);
      return readReasons(dependencies, tx, assessmentId, input.form);
    }),
    implement(liveReasonDeal, async ({ tx, input: { assessment_id, form, response_id }, actor }) => {
      const { assessmentId } = await getStaffLesson(tx, actor, assessment_id);
      if (!(await lockRunningSession(tx, assessmentId))) throw appError('SESSION_NOT_RUNNING');
      const { loaded, dealing } = await openDealing(dependencies, tx, assessmentId, form);
      const has = (id: number): boolean => dealing.dealt.some((one) => one.form === form && one.response_id === id);
      const all = dealing.question.version.responses.map(({ id }) => id);
      if (response_id !== undefined && !all.includes(response_id)) throw fieldError('response_id', 'live.response.required');
      if (response_id !== undefined && findNext(dealing, response_id) === null) throw appError('NO_MORE_REASONS');
      for (const id of response_id === undefined ? all.filter((one) => !has(one)) : [response_id]) {
        const next = findNext(dealing, id);
        if (!next) continue;
        await insertReason(tx, { session_id: loaded.session.id, form, response_id: id, post_id: next.id, dealt_by: actor.accountId });
        dealing.dealt = await listReasons(tx, loaded.session.id);
      }
      return { reasons: await toReasonsView(tx, loaded, dealing) };
    }),
  ];
}

/** Implements putting two reasons to the class, and taking them away again. */
function implementVotes(dependencies: Dependencies): Implementation[] {
  const { events } = dependencies;
  return [
    implement(liveVoteOpen, async ({ tx, input: { assessment_id, first_id, second_id }, actor, requestId }) => {
      const lesson = await getStaffLesson(tx, actor, assessment_id);
      const session = await lockRunningSession(tx, lesson.assessmentId);
      if (!session) throw appError('SESSION_NOT_RUNNING');
      const loaded = await getRunningSession(tx, lesson.assessmentId);
      const now = await appNow(tx);
      const { vote } = loaded;
      const shown = vote?.is_shown ? toVoteState({ ends_at: vote.ends_at, closed_at: null }) : null;
      const permission = canOpenVote(loaded.state, shown, now.getTime());
      if (!permission.ok) throw appError(permission.refused);
      if (first_id === second_id) throw fieldError('second_id', 'live.vote.twoReasons');
      const dealt = await listReasons(tx, session.id);
      const [first, second] = [first_id, second_id].map((id) => dealt.find((one) => one.id === id && one.comment !== null));
      if (!first || !second) throw appError('REASON_GONE');
      await hideVotes(tx, session.id, now);
      const endsAt = new Date(computeVoteEnd(now.getTime()));
      const voteId = await insertVote(tx, {
        session_id: session.id,
        first_reason_id: first.id,
        second_reason_id: second.id,
        opened_by: actor.accountId,
        opened_at: now,
        ends_at: endsAt,
      });
      await events.announce(tx, session, { name: 'assessment.vote.opened', vote_id: voteId, ends_at: endsAt.toISOString() });
      events.tallyChanged(tx, session);
      await auditTakeover(tx, actor, lesson, { action: liveVoteOpen.name, after: { vote_id: voteId }, requestId });
      return readReasons(dependencies, tx, lesson.assessmentId, first.form);
    }),
    implement(liveVoteClose, async ({ tx, input: { assessment_id, vote_id }, actor, requestId }) => {
      const lesson = await getStaffLesson(tx, actor, assessment_id);
      const session = await lockRunningSession(tx, lesson.assessmentId);
      if (!session) throw appError('SESSION_NOT_RUNNING');
      if (!(await loadVotes(tx, session.id, await appNow(tx))).some(({ row }) => row.id === vote_id)) throw appError('VOTE_NOT_FOUND');
      if ((await hideVotes(tx, session.id, await appNow(tx), vote_id)) === null) return {};
      await events.announce(tx, session, { name: 'assessment.vote.closed', vote_id });
      events.tallyChanged(tx, session);
      await auditTakeover(tx, actor, lesson, { action: liveVoteClose.name, after: { vote_id }, requestId });
      return {};
    }),
  ];
}

/** The shown vote as those who ask for it at the same moment read it, with the part of each. */
interface Voting {
  lesson: LessonRow | null;
  loaded: LoadedSession | null;
  vote: LoadedVote | null;
  voter: VoterRow | null;
}

/** Implements the students' part. A class that asks at the same moment shares what is the same for all. */
function implementBallots({ db, events }: Dependencies): Implementation[] {
  const votings = new Batcher<number, number, Voting>(async (assessmentId, accountIds) => {
    const lessons = await listLessonFor(db, assessmentId, accountIds);
    const loaded = await loadSession(db, { currentOf: assessmentId });
    const vote = loaded?.vote?.is_shown ? ((await loadVotes(db, loaded.session.id, loaded.now)).at(-1) ?? null) : null;
    const voters = vote ? await listVoters(db, vote.row, accountIds) : new Map<number, VoterRow>();
    return accountIds.map((accountId, at) => ({ lesson: lessons[at] ?? null, loaded, vote, voter: voters.get(accountId) ?? null }));
  });
  return [
    implement(liveVote, async ({ input, actor }) => {
      const { lesson, loaded, vote, voter } = await votings.ask(input.assessment_id, actor.accountId);
      requireStudentOf(lesson, actor);
      const seesIt = loaded && canSeeVote(loaded.state, { role: 'student', account_id: actor.accountId, answered: [] });
      return { vote: seesIt && vote && voter ? toOwnVote(vote, loaded.now, voter) : null };
    }),
    implement(liveVoteCast, async ({ tx, input: { vote_id, reason_id }, actor }) => {
      const standing = await findBallotStanding(tx, vote_id, reason_id, actor.accountId);
      const lesson = standing && (await findMemberLesson(tx, actor, standing.assessment_id));
      if (!standing || lesson?.audience !== 'student' || !standing.is_here || standing.has_own_time) throw appError('VOTE_NOT_FOUND');
      if (standing.author_id === null) throw fieldError('reason_id', 'live.vote.oneOfTwo');
      const decision = decideBallot(toVoteState(standing), { account_id: standing.author_id }, actor.accountId, standing.now.getTime());
      if (!decision.ok) throw appError(decision.refused);
      await saveBallot(tx, { vote_id, account_id: actor.accountId, reason_id, cast_at: standing.now });
      events.tallyChanged(tx, { id: standing.session_id, assessment_id: standing.assessment_id });
      return { vote_id, reason_id };
    }),
  ];
}

function toOwnVote(vote: LoadedVote, now: Date, { account_id, reason_id }: VoterRow): OwnVoteView {
  const winner = vote.isOver ? winnerOf(vote.counts) : null;
  const isOwnWinner = winner !== null && vote.reasons[winner].author_id === account_id;
  const toOwn = ({ id, comment, author_id }: LoadedVote['reasons'][number]) => ({ id, comment, is_own: author_id === account_id });
  const [first, second] = vote.reasons;
  return {
    ...toAnyVote(vote),
    server_time: now.toISOString(),
    reasons: [toOwn(first), toOwn(second)],
    mine: reason_id,
    counts: vote.isOver ? vote.counts : null,
    convinced: isOwnWinner ? vote.counts[winner] : null,
  };
}

/** Returns the shown vote for the wall: words and, once it has ended, counts. */
function implementWallVote(): Implementation {
  return implement(liveProjectorVote, async ({ tx, input, actor }) => {
    await requireWallLesson(tx, actor, input.assessment_id);
    const { assessmentId } = await getStaffLesson(tx, actor, input.assessment_id);
    const loaded = await loadSession(tx, { currentOf: assessmentId });
    const vote = loaded?.vote?.is_shown ? (await loadVotes(tx, loaded.session.id, loaded.now)).at(-1) : undefined;
    if (!loaded || !vote) return { vote: null };
    const [first, second] = vote.reasons;
    const reasons: WallVoteView['reasons'] = [first.comment, second.comment];
    return {
      vote: {
        ...toAnyVote(vote),
        server_time: loaded.now.toISOString(),
        reasons,
        counts: vote.isOver ? vote.counts : null,
      },
    };
  });
}
