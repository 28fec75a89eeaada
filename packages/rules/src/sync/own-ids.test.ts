import { expect, test } from 'vitest';
import { isOwnTermId, parseOwnId } from './own-ids.ts';

test('[B1620] an id of ours gives its number, and nothing else does', () => {
  expect(parseOwnId('class', 'class-12')).toBe(12);
  for (const id of ['class-0', 'class-', 'class-1a', 'user-12', 'Class-12', 'class-01', 'class-1234567890123456', '12'])
    expect(parseOwnId('class', id)).toBeNull();
  expect(['term-2027', 'gradingPeriod-4', 'gradingPeriod-year-2027'].every(isOwnTermId)).toBe(true);
  expect(['term-1', 'term-20271', 'gradingPeriod-', 'T-2027'].some(isOwnTermId)).toBe(false);
});
