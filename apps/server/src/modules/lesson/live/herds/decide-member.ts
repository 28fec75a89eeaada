import { decideAnswer, decideDraft, isAnswerAccepted, type PhaseState, toOwnPhase } from '@classwright/rules/live';
import { AppError, appError, fieldError } from '../../../../platform/errors.ts';
import { getKeptAnswer } from '../../../../platform/http/index.ts';
import { requireAnsweringStudent, requireStudent } from '../access.ts';
import { postKey } from '../answers/queries.ts';
import type { Batch, Decided } from './batch.ts';
import type { Answer, Draft, Login, Member } from './members.ts';
import type { EntryRow, MemberStanding } from './queries.ts';

/** The facts about a member once its room is entered. */
export interface Known {
  assessmentId: number;
  /** The entry, or null if there is no such lesson. */
  entry: EntryRow | null;
  standing: MemberStanding;
  /** The reason why the named files cannot be used. */
  filesProblem: AppError | null;
}

/** Applies the rules to one member, and records in the batch what to write. A refusal affects only that member. */
export function decideMember(batch: Batch, member: Member, known: Known): Decided {
  try {
    return member.kind === 'login' ? decideLogin(batch, member, known) : decideWriting(batch, member, known);
  } catch (error) {
    if (error instanceof AppError) return { type: 'refused', error };
    throw error;
  }
}

/** Returns the stored response for a repeated call. @throws IDEMPOTENCY_KEY_REUSED */
export function findKeptAnswer({ once }: Member, { kept }: MemberStanding) {
  return once && kept ? getKeptAnswer(once, kept) : null;
}

function decideLogin(batch: Batch, { actor, sessionId }: Login, { assessmentId, entry, standing }: Known): Decided {
  requireStudent(entry && { ...entry, assessment_id: assessmentId }, actor);
  if (standing.session_id === null || (sessionId !== null && sessionId !== standing.session_id)) throw appError('SESSION_NOT_RUNNING');
  const loggedInAt = batch.logIn({ id: standing.session_id, assessment_id: assessmentId }, actor.accountId, standing);
  return { type: 'login', at: loggedInAt, result: { assessment_id: assessmentId, logged_in_at: loggedInAt.toISOString() } };
}

function decideWriting(batch: Batch, member: Answer | Draft, known: Known): Decided {
  const { actor } = member;
  requireAnsweringStudent(known.entry && { ...known.entry, assessment_id: known.assessmentId }, actor);
  if (member.namedAssessmentId !== null && member.namedAssessmentId !== known.assessmentId) throw appError('ASSESSMENT_NOT_FOUND');
  if (member.problem) throw member.problem;
  if (known.filesProblem) throw known.filesProblem;
  const { place } = member;
  if (!place) throw new Error('what is written is placed, or has a problem');
  const { standing } = known;
  const { now } = standing;
  const phase = standing.phase && toPhase(standing.phase);
  const { post, draft } = batch.standingOf(actor.accountId, standing);
  const content = { ...member.content };
  if (content.response_id !== null && !place.question.responseIds.has(content.response_id)) {
    if (phase !== null && isAnswerAccepted(phase, now.getTime()) && !post) throw fieldError('response_id', 'live.response.required');
    content.response_id = null; // the error to report is that the form has closed
  }
  const arrival = { phase, content, existing: post, nowMs: now.getTime() };
  const decision =
    member.kind === 'answer' ? decideAnswer(arrival) : decideDraft({ ...arrival, revision: member.revision, storedRevision: draft?.revision ?? null });
  const { session, form } = place;
  if (!decision.ok) {
    if (decision.refused === 'VALIDATION_FAILED') throw fieldError('response_id', 'live.response.required');
    if (decision.refused === 'ALREADY_ANSWERED') throw appError('ALREADY_ANSWERED');
    if (decision.keepAsLate) {
      const { kind } = member;
      const revision = kind === 'draft' ? member.revision : null;
      batch.keepLate({ session_id: session.id, form, account_id: actor.accountId, kind, revision, ...content, received_at: now });
    }
    throw appError('PHASE_CLOSED');
  }
  if (decision.outcome === 'already-filed' && post) {
    if (member.kind === 'answer') return { type: 'own-post', postId: post.id, postedAt: post.posted_at };
    return { type: 'draft', result: { saved_at: post.posted_at.toISOString(), revision: member.revision }, savedAs: null };
  }
  if (decision.outcome === 'older' && draft)
    return { type: 'draft', result: { saved_at: draft.saved_at.toISOString(), revision: draft.revision }, savedAs: null };
  if (!standing.phase) throw new Error('what came was accepted for a form that is not open');

  batch.logIn(session, actor.accountId, standing);
  const key = postKey(standing.phase.id, actor.accountId);
  const said = { ...content, confidence: standing.phase.asks_sure ? (content.confidence ?? null) : null };
  if (member.kind === 'draft') {
    batch.drafts.set(key, { phase_id: standing.phase.id, account_id: actor.accountId, revision: member.revision, ...said, saved_at: now });
    return { type: 'draft', result: { saved_at: now.toISOString(), revision: member.revision }, savedAs: key };
  }
  if (!member.shown) throw new Error('an answer is looked through before it is decided about');
  const filing = { courseId: session.course_id, assessmentId: session.assessment_id, sessionId: session.id, phaseId: standing.phase.id, form };
  batch.posts.set(key, { ...filing, ...said, account_id: actor.accountId, filed_by: 'student', posted_at: now, shown: member.shown });
  return { type: 'post', key };
}

/** Converts the phase to the student's own deadline. */
function toPhase({ opened_at, deadline_at, closed_at, own_percent }: NonNullable<MemberStanding['phase']>): Pick<PhaseState, 'deadlineAtMs' | 'closedAtMs'> {
  const phase = { openedAtMs: opened_at.getTime(), deadlineAtMs: deadline_at.getTime(), closedAtMs: closed_at?.getTime() ?? null };
  return own_percent === null ? phase : toOwnPhase(phase, own_percent);
}
