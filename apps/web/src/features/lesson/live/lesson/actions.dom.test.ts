import { afterEach, expect, test, vi } from 'vitest';
import { showSnack, snackStore } from '../../../../base/snackbar.ts';
import { failure, scriptFetch } from '../../../../testing/scripted-fetch.ts';
import { createActions } from './actions.ts';
import type { StaffLesson } from './staff-lesson.ts';

afterEach(() => vi.unstubAllGlobals());

const WORDS = 'At most 180 minutes.';

test.each([
  ['VALIDATION_FAILED shows the words of the refused field', failure(422, 'VALIDATION_FAILED', { errors: { time: [WORDS] } }), WORDS, 0],
  ['another refusal shows its own, and the screen is brought up to date', failure(409, 'SESSION_NOT_RUNNING'), 'server says SESSION_NOT_RUNNING', 1],
])('[B2971] on the desk %s', async (_, reply, words, resyncs) => {
  scriptFetch({ 'POST /live/learning/adjust/time': reply });
  showSnack('Before');
  const resync = vi.fn<() => void>();
  const lesson = { assessmentId: 8, resync, update: () => undefined, model: { get: () => ({ known: null }) } } as unknown as StaffLesson;
  const actions = createActions(lesson);
  expect(await actions.adjustTime('increase', 500)).toBe(false);
  expect(snackStore.get()).toMatchObject({ message: words, color: 'red' });
  expect(resync).toHaveBeenCalledTimes(resyncs);
  expect(actions.pending.get().size).toBe(0);
});
