import { describe, expect, test } from 'vitest';
import {
  activate,
  closedByDeadline,
  FORM_1A,
  FORM_1B,
  FORM_2,
  MINUTE_MS,
  openPhaseOf,
  sessions,
  START_MS,
  step,
  type SessionName,
} from '../testing/sessions.ts';
import { computeQuestionPosition, FORM_KEYS, FORMS } from './forms.ts';
import { decide, type SessionAction, type SessionDecision, type SessionEffect } from './machine.ts';
import { findOpenPhase, type SessionState } from './session.ts';
import { computeStatusButton } from './steps.ts';

const NOW = START_MS + 5 * MINUTE_MS;

function accepted(decision: SessionDecision): Extract<SessionDecision, { ok: true }> {
  if (!decision.ok) throw new Error(`refused: ${decision.refused}`);
  return decision;
}
const kinds = (effects: readonly SessionEffect[]): string[] => effects.map((effect) => effect.type);

describe('forms and steps', () => {
  test('[K453] [L002] [LIVE-1] the forms are named exactly so, in this order', () => {
    expect(FORMS).toEqual(['Form - 1A', 'Form - 1B', 'Form - 2']);
    expect(FORMS.map((form) => FORM_KEYS[form])).toEqual(['form_1A', 'form_1B', 'form_2']);
  });
  test('[L003] [Q424] [LIVE-2] the first question is asked in Form - 1A and Form - 1B, the second in Form - 2', () => {
    expect(FORMS.map(computeQuestionPosition)).toEqual([1, 1, 2]);
  });
  test.each([
    [0, null],
    [1, { action: 're-assign', label: 'Re-Assign', opens: FORM_1B, needsTime: true }],
    [2, { action: 'next', label: 'Next', opens: FORM_2, needsTime: true }],
    [3, { action: 'finished', label: 'Finish', opens: null, needsTime: false }],
  ])('[LIVE-5] with %i attempts the status button is %o', (attempts, button) => {
    expect(computeStatusButton(attempts)).toEqual(button);
  });
});

