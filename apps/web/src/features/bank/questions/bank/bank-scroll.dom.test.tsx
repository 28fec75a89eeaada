import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../../../../base/session.ts';
import { closeSnack } from '../../../../base/snackbar.ts';
import { failure, type SeenCall, success } from '../../../../testing/scripted-fetch.ts';
import { openBank, pageOf } from '../testing/open-bank.tsx';
import { makeQuestion } from '../testing/question.ts';

const QUESTIONS = 20_000;
const block = ({ query }: SeenCall) => {
  const from = Number(query.get('after') ?? query.get('skip') ?? 0);
  const data = Array.from({ length: 100 }, (_, index) => ({ ...makeQuestion({ id: from + index + 1 }), title: `Question ${from + index + 1}` }));
  const total = query.has('after') ? null : { count: QUESTIONS, is_more: false };
  return success({ data, cursors: { before: from > 0 ? String(from) : null, after: String(from + 100) }, total });
};
const page = pageOf([makeQuestion({ id: 1 })], { total: QUESTIONS, last_page: 800 });

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  // Sizes are set by hand, since jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
});
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const grid = () => screen.findByRole('grid', { name: 'Question Bank' });
const asked = (calls: readonly SeenCall[]) => calls.filter(({ path }) => path === '/questions/blocks').map(({ query }) => Object.fromEntries(query));

test('the bank stands in one scroll on wish, with its filters, its search and its order, and again in pages', async () => {
  const { calls, router } = openBank('/all-questions?status=Public&search_text=lamp', { answers: { 'GET /questions': page, 'GET /questions/blocks': block } });
  await userEvent.click(await screen.findByRole('button', { name: 'One long list' }));
  await within(await grid()).findByText('Question 1');
  expect((await grid()).getAttribute('aria-rowcount')).toBe(String(QUESTIONS + 1));
  await userEvent.click(screen.getByRole('button', { name: 'Rating' }));
  await waitFor(() => expect(asked(calls)).toHaveLength(2));
  expect(asked(calls)).toEqual([
    { limit: '100', scope: 'all', status: 'Public', search_text: 'lamp' },
    { limit: '100', scope: 'all', status: 'Public', search_text: 'lamp', sort: 'rating', direction: 'asc' },
  ]);
  expect(router.state.location.search).toMatchObject({ scroll: true, sort: 'rating' });
  await userEvent.click(screen.getByRole('button', { name: 'In pages' }));
  await screen.findByRole('table', { name: 'Question Bank' });
  expect(router.state.location.search).not.toHaveProperty('scroll');
});

test('300 questions are selected over blocks that are not there yet, deleted together and brought back together', async () => {
  const sent: { act: string; ids: number[] }[] = [];
  const { calls } = openBank('/all-questions?scroll=true', {
    answers: {
      'GET /questions': page,
      'GET /questions/blocks': block,
      'POST /questions/bulk': ({ body }: SeenCall) => {
        const { act, ids } = body as (typeof sent)[number];
        sent.push({ act, ids });
        return success({ message: `${act} ${ids.length}`, done: ids, refused: [] });
      },
    },
  });
  await userEvent.click(await within(await grid()).findByRole('checkbox', { name: 'Select Question 1' }));
  fireEvent.scroll(Object.assign(await grid(), { scrollTop: 48 * 295 }));
  const last = await within(await grid()).findByRole('checkbox', { name: 'Select Question 300' });
  fireEvent.click(last, { shiftKey: true });
  const bar = screen.getByRole('group', { name: 'Actions for the selection' });
  await within(bar).findByText('300 selected');
  expect(asked(calls).map(({ after, skip }) => after ?? skip)).toEqual([undefined, '200', '300', '100']);
  expect(within(bar).queryByRole('button', { name: /^Select all/ })).toBeNull();
  const ids = Array.from({ length: 300 }, (_, index) => index + 1);
  await userEvent.click(await within(bar).findByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ act, ids: those }) => [act, those.toSorted((a, b) => a - b)])).toEqual([
    ['archive', ids],
    ['restore', ids],
  ]);
});

test('a range of more rows than are loaded for one selects nothing and says so', async () => {
  openBank('/all-questions?scroll=true', { answers: { 'GET /questions': page, 'GET /questions/blocks': block } });
  await userEvent.click(await within(await grid()).findByRole('checkbox', { name: 'Select Question 1' }));
  fireEvent.scroll(Object.assign(await grid(), { scrollTop: 48 * 9_000 }));
  fireEvent.click(await within(await grid()).findByRole('checkbox', { name: 'Select Question 9001' }), { shiftKey: true });
  expect(await screen.findByText(/^A range can have at most 1[,.]?000 rows/)).toBeTruthy();
  expect(screen.getByText('1 selected')).toBeTruthy();
});

test('rows that cannot be loaded say so, and are asked for again', async () => {
  let fails = true;
  openBank('/all-questions?scroll=true', {
    answers: { 'GET /questions': page, 'GET /questions/blocks': (call: SeenCall) => (fails ? failure(429, 'TOO_MANY_REQUESTS') : block(call)) },
  });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  fails = false;
  await userEvent.click(retry);
  await within(await grid()).findByText('Question 1');
});
