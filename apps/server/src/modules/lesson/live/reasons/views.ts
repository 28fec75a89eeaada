import type { ReasonsView, ReasonView, StaffVoteView } from '@classwright/contract';
import { dealReason, isVoteOpen, type Reason } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import { countAllBallots, listConvincing, listCandidates, listReasons, listVotes, type ReasonRow, schoolOfClass, type VoteRow } from './queries.ts';
import type { FrozenQuestion } from '../questions.ts';
import type { PhaseRow } from '../queries.ts';
import type { LoadedSession } from '../session-view.ts';

/** Converts a vote for the rules. */
export const toVoteState = ({ ends_at, closed_at }: Pick<VoteRow, 'ends_at' | 'closed_at'>) => ({
  endsAtMs: ends_at.getTime(),
  closedAtMs: closed_at?.getTime() ?? null,
});

/** A vote with its reasons and its counts. */
export interface LoadedVote {
  row: VoteRow;
  reasons: [ReasonRow, ReasonRow];
  counts: [number, number];
  isOver: boolean;
}

/** Loads the votes of a run, oldest first. */
export async function loadVotes(db: Db, sessionId: number, now: Date, known?: readonly ReasonRow[]): Promise<LoadedVote[]> {
  const votes = await listVotes(db, sessionId);
  if (votes.length === 0) return [];
  const reasons = new Map((known ?? (await listReasons(db, sessionId))).map((reason) => [reason.id, reason]));
  const counts = await countAllBallots(
    db,
    votes.map(({ id }) => id),
  );
  return votes.map((row) => ({
    row,
    reasons: [reasons.get(row.first_reason_id)!, reasons.get(row.second_reason_id)!],
    counts: counts.get(row.id) ?? [0, 0],
    isOver: !isVoteOpen(toVoteState(row), now.getTime()),
  }));
}

const toReasonView = ({ id, response_id, comment, likes, is_from_before }: ReasonRow): ReasonView => ({
  id,
  response_id,
  comment,
  likes,
  is_from_before,
});

/** The part of a vote's view that is the same for everybody. */
export const toAnyVote = ({ row, reasons: [first], isOver }: LoadedVote) => ({
  id: row.id,
  form: first.form,
  ends_at: row.ends_at.toISOString(),
  is_over: isOver,
});

export function toStaffVote(vote: LoadedVote): StaffVoteView {
  const [first, second] = vote.reasons;
  return { ...toAnyVote(vote), is_shown: vote.row.closed_at === null, reasons: [toReasonView(first), toReasonView(second)], counts: vote.counts };
}

/** A form with everything from which its reasons are dealt. */
export interface Dealing {
  phase: PhaseRow;
  question: FrozenQuestion;
  /** The reasons that the class wrote, and those that convinced a class before, after them. */
  candidates: Reason[];
  /** All reasons dealt in the run, in any form. */
  dealt: ReasonRow[];
}

/** Loads the reasons of a form. */
export async function loadDealing(db: Db, { session }: LoadedSession, phase: PhaseRow, question: FrozenQuestion): Promise<Dealing> {
  const place = { besides: session.id, school: schoolOfClass(session.course_id), questionId: question.version.question_id };
  const responseOf = new Map(question.version.responses.map(({ id, title }) => [title, id]));
  const before = (await listConvincing(db, place)).flatMap(({ id, response_title, words }) => {
    const response_id = responseOf.get(response_title);
    return response_id === undefined ? [] : [{ id, response_id, words, likes: FROM_BEFORE }];
  });
  return { phase, question, candidates: [...(await listCandidates(db, phase.id)), ...before], dealt: await listReasons(db, session.id) };
}

/** Puts reasons of earlier lessons behind those of the class, which has no fewer than no likes. */
const FROM_BEFORE = -1;

/** Returns the reason to deal next for a choice, or null. */
export function findNext({ phase, candidates, dealt }: Dealing, responseId: number): Reason | null {
  const said = dealt.filter(({ form }) => form === phase.form).map(({ post_id, words }) => ({ id: post_id, words }));
  return dealReason(candidates, responseId, said, phase.id);
}

/** Builds the staff's view of a form's reasons. */
export async function toReasonsView(db: Db, { session, now }: LoadedSession, dealing: Dealing): Promise<ReasonsView> {
  const { phase, question, dealt } = dealing;
  const votes = await loadVotes(db, session.id, now, dealt);
  const newest = votes.at(-1);
  return {
    form: phase.form,
    choices: question.version.responses.map(({ id }) => ({
      response_id: id,
      reasons: dealt.filter(({ form, response_id }) => form === phase.form && response_id === id).map(toReasonView),
      has_more: findNext(dealing, id) !== null,
    })),
    vote: newest ? toStaffVote(newest) : null,
  };
}