describe('the table of steps', () => {
  test.each([
    ['notStarted', activate(7), 'running', [FORM_1A], ['session-started', 'phase-opened']],
    ['canceled', activate(7), 'running', [FORM_1A], ['session-started', 'phase-opened']],
    ['in1A', step('re-assign', 7), 'running', [FORM_1A, FORM_1B], ['drafts-filed', 'phase-closed', 'phase-opened']],
    ['in1B', step('next', 7), 'running', [FORM_1A, FORM_1B, FORM_2], ['drafts-filed', 'phase-closed', 'phase-opened']],
    ['in2', step('finished'), 'finished', [FORM_1A, FORM_1B, FORM_2], ['drafts-filed', 'phase-closed', 'session-finished']],
  ] as const)('[LIVE-3] from %s, %o leads to %s with %o', (name, action, state, forms, effects) => {
    const { next, effects: happened } = accepted(decide(sessions[name], action, NOW));
    expect(next.state).toBe(state);
    expect(next.phases.map((phase) => phase.form)).toEqual(forms);
    expect(kinds(happened)).toEqual(effects);
  });

  test.each([
    ['notStarted', activate(7)],
    ['in1A', step('re-assign', 7)],
    ['in1B', step('next', 7)],
  ] as const)('[LIVE-3] the form that opens from %s runs for the minutes that %o gives it', (name, action) => {
    const { next } = accepted(decide(sessions[name], action, NOW));
    expect(openPhaseOf(next)).toEqual({
      form: FORMS[next.phases.length - 1],
      minutes: 7,
      openedAtMs: NOW,
      deadlineAtMs: NOW + 7 * MINUTE_MS,
      closedAtMs: null,
      distributionRevealed: false,
      correctnessRevealed: false,
    });
  });

  const refusals: [SessionName, SessionAction, string][] = [
    ['in1A', step('next'), 'STEP_NOT_ALLOWED'],
    ['in1A', step('finished'), 'STEP_NOT_ALLOWED'],
    ['in1B', step('re-assign'), 'STEP_NOT_ALLOWED'],
    ['in1B', step('finished'), 'STEP_NOT_ALLOWED'],
    ['in2', step('re-assign'), 'STEP_NOT_ALLOWED'],
    ['in2', step('next'), 'STEP_NOT_ALLOWED'],
    ...(['notStarted', 'finished', 'canceled'] as const).flatMap((name): [SessionName, SessionAction, string][] => [
      [name, step('re-assign'), 'SESSION_NOT_RUNNING'],
      [name, step('next'), 'SESSION_NOT_RUNNING'],
      [name, step('finished'), 'SESSION_NOT_RUNNING'],
      [name, { type: 'cancel' }, 'SESSION_NOT_RUNNING'],
      [name, { type: 'close' }, 'SESSION_NOT_RUNNING'],
      [name, { type: 'end' }, 'SESSION_NOT_RUNNING'],
      [name, { type: 'close-due' }, 'SESSION_NOT_RUNNING'],
      [name, { type: 'adjust-time', adjustment: 'increase', minutes: 1 }, 'SESSION_NOT_RUNNING'],
      [name, { type: 'set-commenting', canComment: true }, 'SESSION_NOT_RUNNING'],
      [name, { type: 'reveal', form: FORM_1A, what: 'distribution' }, 'SESSION_NOT_RUNNING'],
    ]),
  ];
  test.each(refusals)('[LIVE-4] in %s, %o is refused with %s', (name, action, refused) => {
    expect(decide(sessions[name], action, NOW)).toEqual({ ok: false, refused });
  });

  test.each([
    ['finished', activate(), 'ASSESSMENT_FINISHED'],
    ['in1A', activate(), 'SESSION_RUNNING'],
    ['notStarted', { ...activate(), classIsBusy: true }, 'SESSION_RUNNING'],
    ['canceled', { ...activate(), classIsBusy: true }, 'SESSION_RUNNING'],
    ['notStarted', { ...activate(), questionCount: 1 }, 'ASSESSMENT_INCOMPLETE'],
    ['notStarted', { ...activate(), questionCount: 3 }, 'ASSESSMENT_INCOMPLETE'],
  ] as [SessionName, SessionAction, string][])('[LIVE-6] in %s, %o is refused with %s', (name, action, refused) => {
    expect(decide(sessions[name], action, NOW)).toEqual({ ok: false, refused });
  });

  test.each([
    ['notStarted', activate(0), 'increase'],
    ['in1A', step('re-assign', 0), 'increase'],
    ['in1B', step('next', -3), 'increase'],
    ['in1A', { type: 'step', step: 're-assign' }, 'increase'],
    ['notStarted', activate(1.5), 'whole'],
    ['in1B', step('next', 181), 'most'],
  ] as [SessionName, SessionAction, string][])('[LIVE-7] in %s, %o needs a better time: %s', (name, action, timeProblem) => {
    expect(decide(sessions[name], action, NOW)).toEqual({ ok: false, refused: 'VALIDATION_FAILED', timeProblem });
  });
  test('[LIVE-7] Finish needs no time', () => {
    expect(accepted(decide(sessions.in2, { type: 'step', step: 'finished' }, NOW)).next.state).toBe('finished');
  });
});

describe('closing', () => {
  const deadline = openPhaseOf(sessions.in1A).deadlineAtMs;
  test('[LIVE-11] the server closes a phase from its deadline plus 3 seconds on, files first and reveals nothing', () => {
    expect(decide(sessions.in1A, { type: 'close-due' }, deadline + 2_999)).toEqual({ ok: false, refused: 'PHASE_NOT_CLOSED' });
    const { next, effects } = accepted(decide(sessions.in1A, { type: 'close-due' }, deadline + 3_000));
    expect(effects).toEqual([
      { type: 'drafts-filed', form: FORM_1A, except: [] },
      { type: 'phase-closed', form: FORM_1A, closedAtMs: deadline + 3_000, by: 'deadline' },
    ]);
    expect(next).toMatchObject({ state: 'running', phases: [{ closedAtMs: deadline + 3_000, distributionRevealed: false, correctnessRevealed: false }] });
  });
  test('[LIVE-11] a phase closes once', () => {
    expect(decide(closedByDeadline(sessions.in1A), { type: 'close-due' }, deadline + 9_000_000)).toEqual({ ok: false, refused: 'FORM_NOT_RUNNING' });
  });
  test('[LIVE-16] a step closes the running phase at once, and not again one that its deadline has closed', () => {
    expect(accepted(decide(sessions.in1A, step('re-assign'), NOW)).effects[1]).toEqual({ type: 'phase-closed', form: FORM_1A, closedAtMs: NOW, by: 'step' });
    const closed = closedByDeadline(sessions.in1A);
    const { next, effects } = accepted(decide(closed, step('re-assign'), NOW));
    expect(kinds(effects)).toEqual(['phase-opened']);
    expect(next.phases[0]).toEqual(closed.phases[0]);
  });
  test.each(['in1A', 'in1B', 'in2'] as const)('[LIVE-17] cancel in %s closes what is open, files nothing and keeps the attempts', (name) => {
    const { next, effects } = accepted(decide(sessions[name], { type: 'cancel' }, NOW));
    expect(next.state).toBe('canceled');
    expect(next.phases).toHaveLength(sessions[name].phases.length);
    expect(findOpenPhase(next)).toBeNull();
    expect(kinds(effects)).toEqual(['phase-closed', 'session-canceled']);
    expect(effects[0]).toMatchObject({ by: 'cancel' });
  });
  test('[LIVE-17] a canceled assessment runs again from no attempts, with commenting off', () => {
    const commenting = accepted(decide(sessions.in1B, { type: 'set-commenting', canComment: true }, NOW)).next;
    const canceled = accepted(decide(commenting, { type: 'cancel' }, NOW)).next;
    expect(accepted(decide(canceled, activate(), NOW)).next).toMatchObject({
      state: 'running',
      canComment: false,
      phases: [{ form: FORM_1A, closedAtMs: null }],
    });
  });
});

