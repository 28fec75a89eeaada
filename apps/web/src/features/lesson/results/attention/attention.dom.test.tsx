import userEvent from '@testing-library/user-event';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { courseOf } from '../../../class/classes/testing/course.ts';
import type { AttentionFactView } from '@classwright/contract/lesson/results/attention';
import { AttentionClassesScreen, AttentionScreen } from '../index.ts';
import type { AttentionStudent } from './calls.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const AT = '2026-11-03T10:00:00.000Z';
const student = (account_id: number, first_name: string, reasons: AttentionStudent['reasons'], done: AttentionStudent['done'] = null): AttentionStudent => ({
  account_id,
  first_name,
  last_name: 'Ruiz',
  reasons,
  done,
});
const ABSENT = { code: 'absent-of-last', numbers: { absent: 2, lessons: 4 }, at: AT } as const;
const LOW = { code: 'work-returned-low', numbers: { low: 2, works: 3, percent: 50 }, at: '2026-10-27T10:00:00.000Z' } as const;
const LATE = { code: 'work-overdue', numbers: { works: 3 }, at: AT } as const;
const LESSON = { assessment_id: 7, title: 'Seasons', ended_at: AT };

function open(data: AttentionStudent[], more: Parameters<typeof scriptFetch>[0] = {}, lesson: typeof LESSON | null = LESSON, facts: AttentionFactView[] = []) {
  const asked = scriptFetch({
    'GET /courses/3': success({ course: courseOf() }),
    'GET /results/attention': success({ data, facts, lesson, lessons: lesson ? 5 : 0 }),
    ...more,
  });
  openScreen(AttentionScreen, { address: '/class-attention/3', path: '/class-attention/$id', rights: ['live-lessons:run'] });
  return asked;
}

test('every name stands with its reasons and the numbers behind them', async () => {
  open([student(1, 'Ana', [ABSENT, LATE, LOW])]);
  const card = (await screen.findByRole('heading', { level: 3, name: 'Ana Ruiz' })).closest('li') as HTMLElement;
  expect(within(card).getByText(/^Absent from 2 of the last 4 lessons · /)).toBeDefined();
  expect(within(card).getByText(/^3 assignments are overdue · /)).toBeDefined();
  expect(within(card).getByText(/^Under 50% on 2 of the last 3 returned assignments · /)).toBeDefined();
  expect(screen.getByText(/Based on the last 5 lessons, the latest “Seasons”/)).toBeDefined();
});

test('[B2434] somebody who missed every one of the last lessons is said to have missed all of them', async () => {
  open([student(1, 'Ana', [{ ...ABSENT, numbers: { absent: 4, lessons: 4 } }])]);
  const card = (await screen.findByRole('heading', { level: 3, name: 'Ana Ruiz' })).closest('li') as HTMLElement;
  expect(within(card).getByText(/^Absent from all of the last 4 lessons · /)).toBeDefined();
});

test('[B2570] what happened in the lesson is above the names, and opens to the students, who can be written to', async () => {
  const bo = { account_id: 2, first_name: 'Bo', last_name: 'Ruiz' };
  open([student(1, 'Ana', [ABSENT])], {}, LESSON, [
    { code: 'absent', of: 30, students: [bo], stayed: null },
    { code: 'wrong-throughout', of: 30, students: [bo, { ...bo, account_id: 3 }], stayed: { place: 1, title: 'The sun $S_1$ moves', students: 2 } },
  ]);
  await userEvent.click(await screen.findByText('1 of 30 was absent.'));
  const fact = screen.getByText('1 of 30 was absent.').closest('li') as HTMLElement;
  expect(within(fact).getByText('Bo Ruiz')).toBeDefined();
  expect(within(fact).getByRole('button', { name: 'Message (1)' })).toHaveProperty('disabled', false);
  expect(screen.getByText('2 stayed with B: “The sun S₁ moves”')).toBeDefined();
});

