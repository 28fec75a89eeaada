import '../../../testing/dialog.ts';
import type { CensoredTextView } from '@classwright/contract/class/censorship/calls';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { signIn, signOut } from '../../../base/session.ts';
import { closeSnack } from '../../../base/snackbar.ts';
import { choose } from '../../../testing/choose.ts';
import { setScreenWidth } from '../../../testing/match-media.ts';
import { pageAt } from '../../../testing/page-at.tsx';
import { person } from '../../../testing/people.ts';
import { failure, type Reply, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { Snackbar } from '../../../ui/plain/Snackbar.tsx';
import { CensoredTextsScreen } from './index.ts';

const words = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const row = (id: number, change: Partial<CensoredTextView> = {}): CensoredTextView => ({
  id,
  kind: 'comment',
  writer: { id: 7, first_name: 'Priya', last_name: `Nair ${id}` },
  class_id: 3,
  class_name: 'Physics 9B',
  assessment_id: 8,
  assessment_title: 'Simple circuits',
  form: 'Form - 1A',
  shown_text: `what a [removed] lamp ${id}`,
  created_at: '2026-11-20T10:15:00.000Z',
  reviewed_at: null,
  reviewed_by: null,
  ...change,
});
const page = (...rows: CensoredTextView[]): Reply =>
  success({
    data: rows,
    pagination: { total: rows.length, per_page: 25, current_page: 1, last_page: 1, from: rows.length ? 1 : null, to: rows.length || null },
    classes: [{ id: 3, name: 'Physics 9B' }],
  });
const original = (id: number): Reply =>
  success({ censored_text: { ...row(id), original: words(`what a flobbing lamp ${id}`), shown: words(`what a [removed] lamp ${id}`), words: ['flobbing'] } });

function open(answers: Parameters<typeof scriptFetch>[0], { search = '', rights = ['censored-texts:view', 'censored-texts:edit'], width = 1280 } = {}) {
  setScreenWidth(width);
  queryClient.clear();
  signIn('token', person({ rights }));
  const calls = scriptFetch(answers);
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Snackbar />
      </>
    ),
  });
  const route = createRoute({ getParentRoute: () => root, path: '/censored-texts', component: pageAt('/censored-texts', CensoredTextsScreen) });
  const router = createRouter({ routeTree: root.addChildren([route]), history: createMemoryHistory({ initialEntries: [`/censored-texts${search}`] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { calls, router };
}
const sent = (calls: ReturnType<typeof scriptFetch>, path: string) => calls.filter((call) => call.path.startsWith(path));

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  vi.unstubAllGlobals();
});

describe('the review of censored texts', () => {
  test('lists who wrote what where, as others read it, and asks for no original', async () => {
    const { calls } = open({
      'GET /censorship/originals': page(row(1), row(2, { kind: 'post', reviewed_at: '2026-11-20T11:00:00.000Z', reviewed_by: 'Ms Okafor' })),
    });
    const table = await screen.findByRole('table', { name: 'Censored Texts' });
    expect(within(table).getByRole('link', { name: 'Priya Nair 1' })).toBeTruthy();
    expect(within(table).getByText('what a [removed] lamp 1')).toBeTruthy();
    expect(within(table).getByText('Comment · Simple circuits · Form - 1A')).toBeTruthy();
    expect(within(table).getByText('Answer · Simple circuits · Form - 1A')).toBeTruthy();
    expect(within(table).getByText('Reviewed')).toBeTruthy();
    expect(within(table).getByText('Not reviewed')).toBeTruthy();
    expect(calls.every(({ path }) => !/originals\/\d/.test(path))).toBe(true);
  });

  test('[L526] opens an original once, says that the look is kept, and marks it as reviewed', async () => {
    const { calls, router } = open({
      'GET /censorship/originals': page(row(1)),
      'GET /censorship/originals/1': original(1),
      'PUT /censorship/originals/1': success({
        censored_text: row(1, { reviewed_at: '2026-11-20T12:30:00.000Z', reviewed_by: 'Ms Okafor' }),
        message: 'Marked as reviewed',
      }),
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Priya Nair 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Priya Nair 1' });
    expect(within(dialog).getByRole('region', { name: 'What was written' }).textContent).toContain('what a flobbing lamp 1');
    expect(within(dialog).getByRole('region', { name: 'What others read' }).textContent).toContain('what a [removed] lamp 1');
    expect(within(dialog).getByText('flobbing')).toBeTruthy();
    expect(within(dialog).getByText('Your view of this original is recorded in the audit trail.')).toBeTruthy();
    expect(router.state.location.search).toEqual({ text: 1 });
    fireEvent(window, new Event('focus'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as reviewed' }));
    expect(await within(dialog).findByText('Marked as reviewed')).toBeTruthy();
    expect(await within(dialog).findByText(/^Reviewed by Ms Okafor on /)).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Mark as not reviewed' })).toBeTruthy();
    expect(sent(calls, '/censorship/originals/1').map(({ method, body }) => [method, body])).toEqual([
      ['GET', undefined],
      ['PUT', { reviewed: true }],
    ]);
    await waitFor(() => expect(calls.filter(({ path }) => /^\/censorship\/originals(\?|$)/.test(path))).toHaveLength(2));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('who may only look is offered no mark', async () => {
    open({ 'GET /censorship/originals': page(row(1)), 'GET /censorship/originals/1': original(1) }, { search: '?text=1', rights: ['censored-texts:view'] });
    const dialog = await screen.findByRole('dialog', { name: 'Priya Nair 1' });
    expect(within(dialog).queryByRole('button', { name: 'Mark as reviewed' })).toBeNull();
  });

  test('filters stand in the address, take effect at once and can be reset', async () => {
    const { calls, router } = open({ 'GET /censorship/originals': page(row(1)) }, { search: '?page=2&search_text=priya' });
    await screen.findByRole('table');
    const set = async (label: string, value: string, becomes: object) => {
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
      await waitFor(() => expect(router.state.location.search).toEqual({ search_text: 'priya', ...becomes }));
    };
    await choose(screen.getByLabelText('Class'), 'Physics 9B');
    await waitFor(() => expect(router.state.location.search).toEqual({ search_text: 'priya', class_id: 3 }));
    await set('Status', 'no', { class_id: 3, reviewed: 'no' });
    await set('From', '2026-11-01', { class_id: 3, reviewed: 'no', from: '2026-11-01' });
    const asked = { class_id: '3', from: '2026-11-01', reviewed: 'false', page: '1', search_text: 'priya', per_page: '25' };
    await waitFor(() => expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual(asked));
    await userEvent.click(screen.getAllByRole('button', { name: 'Reset filters' })[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('says what the page is for when there is nothing, and something else when the filters leave nothing', async () => {
    open({ 'GET /censorship/originals': page() });
    expect(await screen.findByText('No words have been replaced')).toBeTruthy();
    cleanup();
    open({ 'GET /censorship/originals': page() }, { search: '?reviewed=yes' });
    expect(await screen.findByText('No text matches these filters')).toBeTruthy();
  });

  test('a failed load offers a Retry in the dialog; a text that is not there says so, and trying again would not help', async () => {
    const gone = failure(404, 'CENSORED_TEXT_NOT_FOUND', { message: 'This text does not exist, or is not from one of your classes.' });
    const busy = failure(429, 'TOO_MANY_REQUESTS', { message: 'Too many calls.' });
    for (const [answer, words, retries] of [
      [gone, 'This text does not exist, or is not from one of your classes.', 0],
      [busy, 'Too many calls.', 1],
    ] as const) {
      open({ 'GET /censorship/originals': page(row(1)), 'GET /censorship/originals/1': answer }, { search: '?text=1' });
      const dialog = await screen.findByRole('dialog');
      expect(await within(dialog).findByText(words)).toBeTruthy();
      expect(within(dialog).queryAllByRole('button', { name: 'Retry' })).toHaveLength(retries);
      cleanup();
    }
  });

  test('is not there for somebody without the right', async () => {
    const { calls } = open({}, { rights: [] });
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByText('Censored Texts')).toBeNull();
    expect(calls).toEqual([]);
  });

  test('becomes cards on a phone', async () => {
    open({ 'GET /censorship/originals': page(row(1)) }, { width: 360 });
    expect(await screen.findByRole('list', { name: 'Censored Texts' })).toBeTruthy();
    expect(screen.getByText('what a [removed] lamp 1')).toBeTruthy();
  });
});
