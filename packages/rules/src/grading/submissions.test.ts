import { describe, expect, test } from 'vitest';
import { findHandInProblem, findReturnProblem, isLate, isOverdue, type SubmissionState } from './submissions.ts';

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
    expect(isLate(at('12:00:00'), at('12:00:00'))).toBe(false);
    expect(isLate(at('12:00:00.001'), at('12:00:00'))).toBe(true);
    expect(isLate(at('12:00:00'), null)).toBe(false);
  });
  test.each<[string, SubmissionState, Date | null, Date | null, boolean]>([
    ['not handed in after the due time', 'CREATED', at('11:00:00'), at('10:00:00'), true],
    ['on the due instant', 'CREATED', at('12:00:00'), at('10:00:00'), false],
    ['handed in', 'TURNED_IN', at('11:00:00'), at('10:00:00'), false],
    ['returned', 'RETURNED', at('11:00:00'), at('10:00:00'), false],
    ['without a due time', 'CREATED', null, at('10:00:00'), false],
    ['due before it was assigned', 'CREATED', at('09:00:00'), at('10:00:00'), false],
    ['taken off the work', 'CREATED', at('11:00:00'), null, false],
  ])('%s', (_, state, dueAt, assignedAt, expected) => expect(isOverdue({ state, dueAt, assignedAt }, at('12:00:00'))).toBe(expected));
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