test('[B2585] five names are open, the others one press away', async () => {
  open(['Ana', 'Bo', 'Cem', 'Dea', 'Eli', 'Fay', 'Gus'].map((name, index) => student(index + 1, name, [ABSENT])));
  await screen.findByRole('heading', { level: 3, name: 'Eli Ruiz' });
  expect(screen.queryByRole('heading', { level: 3, name: 'Fay Ruiz' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(screen.getByRole('heading', { level: 3, name: 'Gus Ruiz' })).toBeDefined();
});

test('[B2580] the page of all classes lists each class with its first names, and links to it', async () => {
  const names = ['Ana', 'Bo', 'Cem', 'Dea', 'Eli', 'Fay'].map((name, index) => student(index + 1, name, [ABSENT]));
  scriptFetch({
    'GET /results/attention/classes': success({
      data: [
        { course_id: 3, class_name: 'Science 10B', lessons: 9, data: names },
        { course_id: 4, class_name: 'Biology 7A', lessons: 2, data: [] },
        { course_id: 5, class_name: 'Chemistry', lessons: 0, data: [] },
      ],
    }),
  });
  openScreen(AttentionClassesScreen, { address: '/attention', rights: ['live-lessons:run'] });
  expect((await screen.findByRole('link', { name: 'Show 1 more' })).getAttribute('href')).toBe('/class-attention/3');
  expect(screen.getByText('Eli Ruiz')).toBeDefined();
  expect(screen.queryByText('Fay Ruiz')).toBeNull();
  expect(screen.getByText('Nobody stands out.')).toBeDefined();
  expect(screen.getByText('No lesson has finished yet.')).toBeDefined();
});

test('where nobody gives reason, and where no lesson has finished, it says so', async () => {
  open([]);
  expect(await screen.findByText('Nobody stands out right now')).toBeDefined();
  closeScreen();
  open([], {}, null);
  expect(await screen.findByText('No lesson has finished yet')).toBeDefined();
});

test('a name is put away with a note; after a failure the note is still there', async () => {
  let tries = 0;
  open([student(1, 'Ana', [ABSENT]), student(2, 'Bo', [LATE])], {
    'POST /results/attention/done': () =>
      (tries += 1) === 1 ? failure(409, 'CLASS_ARCHIVED') : success({ put_away: 1, message: '1 name marked as done until something new comes up.' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Mark Bo Ruiz as done' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark Bo Ruiz as done?' });
  await userEvent.type(within(dialog).getByRole('textbox'), 'Talked to her');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as done' }));
  expect(await within(dialog).findByText('This class is archived and cannot be changed.')).toBeDefined();
  expect(within(dialog).getByRole('textbox')).toHaveProperty('value', 'Talked to her');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as done' }));
  expect(await screen.findByText('1 name marked as done until something new comes up.')).toBeDefined();
});

test('names put away are out of sight until they are asked for, with the note and by whom, and can be taken back', async () => {
  const done = { by: 'Adaeze Okafor', at: AT, note: 'Rang home' };
  open([student(1, 'Ana', [ABSENT], done)], { 'POST /results/attention/back': success({ taken_back: 1, message: '1 name is back on the list.' }) });
  expect(await screen.findByText('You are all caught up')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Ana Ruiz' })).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: 'Show done (1)' }));
  expect(await screen.findByText('Rang home')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show Ana Ruiz again' }));
  expect(await screen.findByText('1 name is back on the list.')).toBeDefined();
});

test('a name that is taken back by mistake is put away again with its note; “Done” leaves those alone that are put away, and says what was looked at', async () => {
  const newer = '2026-11-04T10:00:00.000Z';
  const asked = open([student(1, 'Ana', [ABSENT], { by: 'Adaeze Okafor', at: AT, note: 'Rang home' }), student(2, 'Bo', [LATE, { ...ABSENT, at: newer }])], {
    'POST /results/attention/back': success({ taken_back: 1, message: '1 name is back on the list.' }),
    'POST /results/attention/done': success({ put_away: 1, message: '1 name marked as done until something new comes up.' }),
  });
  const sent = () => asked.filter(({ path }) => path === '/results/attention/done').map(({ body }) => body);
  await userEvent.click(await screen.findByRole('switch', { name: 'Show done (1)' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Show Ana Ruiz again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent()).toEqual([{ course_id: 3, account_ids: [1], note: 'Rang home', seen_at: AT }]));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all 2' }));
  expect(screen.getByRole('button', { name: 'Message (2)' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as done (1)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark Bo Ruiz as done?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mark as done' }));
  await waitFor(() => expect(sent().at(-1)).toEqual({ course_id: 3, account_ids: [2], note: '', seen_at: newer }));
});

test('all names are chosen at once, and so many can be written to', async () => {
  open([student(1, 'Ana', [ABSENT]), student(2, 'Bo', [LATE])]);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  expect(screen.getByRole('button', { name: 'Message (2)' })).toHaveProperty('disabled', false);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ana Ruiz' }));
  expect(screen.getByRole('button', { name: 'Message (1)' })).toBeDefined();
});

test('of an archived class nobody is written to, and no name is put away', async () => {
  open([student(1, 'Ana', [ABSENT])], { 'GET /courses/3': success({ course: courseOf({ is_archived: true }) }) });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Ana Ruiz' }));
  for (const name of ['Message (1)', 'Mark as done (1)', 'Message Ana Ruiz', 'Mark Ana Ruiz as done'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

test('a list that cannot be loaded says why and is tried again', async () => {
  let isUp = false;
  open([], {
    'GET /results/attention': () => (isUp ? success({ data: [student(1, 'Ana', [ABSENT])], facts: [], lesson: LESSON, lessons: 1 }) : failure(500, 'INTERNAL')),
  });
  const again = await screen.findByRole('button', { name: /again|retry/i });
  isUp = true;
  await userEvent.click(again);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Ana Ruiz' })).toBeDefined());
});
