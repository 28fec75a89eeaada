import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { choose } from '../../../testing/choose.ts';
import { closeScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, success } from '../../../testing/scripted-fetch.ts';
import { makeAssessment, makeRow } from './testing/assessment.ts';
import { open } from './testing/open.tsx';
import { chooseAct, openActs } from '../../../testing/row-acts.ts';

beforeEach(readyForScreen);
afterEach(() => {
  closeScreen();
  localStorage.clear();
});

const table = (name = 'Assessments') => screen.findByRole('table', { name });
const file = (name: string) => ({ name, url: `/files/${name}`, res_url: '', mimeType: 'image/png', type: 'aws', file_id: 3 });

test('[Q147] [Q148] [Q149] [Q150] [Q151] the columns, attachments as links, and what can be done with a row', async () => {
  open('', { 'GET /assessments': pageOf([makeRow({ google_drive_link: ['a.png', 'b.png', 'c.png'].map(file) })]) });
  const list = await table();
  expect(
    within(list)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Name', 'Course', 'Standard', 'Grade', 'Schedule Date', 'Period', 'Attachments', 'State', 'Actions']);
  const row = within(within(list).getByRole('row', { name: /Simple circuits/ }));
  for (const words of ['Physics 9B', 'PS3.A', 'Grade 9', 'Fri, Nov 20, 2026', 'Period 3', '1 more']) expect(row.getByText(words)).toBeTruthy();
  expect(row.getByRole('link', { name: 'a.png' }).getAttribute('href')).toBe('/files/a.png');
  expect(await openActs('Simple circuits')).toEqual(['Edit', 'Copy', 'Archive', 'Delete']);
  // few people look for the day of making
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Show all columns' }));
  expect(row.getByText('Sun, Nov 1, 2026')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'Created At' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer columns' }));
  expect(row.queryByText('Sun, Nov 1, 2026')).toBeNull();
});

test.each([
  ['finished', makeRow({ status: 'finished' }), ['Copy', 'Archive']],
  ['running', makeRow({ running: true, attempts: [{ form: 'Form - 1A' }] }), ['Copy']],
  ['somebody else’s', makeRow({ is_keeper: false }), ['Copy']],
])('[Q228] [Q368] one that is %s offers no edit and no delete', async (_, row, offered) => {
  open('', { 'GET /assessments': pageOf([row]) });
  await table();
  expect(await openActs('Simple circuits')).toEqual(offered);
});

test('[B266] [Q140] [Q141] [Q142] [Q143] [Q144] [Q145] each filter and the quick search narrow the list, and Reset takes the filters away', async () => {
  const { calls, router } = open();
  await table();
  const filters = within(screen.getByRole('region', { name: 'Filters' }));
  expect(filters.queryByLabelText('Standard')).toBeNull(); // rows have the room until filters are asked for
  await userEvent.click(filters.getByRole('button', { name: 'Filters' }));
  for (const [label, option] of [
    ['Standard', 'PS3.A'],
    ['Course', 'Physics 9B'],
    ['Grade', 'Grade 9'],
    ['Period', 'Period 3 (10:15 – 11:05)'],
  ] as const) {
    await choose(filters.getByLabelText(label), option);
  }
  const date = filters.getByLabelText('Schedule Date');
  await userEvent.type(date, '2026-11-20');
  await userEvent.type(filters.getByRole('searchbox'), 'lamp{Enter}');
  const wanted = { standard_id: '3', class_id: '1', level_id: '8', period_id: '9', schedule_date: '2026-11-20', search_text: 'lamp', page: '1' };
  await waitFor(() => expect(Object.fromEntries(calls.findLast(({ path }) => path === '/assessments')?.query ?? [])).toMatchObject(wanted));
  await userEvent.click(filters.getByRole('button', { name: 'Remove the filter Period 3 (10:15 – 11:05)' }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('period_id'));
  await userEvent.click(filters.getByRole('button', { name: 'Reset filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ search_text: 'lamp' }));
});

test('[Q489] [Q496] a failed load and a failed search say why and offer a Retry', async () => {
  let fails = true;
  open('?search_text=lamp', { 'GET /assessments': () => (fails ? failure(503, 'UNAVAILABLE') : pageOf([makeRow()])) });
  expect(await screen.findByText('server says UNAVAILABLE')).toBeTruthy();
  expect(document.querySelector('[aria-busy="true"] table')).toBeNull();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Simple circuits' })).toBeTruthy();
});

test('a search that found nothing is taken back with one press; the filters stay', async () => {
  const { router } = open('?search_text=nothing&level_id=8', { 'GET /assessments': pageOf([]) });
  await screen.findByText('Nothing found');
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear the search' }).at(-1) as HTMLElement);
  await waitFor(() => expect(router.state.location.search).toEqual({ level_id: 8 }));
});

test('a filter whose choices do not come says so beside it, and asks again', async () => {
  let fails = true;
  open('', { 'GET /standard': () => (fails ? failure(503, 'UNAVAILABLE') : pageOf([{ id: 3, name: 'PS3.A' }])) });
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  expect(await screen.findByText('server says UNAVAILABLE')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('server says UNAVAILABLE')).toBeNull());
  await choose(screen.getByRole('combobox', { name: 'Standard' }), 'PS3.A');
});

test('[Q232] archiving asks, names the assessment, and says that it is done', async () => {
  const { calls } = open('', { 'POST /archive/assessment': success({ message: 'Assessment Archived Successfully' }) });
  await chooseAct('Simple circuits', 'Archive');
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to archive this Assessment?' }));
  expect(await dialog.findByText('Simple circuits')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('Assessment Archived Successfully')).toBeTruthy();
  expect(calls.find(({ path }) => path === '/archive/assessment')?.body).toEqual({ id: 5, is_archived: true });
});

test('[K045] [L045] [Q027] [Q146] [Q233] the archived list asks for archived ones, and its confirmation says un-archive', async () => {
  const { calls } = open(
    '',
    { 'GET /assessments': pageOf([makeRow({ is_archived: true })]), 'POST /archive/assessment': success({ message: 'back' }) },
    { archived: true },
  );
  await table('Archived Assessments');
  expect(calls.find(({ path }) => path === '/assessments')?.query.get('is_archived')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Create Assessment' })).toBeNull();
  await chooseAct('Simple circuits', 'Un-archive');
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to un-archive this Assessment?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(calls.find(({ path }) => path === '/archive/assessment')?.body).toEqual({ id: 5, is_archived: false }));
});

test('[Q492] a refused delete closes the dialog and says why', async () => {
  open('?delete=5', { 'DELETE /assessments/5': failure(409, 'ASSESSMENT_HAS_ATTEMPTS') });
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this Assessment?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('server says ASSESSMENT_HAS_ATTEMPTS')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[Q501] a delete is done after its confirmation', async () => {
  open('?delete=5', { 'DELETE /assessments/5': success({ message: 'Assessment Deleted Successfully', id: 5 }) });
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('Assessment Deleted Successfully')).toBeTruthy();
});

test('[B261] [Q234] a copy opens where something is missing, and is made when it is saved, not before', async () => {
  const original = makeAssessment({ title: 'Simple circuits', period_id: 9 });
  const { calls, router } = open('', { 'GET /assessments/5': success({ assessment: original }) });
  await chooseAct('Simple circuits', 'Copy');
  expect(await screen.findByRole('heading', { name: 'Create Assessment', level: 3 })).toBeTruthy();
  const form = within(screen.getByRole('dialog', { name: 'Create Assessment' }));
  expect((form.getByLabelText('Title') as HTMLInputElement).value).toMatch(/^Simple circuits Copy \d{4}-\d{2}-\d{2}$/);
  for (const label of ['Class', 'Period', 'Schedule Date']) expect((form.getByLabelText(label) as HTMLSelectElement).value).toBe('');
  // nothing was typed: it closes without asking, and nothing was created
  await userEvent.click(form.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toEqual({});
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('[B262] what was archived is brought back by Undo', async () => {
  const { calls } = open('', {
    'POST /archive/assessment': ({ body }) =>
      success({ message: (body as { is_archived: boolean }).is_archived ? 'Assessment Archived Successfully' : 'It is back' }),
  });
  await chooseAct('Simple circuits', 'Archive');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('It is back')).toBeTruthy();
  expect(calls.filter(({ path }) => path === '/archive/assessment').map(({ body }) => body)).toEqual([
    { id: 5, is_archived: true },
    { id: 5, is_archived: false },
  ]);
});

test.each([
  ['one’s own', makeRow({ account_id: 7 }), 'Start: Simple circuits', null],
  ['one’s own that runs', makeRow({ account_id: 7, running: true }), 'Continue: Simple circuits', null],
  ['somebody else’s that runs', makeRow({ account_id: 8, running: true }), null, 'Running'],
  ['a finished one', makeRow({ account_id: 7, status: 'finished' }), 'Results: Simple circuits', 'Finished'],
  ['a finished one of somebody else', makeRow({ account_id: 8, status: 'finished' }), null, 'Finished'],
  ['a copy without a class', makeRow({ account_id: 7, copy: true }), null, null],
])('[B262] the state of %s, and the way to its lesson', async (_, row, link, chip) => {
  open('', { 'GET /assessments': pageOf([row]) });
  const list = within(await table());
  const links = list.queryAllByRole('link', { name: /^(Start|Continue|Results)/ });
  expect(links.map((one) => [one.getAttribute('aria-label'), one.getAttribute('href')])).toEqual(
    link ? [[link, '/teacher-live-learning?assessment_id=5']] : [],
  );
  expect(list.queryAllByText(/^(Running|Finished)$/).map(({ textContent }) => textContent)).toEqual(chip ? [chip] : []);
});

test('an empty list says what to do; nobody sees what they may not use', async () => {
  open('', { 'GET /assessments': pageOf([]) }, { rights: ['assessments:view'] });
  expect(await screen.findByText('No assessments yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create Assessment' })).toBeNull();
});

test('a page for staff: without the right to view there is none', async () => {
  open('', {}, { rights: [] });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});
