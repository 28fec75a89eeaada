import { describe, expect, test } from 'vitest';
import { ApiError } from '../../base/api-error.ts';
import { decideLanding } from './landing.ts';

const ok = <T>(value: T): PromiseSettledResult<T> => ({ status: 'fulfilled', value });
const no = (code: 'SESSION_NOT_RUNNING' | 'ASSESSMENT_NOT_FOUND' | 'INTERNAL'): PromiseSettledResult<never> => ({
  status: 'rejected',
  reason: new ApiError(code, { status: code === 'INTERNAL' ? 500 : 409 }),
});
const last = { assessment_id: 3, title: '', class_name: '', finished_at: '' };
const running = (assessment_id: number | null, finished: typeof last | null = null) => ok({ assessment_id, last: finished });
const joined = (id?: number) => ok({ running: id === undefined ? null : { id, title: '', class_name: '', teacher_name: '' } });

describe('opening the page', () => {
  test('of the running lesson shows it', () => {
    expect(decideLanding(8, joined(), null)).toEqual({ to: 'lesson' });
  });

  test('[L261][L262] of another assessment leads to the running lesson, the newest if there are two', () => {
    expect(decideLanding(8, joined(9), null)).toEqual({ to: 'other-lesson', assessmentId: 9 });
    expect(decideLanding(8, no('SESSION_NOT_RUNNING'), running(9))).toEqual({ to: 'other-lesson', assessmentId: 9 });
    expect(decideLanding(null, null, running(9))).toEqual({ to: 'other-lesson', assessmentId: 9 });
  });

  test('[L088] of a lesson that is over leads to its summary, else to that of the last one', () => {
    expect(decideLanding(8, no('SESSION_NOT_RUNNING'), running(null, last))).toEqual({ to: 'summary', of: [8, 3] });
    expect(decideLanding(8, no('ASSESSMENT_NOT_FOUND'), running(null))).toEqual({ to: 'summary', of: [8] });
    expect(decideLanding(null, null, running(null, last))).toEqual({ to: 'summary', of: [3] });
  });

  test('[L260] without any lesson has nothing to show', () => {
    expect(decideLanding(null, null, running(null))).toEqual({ to: 'summary', of: [] });
  });

  test('that fails says why instead of guessing', () => {
    expect(decideLanding(8, no('INTERNAL'), null)).toMatchObject({ to: 'failure', problem: { code: 'INTERNAL' } });
    expect(decideLanding(8, no('SESSION_NOT_RUNNING'), no('INTERNAL'))).toMatchObject({ to: 'failure', problem: { code: 'INTERNAL' } });
    expect(decideLanding(null, null, no('INTERNAL'))).toMatchObject({ to: 'failure' });
  });

  test('of a lesson that begins between the two answers says what it is not', () => {
    expect(decideLanding(8, no('SESSION_NOT_RUNNING'), running(8))).toMatchObject({ to: 'failure', problem: { code: 'SESSION_NOT_RUNNING' } });
  });
});
