import { computeQuestionPosition, listFormsOfSameQuestion, type Form } from './forms.ts';
import { findOwnPhase } from './own-time.ts';
import { findPhase, type PhaseState, type SessionState } from './session.ts';

/**
 * Who looks at a lesson. Staff are those who may run it; the projector is a screen that the whole class sees;
 * `answered` are the forms in which the student has a post in this run, sent or filed.
 */
export type Viewer = { role: 'staff'; account_id: number } | { role: 'student'; account_id: number; answered: readonly Form[] } | { role: 'projector' };

/** A post as far as its visibility goes. */
export interface PostRef {
  form: Form;
  account_id: number;
  postedAtMs: number;
}

export type Permission<Code extends string> = { ok: true } | { ok: false; refused: Code };
const ALLOWED = { ok: true } as const;

/** A form as whoever looks has it: a student with extra time may still have it open (LIVE-67). */
function findPhaseOf(session: SessionState, form: Form, viewer: Viewer): PhaseState | null {
  return viewer.role === 'student' ? findOwnPhase(session, form, viewer.account_id) : findPhase(session, form);
}

/** Whether a question may be seen: staff always; students and projector once a form that asks it has opened (LIVE-39). */
export function canSeeQuestion(session: SessionState, position: 1 | 2, viewer: Viewer): boolean {
  return viewer.role === 'staff' || session.phases.some((phase) => computeQuestionPosition(phase.form) === position);
}

/**
 * Whether the posts of a form may be seen (LIVE-32): by staff always; by a student after answering in that form, or once
 * it has closed; by nobody else. A canceled run is seen by staff alone. One's own post is always one's own to see.
 */
export function canSeePosts(session: SessionState, form: Form, viewer: Viewer): boolean {
  if (viewer.role !== 'student') return viewer.role === 'staff';
  const phase = findPhaseOf(session, form, viewer);
  return session.state !== 'canceled' && phase !== null && (phase.closedAtMs !== null || viewer.answered.includes(form));
}

/** Whether one post may be seen: as the posts of its form, unless it is held back; a student's own always. */
export function canSeePost(session: SessionState, post: PostRef, viewer: Viewer): boolean {
  const isOwn = viewer.role === 'student' && viewer.account_id === post.account_id;
  return isOwn || (canSeePosts(session, post.form, viewer) && !isHeldBack(post, computeHeldBackAfter(session, post.form, viewer)));
}

/**
 * From which instant on posts of a form are held back from whoever looks, in epoch milliseconds (LIVE-68); null: none are. A post
 * that comes after the class's closing shows that its author has extra time, so classmates see it once the next form opens.
 */
export function computeHeldBackAfter(session: SessionState, form: Form, viewer: Viewer): number | null {
  const last = session.phases.at(-1);
  return viewer.role !== 'staff' && session.state === 'running' && last?.form === form ? last.closedAtMs : null;
}

/** Whether a post is among those that are held back. */
export function isHeldBack({ postedAtMs }: Pick<PostRef, 'postedAtMs'>, heldBackAfterMs: number | null): boolean {
  return heldBackAfterMs !== null && postedAtMs > heldBackAfterMs;
}

/** Whether the distribution of a form may be seen: as its posts; by the projector once the teacher reveals it (LIVE-33). */
export function canSeeDistribution(session: SessionState, form: Form, viewer: Viewer): boolean {
  if (viewer.role !== 'projector') return canSeePosts(session, form, viewer);
  return findPhase(session, form)?.distributionRevealed ?? false;
}

/**
 * Whether the right responses of a form's question may be known (LIVE-34): by staff always; by students once the teacher
 * reveals them in any form of that question, or the session is finished, but not while they have still to answer such a form;
 * by the projector once revealed.
 */
