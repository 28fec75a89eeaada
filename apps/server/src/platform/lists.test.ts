import { expect, test } from 'vitest';
import { toContainsPattern, toPagination } from './lists.ts';

test.each([
  [{ page: 1, per_page: 25 }, 0, { current_page: 1, last_page: 1, from: null, to: null }],
  [{ page: 1, per_page: 25 }, 25, { current_page: 1, last_page: 1, from: 1, to: 25 }],
  [{ page: 2, per_page: 25 }, 26, { current_page: 2, last_page: 2, from: 26, to: 26 }],
  [{ page: 3, per_page: 25 }, 26, { current_page: 3, last_page: 2, from: null, to: null }],
])('%o of %i rows', (request, total, expected) => {
  expect(toPagination(request, total)).toEqual({ total, per_page: request.per_page, ...expected });
});

test('what somebody typed is looked for as it stands', () => {
  expect(toContainsPattern('50%_\\')).toBe('%50\\%\\_\\\\%');
});
