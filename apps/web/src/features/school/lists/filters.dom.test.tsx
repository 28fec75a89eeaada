import '../../../testing/dialog.ts';
import { accountRoles, censorshipWords, levels, markingPeriods, referenceLists, requestedClasses } from '@classwright/contract/lists/index';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeSnack } from '../../../base/snackbar.ts';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { offeredFilters } from './filters.ts';
import { messageOf } from './message-of.ts';
import { ALL, makeRow, openList, pageOf } from './testing/open-list.tsx';

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  vi.unstubAllGlobals();
});

const everyRight = [...referenceLists.map(({ resource }) => `${resource}:view`), 'account-suggestions:view'];
const namesOf = (list: (typeof referenceLists)[number], rights: readonly string[] = everyRight) => offeredFilters(list, rights).map(([name]) => name);

describe.each(
  referenceLists
    .filter((list) => list.route !== null && namesOf(list, [`${list.resource}:view`]).length > 0)
    .map((list) => [messageOf(list.title.many), list] as const),
)('%s', (_things, list) => {
  test('each flag and reference that is offered filters at once, on the first page, stands in the address and can be reset', async () => {
    const asked: URLSearchParams[] = [];
    const target = { id: 7, name: 'Seven', school_name: 'Seven', resource_name: 'Seven', policy_name: 'Seven', created_at: '', updated_at: '' };
    const targets = offeredFilters(list, [`${list.resource}:view`]).flatMap(([, { reference }]) => reference?.to.choices.path ?? []);
    scriptFetch({
      ...Object.fromEntries(targets.map((path) => [`GET ${path}`, pageOf([target])])),
      [`GET ${list.path}`]: ({ query }) => {
        asked.push(query);
        return pageOf([makeRow(list, 1)], { total: 60, last_page: 3 });
      },
    });
    const router = openList(list, { may: ALL, search: '?page=2&search_text=a&sort=created_at' });
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }));
    for (const [name, { kind, label }] of offeredFilters(list, [`${list.resource}:view`])) {
      const group = within(await screen.findByRole('group', { name: 'Filters' }));
      if (kind === 'flag') await userEvent.selectOptions(group.getByRole('combobox', { name: messageOf(label) }), 'NO');
      else {
        await userEvent.click(group.getByRole('combobox', { name: messageOf(label) }));
        await userEvent.click(await screen.findByRole('option', { name: 'Seven' }));
      }
      expect(group.getByRole('combobox', { name: messageOf(label) })).toHaveProperty('value', kind === 'flag' ? 'false' : 'Seven');
      await waitFor(() => expect(asked.at(-1)?.get(name)).toBe(kind === 'flag' ? 'false' : '7'));
      expect([asked.at(-1)?.get('page'), asked.at(-1)?.get('search_text'), asked.at(-1)?.get('sort')]).toEqual(['1', 'a', 'created_at']);
      expect(router.state.location.search).toMatchObject({ [name]: kind === 'flag' ? false : 7 });
    }
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(Object.keys(router.state.location.search).sort()).toEqual(['search_text', 'sort']));
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  });
});

test('a list without flags and references has no filters', async () => {
  scriptFetch({ 'GET /levels': pageOf([makeRow(levels, 1)]) });
  openList(levels);
  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
});

test('nobody is offered to filter by what they may not look up; who set a row is a filter where it is shown', () => {
  expect(namesOf(accountRoles)).toEqual(['account_id', 'role_id', 'is_active']);
  expect(namesOf(accountRoles, ['account-roles:view'])).toEqual(['is_active']);
  expect(namesOf(requestedClasses, ['requested-classes:view'])).toEqual(['level_id']);
  expect(namesOf(requestedClasses)).toEqual(['level_id', 'account_id']);
  expect(namesOf(markingPeriods)).toEqual(['school_id', 'active']);
});

test('an address with filters opens the list so: the name is asked for, what is not of this list is left alone', async () => {
  const asked: URLSearchParams[] = [];
  scriptFetch({
    'GET /periods': ({ query }) => {
      asked.push(query);
      return pageOf([]);
    },
    'GET /schools/5': success({ data: { id: 5, school_name: 'Northfield' }, dependents: [] }),
  });
  openList(markingPeriods, { search: '?school_id=5&active=true&role_id=3&account_id=4&is_active=false' });
  expect(await screen.findByText('Nothing matches these filters. Reset them to see everything.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Remove the filter Schools: Northfield' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Schools' })).toHaveProperty('value', 'Northfield'));
  expect(screen.getByRole('combobox', { name: 'Active' })).toHaveProperty('value', 'true');
  expect([...(asked.at(-1)?.keys() ?? [])].sort()).toEqual(['active', 'page', 'per_page', 'school_id']);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Active: YES' }));
  await waitFor(() => expect([...(asked.at(-1)?.keys() ?? [])].sort()).toEqual(['page', 'per_page', 'school_id']));
});

test('filters stay while one searches, sorts and turns pages', async () => {
  const word = { ...makeRow(censorshipWords, 1), name: 'darn' };
  scriptFetch({ 'GET /censorship/word/lists': pageOf([word], { total: 60, last_page: 3 }), 'GET /censorship/levels': pageOf([]) });
  const router = openList(censorshipWords, { search: '?is_active=true' });
  await userEvent.click(await screen.findByRole('button', { name: 'Replace with' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
  await userEvent.type(screen.getByRole('searchbox'), 'dar{Enter}');
  await waitFor(() => expect(router.state.location.search).toEqual({ is_active: true, sort: 'replace_with', direction: 'asc', search_text: 'dar' }));
});

test('[B341] how many rows a page has is chosen where there are more than a page, stands in the address and outlives search and order', async () => {
  const asked: URLSearchParams[] = [];
  scriptFetch({
    'GET /levels': ({ query }) => {
      asked.push(query);
      return pageOf([makeRow(levels, 1)], { total: 120, per_page: Number(query.get('per_page')), last_page: 5 });
    },
  });
  const router = openList(levels, { search: '?page=2' });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Rows per page' }), '100');
  await waitFor(() => expect(router.state.location.search).toEqual({ per_page: 100 }));
  await waitFor(() => expect(asked.at(-1)?.get('per_page')).toBe('100'));
  await userEvent.type(screen.getByRole('searchbox'), 'gra{Enter}');
  await waitFor(() => expect(router.state.location.search).toEqual({ per_page: 100, search_text: 'gra' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
  await waitFor(() => expect(router.state.location.search).toEqual({ search_text: 'gra' }));
  expect(asked.at(-1)?.get('per_page')).toBe('25');
});

test('an address that asks for another number of rows, or for a word, gets the usual one', async () => {
  const asked: URLSearchParams[] = [];
  scriptFetch({
    'GET /levels': ({ query }) => {
      asked.push(query);
      return pageOf([makeRow(levels, 1)]);
    },
  });
  for (const per_page of ['0', '1000', '-1', 'all']) {
    openList(levels, { search: `?per_page=${per_page}` });
    await screen.findByRole('table');
    cleanup();
  }
  expect(new Set(asked.map((query) => query.get('per_page')))).toEqual(new Set(['25']));
  openList(levels);
  await screen.findByRole('table');
  expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull(); // one page holds all
});
