import { expect, test } from 'vitest';
import { RateLimiter } from '../../../../platform/waiting/index.ts';
import { createPace as createPaceOf } from './pace.ts';

const createPace = (nowMs: () => number) => createPaceOf((_name, budget) => new RateLimiter(budget, nowMs), nowMs);

const codeOf = (act: () => void): string => {
  try {
    act();
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const many = (count: number, act: () => void): string[] => Array.from({ length: count }, () => codeOf(act));

test('a student writes ten comments and replies at once, then one every six seconds; others are not held up', () => {
  let now = 0;
  const pace = createPace(() => now);
  const write = (): void => pace.takeRemark(1, 'student');
  expect(many(12, write)).toEqual([...Array<string>(10).fill('taken'), 'COMMENTS_TOO_FAST', 'COMMENTS_TOO_FAST']);
  expect(codeOf(() => pace.takeRemark(2, 'student'))).toBe('taken');
  now = 6_001;
  expect(many(2, write)).toEqual(['taken', 'COMMENTS_TOO_FAST']);
});

test('who was told to wait is refused before anything is looked up, until the time is over', () => {
  let now = 0;
  const pace = createPace(() => now);
  const ask = (): void => pace.requirePatience(1);
  expect(codeOf(ask)).toBe('taken');
  many(11, () => pace.takeRemark(1, 'student'));
  expect(codeOf(ask)).toBe('COMMENTS_TOO_FAST');
  expect(codeOf(() => pace.requirePatience(2))).toBe('taken');
  now = 6_001;
  expect(codeOf(ask)).toBe('taken');
});

test('staff comment on a whole class in a minute', () => {
  const pace = createPace(() => 0);
  expect(new Set(many(60, () => pace.takeRemark(1, 'staff')))).toEqual(new Set(['taken']));
  expect(codeOf(() => pace.takeRemark(1, 'staff'))).toBe('COMMENTS_TOO_FAST');
});

test('who likes and dislikes without end is told to wait', () => {
  const pace = createPace(() => 0);
  expect(many(62, () => pace.takeReaction(1)).filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(2);
});