describe('closing by hand, and ending early', () => {
  test.each(['in1A', 'in1B', 'in2'] as const)('[LIVE-69] in %s, staff close the form at once and nothing else follows', (name) => {
    const open = openPhaseOf(sessions[name]);
    const { next, effects } = accepted(decide(sessions[name], { type: 'close', form: open.form }, NOW));
    expect(effects).toEqual([
      { type: 'drafts-filed', form: open.form, except: [] },
      { type: 'phase-closed', form: open.form, closedAtMs: NOW, by: 'staff' },
    ]);
    expect(next.state).toBe('running');
    expect(next.phases.at(-1)).toEqual({ ...open, closedAtMs: NOW });
  });
  test('[LIVE-69] [LIVE-67] students with extra time keep it when staff close, until their own deadline', () => {
    const session = { ...sessions.in1A, extraTimes: [{ account_id: 7, percent: 50 }] };
    const { next, effects } = accepted(decide(session, { type: 'close' }, NOW));
    expect(effects[0]).toEqual({ type: 'drafts-filed', form: FORM_1A, except: [7] });
    expect(next.extraTimes).toEqual(session.extraTimes);
    const ownEnd = START_MS + 15 * MINUTE_MS + 3_000;
    expect(decide(next, { type: 'close-due' }, ownEnd - 1)).toEqual({ ok: false, refused: 'PHASE_NOT_CLOSED' });
    expect(kinds(accepted(decide(next, { type: 'close-due' }, ownEnd)).effects)).toEqual(['own-time-ended']);
  });
  test('[LIVE-70] closing twice, after the deadline has closed, or by a form that is not the last one is refused', () => {
    const closed = accepted(decide(sessions.in1A, { type: 'close' }, NOW)).next;
    expect(decide(closed, { type: 'close', form: FORM_1A }, NOW)).toEqual({ ok: false, refused: 'FORM_NOT_RUNNING' });
    expect(decide(closedByDeadline(sessions.in1A), { type: 'close' }, NOW)).toEqual({ ok: false, refused: 'FORM_NOT_RUNNING' });
    expect(decide(sessions.in1B, { type: 'close', form: FORM_1A }, NOW)).toEqual({ ok: false, refused: 'STEP_NOT_ALLOWED' });
    expect(decide(sessions.in1A, { type: 'close', form: FORM_2 }, NOW)).toEqual({ ok: false, refused: 'STEP_NOT_ALLOWED' });
  });
  test.each(['in1A', 'in1B'] as const)('[LIVE-71] in %s, End here closes the open form and finishes the session', (name) => {
    const { next, effects } = accepted(decide(sessions[name], { type: 'end' }, NOW));
    expect(kinds(effects)).toEqual(['drafts-filed', 'phase-closed', 'session-finished']);
    expect(next).toMatchObject({ state: 'finished', extraTimes: [] });
    expect(next.phases).toHaveLength(sessions[name].phases.length);
    expect(kinds(accepted(decide(closedByDeadline(sessions[name]), { type: 'end' }, NOW)).effects)).toEqual(['session-finished']);
  });
  test('[LIVE-71] after Form - 2, and for a form that is not the last one, End here is refused', () => {
    expect(decide(sessions.in2, { type: 'end' }, NOW)).toEqual({ ok: false, refused: 'STEP_NOT_ALLOWED' });
    expect(decide(sessions.in1B, { type: 'end', form: FORM_1A }, NOW)).toEqual({ ok: false, refused: 'STEP_NOT_ALLOWED' });
  });
});

