import { expect, test } from 'vitest';
import { visiblePages } from './pages.ts';

test.each([
  [1, 1, [1]],
  [1, 0, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [16, 20, [1, null, 15, 16, 17, null, 20]],
  [17, 20, [1, null, 16, 17, 18, 19, 20]],
  [20, 20, [1, null, 16, 17, 18, 19, 20]],
])('page %i of %i shows %j', (current, last, expected) => expect(visiblePages(current, last)).toEqual(expected));

test('never more than seven places, the current page always among them', () => {
  for (let last = 1; last <= 40; last += 1) {
    for (let current = 1; current <= last; current += 1) {
      const pages = visiblePages(current, last);
      expect(pages.length).toBeLessThanOrEqual(7);
      expect(pages).toContain(current);
      expect(pages.filter((page) => page !== null)).toEqual([...new Set(pages.filter((page) => page !== null))].sort((a, b) => a - b));
    }
  }
});
