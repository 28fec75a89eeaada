import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { AccountsScreen } from './index.ts';
import { account } from './testing/account.ts';

beforeEach(() => {
  readyForScreen();
  // jsdom computes no layout
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  closeScreen();
});

const PEOPLE = 100_000;

/** Returns accounts by their numbers. A cursor is the number of the last one. */
const block = ({ query }: { query: URLSearchParams }) => {
  const from = Number(query.get('after') ?? query.get('skip') ?? 0);
  const data = Array.from({ length: 100 }, (_, index) => account(from + index + 1));
  return success({
    data,
    cursors: { before: from > 0 ? String(from) : null, after: String(from + 100) },
    total: query.has('after') ? null : { count: PEOPLE, is_more: false },
  });
};
const answers = {
  'GET /accounts': pageOf([account(1)], { total: PEOPLE, last_page: PEOPLE / 25 }),
  'GET /accounts/blocks': block,
  'GET /auth/me': failure(503, 'UNAVAILABLE'),
};
const ALL = ['view', 'create', 'edit', 'delete'].map((action) => `accounts:${action}`);
const open = (search = '?scroll=true') => openScreen(AccountsScreen, { address: `/accounts${search}`, rights: ALL });

test('all accounts stand in one scroll on wish, and again in pages, with the same search and order', async () => {
  scriptFetch(answers);
  const router = open('?last_name=o&sort=email');
  await userEvent.click(await screen.findByRole('button', { name: 'One long list' }));
  const grid = await screen.findByRole('grid', { name: 'Accounts' });
  await within(grid).findByText('Person 1');
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('100001'));
  expect(router.state.location.search).toEqual({ last_name: 'o', sort: 'email', scroll: true });
  await userEvent.click(screen.getByRole('button', { name: 'In pages' }));
  await screen.findByRole('table', { name: 'Accounts' });
  expect(router.state.location.search).toEqual({ last_name: 'o', sort: 'email' });
});

test('rows are loaded where one scrolls to, with the search and the order of the address', async () => {
  const calls = scriptFetch(answers);
  open('?scroll=true&sort=email&direction=desc&search_text=pers');
  const grid = await screen.findByRole('grid', { name: 'Accounts' });
  await within(grid).findByText('Person 1');
  await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('100001'));
  fireEvent.scroll(Object.assign(grid, { scrollTop: 48 * 50_010 }));
  await within(grid).findByText('Person 50011');
  const asked = calls.filter(({ path }) => path === '/accounts/blocks').map(({ query }) => Object.fromEntries(query));
  expect(asked).toEqual([
    { limit: '100', search_text: 'pers', sort: 'email', direction: 'desc' },
    { limit: '100', skip: '50000', search_text: 'pers', sort: 'email', direction: 'desc' },
  ]);
  expect(grid.querySelectorAll('[role="row"]').length).toBeLessThan(30);
});

test('rows are selected, all that were found too, and what can be done with them stands below', async () => {
  scriptFetch(answers);
  open();
  const grid = await screen.findByRole('grid', { name: 'Accounts' });
  await userEvent.click(await within(grid).findByRole('checkbox', { name: 'Select Person 2' }));
  const bar = screen.getByRole('group', { name: 'Actions for the selection' });
  expect(within(bar).getByText('1 selected')).toBeTruthy();
  await userEvent.click(within(bar).getByRole('button', { name: /^Select all 100[,.]?000 found$/ }));
  expect(within(bar).getByText(/^All 100[,.]?000 found are selected$/)).toBeTruthy();
  expect(within(grid).getByRole('checkbox', { name: 'Select Person 3' })).toHaveProperty('checked', true);
});

test('what cannot be loaded says why, and is tried again', async () => {
  let fails = true;
  scriptFetch({ ...answers, 'GET /accounts/blocks': (call: { query: URLSearchParams }) => (fails ? failure(503, 'UNAVAILABLE') : block(call)) } as never);
  open();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  fails = false;
  await userEvent.click(retry);
  await within(await screen.findByRole('grid')).findByText('Person 1');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('nobody found is said as among pages', async () => {
  scriptFetch({ ...answers, 'GET /accounts/blocks': success({ data: [], cursors: { before: null, after: null }, total: { count: 0, is_more: false } }) });
  open('?scroll=true&last_name=nobody');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(screen.getByText('No matches')).toBeTruthy();
});
