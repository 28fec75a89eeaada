import { describe, expect, test } from 'vitest';
import type { Form } from './forms.ts';
import type { PhaseState, SessionState } from './session.ts';
import { computeWall, decideWall, findWallChoice, listExplained, type StoredWallChoice, type WallShow } from './wall.ts';

const phase = (form: Form, change: Partial<PhaseState> = {}): PhaseState => ({
  form,
  minutes: 2,
  openedAtMs: 0,
  deadlineAtMs: 120_000,
  closedAtMs: 120_000,
  distributionRevealed: false,
  correctnessRevealed: false,
  ...change,
});
const running = (...phases: PhaseState[]): SessionState => ({ state: 'running', canComment: false, phases, extraTimes: [] });
const choice = (show: WallShow, of: Form | null = null, step = 0) => ({ show, of, step });
const stored = (show: WallShow, form: Form, ended = false): StoredWallChoice => ({ ...choice(show, form), form, ended });
const A = phase('Form - 1A');
const B = phase('Form - 1B');
const TWO = phase('Form - 2');

describe('[LIVE-81] what the walls show', () => {
  test('is the question unasked, and the distribution of the form opened last once it is revealed', () => {
    expect(computeWall(running(A), null)).toEqual(choice('question', 'Form - 1A'));
    expect(computeWall(running(phase('Form - 1A', { distributionRevealed: true })), null)).toEqual(choice('distribution', 'Form - 1A'));
    expect(computeWall(running(phase('Form - 1A', { distributionRevealed: true }), B), null)).toEqual(choice('question', 'Form - 1B'));
  });

  test('is what staff chose, until the next form opens or the run ends', () => {
    const nothing = stored('nothing', 'Form - 1A');
    expect(computeWall(running(A), nothing)).toEqual(choice('nothing', 'Form - 1A'));
    expect(findWallChoice(running(A, B), nothing)).toBeNull();
    expect(findWallChoice({ ...running(A), state: 'finished' }, nothing)).toBeNull();
    expect(findWallChoice({ ...running(A, B, TWO), state: 'finished' }, stored('results', 'Form - 2', true))).toEqual(choice('results', 'Form - 2'));
  });
});

describe('[LIVE-82] only what is revealed can be shown', () => {
  const refused = (session: SessionState, ...args: Parameters<typeof choice>) => {
    const decision = decideWall(session, choice(...args));
    return decision.ok ? decision.reveals : decision.refused;
  };

  test('the question and nothing always, and nothing at all without a run', () => {
    expect(refused(running(A), 'question')).toEqual([]);
    expect(refused(running(A), 'nothing')).toEqual([]);
    expect(refused({ ...running(A), state: 'canceled' }, 'nothing')).toBe('SESSION_NOT_RUNNING');
    expect(refused({ ...running(), state: 'not-started' }, 'question')).toBe('SESSION_NOT_RUNNING');
  });

  test('a distribution once it is revealed, of a form that has opened', () => {
    expect(refused(running(A), 'distribution', 'Form - 1A')).toBe('WALL_NOT_REVEALED');
    expect(refused(running(phase('Form - 1A', { distributionRevealed: true })), 'distribution', 'Form - 1A')).toEqual([]);
    expect(refused(running(A), 'distribution', 'Form - 1B')).toBe('STEP_NOT_ALLOWED');
    expect(refused(running(A), 'distribution')).toBe('WALL_FORM_NEEDED');
    // the transfer question is on the wall, so figures of the first one are not
    expect(refused(running(A, phase('Form - 1B', { distributionRevealed: true }), TWO), 'distribution', 'Form - 1B')).toBe('STEP_NOT_ALLOWED');
  });

  test('a change once both forms have closed, and it reveals what it compares', () => {
    expect(refused(running(A, B), 'change', 'Form - 1B')).toEqual(['Form - 1A', 'Form - 1B']);
    expect(refused(running(phase('Form - 1A', { distributionRevealed: true }), B), 'change', 'Form - 1B')).toEqual(['Form - 1B']);
    expect(refused(running(A, phase('Form - 1B', { closedAtMs: null })), 'change', 'Form - 1B')).toBe('WALL_FORM_OPEN');
    expect(refused(running(A), 'change', 'Form - 1A')).toBe('STEP_NOT_ALLOWED');
  });

  test('the change to Form - 2 compares right and wrong, so both questions must be revealed', () => {
    const known = { correctnessRevealed: true };
    expect(refused(running(A, phase('Form - 1B', known), TWO), 'change', 'Form - 2')).toBe('WALL_NOT_REVEALED');
    expect(refused(running(A, phase('Form - 1B', known), phase('Form - 2', known)), 'change', 'Form - 2')).toEqual(['Form - 1A', 'Form - 1B', 'Form - 2']);
  });

  test('explanations once correctness is revealed, in any form of the question', () => {
    expect(refused(running(A, B), 'explain', 'Form - 1B')).toBe('WALL_NOT_REVEALED');
    expect(refused(running(phase('Form - 1A', { correctnessRevealed: true }), B), 'explain', 'Form - 1B')).toEqual([]);
  });

  test('results once the run has finished, and what belongs to a run only while it runs', () => {
    expect(refused(running(A), 'results')).toBe('STEP_NOT_ALLOWED');
    const finished: SessionState = { ...running(phase('Form - 1A', { distributionRevealed: true }), B, TWO), state: 'finished' };
    expect(refused(finished, 'results')).toEqual([]);
    expect(refused(finished, 'distribution', 'Form - 1A')).toBe('SESSION_NOT_RUNNING');
  });

  test('[LIVE-131] a question that is read out while the run runs, with its number kept', () => {
    expect(refused(running(A), 'asked')).toEqual([]);
    expect(refused({ ...running(A), state: 'finished' }, 'asked')).toBe('SESSION_NOT_RUNNING');
    const asked = { show: 'asked', of: null, step: 0, question_id: 7, form: 'Form - 1A', ended: false } as const;
    expect(findWallChoice(running(A), asked)).toEqual({ show: 'asked', of: null, step: 0, question_id: 7 });
  });

  test.each(['pairs', 'reasons'] as const)('%s once the form has closed', (show) => {
    expect(refused(running(A), show, 'Form - 1A')).toEqual([]);
    expect(refused(running(phase('Form - 1A', { closedAtMs: null })), show, 'Form - 1A')).toBe('WALL_FORM_OPEN');
  });
});

test('[LIVE-83] [B2099] to explain begins with the right response, then come the wrong ones by position', () => {
  const responses = [
    { position: 3, is_valid: false, id: 'c' },
    { position: 2, is_valid: true, id: 'b' },
    { position: 1, is_valid: false, id: 'a' },
    { position: 4, is_valid: true, id: 'd' },
  ];
  expect(listExplained(responses).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  expect(listExplained(responses.filter(({ is_valid }) => !is_valid)).map(({ id }) => id)).toEqual(['a', 'c']);
});
