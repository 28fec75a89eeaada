import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { findCell, openGradebook } from '../testing/open-gradebook.tsx';
import { toAct, EMPTY_FORM } from './act-form.ts';

beforeEach(() => {
  readyForScreen();
  // jsdom has no layout: simulate a sheet as large as on a laptop
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(closeScreen);

const preview = {
  changes: { course_work_id: [12, 12], account_id: [101, 102], from: [33, null], to: [35, 'EX'] },
  count: 2,
  left: [{ reason: 'open', count: 1, cells: [{ course_work_id: 12, account_id: 103 }] }],
};
const page = { next_before: null, changes: null, items: [], students: [] };
const act = (more: object) => ({
  ...{ id: 7, kind: 'fill', at: '2026-09-18T10:00:00.000Z', by: { account_id: 1, name: 'Rosa Vale' }, note: '', cell_count: 2 },
  ...{ undoes: null, undone_by: null, can_undo: true, points: null, about: null },
  ...more,
});
async function choose(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
}

test('a teacher changes many grades: old and new are shown first, then it is one act that Undo takes back', async () => {
  const calls = openGradebook({
    answers: {
      'POST /grade-book/preview': success(preview),
      'POST /grade-submissions/bulk': success({ act_id: 9, count: 2, saved: [], refused: [], refused_count: 0, message: 'x' }),
    },
  });
  await choose('Change grades');
  const dialog = await screen.findByRole('dialog', { name: 'Change grades' });
  await userEvent.selectOptions(within(dialog).getByLabelText('What to do'), 'Add points');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }));
  expect(await within(dialog).findByText('Write the grade as a number, such as 46 or 46.5.')).toBeDefined();
  await userEvent.type(within(dialog).getByLabelText('Points'), '2,5');
  await userEvent.selectOptions(within(dialog).getByLabelText('Items'), 'Simple circuits');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }));
  const table = await within(dialog).findByRole('table', { name: '2 grades would change' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['StudentItemOldNew', 'Amara DialloSimple circuits3335', 'Ben WhitakerSimple circuits–EX']);
  expect(within(dialog).getByText('Not submitted, so left open: 1')).toBeDefined();
  expect(calls.find(({ path }) => path === '/grade-book/preview')?.body).toEqual({
    courseId: 3,
    act: { kind: 'add', points: 2.5 },
    course_work_ids: [12],
    account_ids: [101, 102, 103],
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change 2 grades' }));
  await screen.findByText('2 grades changed');
  expect(calls.find(({ path }) => path === '/grade-submissions/bulk')?.body).toEqual({
    courseId: 3,
    kind: 'add',
    all_or_nothing: true,
    changes: preview.changes,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByRole('button', { name: /Undo/ })).toHaveProperty('disabled', false));
});

test('a preview that is out of date changes nothing and is made anew; another choice drops it', async () => {
  openGradebook({
    answers: {
      'POST /grade-book/preview': success(preview),
      'POST /grade-submissions/bulk': failure(409, 'GRADES_REFUSED', { params: { count: 1, refused: [] } }),
    },
  });
  await choose('Change grades');
  const dialog = await screen.findByRole('dialog', { name: 'Change grades' });
  await userEvent.selectOptions(within(dialog).getByLabelText('What to do'), 'Clear');
  const button = (name: string) => within(dialog).findByRole('button', { name });
  await userEvent.click(await button('Preview'));
  await userEvent.click(await button('Change 2 grades'));
  await within(dialog).findByText('server says GRADES_REFUSED');
  await userEvent.click(await button('Preview'));
  await button('Change 2 grades');
  await userEvent.selectOptions(within(dialog).getByLabelText('Students'), 'Ben Whitaker');
  await button('Preview');
});

const toReturn = {
  // in the server's order, which is not that of due dates and names
  changes: { course_work_id: [12, 11], account_id: [102, 102], from: [null, 50], to: [40, 48] },
  count: 2,
  left: [
    { reason: 'returned', count: 3, cells: [] },
    { reason: 'ungraded', count: 1, cells: [] },
  ],
};
const isReturn = ({ path }: { path: string }) => path === '/grade-book/return';
const isPreview = ({ path }: { path: string }) => path === '/grade-book/preview';

test('grades are returned with one message once their preview says what students see and will see; without a message nothing is sent', async () => {
  const calls = openGradebook({
    answers: {
      'POST /grade-book/preview': success(toReturn),
      'POST /grade-book/return': success({ act_id: 9, count: 2, saved: [], refused: [], refused_count: 0, message: '2 grades returned' }),
    },
  });
  await choose('Return grades');
  const dialog = await screen.findByRole('dialog', { name: 'Return grades' });
  await within(dialog).findByText('Checks 2 items of 3 students.');
  await userEvent.selectOptions(within(dialog).getByLabelText('Students'), 'Ben Whitaker');
  await within(dialog).findByText('Checks 2 items of 1 student.');
  const table = await within(dialog).findByRole('table', { name: '2 grades to 1 student' });
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['StudentItemStudent seesWill see', 'Ben WhitakerCharge and current5048', 'Ben WhitakerSimple circuits–40']);
  expect(within(dialog).getByText('The student already has this grade: 3')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Return 2 grades' }));
  await within(dialog).findByText('Message is required');
  expect(calls.some(isReturn)).toBe(false);
  await userEvent.type(within(dialog).getByLabelText('Message'), 'Well done');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Return 2 grades' }));
  await screen.findByText('2 grades returned');
  expect(calls.filter(isReturn).map(({ body }) => body)).toEqual([
    { courseId: 3, message: 'Well done', changes: { course_work_id: [11, 12], account_id: [102, 102], from: [50, null], to: [48, 40] } },
  ]);
  expect(calls.filter(isPreview).map(({ body }) => body)).toEqual([
    { courseId: 3, act: { kind: 'return' }, course_work_ids: [11, 12], account_ids: [101, 102, 103] },
    { courseId: 3, act: { kind: 'return' }, course_work_ids: [11, 12], account_ids: [102] },
  ]);
});

test('where grades changed after the preview of a return, nothing is returned, the cause is said and they are looked at again', async () => {
  const calls = openGradebook({
    answers: {
      'POST /grade-book/preview': success(toReturn),
      'POST /grade-book/return': failure(409, 'GRADES_REFUSED', { params: { count: 1, refused: [] } }),
    },
  });
  await choose('Return grades');
  const dialog = await screen.findByRole('dialog', { name: 'Return grades' });
  await userEvent.type(within(dialog).getByLabelText('Message'), 'Well done');
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Return 2 grades' }));
  await within(dialog).findByText('server says GRADES_REFUSED');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Check again' }));
  await within(dialog).findByRole('button', { name: 'Return 2 grades' });
  expect(calls.filter(isPreview)).toHaveLength(2);
});

test('[B2971] VALIDATION_FAILED shows the words about the message at its field, and keeps what was typed', async () => {
  openGradebook({
    answers: {
      'POST /grade-book/preview': success(toReturn),
      'POST /grade-book/return': failure(422, 'VALIDATION_FAILED', { errors: { message: ['At most 1,000 characters.'] } }),
    },
  });
  await choose('Return grades');
  const dialog = await screen.findByRole('dialog', { name: 'Return grades' });
  const field = within(dialog).getByLabelText('Message');
  await userEvent.type(field, 'Well done');
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Return 2 grades' }));
  await within(dialog).findByText('At most 1,000 characters.');
  expect(field).toHaveProperty('value', 'Well done');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('[B2971] where a preview is refused, VALIDATION_FAILED, the words of all its fields are shown', async () => {
  const errors = { course_work_ids: ['At most 2,000 items.'], account_ids: ['At most 1,000 students.'] };
  openGradebook({ answers: { 'POST /grade-book/preview': failure(422, 'VALIDATION_FAILED', { errors }) } });
  await choose('Return grades');
  const dialog = await screen.findByRole('dialog', { name: 'Return grades' });
  await within(dialog).findByText('At most 2,000 items. At most 1,000 students.');
});

test('from the keyboard, several selected cells are the first choice, beside items and students of one’s own', async () => {
  const calls = openGradebook({ answers: { 'POST /grade-book/preview': success(preview) } });
  (await findCell(/Amara/, /Charge and current/)).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  await screen.findByText('4 cells selected');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Change grades' });
  const where = within(dialog).getByLabelText('Where');
  expect([...where.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['The 4 selected cells', 'Items and students of your choice']);
  expect(within(dialog).queryByLabelText('Students')).toBeNull();
  await within(dialog).findByText('Checks 2 items of 2 students.');
  await userEvent.selectOptions(within(dialog).getByLabelText('What to do'), 'Excuse');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }));
  await within(dialog).findByRole('button', { name: 'Change 2 grades' });
  expect(calls.filter(isPreview).at(-1)?.body).toEqual({ courseId: 3, act: { kind: 'excuse' }, course_work_ids: [11, 12], account_ids: [101, 102] });
  await userEvent.selectOptions(where, 'Items and students of your choice');
  await within(dialog).findByText('Checks 2 items of 3 students.');
  await userEvent.selectOptions(within(dialog).getByLabelText('Items'), 'Simple circuits');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }));
  await within(dialog).findByRole('button', { name: 'Change 2 grades' });
  expect(calls.filter(isPreview).at(-1)?.body).toMatchObject({ course_work_ids: [12], account_ids: [101, 102, 103] });
});