describe('time, commenting, reveal', () => {
  const deadline = openPhaseOf(sessions.in1A).deadlineAtMs;
  const adjust = (adjustment: 'increase' | 'decrease', minutes: number): SessionAction => ({ type: 'adjust-time', adjustment, minutes });
  test.each([
    ['increase', 3, NOW, deadline + 3 * MINUTE_MS],
    ['decrease', 3, NOW, deadline - 3 * MINUTE_MS],
    ['decrease', 60, NOW, NOW],
    ['increase', 1, deadline + 2_000, deadline + 2_000 + MINUTE_MS],
  ] as const)('[LIVE-12] %s by %i minutes is saved as the new deadline', (adjustment, minutes, nowMs, expected) => {
    const { next, effects } = accepted(decide(sessions.in1A, adjust(adjustment, minutes), nowMs));
    expect(openPhaseOf(next)).toEqual({ ...openPhaseOf(sessions.in1A), deadlineAtMs: expected });
    expect(effects).toEqual([{ type: 'deadline-moved', form: FORM_1A, deadlineAtMs: expected }]);
  });
  test.each([0, -5, 2.5, 181])('[LIVE-8] adjusting by %d minutes is refused', (minutes) => {
    expect(decide(sessions.in1A, adjust('decrease', minutes), NOW)).toMatchObject({ ok: false, refused: 'VALIDATION_FAILED' });
  });
  test('[LIVE-13] time is adjusted neither between two forms nor once the grace is over', () => {
    expect(decide(closedByDeadline(sessions.in1A), adjust('increase', 1), NOW)).toEqual({ ok: false, refused: 'FORM_NOT_RUNNING' });
    expect(decide(sessions.in1A, adjust('increase', 1), deadline + 3_000)).toEqual({ ok: false, refused: 'FORM_NOT_RUNNING' });
  });
  test('[LIVE-18] commenting is off at first, is switched, and a repeat changes nothing', () => {
    expect(sessions.in1A.canComment).toBe(false);
    const { next, effects } = accepted(decide(sessions.in1A, { type: 'set-commenting', canComment: true }, NOW));
    expect(next.canComment).toBe(true);
    expect(effects).toEqual([{ type: 'commenting-changed', canComment: true }]);
    expect(decide(next, { type: 'set-commenting', canComment: true }, NOW)).toEqual({ ok: true, next, effects: [] });
  });
  test('[LIVE-19] distribution and correctness are revealed one without the other, once', () => {
    const { next, effects } = accepted(decide(sessions.in2, { type: 'reveal', form: FORM_1B, what: 'distribution' }, NOW));
    expect(effects).toEqual([{ type: 'revealed', form: FORM_1B, what: 'distribution' }]);
    expect(next.phases.map((phase) => [phase.distributionRevealed, phase.correctnessRevealed])).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ]);
    expect(decide(next, { type: 'reveal', form: FORM_1B, what: 'distribution' }, NOW)).toEqual({ ok: true, next, effects: [] });
    const both = accepted(decide(next, { type: 'reveal', form: FORM_1B, what: 'correctness' }, NOW)).next;
    expect(both.phases[1]).toMatchObject({ distributionRevealed: true, correctnessRevealed: true });
  });
  test('[LIVE-19] the distribution of a form that is still open can be revealed, of one that has not opened not', () => {
    expect(decide(sessions.in1A, { type: 'reveal', form: FORM_1A, what: 'distribution' }, NOW)).toMatchObject({ ok: true });
    expect(decide(sessions.in1A, { type: 'reveal', form: FORM_2, what: 'distribution' }, NOW)).toEqual({ ok: false, refused: 'STEP_NOT_ALLOWED' });
  });
  const after1B = closedByDeadline(sessions.in1B);
  test.each([
    ['in Form - 1A', sessions.in1A, FORM_1A, 'PHASE_NOT_CLOSED'],
    ['between Form - 1A and Form - 1B', closedByDeadline(sessions.in1A), FORM_1A, 'PHASE_NOT_CLOSED'],
    ['in Form - 1B', sessions.in1B, FORM_1A, 'PHASE_NOT_CLOSED'],
    ['in Form - 1B', sessions.in1B, FORM_1B, 'PHASE_NOT_CLOSED'],
    ['after Form - 1B', after1B, FORM_1A, null],
    ['after Form - 1B', after1B, FORM_1B, null],
    ['in Form - 2', sessions.in2, FORM_2, 'PHASE_NOT_CLOSED'],
    ['after Form - 2', closedByDeadline(sessions.in2), FORM_2, null],
  ] as [string, SessionState, (typeof FORMS)[number], string | null][])(
    '[LIVE-20] %s, what is right can be revealed of %s: refused with %s',
    (_when, session, form, refused) => {
      const decision = decide(session, { type: 'reveal', form, what: 'correctness' }, NOW);
      expect(decision.ok ? null : decision.refused).toBe(refused);
    },
  );
});
