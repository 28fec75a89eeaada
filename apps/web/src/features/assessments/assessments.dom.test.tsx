import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, pageOf, readyForScreen } from '../../testing/open-screen.tsx';
import { failure, success } from '../../testing/scripted-fetch.ts';
import { makeAssessment, makeRow } from './testing/assessment.ts';
import { open } from './testing/open.tsx';

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
  ).toEqual(['Name', 'Course', 'Standard', 'Grade', 'Schedule Date', 'Period', 'Attachments', 'Created At', 'Actions']);
  const row = within(within(list).getByRole('row', { name: /Simple circuits/ }));
  for (const words of ['Physics 9B', 'PS3.A', 'Grade 9', 'Fri, Nov 20, 2026', 'Period 3', 'Sun, Nov 1, 2026', '1 more'])
    expect(row.getByText(words)).toBeTruthy();
  expect(row.getByRole('link', { name: 'a.png' }).getAttribute('href')).toBe('/files/a.png');
  expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy Simple circuits',
    'Archive Simple circuits',
    'Edit Simple circuits',
    'Delete Simple circuits',
  ]);
});

test.each([
  ['finished', makeRow({ status: 'finished' }), ['Copy Simple circuits', 'Archive Simple circuits']],
  ['running', makeRow({ running: true, attempts: [{ form: 'Form - 1A' }] }), ['Copy Simple circuits']],
  ['somebody else’s', makeRow({ is_keeper: false }), ['Copy Simple circuits']],
])('[Q228] [Q368] one that is %s offers no edit and no delete', async (_, row, offered) => {
  open('', { 'GET /assessments': pageOf([row]) });
  const list = await table();
  expect(
    within(list)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(offered);
});

test('[Q140] [Q141] [Q142] [Q143] [Q144] [Q145] each filter and the quick search narrow the list, and Reset takes the filters away', async () => {
  const { calls, router } = open();
  await table();
  const filters = within(screen.getByRole('region', { name: 'Filters' }));
  for (const [label, option] of [
    ['Standard', 'PS3.A'],
    ['Course', 'Physics 9B'],
    ['Grade', 'Grade 9'],
    ['Period', 'Period 3 (10:15 – 11:05)'],
  ] as const) {
    await filters.findByRole('option', { name: option });
    await userEvent.selectOptions(filters.getByLabelText(label), option);
  }
  const date = filters.getByLabelText('Schedule Date');
  await userEvent.type(date, '2026-11-20');
  await userEvent.type(filters.getByRole('searchbox'), 'lamp{Enter}');
  const wanted = { standard_id: '3', class_id: '1', level_id: '8', period_id: '9', schedule_date: '2026-11-20', search_text: 'lamp', page: '1' };
  await waitFor(() => expect(Object.fromEntries(calls.findLast(({ path }) => path === '/assessments')?.query ?? [])).toMatchObject(wanted));
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
  expect(await screen.findByText('server says UNAVAILABLE')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('option', { name: 'PS3.A' })).toBeTruthy();
});

test('[Q232] archiving asks, names the assessment, and says that it is done', async () => {
  const { calls } = open('', { 'POST /archive/assessment': success({ message: 'Assessment Archived Successfully' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Archive Simple circuits' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to archive this Assessment?' }));
  expect(await dialog.findByText('Simple circuits')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('Assessment Archived Successfully')).toBeTruthy();
  expect(calls.find(({ path }) => path === '/archive/assessment')?.body).toEqual({ id: 5, is_archived: true });
});

test('[Q027] [Q146] [Q233] the archived list asks for archived ones, and its confirmation says un-archive', async () => {
  const { calls } = open(
    '',
    { 'GET /assessments': pageOf([makeRow({ is_archived: true })]), 'POST /archive/assessment': success({ message: 'back' }) },
    { archived: true },
  );
  await table('Archived Assessments');
  expect(calls.find(({ path }) => path === '/assessments')?.query.get('is_archived')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Create Assessment' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Un-archive Simple circuits' }));
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

test('[Q234] a copy opens where something is missing; a refused one says why', async () => {
  let fails = true;
  const copy = makeAssessment({
    id: 6,
    title: 'Simple circuits Copy 2026-11-20',
    class_id: null,
    topic_id: null,
    schedule_date: null,
    period_id: 0,
    copy: true,
  });
  open('', {
    'POST /copy/assessment': () => (fails ? failure(404, 'ASSESSMENT_NOT_FOUND') : success({ assessment: copy, message: 'Assessment Created Successfully' })),
    'GET /assessments/6': success({ assessment: copy }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Copy Simple circuits' }));
  expect(await screen.findByText('server says ASSESSMENT_NOT_FOUND')).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Copy Simple circuits' }));
  expect(await screen.findByRole('heading', { name: 'Create Assessment', level: 3 })).toBeTruthy();
  const form = within(screen.getByRole('dialog', { name: 'Edit Assessment' }));
  expect((form.getByLabelText('Title') as HTMLInputElement).value).toBe('Simple circuits Copy 2026-11-20');
  expect((form.getByLabelText('Class') as HTMLSelectElement).value).toBe('');
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
