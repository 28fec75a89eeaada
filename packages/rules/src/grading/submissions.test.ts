import { describe, expect, test } from 'vitest';
import { doesDueTimeCount, findHandInProblem, findReturnProblem, findWaiting, isLate, isOverdue, type SubmissionState } from './submissions.ts';

const at = (time: string) => new Date(`2026-03-02T${time}Z`);

describe('[K262] handing in', () => {
  test.each<[SubmissionState, number | null, ReturnType<typeof findHandInProblem>]>([
    ['CREATED', null, null],
    ['RETURNED', null, null],
    ['CREATED', 0, 'graded'],
    ['RETURNED', 61, 'graded'],
    ['TURNED_IN', null, 'turned-in'],
    ['TURNED_IN', 61, 'turned-in'],
  ])('%s with the grade %s: %s', (state, draftGrade, problem) => expect(findHandInProblem({ state, draftGrade })).toBe(problem));
});

describe('[K263] late and overdue', () => {
  test('late is after the due instant, not on it, and never without one', () => {
    const given = { dueAt: at('12:00:00'), postedAt: at('10:00:00'), assignedAt: at('10:00:00') };
    expect(isLate(at('12:00:00'), given)).toBe(false);
    expect(isLate(at('12:00:00.001'), given)).toBe(true);
    expect(isLate(at('12:00:00'), { ...given, dueAt: null })).toBe(false);
    expect(isLate(at('13:00:00'), { ...given, assignedAt: at('12:30:00') })).toBe(false);
  });
  test.each<[string, SubmissionState, Date | null, Date | null, boolean]>([
    ['not handed in after the due time', 'CREATED', at('11:00:00'), at('10:00:00'), true],
    ['on the due instant', 'CREATED', at('12:00:00'), at('10:00:00'), false],
    ['handed in', 'TURNED_IN', at('11:00:00'), at('10:00:00'), false],
    ['returned', 'RETURNED', at('11:00:00'), at('10:00:00'), false],
    ['without a due time', 'CREATED', null, at('10:00:00'), false],
    ['due before it was posted', 'CREATED', at('07:00:00'), at('08:00:00'), true],
    ['due before the student joined the class', 'CREATED', at('09:00:00'), at('10:00:00'), false],
    ['removed from the work', 'CREATED', at('11:00:00'), null, false],
  ])('%s', (_, state, dueAt, assignedAt, expected) => {
    const given = { state, dueAt, postedAt: at('08:00:00'), assignedAt, isExcused: false };
    expect(isOverdue(given, at('12:00:00'))).toBe(expected);
    expect(isOverdue({ ...given, isExcused: true }, at('12:00:00'))).toBe(false);
  });
  test.each([
    ['a millisecond before it became theirs', at('09:59:59.999'), false],
    ['at the very instant', at('10:00:00'), true],
    ['a millisecond after', at('10:00:00.001'), true],
  ])('[B1435] for people who joined later, work that was due %s: %s', (_, dueAt, expected) => {
    const given = { dueAt, postedAt: at('08:00:00'), assignedAt: at('10:00:00') };
    expect(doesDueTimeCount(given)).toBe(expected);
    expect(isOverdue({ ...given, state: 'CREATED', isExcused: false }, at('12:00:00'))).toBe(expected);
    expect(isOverdue({ ...given, state: 'CREATED', isExcused: false }, dueAt)).toBe(false);
    expect(isOverdue({ ...given, state: 'CREATED', isExcused: false }, new Date(dueAt.getTime() + 1))).toBe(expected);
  });
  test('[B1435] for people who have it since the instant when it was posted it counts whenever it was due', () => {
    const [postedAt, dueAt] = [at('10:00:00'), at('07:00:00')];
    expect([-1, 0, 1].map((ms) => doesDueTimeCount({ dueAt, postedAt, assignedAt: new Date(postedAt.getTime() + ms) }))).toEqual([true, true, false]);
  });
});

describe('[K259] returning', () => {
  test.each<[SubmissionState, number | null, number | null, boolean, ReturnType<typeof findReturnProblem>]>([
    ['TURNED_IN', null, null, false, null],
    ['TURNED_IN', 40, null, false, null],
    ['RETURNED', 40, 40, false, 'returned-already'],
    ['RETURNED', null, null, false, 'returned-already'],
    ['RETURNED', 45, 40, false, null],
    ['RETURNED', null, 40, false, null],
    ['CREATED', null, null, false, 'nothing'],
    ['CREATED', null, null, true, 'nothing'],
    ['CREATED', 40, null, false, 'not-turned-in'],
    ['CREATED', 0, null, true, null],
  ])('%s, draft %s, assigned %s, on paper %s: %s', (state, draftGrade, assignedGrade, isPaper, problem) =>
    expect(findReturnProblem({ state, draftGrade, assignedGrade }, isPaper)).toBe(problem),
  );
});

test('excused work waits for nothing, whatever was handed in or given before', () => {
  const work = { draftGrade: 5, assignedGrade: null, maxPoints: 10 };
  for (const state of ['CREATED', 'TURNED_IN', 'RETURNED'] as const) {
    expect([state, findWaiting({ ...work, state, isExcused: false })]).toEqual([state, 'return']);
    expect([state, findWaiting({ ...work, state, isExcused: true })]).toEqual([state, null]);
  }
  const handedIn = { state: 'TURNED_IN', draftGrade: null, assignedGrade: null } as const;
  expect([10, null].map((maxPoints) => findWaiting({ ...handedIn, maxPoints, isExcused: false }))).toEqual(['grade', 'return']);
  expect([10, null].map((maxPoints) => findWaiting({ ...handedIn, maxPoints, isExcused: true }))).toEqual([null, null]);
});
