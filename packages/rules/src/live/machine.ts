import { LIVE_LIMITS } from '../limits.ts';
import { FORMS, type Form } from './forms.ts';
import { findOpenPhase, findPhase, type PhaseState, type SessionState } from './session.ts';
import { computeStatusButton, type StatusStep } from './steps.ts';
import { checkMinutes, computeAdjustedDeadline, computeDeadline, isPhaseDue, type MinutesProblem } from './time.ts';
import { canReveal, type Revealed } from './visibility.ts';

/** What may be done to a session. `close-due` is the server's own, when a deadline and its grace are over. */
export type SessionAction =
  | {
      type: 'activate';
      minutes: number;
      /** Questions of the assessment; it takes two to run it. */
      questionCount: number;
      /** Another session of the class runs now. */
      classIsBusy: boolean;
    }
  | { type: 'step'; step: StatusStep /** Not looked at for `finished`. */; minutes?: number | undefined }
  | { type: 'cancel' }
  | { type: 'close-due' }
  | { type: 'adjust-time'; adjustment: 'increase' | 'decrease'; minutes: number }
  | { type: 'set-commenting'; canComment: boolean }
  | { type: 'reveal'; form: Form; what: Revealed };

/**
 * What an action brings about, in the order in which to save and to announce it:
 * `session-started` a new run (a new epoch); `drafts-filed` the drafts of logged-in students who have not answered
 * this form become posts (`computeFilings`); `phase-closed` is announced unless it is by `cancel`;
 * the others are announced once each.
 */
export type SessionEffect =
  | { type: 'session-started' }
  | { type: 'drafts-filed'; form: Form }
  | { type: 'phase-closed'; form: Form; closedAtMs: number; by: 'deadline' | 'step' | 'cancel' }
  | { type: 'phase-opened'; phase: PhaseState }
  | { type: 'deadline-moved'; form: Form; deadlineAtMs: number }
  | { type: 'commenting-changed'; canComment: boolean }
  | { type: 'revealed'; form: Form; what: Revealed }
  | { type: 'session-finished' }
  | { type: 'session-canceled' };

/** Codes of the error registry. */
export type SessionRefusal =
  | 'VALIDATION_FAILED'
  | 'ASSESSMENT_INCOMPLETE'
  | 'ASSESSMENT_FINISHED'
  | 'SESSION_RUNNING'
  | 'SESSION_NOT_RUNNING'
  | 'STEP_NOT_ALLOWED'
  | 'FORM_NOT_RUNNING'
  | 'PHASE_NOT_CLOSED';

export type SessionDecision =
  | { ok: true; next: SessionState; effects: readonly SessionEffect[] }
  | { ok: false; refused: SessionRefusal /** With VALIDATION_FAILED: what is wrong with the time. */; timeProblem?: MinutesProblem };

/**
 * The live lesson as a state machine: what an action does to a session at this instant by the server's clock, or the
 * code it is refused with. Changes nothing itself and knows nothing of answers; see SPEC.md.
 *
 *     not-started ─activate→ 1A ─re-assign→ 1B ─next→ 2 ─finished→ finished
 *                             └──────┴─cancel─┴→ canceled ─activate→ 1A of a new run
 *
 * Each form is open, then closed: by its deadline and grace (`close-due`), by the next step, or by cancel.
 * The caller holds the session's row, reads the clock after that, and saves `next` in the same transaction.
 */
export function decide(session: SessionState, action: SessionAction, nowMs: number): SessionDecision {
  if (action.type === 'activate') return activate(session, action, nowMs);
  if (session.state !== 'running') return refuse('SESSION_NOT_RUNNING');
  switch (action.type) {
    case 'step':
      return takeStep(session, action.step, action.minutes, nowMs);
    case 'cancel':
      return cancel(session, nowMs);
    case 'close-due':
      return closeDue(session, nowMs);
    case 'adjust-time':
      return adjustTime(session, action, nowMs);
    case 'set-commenting':
      return setCommenting(session, action.canComment);
    case 'reveal':
      return reveal(session, action.form, action.what);
  }
}

function activate(session: SessionState, action: Extract<SessionAction, { type: 'activate' }>, nowMs: number): SessionDecision {
  if (session.state === 'finished') return refuse('ASSESSMENT_FINISHED');
  if (session.state === 'running' || action.classIsBusy) return refuse('SESSION_RUNNING');
  if (action.questionCount !== LIVE_LIMITS.questions) return refuse('ASSESSMENT_INCOMPLETE');
  const timeProblem = checkMinutes(action.minutes);
  if (timeProblem) return refuseTime(timeProblem);
  const phase = openPhase(FORMS[0], action.minutes, nowMs);
  return accept({ state: 'running', canComment: false, phases: [phase] }, { type: 'session-started' }, { type: 'phase-opened', phase });
}

