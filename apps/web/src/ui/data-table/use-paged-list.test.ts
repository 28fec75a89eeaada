import { expect, test } from 'vitest';
import { withFresh } from './use-paged-list.ts';

const answer = (...ids: number[]) => ({
  data: ids.map((id) => ({ id })),
  pagination: { total: ids.length, per_page: 25, current_page: 1, last_page: 1, from: ids.length > 0 ? 1 : null, to: ids.length > 0 ? ids.length : null },
});

test('what was made stands above the page; what is on it already keeps its place', () => {
  expect(withFresh(answer(3, 4), [{ id: 9 }, { id: 4 }]).data).toEqual([{ id: 9 }, { id: 3 }, { id: 4 }]);
  const page = answer(3);
  expect(withFresh(page, [{ id: 3 }])).toBe(page);
});

test('the first row of an empty list is counted, so that the list does not call itself empty', () => {
  expect(withFresh(answer(), [{ id: 9 }])).toMatchObject({ data: [{ id: 9 }], pagination: { total: 1, from: 1, to: 1 } });
});