test('what is typed and not sent is saved before a preview is made', async () => {
  const calls = openGradebook({ answers: { 'POST /grade-book/preview': success(preview) } });
  (await findCell(/Ben/, /Simple circuits/)).focus();
  await userEvent.keyboard('41{Enter}{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await screen.findByRole('dialog', { name: 'Return grades' });
  await waitFor(() => expect(calls.some(isPreview)).toBe(true));
  expect(calls.map(({ path }) => path).filter((path) => /bulk|preview/.test(path))).toEqual(['/grade-submissions/bulk', '/grade-book/preview']);
});

test('students whom the filters hide are left out unless they are chosen, and then that is said', async () => {
  openGradebook({ address: '/class-gradebook/3?grade_status=Ungraded', answers: { 'POST /grade-book/preview': success(preview) } });
  await choose('Change grades');
  const dialog = await screen.findByRole('dialog', { name: 'Change grades' });
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Students').selectedOptions[0]?.textContent).toBe('The 2 visible students');
  await within(dialog).findByText('Checks 2 items of 2 students.');
  await userEvent.selectOptions(within(dialog).getByLabelText('Students'), 'All students');
  await within(dialog).findByText('Checks 2 items of 3 students. The filters hide 1 of these students.');
});

test('on a phone the student who is looked at is the first choice', async () => {
  openGradebook({ width: 400, answers: { 'POST /grade-book/preview': success(toReturn) } });
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  await choose('Return grades');
  const dialog = await screen.findByRole('dialog', { name: 'Return grades' });
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Students').selectedOptions[0]?.textContent).toBe('Ben Whitaker');
  await within(dialog).findByText('Checks 2 items of 1 student.');
});

test('of very many changes a hundred are shown, and more on demand', async () => {
  const many = Array.from({ length: 250 }, (_, index) => index);
  const changes = { course_work_id: many.map(() => 11), account_id: many.map(() => 101), from: many.map(() => null), to: many };
  openGradebook({ answers: { 'POST /grade-book/preview': success({ changes, count: 250, left: [] }) } });
  await choose('Return grades');
  const dialog = await screen.findByRole('dialog', { name: 'Return grades' });
  const rows = async () => (await within(dialog).findAllByRole('row')).length - 1;
  expect(await rows()).toBe(100);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show 100 more of 150' }));
  expect(await rows()).toBe(200);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show 50 more of 50' }));
  expect(await rows()).toBe(250);
  expect(within(dialog).queryByRole('button', { name: /more of/ })).toBeNull();
});

test('the history says who did what when, shows the grades of an act and what students saw, and takes one back', async () => {
  const acts = [act({ note: 'From paper' }), act({ id: 6, kind: 'points', can_undo: false, points: { course_work_id: 11, title: 'Lab', from: 50, to: 60 } })];
  const named = { items: [{ id: 19, title: 'Archived lab' }], students: [{ account_id: 190, name: 'Zoe Gone' }] };
  const changes = { act_id: [7], course_work_id: [19], account_id: [190], from: [null], to: [40], returned_from: [38], returned_to: [40] };
  const calls = openGradebook({
    answers: {
      'GET /grade-book/history': ({ query }) => success(query.has('act_id') ? { ...page, ...named, acts: acts.slice(0, 1), changes } : { ...page, acts }),
      'POST /grade-book/acts/7/undo': success({ act_id: 8, count: 1, saved: [], refused: [], refused_count: 0, message: 'x' }),
    },
  });
  await choose('History');
  const dialog = await screen.findByRole('dialog', { name: 'History' });
  const rows = await within(dialog).findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Fill · 2 grades · From paper.*Rosa Vale/),
    expect.stringMatching(/^Points of Lab: \u206650 → 60\u2069/),
  ]);
  expect(within(rows[1]!).queryByRole('button')).toBeNull();
  await userEvent.click(within(rows[0]!).getByRole('button', { name: 'Show grades' }));
  expect([...(await within(dialog).findByRole('table')).querySelectorAll('tr')].map(({ textContent }) => textContent)).toEqual([
    'StudentItemOldNewStudent saw beforeStudent saw after',
    'Zoe GoneArchived lab–403840',
  ]);
  await userEvent.click(within(rows[0]!).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(calls.some(({ path }) => path === '/grade-book/acts/7/undo')).toBe(true));
  await userEvent.selectOptions(within(dialog).getByLabelText('Students'), 'Ben Whitaker');
  await waitFor(() => expect(calls.at(-1)?.query.get('account_id')).toBe('102'));
});

