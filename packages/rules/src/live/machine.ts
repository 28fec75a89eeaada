import { LIVE_LIMITS } from '../limits.ts';
import { FORMS, type Form } from './forms.ts';
import { toOwnPhase } from './own-time.ts';
import { type ExtraTime, findOpenPhase, findPhase, type PhaseState, type SessionState, type ShowsAnswers } from './session.ts';
import { computeStatusButton, type StatusStep } from './steps.ts';
import { checkMinutes, computeAdjustedDeadline, computeDeadline, isPhaseDue, type MinutesProblem } from './time.ts';
import { canReveal, type Revealed } from './visibility.ts';

/** The actions on a session. `close-due` is the server's own, when a deadline and its grace have passed. */
export type SessionAction =
  | {
      type: 'activate';
      minutes: number;
      /** The number of questions of the assessment. Two are needed to run it. */
      questionCount: number;
      /** True when another session of the class is running. */
      classIsBusy: boolean;
      /** The extra times of the class's students; omitted: nobody has any. */
      extraTimes?: readonly ExtraTime[];
      /** The plan of the class; omitted: answers are shown as soon as they are given. */
      showsAnswers?: ShowsAnswers | undefined;
    }
  | { type: 'step'; step: StatusStep /** Ignored for `finished`, as are the extra times. */; minutes?: number | undefined; extraTimes?: readonly ExtraTime[] }
  | { type: 'cancel' }
  | { type: 'close-due' }
  /** `form`: the form that the person saw open; omitted: the open one. */
  | { type: 'close'; form?: Form | undefined }
  /** `form`: the form that the person saw as the last one; omitted: the last one. */
  | { type: 'end'; form?: Form | undefined }
  | { type: 'adjust-time'; adjustment: 'increase' | 'decrease'; minutes: number }
  | { type: 'set-commenting'; canComment: boolean }
  | { type: 'set-plan'; showsAnswers: ShowsAnswers }
  | { type: 'reveal'; form: Form; what: Revealed };

/** The cause of a form's closing: its deadline, staff who pressed Close, the next step, or Cancel. */
export type Closing = 'deadline' | 'staff' | 'step' | 'cancel';

/**
 * The effects of an action, in the order in which to save and to announce them: `session-started` a new run (a new
 * epoch); `drafts-filed` the drafts of logged-in students who have not answered this form become posts
 * (`computeFilings`), except for students who have time left; `phase-closed` is announced unless it is by `cancel`;
 * `own-time-ended` ends the own time of students in a form, files the drafts of those who are logged in and have not
 * answered unless it is by `cancel`, and is sent to them alone; the others are announced once each.
 */
export type SessionEffect =
  | { type: 'session-started' }
  | { type: 'drafts-filed'; form: Form; except: readonly number[] }
  | { type: 'phase-closed'; form: Form; closedAtMs: number; by: Closing }
  | { type: 'own-time-ended'; form: Form; accountIds: readonly number[]; by: Closing }
  | { type: 'phase-opened'; phase: PhaseState; extraTimes: readonly ExtraTime[] }
  | { type: 'deadline-moved'; form: Form; deadlineAtMs: number }
  | { type: 'commenting-changed'; canComment: boolean }
  | { type: 'plan-changed'; showsAnswers: ShowsAnswers; canComment: boolean }
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
  | 'FORM_OPEN'
  | 'PHASE_NOT_CLOSED';

export type SessionDecision =
  | { ok: true; next: SessionState; effects: readonly SessionEffect[] }
  | { ok: false; refused: SessionRefusal /** With VALIDATION_FAILED: the problem with the time. */; timeProblem?: MinutesProblem };

/**
 * The live lesson as a state machine: returns the effects of an action on a session at this instant by the server's
 * clock, or the code it is refused with. It changes nothing itself and ignores answers; see SPEC.md.
 *
 *     not-started ─activate→ 1A ─re-assign→ 1B ─next→ 2 ─finished→ finished
 *                             ├──────┴─cancel─┴→ canceled ─activate→ 1A of a new run
 *                             └──────┴─end─→ finished, without the forms that were not asked
 *
 * Each form is open, then closed: by its deadline and grace (`close-due`), by staff (`close`), by the next step, or by
 * cancel. Closed by its deadline or by staff, it goes on for students with extra time until their own deadline and
 * grace, or the next step (LIVE-67, LIVE-69).
 * The caller holds the session's row, reads the clock after that, and saves `next` in the same transaction.
 */
