import { computeQuestionPosition, listFormsOfSameQuestion, type Form } from './forms.ts';
import { findOwnPhase } from './own-time.ts';
import { findPhase, type PhaseState, type SessionState } from './session.ts';

/**
 * The viewer of a lesson. Staff are people who may run it; the projector is a screen that the whole class sees;
 * `answered` are the forms in which the student has a post in this run, sent or filed.
 */
export type Viewer = { role: 'staff'; account_id: number } | { role: 'student'; account_id: number; answered: readonly Form[] } | { role: 'projector' };

/** A post with the fields that its visibility depends on. */
export interface PostRef {
  form: Form;
  account_id: number;
  postedAtMs: number;
}

export type Permission<Code extends string> = { ok: true } | { ok: false; refused: Code };
const ALLOWED = { ok: true } as const;

/** Returns a form's phase for the viewer: for a student with extra time it may still be open (LIVE-67). */
function findPhaseOf(session: SessionState, form: Form, viewer: Viewer): PhaseState | null {
  return viewer.role === 'student' ? findOwnPhase(session, form, viewer.account_id) : findPhase(session, form);
}

/**
 * Returns true when the viewer may see a question: staff always; students and projector once a form that asks it has
 * opened (LIVE-39).
 */
export function canSeeQuestion(session: SessionState, position: 1 | 2, viewer: Viewer): boolean {
  return viewer.role === 'staff' || session.phases.some((phase) => computeQuestionPosition(phase.form) === position);
}

/**
 * Returns true when the viewer may see the posts of a form (LIVE-32): staff always; a student after answering in that
 * form, or once it has closed; nobody else. With a plan that shows answers when the form closes, having answered is not
 * enough (LIVE-110). Only staff see a canceled run. Students may always see their own posts.
 */
export function canSeePosts(session: SessionState, form: Form, viewer: Viewer): boolean {
  if (viewer.role !== 'student') return viewer.role === 'staff';
  const phase = findPhaseOf(session, form, viewer);
  if (session.state === 'canceled' || phase === null || waitsForClosing(session, form)) return false;
  return phase.closedAtMs !== null || viewer.answered.includes(form);
}

/** Returns true while a form is open for the class, and the plan shows classmates' answers only when it closes (LIVE-110). */
function waitsForClosing(session: SessionState, form: Form): boolean {
  return session.showsAnswers === 'when-closed' && findPhase(session, form)?.closedAtMs === null;
}

/**
 * Returns true when the viewer may see one post: like the posts of its form, unless it is withheld; a student's own
 * always.
 */
export function canSeePost(session: SessionState, post: PostRef, viewer: Viewer): boolean {
  const isOwn = viewer.role === 'student' && viewer.account_id === post.account_id;
  return isOwn || (canSeePosts(session, post.form, viewer) && !isPostWithheld(post, computeWithheldAfter(session, post.form, viewer)));
}

/**
 * Returns the instant from which posts of a form are withheld from the viewer, in epoch milliseconds (LIVE-68); null:
 * none are. A post after the class's closing would reveal that its author has extra time, so classmates see it once the
 * next form opens.
 */
export function computeWithheldAfter(session: SessionState, form: Form, viewer: Viewer): number | null {
  const last = session.phases.at(-1);
  return viewer.role !== 'staff' && session.state === 'running' && last?.form === form ? last.closedAtMs : null;
}

/** Returns true when a post is withheld. */
export function isPostWithheld({ postedAtMs }: Pick<PostRef, 'postedAtMs'>, heldBackAfterMs: number | null): boolean {
  return heldBackAfterMs !== null && postedAtMs > heldBackAfterMs;
}

/**
 * Returns true when the viewer may see the distribution of a form: like its posts; the projector once the teacher
 * reveals it (LIVE-33).
 */
export function canSeeDistribution(session: SessionState, form: Form, viewer: Viewer): boolean {
  if (viewer.role !== 'projector') return canSeePosts(session, form, viewer);
  return findPhase(session, form)?.distributionRevealed ?? false;
}

/**
 * Returns true when the viewer may know the right responses of a form's question (LIVE-34): staff always; students once
 * the teacher reveals them in any form of that question, or the session is finished, but not while they still have to
 * answer such a form; the projector once revealed.
 */
