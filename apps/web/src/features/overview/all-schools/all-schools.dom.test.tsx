import type { SchoolRow } from '@classwright/contract/overview/all-schools/calls';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { AllSchoolsScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const school = (id: number, more: Partial<SchoolRow> = {}): SchoolRow => ({
  id,
  name: `School ${id}`,
  is_archived: false,
  people: 950,
  classes: 12,
  file_bytes: 2_500_000,
  active_at: null,
  suspension: null,
  max_people: null,
  max_file_bytes: null,
  max_requests_per_minute: null,
  ...more,
});
const SCHOOLS = [
  school(1, { max_people: 1000 }),
  school(2, { suspension: { reason: 'The contract has ended.', since: '2026-01-31T03:00:00.000Z' } }),
  school(3, { max_requests_per_minute: 600 }),
];

type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers = {}, { rights = ['all-schools:view', 'all-schools:edit'], schools = SCHOOLS } = {}) {
  const calls = scriptFetch({ 'GET /all-schools': success({ schools }), ...answers });
  openScreen(AllSchoolsScreen, { address: '/all-schools', rights, width: 1280 });
  return calls;
}
const bodiesOf = (calls: ReturnType<typeof scriptFetch>, path: string) =>
  calls.filter((call) => call.path === path && call.method === 'POST').map(({ body }) => body);
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

test('[B2908] shows each school with what it has and may have, a warning near a limit, and the reason of a suspension', async () => {
  open();
  const first = await rowOf('School 1');
  for (const words of ['950 of 1,000', '95% used', 'Open', 'No limit']) expect(first.getByText(words)).toBeDefined();
  const second = await rowOf('School 2');
  expect(second.getByText('Suspended')).toBeDefined();
  expect(second.getByText(/The contract has ended\./)).toBeDefined();
});

test('[B2908] finds a school by a part of its name, and shows limits of requests only where there is one', async () => {
  open({}, { schools: [school(1), school(2)] });
  await screen.findByText('School 1');
  expect(screen.queryByText('Requests a minute')).toBeNull();
  await userEvent.type(screen.getByRole('searchbox'), 'OOL 2');
  await waitFor(() => expect(screen.queryByText('School 1')).toBeNull());
  expect(screen.getByText('School 2')).toBeDefined();
});

test('[B2888] suspends a school with a reason; after a refusal the reason stays', async () => {
  let refuses = true;
  const calls = open({
    'POST /all-schools/suspend': () =>
      refuses ? failure(422, 'VALIDATION_FAILED', { errors: { reason: ['Reason is required'] } }) : success({ message: '1 school is suspended.' }),
  });
  await userEvent.click((await rowOf('School 1')).getByRole('button', { name: 'Suspend School 1' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Unpaid. Ask the office.');
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  await dialog.findByText('Reason is required');
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Unpaid. Ask the office.');
  refuses = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }));
  await screen.findByText('1 school is suspended.');
  expect(bodiesOf(calls, '/all-schools/suspend').at(-1)).toEqual({ ids: [1], reason: 'Unpaid. Ask the office.' });
});

test('[B2888] resumes several schools at once, after asking', async () => {
  const calls = open({ 'POST /all-schools/resume': success({ message: '1 school is resumed.' }) });
  for (const name of ['School 2', 'School 3']) await userEvent.click((await rowOf(name)).getByRole('checkbox'));
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(bodiesOf(calls, '/all-schools/resume')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(bodiesOf(calls, '/all-schools/resume')).toEqual([{ ids: [2, 3] }]));
});

test('[B2895] sets only the limits that were changed, and an empty field removes one', async () => {
  const calls = open({ 'POST /all-schools/limit': success({ message: 'The limits of 1 school are set.' }) });
  await userEvent.click((await rowOf('School 1')).getByRole('button', { name: 'Set limits of School 1' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.clear(dialog.getByRole('spinbutton', { name: 'Most people' }));
  await userEvent.type(dialog.getByRole('spinbutton', { name: 'Most files, in MB' }), '5');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodiesOf(calls, '/all-schools/limit')).toEqual([{ ids: [1], max_people: null, max_file_bytes: 5_000_000 }]));
});

test('[B2909] people who may only look get no actions; an error offers another try, and no schools a hint', async () => {
  open({}, { rights: ['all-schools:view'] });
  expect((await rowOf('School 1')).queryByRole('button')).toBeNull();
  closeScreen();
  open({ 'GET /all-schools': failure(503, 'UNAVAILABLE') });
  await screen.findByRole('button', { name: 'Retry' });
  closeScreen();
  open({}, { schools: [] });
  await screen.findByText('No schools yet');
});