export function decide(session: SessionState, action: SessionAction, nowMs: number): SessionDecision {
  if (action.type === 'activate') return activate(session, action, nowMs);
  if (session.state !== 'running') return refuse('SESSION_NOT_RUNNING');
  switch (action.type) {
    case 'step':
      return takeStep(session, action, nowMs);
    case 'cancel':
      return cancel(session, nowMs);
    case 'close-due':
      return closeDue(session, nowMs);
    case 'close':
      return closeNow(session, action.form, nowMs);
    case 'end':
      return endHere(session, action.form, nowMs);
    case 'adjust-time':
      return adjustTime(session, action, nowMs);
    case 'set-commenting':
      return setCommenting(session, action.canComment);
    case 'set-plan':
      return setPlan(session, action.showsAnswers);
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
  const { extraTimes = [], showsAnswers } = action;
  const planned = showsAnswers === undefined ? {} : { showsAnswers };
  return accept(
    { state: 'running', canComment: false, phases: [phase], extraTimes, ...planned },
    { type: 'session-started' },
    { type: 'phase-opened', phase, extraTimes },
  );
}

function takeStep(session: SessionState, { step, minutes, extraTimes = [] }: Extract<SessionAction, { type: 'step' }>, nowMs: number): SessionDecision {
  const button = computeStatusButton(session.phases.length);
  if (button?.action !== step) return refuse('STEP_NOT_ALLOWED');
  if (button.opens === null) return finish(session, nowMs);
  const closing = closeOpenPhase(session, 'step', nowMs);
  const timeProblem = checkMinutes(minutes);
  if (minutes === undefined || timeProblem) return refuseTime(timeProblem ?? 'increase');
  const phase = openPhase(button.opens, minutes, nowMs);
  const next = { ...session, phases: [...closing.next.phases, phase], extraTimes };
  return accept(next, ...closing.effects, { type: 'phase-opened', phase, extraTimes });
}

function finish(session: SessionState, nowMs: number): SessionDecision {
  const closing = closeOpenPhase(session, 'step', nowMs);
  return accept({ ...session, ...closing.next, state: 'finished' }, ...closing.effects, { type: 'session-finished' });
}

/** Closes the open form for the class, as its deadline would (LIVE-69). */
function closeNow(session: SessionState, form: Form | undefined, nowMs: number): SessionDecision {
  if (isOutdated(session, form)) return refuse('STEP_NOT_ALLOWED');
  if (!findOpenPhase(session)) return refuse('FORM_NOT_RUNNING');
  const closing = closeOpenPhase(session, 'staff', nowMs);
  return accept({ ...session, ...closing.next }, ...closing.effects);
}

/** Finishes the session before all forms were asked (LIVE-71). After Form - 2 this is what Finish does. */
function endHere(session: SessionState, form: Form | undefined, nowMs: number): SessionDecision {
  if (isOutdated(session, form) || session.phases.length === FORMS.length) return refuse('STEP_NOT_ALLOWED');
  return finish(session, nowMs);
}

/** Checks whether a person named a form that is not the last one: the lesson has moved on since. */
function isOutdated(session: SessionState, form: Form | undefined): boolean {
  return form !== undefined && session.phases.at(-1)?.form !== form;
}

function cancel(session: SessionState, nowMs: number): SessionDecision {
  const closing = closeOpenPhase(session, 'cancel', nowMs);
  return accept({ ...session, ...closing.next, state: 'canceled' }, ...closing.effects, { type: 'session-canceled' });
}

function closeDue(session: SessionState, nowMs: number): SessionDecision {
  const open = findOpenPhase(session);
  if (!open && session.extraTimes.length === 0) return refuse('FORM_NOT_RUNNING');
  if (open && !isPhaseDue(open, nowMs)) return refuse('PHASE_NOT_CLOSED');
  const closing = closeOpenPhase(session, 'deadline', nowMs);
  return closing.effects.length > 0 ? accept({ ...session, ...closing.next }, ...closing.effects) : refuse('PHASE_NOT_CLOSED');
}

function adjustTime(session: SessionState, action: Extract<SessionAction, { type: 'adjust-time' }>, nowMs: number): SessionDecision {
  const timeProblem = checkMinutes(action.minutes);
  if (timeProblem) return refuseTime(timeProblem);
  const open = findOpenPhase(session);
  // Once the grace has passed the phase is effectively closed: its drafts must not become editable again.
  if (!open || isPhaseDue(open, nowMs)) return refuse('FORM_NOT_RUNNING');
  const deadlineAtMs = computeAdjustedDeadline(open, action.adjustment, action.minutes, nowMs);
  return accept(withPhase(session, { ...open, deadlineAtMs }), { type: 'deadline-moved', form: open.form, deadlineAtMs });
}

function setCommenting(session: SessionState, canComment: boolean): SessionDecision {
  if (session.canComment === canComment) return accept(session);
  return accept({ ...session, canComment }, { type: 'commenting-changed', canComment });
}

/**
 * Changes the moment from which classmates see answers (LIVE-111). Refused while a form is open, for the class or for a
 * student with extra time: those who have answered it may have read others already.
 */
function setPlan(session: SessionState, showsAnswers: ShowsAnswers): SessionDecision {
  if ((session.showsAnswers ?? 'as-answered') === showsAnswers) return accept(session);
  if (findOpenPhase(session) || session.extraTimes.length > 0) return refuse('FORM_OPEN');
  return accept({ ...session, showsAnswers }, { type: 'plan-changed', showsAnswers, canComment: session.canComment });
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

/**
 * Closes the last phase for the class if it is open, and for students with extra time: all of them, or when a deadline
 * or staff close it, those whose own deadline has passed.
 */
function closeOpenPhase(session: SessionState, by: Closing, nowMs: number): { next: Pick<SessionState, 'phases' | 'extraTimes'>; effects: SessionEffect[] } {
  const { phases, extraTimes } = session;
  const last = phases.at(-1);
  const isForAll = by === 'step' || by === 'cancel';
  const isOver = ({ percent }: ExtraTime): boolean => isForAll || (last !== undefined && isPhaseDue(toOwnPhase(last, percent), nowMs));
  const [left, over] = [extraTimes.filter((one) => !isOver(one)), extraTimes.filter(isOver)];
  const open = findOpenPhase(session);
  const effects: SessionEffect[] = [];
  // A canceled run is in no figure: its drafts stay drafts.
  if (open && by !== 'cancel') effects.push({ type: 'drafts-filed', form: open.form, except: left.map(({ account_id }) => account_id) });
  if (open) effects.push({ type: 'phase-closed', form: open.form, closedAtMs: nowMs, by });
  if (last && over.length > 0) effects.push({ type: 'own-time-ended', form: last.form, accountIds: over.map(({ account_id }) => account_id), by });
  return { next: { phases: open ? withPhase(session, { ...open, closedAtMs: nowMs }).phases : phases, extraTimes: left }, effects };
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