export function canKnowCorrectness(session: SessionState, form: Form, viewer: Viewer): boolean {
  if (viewer.role === 'staff') return true;
  if (viewer.role === 'student' && session.state === 'finished') return true;
  if (session.state === 'canceled') return false;
  const last = session.phases.at(-1);
  if (last && computeQuestionPosition(last.form) === computeQuestionPosition(form) && hasToAnswer(session, viewer)) return false;
  return listFormsOfSameQuestion(form).some((one) => findPhase(session, one)?.correctnessRevealed ?? false);
}

/** Returns true when the student still has to answer the open form, open for the class or only for this student. */
export function hasToAnswer(session: SessionState, viewer: Viewer): boolean {
  const form = session.phases.at(-1)?.form;
  if (viewer.role !== 'student' || session.state !== 'running' || form === undefined) return false;
  return findPhaseOf(session, form, viewer)?.closedAtMs === null && !viewer.answered.includes(form);
}

/**
 * Returns true when the viewer may read comments and replies on a form's posts (LIVE-35): like its posts; but while a
 * form is open, a student who has not answered it reads none, even of earlier forms. The projector shows none.
 */
export function canReadComments(session: SessionState, form: Form, viewer: Viewer): boolean {
  return canSeePosts(session, form, viewer) && !hasToAnswer(session, viewer);
}

export type CommentRefusal = 'SESSION_NOT_RUNNING' | 'COMMENTING_DISABLED' | 'ANSWER_FIRST' | 'AFTER_CLOSE' | 'NOT_ALLOWED';

/**
 * Checks whether the viewer may write a comment or reply on a post of this form (LIVE-36, LIVE-37): while the session
 * runs; students only when the teacher has enabled commenting and they have answered the open form.
 */
export function canWriteComment(session: SessionState, form: Form, viewer: Viewer): Permission<CommentRefusal> {
  if (viewer.role === 'projector') return { ok: false, refused: 'NOT_ALLOWED' };
  if (session.state !== 'running') return { ok: false, refused: 'SESSION_NOT_RUNNING' };
  if (viewer.role === 'staff') return ALLOWED;
  if (!session.canComment) return { ok: false, refused: 'COMMENTING_DISABLED' };
  return canReadComments(session, form, viewer) ? ALLOWED : { ok: false, refused: refusalOfReading(session, form, viewer) };
}

/** Returns the reason why a student may not read a form's posts or comments yet: something to answer, or the plan. */
function refusalOfReading(session: SessionState, form: Form, viewer: Viewer): 'ANSWER_FIRST' | 'AFTER_CLOSE' {
  return waitsForClosing(session, form) && !hasToAnswer(session, viewer) ? 'AFTER_CLOSE' : 'ANSWER_FIRST';
}

export type ReactionRefusal = 'SESSION_NOT_RUNNING' | 'OWN_POST' | 'ANSWER_FIRST' | 'AFTER_CLOSE' | 'NOT_ALLOWED';

/**
 * Checks whether the viewer may like a post (LIVE-38): while the session runs, not one's own, and only a visible post.
 * It does not depend on commenting.
 */
export function canReact(session: SessionState, post: PostRef, viewer: Viewer): Permission<ReactionRefusal> {
  if (viewer.role === 'projector') return { ok: false, refused: 'NOT_ALLOWED' };
  if (session.state !== 'running') return { ok: false, refused: 'SESSION_NOT_RUNNING' };
  if (viewer.account_id === post.account_id) return { ok: false, refused: 'OWN_POST' };
  return canSeePost(session, post, viewer) ? ALLOWED : { ok: false, refused: refusalOfReading(session, post.form, viewer) };
}

/** The results that the teacher can show to the class, each separately. */
export type Revealed = 'distribution' | 'correctness';

export type RevealRefusal = 'SESSION_NOT_RUNNING' | 'STEP_NOT_ALLOWED' | 'PHASE_NOT_CLOSED';

/**
 * Checks whether the teacher may reveal now (LIVE-19, LIVE-20): the distribution of any form that has opened;
 * correctness once every form of that question has closed, so of Form - 1A only after Form - 1B.
 */
export function canReveal(session: SessionState, form: Form, what: Revealed): Permission<RevealRefusal> {
  if (session.state !== 'running') return { ok: false, refused: 'SESSION_NOT_RUNNING' };
  if (!findPhase(session, form)) return { ok: false, refused: 'STEP_NOT_ALLOWED' };
  const isOver = listFormsOfSameQuestion(form).every((one) => (findPhase(session, one)?.closedAtMs ?? null) !== null);
  return what === 'distribution' || isOver ? ALLOWED : { ok: false, refused: 'PHASE_NOT_CLOSED' };
}
