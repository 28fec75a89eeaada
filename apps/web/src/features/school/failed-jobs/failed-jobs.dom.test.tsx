import type { FailedJobView } from '@classwright/contract/school/failed-jobs/calls';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { FailedJobsScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const RIGHTS = ['failed-jobs:view', 'failed-jobs:edit', 'failed-jobs:delete'];
const KINDS = [
  { kind: 'account.link.mail', label: 'Sign-in link email', count: 2 },
  { kind: 'import.account', label: 'Import of people', count: 1 },
];
const failed = (id: number, more: Partial<FailedJobView> = {}): FailedJobView => ({
  id,
  kind: 'account.link.mail',
  label: 'Sign-in link email',
  remedy: 'See whether the mail server answers.',
  error: `connect ECONNREFUSED ${id}`,
  tries: 8,
  created_at: '2026-11-20T10:00:00.000Z',
  failed_at: '2026-11-20T12:00:00.000Z',
  request_id: 'req-7',
  can_put_back: true,
  ...more,
});
const ROWS = [failed(1), failed(2), failed(3, { kind: 'import.account', label: 'Import of people', can_put_back: false, tries: 1, request_id: null })];
const listed = (rows = ROWS): Reply => {
  const page = pageOf(rows) as { body: object };
  return { body: { ...page.body, kinds: rows.length > 0 ? KINDS : [] } };
};

type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers = {}, { rights = RIGHTS, address = '/failed-jobs', width = 1280 } = {}) {
  const calls = scriptFetch({ 'GET /failed-jobs': () => listed(), ...answers });
  const router = openScreen(FailedJobsScreen, { address, rights, width });
  return { calls, router };
}
const rowOf = async (words: string) => (await screen.findByText(words)).closest('tr') as HTMLElement;

test('names what failed, what can be done, the error with its request, and when after how many tries', async () => {
  open();
  const row = await rowOf('connect ECONNREFUSED 1');
  for (const words of ['Sign-in link email', 'See whether the mail server answers.', 'Request req-7', 'after 8 tries'])
    expect(within(row).getByText(words)).toBeDefined();
  expect(within(await rowOf('connect ECONNREFUSED 3')).getByText('after one try')).toBeDefined();
});

test('tries one again, says so, and takes it back', async () => {
  const { calls } = open({
    'POST /failed-jobs/put-back-many': success({ message: 'It will be tried again in a moment.', ids: [1], refused: [] }),
    'POST /failed-jobs/hold-many': success({ message: 'It will not be tried again.', ids: [1], refused: [] }),
  });
  const row = await rowOf('connect ECONNREFUSED 1');
  await userEvent.click(within(row).getByRole('button', { name: /^Try again: Sign-in link email, failed / }));
  await screen.findByText('It will be tried again in a moment.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('It will not be tried again.');
  expect(calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    ['/failed-jobs/put-back-many', { ids: [1] }],
    ['/failed-jobs/hold-many', { ids: [1] }],
  ]);
});

test('what is begun again elsewhere offers no second try; it can be dismissed', async () => {
  open();
  const row = await rowOf('connect ECONNREFUSED 3');
  expect(within(row).queryByRole('button', { name: /^Try again/ })).toBe(null);
  expect(within(row).getByRole('button', { name: /^Dismiss/ })).toBeDefined();
});

test('many at once: those that stay are named with their reason, and nothing is selected any more', async () => {
  const { calls } = open({
    'POST /failed-jobs/dismiss-many': success({
      message: '2 dismissed.',
      ids: [1, 2],
      refused: [{ id: 3, name: 'Import of people', message: 'It is no longer in this list' }],
    }),
  });
  await rowOf('connect ECONNREFUSED 1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select every row on this page' }));
  await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Dismiss' }));
  await screen.findByText('2 dismissed.');
  expect(screen.getByText('It is no longer in this list')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Actions for the selection' })).toBe(null));
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ ids: [1, 2, 3] });
});

test('a kind is chosen into the address and asked of the server', async () => {
  const { calls, router } = open();
  await rowOf('connect ECONNREFUSED 1');
  await userEvent.selectOptions(screen.getByLabelText('Task type'), 'Import of people (1)');
  await waitFor(() => expect(router.state.location.search).toEqual({ kind: 'import.account' }));
  await waitFor(() => expect(calls.at(-1)?.query.get('kind')).toBe('import.account'));
});

test('who may only look is offered neither', async () => {
  open({}, { rights: ['failed-jobs:view'] });
  await rowOf('connect ECONNREFUSED 1');
  expect(screen.queryByRole('button', { name: /Try again|Dismiss/ })).toBe(null);
  expect(screen.queryByRole('checkbox')).toBe(null);
});

test('nothing failed: says so; of a kind of which nothing is left too, and the way back stands there', async () => {
  open({ 'GET /failed-jobs': listed([]) });
  await screen.findByText('Nothing has failed');
  closeScreen();
  readyForScreen();
  open({ 'GET /failed-jobs': listed([]) }, { address: '/failed-jobs?kind=files.erase' });
  await screen.findByText('Nothing of this type has failed.');
  expect(screen.getByLabelText<HTMLSelectElement>('Task type').value).toBe('files.erase');
});

test('a call that fails says why, and the rows stay', async () => {
  open({ 'POST /failed-jobs/put-back-many': failure(403, 'NOT_ALLOWED') });
  const row = await rowOf('connect ECONNREFUSED 1');
  await userEvent.click(within(row).getByRole('button', { name: /^Try again/ }));
  await screen.findByRole('alert');
  expect(screen.getByText('connect ECONNREFUSED 1')).toBeDefined();
});
