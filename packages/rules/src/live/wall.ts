import { computeQuestionPosition, FORMS, listFormsOfSameQuestion, type Form } from './forms.ts';
import { findPhase, type SessionState } from './session.ts';

/**
 * The things that every wall of a lesson can show: the question alone; the distribution of a form; how answers changed from the form
 * before; the right response and why others chose differently; pairs; two reasons; a student's question that is read out
 * without a name; the results; or nothing.
 */
export const WALL_SHOWS = ['question', 'distribution', 'change', 'explain', 'pairs', 'reasons', 'asked', 'results', 'nothing'] as const;
export type WallShow = (typeof WALL_SHOWS)[number];

/**
 * The choice of staff for the walls. `of` is the form that it is about; `step` counts from 0, for `explain`; `question_id` is
 * the question to the staff, for `asked` alone.
 */
export interface WallChoice {
  show: WallShow;
  of: Form | null;
  step: number;
  question_id?: number;
}

/** A choice with the moment of the run in which it was made: the form opened last, and whether the run had ended. */
export interface StoredWallChoice extends WallChoice {
  form: Form;
  ended: boolean;
}

/**
 * Returns the choice that applies now, or null while walls show what they show unasked. A choice ends when the next form
 * opens and when the run ends (LIVE-81), so nobody has to clear it.
 */
export function findWallChoice(
  session: Pick<SessionState, 'state'> & { phases: readonly { form: Form }[] },
  stored: StoredWallChoice | null,
): WallChoice | null {
  if (!stored || session.phases.at(-1)?.form !== stored.form || stored.ended !== (session.state !== 'running')) return null;
  const { show, of, step, question_id } = stored;
  return { show, of, step, ...(question_id !== undefined && { question_id }) };
}

/** Returns what walls show now: unasked it is the distribution of the form opened last once that is revealed, else the question. */
export function computeWall(session: SessionState, stored: StoredWallChoice | null): WallChoice {
  const last = session.phases.at(-1);
  return findWallChoice(session, stored) ?? { show: last?.distributionRevealed ? 'distribution' : 'question', of: last?.form ?? null, step: 0 };
}

export type WallRefusal = 'SESSION_NOT_RUNNING' | 'STEP_NOT_ALLOWED' | 'WALL_FORM_OPEN' | 'WALL_NOT_REVEALED' | 'WALL_FORM_NEEDED';
export type WallDecision =
  | { ok: true /** The forms whose distributions are revealed by it. */; reveals: readonly Form[] }
  | { ok: false; refused: WallRefusal };

/**
 * Decides whether staff may show this on the walls now (LIVE-82): only what is revealed, about the question of the form
 * opened last. Showing a change reveals the
 * distributions that it compares, once both forms have closed. Results come once the run has finished.
 */
export function decideWall(session: SessionState, { show, of }: WallChoice): WallDecision {
  if (session.state !== 'running' && session.state !== 'finished') return refuse('SESSION_NOT_RUNNING');
  if (show === 'nothing' || show === 'question') return { ok: true, reveals: [] };
  if (show === 'results') return session.state === 'finished' ? { ok: true, reveals: [] } : refuse('STEP_NOT_ALLOWED');
  if (session.state !== 'running') return refuse('SESSION_NOT_RUNNING');
  if (show === 'asked') return { ok: true, reveals: [] };
  if (of === null) return refuse('WALL_FORM_NEEDED');
  const phase = findPhase(session, of);
  const last = session.phases.at(-1);
  if (!phase || !last) return refuse('STEP_NOT_ALLOWED');
  // walls show the question of the form opened last, and nothing about another one
  const isOfAsked = computeQuestionPosition(of) === computeQuestionPosition(last.form);
  if (!isOfAsked && show !== 'pairs' && show !== 'reasons') return refuse('STEP_NOT_ALLOWED');
  if (show === 'distribution') return phase.distributionRevealed ? { ok: true, reveals: [] } : refuse('WALL_NOT_REVEALED');
  if (phase.closedAtMs === null) return refuse('WALL_FORM_OPEN');
  if (show === 'pairs' || show === 'reasons') return { ok: true, reveals: [] };
  if (show === 'explain') return isCorrectnessRevealed(session, of) ? { ok: true, reveals: [] } : refuse('WALL_NOT_REVEALED');
  return decideChange(session, of);
}

/** The change to Form - 2 compares right and wrong, since its question is another: both must be revealed. */
function decideChange(session: SessionState, of: Form): WallDecision {
  const forms = FORMS.slice(0, FORMS.indexOf(of) + 1);
  if (forms.length < 2) return refuse('STEP_NOT_ALLOWED');
  if (forms.some((form) => !findPhase(session, form))) return refuse('STEP_NOT_ALLOWED');
  if (forms.length > 2 && forms.some((form) => !isCorrectnessRevealed(session, form))) return refuse('WALL_NOT_REVEALED');
  return { ok: true, reveals: forms.filter((form) => !findPhase(session, form)?.distributionRevealed) };
}

const isCorrectnessRevealed = (session: SessionState, form: Form): boolean =>
  listFormsOfSameQuestion(form).some((one) => findPhase(session, one)?.correctnessRevealed ?? false);

const refuse = (refused: WallRefusal): WallDecision => ({ ok: false, refused });

/**
 * Returns the responses in the order in which they are explained: step 0 is the first right one, then come other right
 * ones, then the wrong ones by position (LIVE-83).
 */
export function listExplained<Response extends { position: number; is_valid: boolean }>(responses: readonly Response[]): Response[] {
  const placed = responses.toSorted((left, right) => left.position - right.position);
  return [...placed.filter(({ is_valid }) => is_valid), ...placed.filter(({ is_valid }) => !is_valid)];
}
