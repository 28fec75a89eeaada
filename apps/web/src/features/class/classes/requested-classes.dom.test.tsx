import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { RequestedClassesScreen } from './RequestedClassesScreen.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const RIGHTS = ['view', 'create', 'edit', 'delete'].map((action) => `requested-classes:${action}`);
const asked = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, subject: 'Science', section: 'B', room: '2', level_id: 4, level_name: 'Grade 9', account_id: 7, account_name: 'Ada Byron' },
  ...{ status: 'pending', reason: '', course_id: null, decided_at: null, decided_by_name: null },
  ...{ created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' },
  ...more,
});
const ROWS = [
  asked(1, 'Physics'),
  asked(2, 'Chess', { status: 'declined', reason: 'There is one <b>', decided_at: '2026-11-21T10:00:00.000Z', decided_by_name: 'Kim Roe' }),
  asked(3, 'Biology', { status: 'approved', course_id: 30, decided_at: '2026-11-21T10:00:00.000Z', decided_by_name: 'Kim Roe' }),
];
type Answers = Parameters<typeof scriptFetch>[0];
let router: { state: { location: { search: object } } };
function open(answers: Answers = {}, rights = [...RIGHTS, 'requested-classes:approve'], address = '/requested-classes') {
  const calls = scriptFetch({
    'GET /requested/classes': pageOf(ROWS),
    'GET /levels': success({ data: [], pagination: {} }),
    ...answers,
  });
  router = openScreen(RequestedClassesScreen, { address, rights }) as unknown as typeof router;
  return calls;
}
const rowOf = async (words: string) => within((await screen.findByText(words)).closest('tr') as HTMLElement);

test('shows what has become of each request, why and by whom, and leads to the class', async () => {
  open({}, RIGHTS);
  const declined = await rowOf('Chess');
  for (const words of ['Declined', 'Reason: There is one <b>']) expect(declined.getByText(words)).toBeDefined();
  expect(declined.getByText(/^Kim Roe, /)).toBeDefined();
  expect(declined.queryByRole('button', { name: /^Edit/ })).toBe(null);
  expect((await rowOf('Biology')).getByRole('link', { name: 'Open the class Biology' }).getAttribute('href')).toBe('/class-details/30');
  expect((await rowOf('Physics')).getByText('Waiting')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBe(null);
});

test('[B680] those that wait, are approved or declined are shown alone; which stands in the address', async () => {
  const calls = open({}, RIGHTS, '/requested-classes?status=declined');
  await rowOf('Chess');
  const asking = () => calls.filter(({ path }) => path === '/requested/classes').map(({ query }) => query.get('status'));
  expect(asking()).toEqual(['declined']);
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Waiting');
  await waitFor(() => expect(asking()).toEqual(['declined', 'pending']));
  expect(router.state.location.search).toEqual({ status: 'pending' });
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'All');
  await waitFor(() => expect(asking().at(-1)).toBe(null));
  expect(router.state.location.search).toEqual({});
});

test('[B681] an Admin takes back that one was declined, also long after', async () => {
  const calls = open({ 'POST /requested/classes/reopen-many': success({ message: '1 request reopened.', ids: [2], refused: [] }) });
  await userEvent.click((await rowOf('Chess')).getByRole('button', { name: 'Reopen the request for Chess' }));
  await screen.findByText('1 request reopened.');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ ids: [2] });
});

test('an Admin approves one', async () => {
  const calls = open({ 'POST /requested/classes/approve-many': success({ message: '1 request approved.', ids: [1], refused: [] }) });
  await userEvent.click((await rowOf('Physics')).getByRole('button', { name: 'Approve Physics' }));
  await screen.findByText('1 request approved.');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ ids: [1] });
});

test('an Admin declines several with a reason, which is asked for, and takes that back', async () => {
  let answer = failure(422, 'VALIDATION_FAILED', { errors: { reason: ['Reason is required'] } });
  const calls = open({
    'POST /requested/classes/decline-many': () => answer,
    'POST /requested/classes/reopen-many': success({ message: '1 request reopened.', ids: [1], refused: [] }),
  });
  await rowOf('Physics');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select every row on this page' }));
  await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Decline' }));
  const box = within(await screen.findByRole('dialog', { name: 'Decline 3 requests' }));
  await userEvent.click(box.getByRole('button', { name: 'Decline' }));
  await box.findByText('Reason is required');
  answer = success({ message: '1 request declined.', ids: [1], refused: [{ id: 2, name: 'Chess', message: 'Chess has been decided already.' }] });
  await userEvent.type(box.getByLabelText('Reason'), 'No room');
  await userEvent.click(box.getByRole('button', { name: 'Decline' }));
  await screen.findByText('Chess has been decided already.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 request reopened.');
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({ ids: [1] }));
});
