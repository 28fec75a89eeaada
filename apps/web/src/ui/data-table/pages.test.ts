import { expect, test } from 'vitest';
import { visiblePages } from './pages.ts';

test.each([
  [1, 1, [1]],
  [1, 0, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 8, [1, 2, 3, 4, 5, 6, null, 8]],
  [8, 8, [1, null, 3, 4, 5, 6, 7, 8]],
  [1, 20, [1, 2, 3, 4, 5, 6, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, 6, null, 20]],
  [5, 20, [1, null, 3, 4, 5, 6, 7, null, 20]],
  [50, 105, [1, null, 48, 49, 50, 51, 52, null, 105]],
  [17, 20, [1, null, 15, 16, 17, 18, 19, 20]],
  [20, 20, [1, null, 15, 16, 17, 18, 19, 20]],
])('page %i of %i shows %j', (current, last, expected) => expect(visiblePages(current, last)).toEqual(expected));

test('[Q152] [K205] [L559] a long list has exactly seven page buttons on every page, the current one among them', () => {
  for (let last = 1; last <= 40; last += 1) {
    for (let current = 1; current <= last; current += 1) {
      const pages = visiblePages(current, last).filter((page) => page !== null);
      expect(pages).toHaveLength(Math.min(7, last));
      expect(pages).toContain(current);
      expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
      expect(pages.every((page) => page >= 1 && page <= last)).toBe(true);
    }
  }
});