test('the history of students who left and of archived items can be chosen, marked as that', async () => {
  const former = { items: [{ id: 19, title: 'Old lab' }], students: [{ account_id: 190, name: 'Zoe Gone' }] };
  const calls = openGradebook({
    answers: { 'GET /grade-book/history': ({ query }) => (query.has('account_id') ? 'never' : success({ ...page, acts: [], former })) },
  });
  await choose('History');
  const dialog = await screen.findByRole('dialog', { name: 'History' });
  await within(dialog).findByRole('option', { name: 'Old lab (archived)' });
  await userEvent.selectOptions(within(dialog).getByLabelText('Students'), 'Zoe Gone (left)');
  await waitFor(() => expect(calls.at(-1)?.query.get('account_id')).toBe('190'));
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Students').selectedOptions[0]?.textContent).toBe('Zoe Gone (left)');
});

test('on a phone the history opens for the student, or the item, that is looked at', async () => {
  openGradebook({ width: 360, answers: { 'GET /grade-book/history': success({ ...page, acts: [], former: null }) } });
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  const look = async () => {
    await choose('History');
    const dialog = await screen.findByRole('dialog', { name: 'History' });
    const chosen = ['Students', 'Items'].map((label) => within(dialog).getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent);
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
    return chosen;
  };
  expect(await look()).toEqual(['Ben Whitaker', 'All items']);
  await userEvent.click(screen.getByRole('radio', { name: 'One item' }));
  expect(await look()).toEqual(['All students', 'Charge and current']);
});