export function canKnowCorrectness(session: SessionState, form: Form, viewer: Viewer): boolean {
  if (viewer.role === 'staff') return true;
  if (viewer.role === 'student' && session.state === 'finished') return true;
  if (session.state === 'canceled') return false;
  const last = session.phases.at(-1);
  if (last && computeQuestionPosition(last.form) === computeQuestionPosition(form) && hasToAnswer(session, viewer)) return false;
  return listFormsOfSameQuestion(form).some((one) => findPhase(session, one)?.correctnessRevealed ?? false);
}

/** Whether the student has still to answer the form that is open now, for the class or for this student alone. */
export function hasToAnswer(session: SessionState, viewer: Viewer): boolean {
  const form = session.phases.at(-1)?.form;
  if (viewer.role !== 'student' || session.state !== 'running' || form === undefined) return false;
  return findPhaseOf(session, form, viewer)?.closedAtMs === null && !viewer.answered.includes(form);
}

/**
 * Whether comments and replies on a form's posts may be read (LIVE-35): as its posts; and while a form is open, a
 * student who has not answered it reads none, of earlier forms neither. The projector shows none.
 */
export function canReadComments(session: SessionState, form: Form, viewer: Viewer): boolean {
  return canSeePosts(session, form, viewer) && !hasToAnswer(session, viewer);
}

export type CommentRefusal = 'SESSION_NOT_RUNNING' | 'COMMENTING_DISABLED' | 'ANSWER_FIRST' | 'NOT_ALLOWED';

/**
 * Whether a comment or reply may be written on a post of this form (LIVE-36, LIVE-37): while the session runs; by
 * students when the teacher has enabled commenting and they have answered what is open.
 */
export function canWriteComment(session: SessionState, form: Form, viewer: Viewer): Permission<CommentRefusal> {
  if (viewer.role === 'projector') return { ok: false, refused: 'NOT_ALLOWED' };
  if (session.state !== 'running') return { ok: false, refused: 'SESSION_NOT_RUNNING' };
  if (viewer.role === 'staff') return ALLOWED;
  if (!session.canComment) return { ok: false, refused: 'COMMENTING_DISABLED' };
  return canReadComments(session, form, viewer) ? ALLOWED : { ok: false, refused: 'ANSWER_FIRST' };
}

export type ReactionRefusal = 'SESSION_NOT_RUNNING' | 'OWN_POST' | 'ANSWER_FIRST' | 'NOT_ALLOWED';

/** Whether a post may be liked (LIVE-38): while the session runs, not one's own, and only a post that one may see. Commenting off does not matter. */
export function canReact(session: SessionState, post: PostRef, viewer: Viewer): Permission<ReactionRefusal> {
  if (viewer.role === 'projector') return { ok: false, refused: 'NOT_ALLOWED' };
  if (session.state !== 'running') return { ok: false, refused: 'SESSION_NOT_RUNNING' };
  if (viewer.account_id === post.account_id) return { ok: false, refused: 'OWN_POST' };
  return canSeePost(session, post, viewer) ? ALLOWED : { ok: false, refused: 'ANSWER_FIRST' };
}

/** What the teacher can show to the class, each for itself. */
export type Revealed = 'distribution' | 'correctness';

export type RevealRefusal = 'SESSION_NOT_RUNNING' | 'STEP_NOT_ALLOWED' | 'PHASE_NOT_CLOSED';

/**
 * Whether the teacher may reveal now (LIVE-19, LIVE-20): the distribution of any form that has opened; correctness once every
 * form of that question has closed, so of Form - 1A only after Form - 1B.
 */
export function canReveal(session: SessionState, form: Form, what: Revealed): Permission<RevealRefusal> {
  if (session.state !== 'running') return { ok: false, refused: 'SESSION_NOT_RUNNING' };
  if (!findPhase(session, form)) return { ok: false, refused: 'STEP_NOT_ALLOWED' };
  const isOver = listFormsOfSameQuestion(form).every((one) => (findPhase(session, one)?.closedAtMs ?? null) !== null);
  return what === 'distribution' || isOver ? ALLOWED : { ok: false, refused: 'PHASE_NOT_CLOSED' };
}