function takeStep(session: SessionState, step: StatusStep, minutes: number | undefined, nowMs: number): SessionDecision {
  const button = computeStatusButton(session.phases.length);
  if (button?.action !== step) return refuse('STEP_NOT_ALLOWED');
  const closing = closeOpenPhase(session, 'step', nowMs);
  if (button.opens === null) return accept({ ...session, state: 'finished', phases: closing.phases }, ...closing.effects, { type: 'session-finished' });
  const timeProblem = checkMinutes(minutes);
  if (minutes === undefined || timeProblem) return refuseTime(timeProblem ?? 'increase');
  const phase = openPhase(button.opens, minutes, nowMs);
  return accept({ ...session, phases: [...closing.phases, phase] }, ...closing.effects, { type: 'phase-opened', phase });
}

function cancel(session: SessionState, nowMs: number): SessionDecision {
  const closing = closeOpenPhase(session, 'cancel', nowMs);
  return accept({ ...session, state: 'canceled', phases: closing.phases }, ...closing.effects, { type: 'session-canceled' });
}

function closeDue(session: SessionState, nowMs: number): SessionDecision {
  const open = findOpenPhase(session);
  if (!open) return refuse('FORM_NOT_RUNNING');
  if (!isPhaseDue(open, nowMs)) return refuse('PHASE_NOT_CLOSED');
  const closing = closeOpenPhase(session, 'deadline', nowMs);
  return accept({ ...session, phases: closing.phases }, ...closing.effects);
}

function adjustTime(session: SessionState, action: Extract<SessionAction, { type: 'adjust-time' }>, nowMs: number): SessionDecision {
  const timeProblem = checkMinutes(action.minutes);
  if (timeProblem) return refuseTime(timeProblem);
  const open = findOpenPhase(session);
  // Once the grace is over the phase is closed in all but name: its drafts must not become editable again.
  if (!open || isPhaseDue(open, nowMs)) return refuse('FORM_NOT_RUNNING');
  const deadlineAtMs = computeAdjustedDeadline(open, action.adjustment, action.minutes, nowMs);
  return accept(withPhase(session, { ...open, deadlineAtMs }), { type: 'deadline-moved', form: open.form, deadlineAtMs });
}

function setCommenting(session: SessionState, canComment: boolean): SessionDecision {
  if (session.canComment === canComment) return accept(session);
  return accept({ ...session, canComment }, { type: 'commenting-changed', canComment });
}

function reveal(session: SessionState, form: Form, what: Revealed): SessionDecision {
  const permission = canReveal(session, form, what);
  const phase = findPhase(session, form);
  if (!permission.ok) return refuse(permission.refused);
  const flag = what === 'distribution' ? 'distributionRevealed' : 'correctnessRevealed';
  if (!phase || phase[flag]) return accept(session);
  return accept(withPhase(session, { ...phase, [flag]: true }), { type: 'revealed', form, what });
}

function openPhase(form: Form, minutes: number, nowMs: number): PhaseState {
  return {
    form,
    minutes,
    openedAtMs: nowMs,
    deadlineAtMs: computeDeadline(nowMs, minutes),
    closedAtMs: null,
    distributionRevealed: false,
    correctnessRevealed: false,
  };
}

function closeOpenPhase(session: SessionState, by: 'deadline' | 'step' | 'cancel', nowMs: number): { phases: readonly PhaseState[]; effects: SessionEffect[] } {
  const open = findOpenPhase(session);
  if (!open) return { phases: session.phases, effects: [] };
  const { phases } = withPhase(session, { ...open, closedAtMs: nowMs });
  const closed: SessionEffect = { type: 'phase-closed', form: open.form, closedAtMs: nowMs, by };
  // A canceled run is in no figure: its drafts stay drafts.
  return { phases, effects: by === 'cancel' ? [closed] : [{ type: 'drafts-filed', form: open.form }, closed] };
}

function withPhase(session: SessionState, phase: PhaseState): SessionState {
  return { ...session, phases: session.phases.map((one) => (one.form === phase.form ? phase : one)) };
}

function accept(next: SessionState, ...effects: SessionEffect[]): SessionDecision {
  return { ok: true, next, effects };
}

function refuse(refused: SessionRefusal): SessionDecision {
  return { ok: false, refused };
}

function refuseTime(timeProblem: MinutesProblem): SessionDecision {
  return { ok: false, refused: 'VALIDATION_FAILED', timeProblem };
}