test('the history of a cell opens from it by one key, and shows without another call what became of its grade', async () => {
  const acts = [act({ id: 9, kind: 'return' }), act({ id: 8, kind: 'undo', undoes: 7 }), act({ id: 7, kind: 'edit', undone_by: 8, can_undo: false })];
  const cells = { act_id: [9, 8, 7], course_work_id: [12, 12, 12], account_id: [102, 102, 102] };
  const changes = { ...cells, from: [41, 43, 41], to: [41, 41, 43], returned_from: [null, null, null], returned_to: [41, null, null] };
  const calls = openGradebook({ answers: { 'GET /grade-book/history': success({ ...page, acts, changes }) } });
  (await findCell(/Ben/, /Simple circuits/)).focus();
  await userEvent.keyboard('{F4}');
  const dialog = await screen.findByRole('dialog', { name: 'History' });
  const tables = await within(dialog).findAllByRole('table');
  expect(tables.map(({ textContent }) => textContent)).toEqual([
    'ReturnedStudent saw beforeStudent saw after–41',
    'Undone: EditedOldNew4341',
    'EditedOldNew4143',
  ]);
  const asked = calls.filter(({ path }) => path === '/grade-book/history').map(({ query }) => [query.get('course_work_id'), query.get('account_id')]);
  expect(asked).toEqual([['12', '102']]);
});

