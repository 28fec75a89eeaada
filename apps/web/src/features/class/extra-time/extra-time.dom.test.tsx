import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, type SeenCall, success } from '../../../testing/scripted-fetch.ts';
import { courseOf } from '../classes/testing/course.ts';
import type { Student } from './calls.ts';
import { ExtraTimeScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

interface Body {
  course_id: number;
  students: { account_id: number; percent: number | string }[];
}
interface Opened {
  more?: Parameters<typeof scriptFetch>[0];
  rights?: string[];
  archived?: boolean;
}

/** Creates a server that stores the data it gets; `refuse` is called first. */
function open(
  rows: Student[] = [
    { account_id: 2, first_name: 'Bo', last_name: 'Adler', percent: 0 },
    { account_id: 1, first_name: 'Ana', last_name: 'Ruiz', percent: 25 },
  ],
  refuse: () => Reply | null = () => null,
  { more = {}, rights = ['extra-time:view', 'extra-time:edit'], archived = false }: Opened = {},
) {
  let kept = rows;
  const calls = scriptFetch({
    'GET /courses/3': success({ course: courseOf({ is_archived: archived }) }),
    'GET /extra-time': () => success({ data: kept }),
    'PUT /extra-time': ({ body }: SeenCall) => {
      const refusal = refuse();
      if (refusal) return refusal;
      const now = new Map((body as Body).students.map(({ account_id, percent }) => [account_id, Number(percent)]));
      const before = kept.filter(({ account_id, percent }) => (now.get(account_id) ?? percent) !== percent);
      kept = kept.map((row) => ({ ...row, percent: now.get(row.account_id) ?? row.percent }));
      return success({ before: before.map(({ account_id, percent }) => ({ account_id, percent })), message: `${before.length} changed` });
    },
    ...more,
  });
  openScreen(ExtraTimeScreen, { address: '/class-extra-time/3', path: '/class-extra-time/$id', rights });
  return { calls, sent: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as Body).students) };
}
const fieldOf = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `${name}: extra time in %` });
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('students stand by last name with their percent, and what is typed is saved in one call; Undo sends what was before', async () => {
  const { sent } = open();
  expect((await fieldOf('Ana Ruiz')).value).toBe('25');
  expect(screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label'))).toEqual([
    null,
    'Bo Adler: extra time in %',
    'Ana Ruiz: extra time in %',
  ]);
  expect(screen.getByText(/^Only the student’s teachers and Admins see this\./)).toBeDefined();
  expect(screen.getByText(/Changes apply from the next form that opens\.$/)).toBeDefined();
  await userEvent.type(await fieldOf('Bo Adler'), '50');
  await userEvent.clear(await fieldOf('Ana Ruiz'));
  expect(screen.getByText('2 unsaved changes')).toBeDefined();
  await click('Save');
  expect(await screen.findByText('2 changed')).toBeDefined();
  expect(sent()).toEqual([
    [
      { account_id: 2, percent: '50' },
      { account_id: 1, percent: 0 },
    ],
  ]);
  await click('Undo');
  await waitFor(async () => expect((await fieldOf('Ana Ruiz')).value).toBe('25'));
  expect((await fieldOf('Bo Adler')).value).toBe('');
  expect(sent()[1]).toEqual([
    { account_id: 2, percent: 0 },
    { account_id: 1, percent: 25 },
  ]);
});

test('one percent is set for all who are chosen, and only for them', async () => {
  const { sent } = open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2 students' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ana Ruiz' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Extra time in % for selected' }), '100');
  await click('Apply to selected (1)');
  expect((await fieldOf('Bo Adler')).value).toBe('100');
  expect((await fieldOf('Ana Ruiz')).value).toBe('25');
  await click('Save');
  await screen.findByText('1 changed');
  expect(sent()).toEqual([[{ account_id: 2, percent: '100' }]]);
});

test('after a failure what was typed is there, and goes out again under the same key', async () => {
  let isUp = false;
  const { calls } = open(undefined, () => (isUp ? null : 'offline'));
  await userEvent.type(await fieldOf('Bo Adler'), '50{Enter}');
  expect(await screen.findByText(/^There is no connection to the school’s server\./)).toBeDefined();
  expect((await fieldOf('Bo Adler')).value).toBe('50');
  isUp = true;
  await click('Save');
  await screen.findByText('1 changed');
  expect(screen.queryByText(/^There is no connection/)).toBeNull();
  const keys = calls.flatMap(({ method, headers }) => (method === 'PUT' ? [headers.get('idempotency-key')] : []));
  expect(keys[0]).toMatch(/\S/);
  expect(keys.at(-1)).toBe(keys[0]);
});

test('a refused percent is said at its field, which has the focus, until something else is typed', async () => {
  open(undefined, () => failure(422, 'VALIDATION_FAILED', { errors: { 'students.1.percent': ['A whole number, from 0 to 1,000.'] } }));
  await userEvent.type(await fieldOf('Bo Adler'), '50');
  await userEvent.type(await fieldOf('Ana Ruiz'), 'x');
  await click('Save');
  const field = await fieldOf('Ana Ruiz');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(within(field.closest('li') as HTMLElement).getByRole('alert').textContent).toBe('A whole number, from 0 to 1,000.');
  expect([field.value, (await fieldOf('Bo Adler')).value]).toEqual(['25x', '50']);
  await userEvent.type(field, '{Backspace}');
  expect(field.getAttribute('aria-invalid')).toBe('false');
});

test('where somebody has left meanwhile, the refusal is said and the next try goes without them', async () => {
  let isFirst = true;
  const rows: Student[] = [
    { account_id: 2, first_name: 'Bo', last_name: 'Adler', percent: 0 },
    { account_id: 1, first_name: 'Ana', last_name: 'Ruiz', percent: 0 },
  ];
  const { sent } = open(rows, () => (isFirst ? failure(422, 'VALIDATION_FAILED', { errors: { students: ['Somebody is gone.'] } }) : null), {
    more: { 'GET /extra-time': () => success({ data: sent().length > 0 ? rows.slice(1) : rows }) },
  });
  await userEvent.type(await fieldOf('Bo Adler'), '50');
  await userEvent.type(await fieldOf('Ana Ruiz'), '75');
  await click('Save');
  expect(await screen.findByText('Somebody is gone.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Bo Adler')).toBeNull());
  isFirst = false;
  await click('Save');
  await screen.findByText('1 changed');
  expect(sent()[1]).toEqual([{ account_id: 1, percent: '75' }]);
});

test.each([
  ['who may only look', { rights: ['extra-time:view'] }],
  ['in an archived class', { archived: true }],
])('%s: the percents are read and not changed', async (_who, opened) => {
  open(undefined, undefined, opened);
  expect((await fieldOf('Ana Ruiz')).readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a class without students says so; a list that cannot be loaded says why and is tried again', async () => {
  let isUp = false;
  open([], undefined, { more: { 'GET /extra-time': () => (isUp ? success({ data: [] }) : failure(500, 'INTERNAL')) } });
  const again = await screen.findByRole('button', { name: 'Retry' });
  isUp = true;
  await userEvent.click(again);
  expect(await screen.findByText('This class has no students yet')).toBeDefined();
});
