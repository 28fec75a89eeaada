import '../../../testing/dialog.ts';
import type { AssessmentView } from '@classwright/contract/class/assessments/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setScreenWidth } from '../../../testing/match-media.ts';
import { failure, scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import { AssessmentDialog } from './AssessmentDialog.tsx';

const words = (text: string) => ({ type: 'doc', content: text ? [{ type: 'paragraph', content: [{ type: 'text', text }] }] : [] });
const response = (id: number, text: string, is_valid: boolean) => ({
  id,
  position: id,
  response: text,
  is_valid,
  match_label: is_valid ? 'Correct reasoning' : '',
  description: words(''),
});
const question = (id: number, title: string) => ({
  id,
  title,
  description: words(`About ${title}`),
  resources: [],
  responses: [response(id * 10, 'It gets brighter', true), response(id * 10 + 1, 'It stays the same', false)],
});

const assessment = {
  id: 5,
  title: 'Simple circuits',
  status: 'Active',
  course: 'Physics 9B',
  schedule_date: '2026-11-20',
  schedule_time: { schedule_date: '2026-11-20', start_time: '10:15:00', end_time: '11:05:00' },
  period_name: null,
  created_at: '2026-11-01T08:00:00Z',
  account_name: 'Ms Okafor',
  description: words(''),
  google_drive_link: [],
  questions: [question(1, 'Closing a switch'), question(2, 'The lamp in the shed')],
  is_owner: true,
} as unknown as AssessmentView;

function open(reply: Reply, more: Parameters<typeof scriptFetch>[0] = {}) {
  scriptFetch({ 'GET /assessments/5': reply, 'GET /settings/school': success({ launcher: [] }), ...more });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <AssessmentDialog id={5} onClose={() => undefined} /> }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  setScreenWidth(1280);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('[Q153] shows schedule, both questions and which responses are valid, and leaves out what has no value', async () => {
  open(success({ assessment }));
  expect(await screen.findByText('Fri, Nov 20, 2026')).toBeTruthy();
  expect(screen.getByText('10:15 AM – 11:05 AM')).toBeTruthy();
  expect(screen.queryByText('Period')).toBeNull();
  const [first] = screen.getAllByRole('region', { name: /Closing a switch|The lamp in the shed/ });
  expect(within(first as HTMLElement).getByText(/Asked in Form - 1A and again in Form - 1B/)).toBeTruthy();
  const [right, wrong] = within(first as HTMLElement).getAllByRole('listitem');
  expect(right?.textContent).toContain('Valid');
  expect(wrong?.textContent).not.toContain('Valid');
});

test('[Q154] LIVE LEARNING leads its owner to the lesson', async () => {
  open(success({ assessment }));
  expect((await screen.findByRole('link', { name: 'LIVE LEARNING' })).getAttribute('href')).toBe('/teacher-live-learning?assessment_id=5');
});

test('[Q369] LIVE LEARNING is not there for anybody else', async () => {
  open(success({ assessment: { ...assessment, is_owner: false } }));
  await screen.findByText('Fri, Nov 20, 2026');
  expect(screen.queryByRole('link', { name: 'LIVE LEARNING' })).toBeNull();
});

test('one that is not there says so, without a Retry that would say the same again', async () => {
  open(failure(404, 'ASSESSMENT_NOT_FOUND'));
  expect(await screen.findByText('server says ASSESSMENT_NOT_FOUND')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('[Q435] the snapshot opens in a window of its own: our page, or the school’s site with a code, never with a token', async () => {
  const opened = vi.fn<(address: string, name: string) => object>(() => ({ focus: () => undefined, opener: null }));
  vi.stubGlobal('open', opened);
  open(success({ assessment }));
  await userEvent.click(await screen.findByRole('button', { name: 'Snapshot' }));
  expect(opened).toHaveBeenLastCalledWith('/assessment-snapshot?id=5', 'classwright-snapshot-5');
  cleanup();
  open(success({ assessment }), {
    'GET /settings/school': success({ launcher: [{ module: 'snapshot', url: 'https://snapshots.test/view', target: 'live-snapshot' }] }),
    'POST /hand-off': success({ code: 'c0de', expires_in: 60 }),
  });
  await screen.findByText('Fri, Nov 20, 2026');
  await waitFor(async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Snapshot' }));
    expect(opened).toHaveBeenLastCalledWith('https://snapshots.test/view?assessment_id=5&code=c0de', '_blank');
  });
});
