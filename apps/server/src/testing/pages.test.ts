import { expect, test } from 'vitest';
import { findWrongPage } from './pages.ts';

const page = (total: number, { per_page = 2, current_page = 1, from = 1 as number | null, to = 2 as number | null } = {}) => ({
  pagination: { total, per_page, current_page, last_page: 1, from, to },
});

test.each([
  ['a full page', { data: [1, 2], ...page(5) }],
  ['the last page', { data: [5], ...page(5, { current_page: 3, from: 5, to: 5 }) }],
  ['a page past the end', { data: [], ...page(5, { current_page: 4, from: null, to: null }) }],
  ['all rows', { data: [1, 2, 3], ...page(3, { per_page: 0, to: 3 }) }],
  ['a list of another name', { questions: [1, 2], ...page(2) }],
  ['no list', { message: 'Saved.' }],
  ['nothing', null],
])('[B3074] %s is right', (_, body) => {
  expect(findWrongPage(body)).toBeNull();
});

test.each([
  ['a total of more rows than there are', { data: [1], ...page(2) }],
  ['a total of fewer rows', { data: [1, 2], ...page(1, { to: 1 }) }],
  ['the rows of another list', { data: [], schools: [1], ...page(1, { to: 1 }) }],
  ['places that do not go with the total', { data: [1, 2], ...page(2, { to: 1 }) }],
])('[B3074] %s is found', (_, body) => {
  expect(findWrongPage(body)).toContain('rows');
});
