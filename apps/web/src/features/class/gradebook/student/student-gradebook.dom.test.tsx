import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, scriptFetch, type SeenCall, success } from '../../../../testing/scripted-fetch.ts';
import { StudentGradebookScreen } from './StudentGradebookScreen.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const NOW = '2026-10-15T12:00:00.000Z';
const itemOf = (id: number, title: string, more: object = {}) => ({
  ...{ id, title, due_date: '2026-10-10', dueTime: null, due_at: '2026-10-10T23:59:59.000Z', period_date: '2026-10-10', maxPoints: 50, category_id: null },
  ...{ workType: 'ASSIGNMENT', submission_id: id + 100, state: 'RETURNED', late: false, overdue: false, excused: false, assignedGrade: null as number | null },
  ...{ returned_at: null, was_returned: false, mark: 'r', message: null as string | null },
  ...more,
});
const bookOf = (more: object = {}) => ({
  ...{ course_id: 3, courseid: 3, class_name: 'Physics 9B', as_of: NOW, next_due_at: null, show_grade: true, overall: 80, categories: [] },
  settings: { calculation_type: 'TOTAL_POINTS', exclude_missing: false, categories: [] },
  periods: [{ id: 1, name: 'Autumn 1', start_date: '2026-09-01', end_date: '2026-10-31', mpg: 80 }],
  items: [
    itemOf(1, 'Charge and current', { assignedGrade: 40, message: 'Mind the units' }),
    itemOf(2, 'Waves', { state: 'CREATED', mark: 'c', due_date: null, due_at: null, period_date: '2026-10-12' }),
    itemOf(3, 'Lab', { state: 'TURNED_IN', mark: 'T', late: true, excused: true }),
    itemOf(4, 'Reading', { state: 'CREATED', mark: 'c', overdue: true, excused: true }),
  ],
  ...more,
});
const CLASSES = [
  { id: 3, name: 'Physics 9B' },
  { id: 4, name: 'Chemistry 9B' },
];
function open(
  answer: Parameters<typeof scriptFetch>[0][string] = success({ gradebook: bookOf(), classes: CLASSES }),
  address = '/std-gradebook?class=3',
): SeenCall[] {
  const seen = scriptFetch({ 'GET /student/grade-book': answer, 'GET /courses/3/room': success({ room: { epoch: 1, sequence: 1 }, staff: null }) });
  openScreen(StudentGradebookScreen, { address, rights: ['std-gradebook:view'] });
  return seen;
}
/** Lists the classes whose gradebooks were requested. */
const asked = (seen: SeenCall[]) => seen.filter(({ path }) => path === '/student/grade-book').map(({ query }) => query.get('class'));
const figures = async () => screen.findByRole('region', { name: 'Grade summary' });

test('[K035] [L023] a student sees their items with state, grade and message, and what they come to', async () => {
  open();
  expect((await figures()).textContent).toContain('80.0%');
  const items = within(screen.getByRole('list', { name: 'Items' })).getAllByRole('article');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Charge and currentSat, Oct 10, 2026ReturnedYour teacher: Mind the units40 of 50',
    'WavesNo due dateAssignedNot returned yet',
    'LabSat, Oct 10, 2026SubmittedLateExcusedNot returned yet',
    'ReadingSat, Oct 10, 2026AssignedExcusedNot returned yet', // nobody waits for it
  ]);
  expect(screen.getByRole('link', { name: 'Waves' }).getAttribute('href')).toBe('/std-classwork?class=3&work=2');
});

test('the first class stands in the address, and another one is chosen there', async () => {
  const seen = open(success({ gradebook: bookOf(), classes: CLASSES }), '/std-gradebook');
  await figures();
  await waitFor(() => expect(asked(seen)).toContain('3'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Class' }), '4');
  await waitFor(() => expect(asked(seen)).toContain('4'));
});

test('[K332] where the class shows no figures, it says so, and offers no what if', async () => {
  open(success({ gradebook: bookOf({ show_grade: false, overall: null, periods: [], settings: null }), classes: CLASSES }));
  expect(await screen.findByText(/does not show overall grades/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'What if' })).toBeNull();
  expect(screen.getByText('40 of 50')).toBeDefined();
});

test('why a figure is what it is opens beside it', async () => {
  open();
  await userEvent.click(within(await figures()).getByRole('button', { name: 'Why is Autumn 1 this value?' }));
  const dialog = screen.getByRole('dialog', { name: 'Why Autumn 1 is 80.0%' });
  expect(within(dialog).getByText('(40/50) / 1 = 80.0%')).toBeDefined();
  const rows = within(dialog).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Charge and current40 / 50Counts',
    'Waves–No grade yet, does not count',
    'Lab–Excused, does not count',
    'Reading–Excused, does not count',
  ]);
});