test.each([
  ['percent', { kind: 'fill', value: '92,5%' }, { kind: 'fill', cells: 'empty', to: { percent: 92.5 }, leave_open: true }],
  ['EX', { kind: 'fill', value: ' ex ' }, { kind: 'fill', cells: 'empty', to: { excused: true }, leave_open: true }],
  ['less points', { kind: 'add', value: '−2' }, { kind: 'add', points: -2 }],
  ['a factor', { kind: 'scale', by: 'factor', value: '1.1' }, { kind: 'scale', by: 'factor', value: 1.1 }],
  ['a thousands separator', { kind: 'at-least', value: '1,000.5' }, { fault: 'value' }],
  ['a deduction', { kind: 'late', daily: '10%', floor: '50' }, { kind: 'late', percent: 10, floor: 50 }],
  ['a floor that is no number', { kind: 'late', floor: 'half' }, { fault: 'floor' }],
  ['the lesson', { kind: 'lesson' }, { kind: 'lesson', form: 'better' }],
] as const)('%s is understood as it is typed', (_, typed, expected) => {
  expect(toAct({ ...EMPTY_FORM, ...typed })).toEqual(expected);
});

test('the history of a cell opens from it with the mouse too', async () => {
  openGradebook({ answers: { 'GET /grade-book/history': success({ ...page, acts: [] }) } });
  (await findCell(/Ben/, /Simple circuits/)).focus();
  await userEvent.click(await screen.findByRole('button', { name: 'History' }));
  const dialog = await screen.findByRole('dialog', { name: 'History' });
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Students').selectedOptions[0]?.textContent).toBe('Ben Whitaker');
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Items').selectedOptions[0]?.textContent).toBe('Simple circuits');
});

test('[B1499] a line of the history says item and student, or how many, and of one grade from what to what', async () => {
  const [item, student] = [
    { id: 12, title: 'Simple circuits' },
    { account_id: 102, name: 'Ben Whitaker' },
  ];
  const grade = { from: 41, to: 'EX', returned_from: null, returned_to: 41 };
  const one = { item_count: 1, student_count: 1, item, student, grade };
  const acts = [
    act({ id: 9, kind: 'edit', cell_count: 1, about: one }),
    act({ id: 8, kind: 'return', cell_count: 1, about: one }),
    act({ id: 7, kind: 'paste', cell_count: 30, about: { item_count: 3, student_count: 12, item: null, student: null, grade: null } }),
    act({ id: 6, kind: 'import', cell_count: 20_000 }),
  ];
  openGradebook({ answers: { 'GET /grade-book/history': success({ ...page, acts }) } });
  await choose('History');
  const dialog = await screen.findByRole('dialog', { name: 'History' });
  const lines = (await within(dialog).findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Edited · Ben Whitaker, Simple circuits: 41 → EX/);
  expect(lines[1]).toMatch(/^Returned · Ben Whitaker, Simple circuits: – → 41/);
  expect(lines[2]).toMatch(/^Pasted · 12 students, 3 items/);
  expect(lines[3]).toMatch(/^Import.* · 20,?000 grades/);
});

test('[B1915] the history has its moments as every page has them, beside the short days of the specification in the heads of columns', async () => {
  openGradebook({ answers: { 'GET /grade-book/history': success({ ...page, acts: [act({})] }) } });
  expect((await screen.findByRole('grid')).textContent).toContain('18 Sep 2026');
  await choose('History');
  const dialog = await screen.findByRole('dialog', { name: 'History' });
  // ten o'clock UTC, in the school's daylight saving time
  expect((await within(dialog).findByRole('listitem')).textContent).toMatch(/Fri, Sep 18, 2026, 11:00\sAM · Rosa Vale/);
});
