import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { ReadingsScreen, ReadingsSection } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const at = { first_at: '2026-11-20T10:00:00Z', last_at: '2026-11-27T10:00:00Z' };
const pagination = { total: 1, per_page: 10, current_page: 1, last_page: 1, from: 1, to: 1 };

test('[B2702] the profile says in a sentence who looked, and shows one’s teachers apart', async () => {
  scriptFetch({
    'GET /record-readings': success({
      since: '2026-09-01',
      is_term: true,
      time_zone: 'UTC',
      readers: [
        { kind: 'teacher', name: 'Ada Okafor', classes: ['grade', 'schoolwork'], days: 12, ...at },
        { kind: 'office', name: 'Lib Rarian', classes: ['contact'], days: 2, ...at },
        { kind: 'program', name: 'Bus planner', classes: ['identity'], days: 1, ...at },
      ],
      data: [{ id: 1, kind: 'teacher', reader: 'Ada Okafor', data_class: 'grade', day: '2026-11-27', times: 3, ...at }],
      pagination,
    }),
  });
  openScreen(() => <ReadingsSection />, { address: '/profile' });
  expect(await screen.findByText('This term: 1 of your teachers, 1 program, the office on 2 days.')).toBeDefined();
  const teachers = screen.getByRole('heading', { name: 'Your teachers' }).parentElement as HTMLElement;
  expect(within(teachers).getByText('grades, schoolwork')).toBeDefined();
  expect(within(teachers).getByText(/On 12 days/)).toBeDefined();
  expect(within(teachers).queryByText('Bus planner')).toBeNull();
  expect(screen.getByText('Office, email and address')).toBeDefined();
});

test('[B2704] the page for administrators names unusual readers first, with the reason', async () => {
  const { person, reader } = { person: 'Ann Ruiz', reader: 'Ada Okafor' };
  scriptFetch({
    'GET /record-readings/unusual': success({ readers: [{ reader_id: 4, name: reader, day: '2026-11-27', people: 120, median: 8, outside: 2 }] }),
    'GET /record-readings/search': success({
      data: [
        {
          id: 1,
          kind: 'otherTeacher',
          reader,
          reader_id: 4,
          client_id: null,
          account_id: 9,
          person,
          data_class: 'grade',
          day: '2026-11-27',
          times: 3,
          time_zone: 'UTC',
          ...at,
        },
      ],
      pagination,
    }),
  });
  openScreen(() => <ReadingsScreen />, { address: '/record-readings', rights: ['privacy:view'] });
  expect(await screen.findByText(/120 people, on a usual day 8/)).toBeDefined();
  expect(screen.getByText(/work of 2 students of no class of theirs/)).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Only Ann Ruiz' })).toBeDefined();
});

test.each([
  ['Person', 'account_id=9', 'Ann Ruiz'],
  ['Reader', 'reader_id=4', 'Ada Okafor'],
  ['Program', 'client_id=7', 'Bus planner'],
])('[B3048] the filter of the address, %s, shows the name of its own row', async (label, search, name) => {
  const row = { account_id: 8, person: 'Bo Ek', data_class: 'grade', day: '2026-11-27', times: 3, time_zone: 'UTC', ...at };
  const data = [
    { ...row, id: 1, kind: 'program', reader: 'Another app', reader_id: null, client_id: 6 },
    { ...row, id: 2, kind: 'program', reader: 'Bus planner', reader_id: null, client_id: 7 },
    { ...row, id: 3, kind: 'otherTeacher', reader: 'Ada Okafor', reader_id: 4, client_id: null },
    { ...row, id: 4, kind: 'otherTeacher', reader: 'Eve Short', reader_id: 5, client_id: null, account_id: 9, person: 'Ann Ruiz' },
  ];
  scriptFetch({ 'GET /record-readings/unusual': success({ readers: [] }), 'GET /record-readings/search': success({ data, pagination }) });
  openScreen(() => <ReadingsScreen />, { address: `/record-readings?${search}`, rights: ['privacy:view'] });
  await screen.findByRole('group', { name: 'Filters' });
  const shown = () =>
    label === 'Program' ? screen.queryByText(/^Program: /)?.textContent : `${label}: ${screen.getByLabelText<HTMLInputElement>(label).value}`;
  await waitFor(() => expect(shown()).toContain(`${label}: ${name}`));
});
