import { expect, test } from 'vitest';
import { nextStepOf } from './next-step.ts';

test('[L096] [L234] the button is Activate before a run and follows the number of attempts in it', () => {
  expect(nextStepOf('ready', 0)).toEqual({ action: 'activate', opens: 'Form - 1A' });
  expect(nextStepOf('running', 1)).toEqual({ action: 're-assign', opens: 'Form - 1B' });
  expect(nextStepOf('running', 2)).toEqual({ action: 'next', opens: 'Form - 2' });
  expect(nextStepOf('running', 3)).toEqual({ action: 'finished', opens: null });
});

test('[L111] after the lesson there is no next step', () => {
  expect(nextStepOf('finished', 3)).toBeNull();
  expect(nextStepOf(null, 0)).toBeNull();
});
