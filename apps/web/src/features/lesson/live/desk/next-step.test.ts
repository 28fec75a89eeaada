import { expect, test } from 'vitest';
import { statusStepOf, turnStepOf } from './next-step.ts';

test('[L096] [L234] the button is Activate before a run and follows the number of attempts in it', () => {
  expect(statusStepOf('ready', 0)).toEqual({ action: 'activate', opens: 'Form - 1A' });
  expect(statusStepOf('running', 1)).toEqual({ action: 're-assign', opens: 'Form - 1B' });
  expect(statusStepOf('running', 2)).toEqual({ action: 'next', opens: 'Form - 2' });
  expect(statusStepOf('running', 3)).toEqual({ action: 'finished', opens: null });
});

test('[L111] after the lesson there is no next step', () => {
  expect(statusStepOf('finished', 3)).toBeNull();
  expect(statusStepOf(null, 0)).toBeNull();
});

test('[LIVE-73] between two forms the step of the method comes first; else there is only the status button', () => {
  const phase = (form: 'Form - 1A' | 'Form - 1B', closed: boolean) => ({ form, closed, distributionRevealed: false, correctnessRevealed: false });
  const facts = { here: 30, answered: 30, pairs: 'none' } as const;
  expect(turnStepOf('running', { ...facts, phases: [phase('Form - 1A', false)] })).toEqual({ action: 'close', form: 'Form - 1A' });
  expect(turnStepOf('running', { ...facts, phases: [phase('Form - 1A', false)], answered: 23 })).toBeNull();
  expect(turnStepOf('running', { ...facts, phases: [phase('Form - 1A', true), phase('Form - 1B', true)] })).toEqual({ action: 'show', form: 'Form - 1B' });
  expect(turnStepOf('finished', { ...facts, phases: [phase('Form - 1A', true)] })).toBeNull();
});