test('what if reckons on the device alone and says so; wrong input is named and counts nothing', async () => {
  const seen = open();
  await figures();
  await userEvent.click(screen.getByRole('button', { name: 'What if' }));
  expect(screen.getByText('Type grades you might get. Nothing is saved or sent.')).toBeDefined();
  const field = screen.getByRole('textbox', { name: 'What if: Waves' });
  await userEvent.type(field, '50');
  expect((await figures()).textContent).toContain('90.0%');
  await userEvent.clear(field);
  await userEvent.type(field, '-3');
  expect(screen.getByText('Write a grade such as 46 or 92%.')).toBeDefined();
  expect((await figures()).textContent).toContain('80.0%');
  await userEvent.click(screen.getByRole('button', { name: 'End what if' }));
  expect(screen.queryByRole('textbox', { name: 'What if: Waves' })).toBeNull();
  expect(seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('what is needed for a figure is said, also where it cannot be reached', async () => {
  open();
  await figures();
  await userEvent.click(screen.getByRole('button', { name: 'What if' }));
  expect(screen.getByText('You need at least 49.95 of 50 in Waves.')).toBeDefined();
  const target = screen.getByRole('textbox', { name: 'At least, in percent' });
  await userEvent.clear(target);
  await userEvent.type(target, '95');
  expect(screen.getByText('Even 50 of 50 in Waves is not enough: that gives 90%. You would need 54.95.')).toBeDefined();
  await userEvent.clear(target);
  await userEvent.type(target, 'much');
  expect(screen.getByText('Write a percentage from 0 to 200.')).toBeDefined();
});

test('an excused item is not tried out, and what is needed is asked of an item that counts', async () => {
  const items = [
    itemOf(4, 'Reading', { state: 'CREATED', mark: 'c', category_id: null, due_at: null }),
    itemOf(5, 'Lab', { state: 'CREATED', mark: 'c', category_id: 7, due_at: null }),
    itemOf(6, 'Trip', { state: 'CREATED', mark: 'c', category_id: 7, excused: true }),
  ];
  const category = { category_id: 7, category_name: 'Practical', category_point: 40, drop_lowest: 0 };
  const settings = { calculation_type: 'WEIGHTED_BY_CATEGORY', exclude_missing: false, categories: [category] };
  open(success({ gradebook: bookOf({ items, settings, overall: null }), classes: CLASSES }));
  await figures();
  await userEvent.click(screen.getByRole('button', { name: 'What if' }));
  expect(screen.queryByRole('textbox', { name: 'What if: Trip' })).toBeNull();
  expect(screen.getByText('You need at least 44.98 of 50 in Lab.')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'In' }), 'Reading');
  expect(screen.getByText('Reading does not count toward this grade.')).toBeDefined();
});

test('without a class, without work, and when it cannot be loaded, it says what to do', async () => {
  open(success({ gradebook: null, classes: [] }), '/std-gradebook');
  expect(await screen.findByText('You have no classes yet')).toBeDefined();
  closeScreen();
  readyForScreen();
  open(success({ gradebook: bookOf({ items: [], overall: null, periods: [] }), classes: CLASSES }));
  expect(await screen.findByText('No work yet')).toBeDefined();
  expect(screen.getByText('No grades count yet')).toBeDefined();
  closeScreen();
  readyForScreen();
  open(failure(404, 'NOT_FOUND'));
  expect(await screen.findByRole('alert')).toBeDefined();
});

test('[K035] an item that was returned says when, with what, changed to what and taken back when; one that never was has no history', async () => {
  const entry = (kind: string, grade: number | null, was: number | null, at: string, maxPoints: number | null = 50) => ({ at, kind, grade, was, maxPoints });
  const history = [
    entry('taken-back', null, 42, '2026-10-13T09:00:00.000Z'),
    entry('changed', 42, 40, '2026-10-12T09:00:00.000Z'),
    entry('returned', 40, null, '2026-10-11T09:00:00.000Z'),
    entry('taken-back', 38, 39, '2026-10-10T12:00:00.000Z'),
    entry('returned', null, null, '2026-10-10T09:00:00.000Z', null),
  ];
  const seen = scriptFetch({
    'GET /student/grade-book': success({ gradebook: bookOf({ items: [itemOf(1, 'Waves', { was_returned: true }), itemOf(2, 'Lab')] }), classes: CLASSES }),
    'GET /courses/3/room': success({ room: { epoch: 1, sequence: 1 }, staff: null }),
    'GET /student/grade-book/history': ({ query }) =>
      query.get('course_work_id') === '1' ? success({ item: { id: 1, title: 'Waves' }, history }) : failure(404, 'WORK_NOT_FOUND'),
  });
  openScreen(StudentGradebookScreen, { address: '/std-gradebook?class=3', rights: ['std-gradebook:view'] });
  const buttons = await screen.findAllByRole('button', { name: /^History of this grade/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['History of this grade: Waves']);
  await userEvent.click(buttons[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'History of this grade' });
  const rows = await within(dialog).findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'The return was undone. It showed 42 of 50.',
    'Changed from 40 of 50 to 42 of 50',
    'Returned with 40 of 50',
    'The return was undone. It showed 39 of 50; now it is 38 of 50 again.',
    'Returned without a grade',
  ]);
  expect(seen.filter(({ path }) => path === '/student/grade-book/history')).toHaveLength(1);
});
