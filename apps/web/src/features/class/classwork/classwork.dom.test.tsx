import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, success } from '../../../testing/scripted-fetch.ts';
import { courseOf } from '../classes/testing/course.ts';
import { FORCES, openClasswork as open, setting } from './testing/open-classwork.tsx';
import { pageOf, workOf } from './testing/works.ts';
import { chooseAct, openActs } from '../../../testing/row-acts.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const ownOf = (more: object) => ({ id: 9, state: 'CREATED' as const, late: false, overdue: false, excused: false, assignedGrade: null, ...more });

test('[K287] without an id a topic is made, with one it is changed; the dialog closes when it is saved, and stays with the words at its field when not', async () => {
  const taken = failure(422, 'VALIDATION_FAILED', { errors: { name: ['This class has it already.'] } });
  let reply = taken;
  const seen = open({ 'POST /topics': () => reply, 'PUT /topics/5': () => reply }, '/class-classwork/3?topics=true');
  const words = async (opened: string, dialogName: string, saved: string) => {
    reply = taken;
    await userEvent.click(await screen.findByRole('button', { name: opened }));
    const dialog = await screen.findByRole('dialog', { name: dialogName });
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Heat');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('This class has it already.');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(name).toHaveProperty('value', 'Heat');
    reply = success({ topic: FORCES, message: saved });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findAllByText(saved);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: dialogName })).toBeNull());
  };
  await words('Create Topic', 'Create Topic', 'Topic created successfully.');
  await words('Edit Forces', 'EditTopic', 'Topic updated successfully.');
  expect(seen.filter(({ method }) => method === 'POST' || method === 'PUT').map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /topics',
    'POST /topics',
    'PUT /topics/5',
    'PUT /topics/5',
  ]);
});

test('[K030] [L020] [K145] [K137] [K138] [K139] [K136] [K340] [K455] [K323] the Classwork tab: its title, columns, dates, counts and actions', async () => {
  open({});
  await screen.findByRole('heading', { name: "Physics 9B Assignment's" });
  const row = await screen.findByRole('row', { name: /Lab report/ });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Title', 'Post Date', 'Turned In', 'Assigned', 'Actions']);
  expect(within(row).getByText('Measure and write.')).toBeDefined();
  expect(within(row).getByText('Post : Mon, Dec 18, 2023')).toBeDefined();
  expect(within(row).getByText(/^Due : Mon, Jan 1, 2024, 0?3:30\sPM$/)).toBeDefined();
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['12', '28']));
  expect(within(row).getByRole('button', { name: 'View Lab report' })).toBeDefined();
  expect(await openActs('Lab report')).toEqual(['Edit', 'Delete']);
  expect(await within(screen.getByRole('combobox', { name: 'Topic' })).findByRole('option', { name: 'Forces' })).toBeDefined();
});

test('[K350] [K349] a student looks at work and neither makes, edits nor deletes it', async () => {
  const own = workOf({ submission: ownOf({ state: 'TURNED_IN' }) });
  open(
    { 'GET /courses/3': success({ course: courseOf({ standing: 'student' }) }), 'GET /courses/3/course-works': success(pageOf([own])) },
    '/class-classwork/3',
    ['classwork:view'],
  );
  const row = await screen.findByRole('row', { name: /Lab report/ });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Title', 'Post Date', 'State', 'Actions']);
  expect(within(row).getByText('Submitted')).toBeDefined();
  for (const name of ['More for Lab report', 'Create']) expect(screen.queryByRole('button', { name })).toBeNull();
  await userEvent.click(within(row).getByRole('button', { name: 'View Lab report' }));
  expect(await screen.findByText('Work 11 is open')).toBeDefined();
});

test('[K135] the Create menu has its five entries', async () => {
  open({});
  await userEvent.click(await screen.findByRole('button', { name: 'Create' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Assignment',
    'Quiz Assignment',
    'Question',
    'Material Assignment',
    'Topics',
  ]);
});

test('[K144] a topic without work says so by its name', async () => {
  open({ 'GET /courses/3/course-works': success(pageOf([])) }, '/class-classwork/3?topic=5');
  expect(await screen.findByText('No assignment found for Forces')).toBeDefined();
});

test('[K141] [K452] of many pages ten numbers are to be seen', async () => {
  open(
    { 'GET /courses/3/course-works': success(pageOf([workOf()], { total: 1000, last_page: 40, current_page: 20, from: 476, to: 500 })) },
    '/class-classwork/3?page=20',
  );
  await screen.findByRole('row', { name: /Lab report/ });
  const numbers = screen.getAllByRole('button', { name: /^Page \d+$/ });
  expect(numbers).toHaveLength(10);
});

test('[K142] [K143] deleting asks, and asks once more for graded work; it can be taken back', async () => {
  const seen = open({
    'DELETE /courses/3/course-work/11': ({ query }) =>
      query.get('confirm') === 'true' ? success({ id: 11, message: 'Class Work Deleted Successfully' }) : failure(409, 'WORK_GRADED'),
    'POST /courses/3/course-works/restore': success({ message: '1 class work restored.', ids: [11], refused: [] }),
  });
  await chooseAct('Lab report', 'Delete');
  await screen.findByRole('dialog', { name: 'Are you sure you want to delete this Assignment?' });
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  const second = await screen.findByRole('dialog', { name: 'Delete it with its grades?' });
  expect(within(second).getByText('server says WORK_GRADED')).toBeDefined();
  await userEvent.click(within(second).getByRole('button', { name: 'OK' }));
  await screen.findByText('Class Work Deleted Successfully');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('1 class work restored.');
  expect(seen.some(({ path }) => path === '/courses/3/course-works/restore')).toBe(true);
});

test('[K430] a delete that is refused closes and says why in red', async () => {
  open({ 'DELETE /courses/3/course-work/11': failure(404, 'NOT_FOUND') });
  await chooseAct('Lab report', 'Delete');
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await screen.findByText('server says NOT_FOUND');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[K034] [L022] [K134] [K147] [K346] a student’s work of all classes, and of one', async () => {
  const seen = open({ 'GET /course-works': success(pageOf([workOf({ submission: ownOf({}) })])) }, '/std-classwork', ['classwork:view', 'std-classwork:view']);
  await screen.findByRole('heading', { level: 1, name: "Assignment's" });
  const row = await screen.findByRole('row', { name: /Lab report/ });
  expect(within(row).getByText(/Physics 9B/)).toBeDefined();
  const selector = screen.getByRole('combobox', { name: 'Class' });
  expect(within(selector).getByRole('option', { name: 'All Course Works' })).toBeDefined();
  await userEvent.selectOptions(selector, await within(selector).findByRole('option', { name: 'Physics 9B' }));
  await waitFor(() => expect(seen.some(({ path }) => path === '/courses/3/course-works')).toBe(true));
});

test('a copied address opens a student’s work of any class, also where no row of this page shows it', async () => {
  open({ 'GET /course-works': success(pageOf([])) }, '/std-classwork?of=3&work=99', ['classwork:view', 'std-classwork:view']);
  expect(await screen.findByText('Work 99 is open')).toBeDefined();
});

test('material and drafts have no count of who handed in', async () => {
  const works = [
    workOf({ title: 'Reading', workType: 'MATERIAL', courseWorkType: 'MATERIAL', maxPoints: null }),
    workOf({ id: 12, title: 'Later', state: 'DRAFT' }),
  ];
  open({ 'GET /courses/3/course-works': success(pageOf(works)) });
  for (const name of [/Reading/, /Later/]) {
    const row = await screen.findByRole('row', { name });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .filter((text) => text === '–'),
    ).toHaveLength(2);
  }
});

test('a student reads of each work where it stands: overdue and excused work is not to be done', async () => {
  const own = (id: number, title: string, more: object) => workOf({ id, title, submission: ownOf(more) });
  const works = [
    own(1, 'Open', {}),
    own(2, 'Missed', { overdue: true }),
    own(3, 'Let off', { overdue: true, excused: true }),
    own(4, 'Given', { state: 'TURNED_IN' }),
  ];
  open({ 'GET /course-works': success(pageOf(works)) }, '/std-classwork', ['classwork:view', 'std-classwork:view']);
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await row(/Open/)).getByText('To do')).toBeDefined();
  expect((await row(/Missed/)).getByText('Overdue')).toBeDefined();
  expect((await row(/Let off/)).getByText('Excused')).toBeDefined();
  expect((await row(/Given/)).getByText('Submitted')).toBeDefined();
  expect(within(screen.getByRole('table')).getAllByText('To do')).toHaveLength(1);
});

const hintsOfStaff = async () => {
  const [finished, later] = [await openActs('Lesson 1'), (await userEvent.keyboard('{Escape}'), await openActs('Lesson 2'))];
  return [finished[0], later[0]].map((words) => words?.replace('Live Snapshot', ''));
};
const hintsOfStudent = async () => [
  (await screen.findByRole('button', { name: 'Live Snapshot of Lesson 1' })).title,
  screen.getByRole('button', { name: 'Live Snapshot of Lesson 2' }).title,
];

test.each([
  ['staff', 'Once the first form has closed', hintsOfStaff],
  ['student', 'Once the lesson has finished', hintsOfStudent],
] as const)('[B1981] the snapshot of a lesson that is not over says from when there is one: %s', async (standing, words, listHints) => {
  const works = (['finished', 'Active'] as const).map((assessment_status, at) =>
    workOf({ id: at + 1, title: `Lesson ${at + 1}`, assessment_id: at + 1, assessment_status, ...(standing === 'student' && { submission: ownOf({}) }) }),
  );
  open({ 'GET /courses/3': success({ course: courseOf({ standing }) }), 'GET /courses/3/course-works': success(pageOf(works)) });
  expect(await listHints()).toEqual(['', words]);
});

test('Ctrl and Enter post work from the form, as they save in every other', async () => {
  const seen = open(
    { 'POST /courses/3/course-works': success({ courseWork: workOf(), message: 'Class Work created successfully.' }) },
    '/class-classwork/3?create=MATERIAL',
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Reading{Control>}{Enter}{/Control}');
  await screen.findByText('Class Work created successfully.');
  expect(seen.find(({ method }) => method === 'POST')?.body).toMatchObject({ title: 'Reading', workType: 'MATERIAL' });
});

test('a class without work has a button that begins it for staff, and nothing to search or choose by', async () => {
  open({ 'GET /courses/3/course-works': success(pageOf([])), 'GET /topics': success({ data: [] }) });
  await screen.findByText('No class work yet');
  expect(screen.getByRole('button', { name: 'Create Assignment' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Topic' })).toBeNull());
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('[K182] [K184] [K185] [K186] [K187] [K188] [K189] [K312] [K314] [K315] [K325] [K445] the Grade calculation dialog: its words, what it needs, and POST the first time', async () => {
  const seen = open(
    { 'POST /grade/settings': success({ setting: setting({ setting_id: 4 }), message: 'Settings Changed Successfully' }) },
    '/class-gradebook/3?setting=true',
  );
  const select = await screen.findByRole('combobox', { name: 'Overall Grade Calculation' });
  const dialog = screen.getByRole('dialog', { name: 'Grade calculation' });
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a method', 'No overall grade', 'Total points', 'Weighted by category']);
  expect(within(dialog).getByRole('switch', { name: 'Show overall grade to students' })).toHaveProperty('checked', true);
  expect(within(dialog).getByRole('switch', { name: 'Exclude missing coursework for MPG calculation' })).toHaveProperty('checked', false);
  expect(within(dialog).getByText('Close')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Calculation type is required')).toBeDefined();
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.selectOptions(select, 'WEIGHTED_BY_CATEGORY');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add Grade Category' }));
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Category Name' }), 'Tests');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Category Point' }), '60');
  expect(within(dialog).getByRole('button', { name: /^Remove/ })).toBeDefined();
  expect(within(dialog).getByText('The points of all categories add up to 60. They do not have to add up to 100.')).toBeDefined();
  expect(within(dialog).getByText('2 items have no category and do not count.')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('Settings Changed Successfully');
  expect(seen.find(({ method }) => method === 'POST')?.body).toMatchObject({
    course_id: 3,
    calculation_type: 'WEIGHTED_BY_CATEGORY',
    categories: [{ category_name: 'Tests', category_point: '60', drop_lowest: '0' }],
  });
});

test('[K315] what was set before is changed with PATCH; categories with work go only where that is confirmed', async () => {
  const there = setting({
    setting_id: 4,
    calculation_type: 'TOTAL_POINTS',
    updated_at: '2026-01-01T00:00:00Z',
    categories: [{ category_id: 8, category_name: 'Labs', category_point: 40, drop_lowest: 0, work_count: 2 }],
  });
  const seen = open(
    {
      'GET /grade/settings': success({ setting: there }),
      'PATCH /grade/settings/4': ({ body }) =>
        (body as { confirm: boolean }).confirm ? success({ setting: there, message: 'Settings Changed Successfully' }) : failure(409, 'CATEGORY_IN_USE'),
    },
    '/class-gradebook/3?setting=true',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Labs' }));
  await userEvent.click(within(screen.getByRole('dialog', { name: 'Grade calculation' })).getByRole('button', { name: 'Save' }));
  await screen.findByText('server says CATEGORY_IN_USE');
  await userEvent.click(screen.getByRole('button', { name: 'Remove them' }));
  await screen.findByText('Settings Changed Successfully');
  expect(seen.filter(({ method }) => method === 'PATCH').map(({ body }) => (body as { confirm: boolean }).confirm)).toEqual([false, true]);
});

test('[K196] [K197] [K198] [K302] [K303] [K318] [L064] [L176] [L177] [L179] [L180] [L302] [L303] [L309] [L310] the Topics screen and its dialog', async () => {
  const seen = open(
    {
      'POST /topics': failure(422, 'VALIDATION_FAILED', { errors: { name: ['This class has it already.'] } }),
    },
    '/topics',
  );
  await screen.findByRole('row', { name: /Forces/ });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Topic name', 'Class name', 'Actions']);
  await userEvent.click(screen.getByRole('button', { name: 'Create Topic' }));
  const create = await screen.findByRole('dialog', { name: 'Create Topic' });
  await userEvent.click(within(create).getByRole('button', { name: 'Save' }));
  await within(create).findByText('Topic Name is required');
  expect(within(create).getByText('Course is required')).toBeDefined();
  await userEvent.type(within(create).getByRole('textbox', { name: 'Name' }), 'A name of twenty-six signs!');
  await userEvent.click(within(create).getByRole('combobox', { name: 'Select Course' }));
  await userEvent.click(await screen.findByRole('option', { name: /Physics 9B/ }));
  await userEvent.click(within(create).getByRole('button', { name: 'Save' }));
  await within(create).findByText('Input too long!');
  await userEvent.clear(within(create).getByRole('textbox', { name: 'Name' }));
  await userEvent.type(within(create).getByRole('textbox', { name: 'Name' }), 'Heat');
  await userEvent.click(within(create).getByRole('button', { name: 'Save' }));
  await within(create).findByText('This class has it already.');
  expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Heat', external_course_id: 3 });
});

test('[K199] [L178] [L179] [L181] [K439] a topic is renamed and stays in its class', async () => {
  open({ 'PUT /topics/5': success({ topic: FORCES, message: 'Topic updated successfully.' }) }, '/topics');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Forces' }));
  const edit = await screen.findByRole('dialog', { name: 'Edit Topic' });
  expect(within(edit).getByRole('combobox', { name: 'Select Course' })).toHaveProperty('disabled', true);
  await userEvent.type(within(edit).getByRole('textbox', { name: 'Name' }), ' 2');
  await userEvent.click(within(edit).getByRole('button', { name: 'Save' }));
  await screen.findByText('Topic updated successfully.');
});

test('[K200] [L182] [L304] [K430] [L542] deleting a topic asks, closes after a refusal too and says it in red', async () => {
  open({ 'DELETE /topics/5': failure(409, 'IN_USE') }, '/topics');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Forces' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this Topic?' });
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  expect((await screen.findByText('server says IN_USE')).closest('[data-urgent]')?.className).toContain('red');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[K149] [K302] on the page of a class the dialog asks for the name alone, in its own words', async () => {
  const seen = open({ 'POST /topics': success({ topic: FORCES, message: 'Topic created successfully.' }) }, '/class-classwork/3?topics=true');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Forces' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'EditTopic' })).getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create Topic' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create Topic' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Name is required');
  expect(within(dialog).queryByRole('combobox')).toBeNull();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Waves');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'Waves', external_course_id: 3 }));
});

test('[B1536] a student narrows their work to one status and puts it in order of due dates; an empty list says which status is empty', async () => {
  const seen = open({ 'GET /course-works': ({ query }) => success(pageOf(query.get('standing') === 'overdue' ? [] : [workOf()])) }, '/std-classwork', [
    'classwork:view',
  ]);
  await screen.findByRole('row', { name: /Lab report/ });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'By due date');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'To do');
  await waitFor(() => expect(Object.fromEntries(seen.at(-1)!.query)).toMatchObject({ standing: 'todo', sort: 'due' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Overdue');
  await screen.findByText('Nothing is overdue');
  expect(screen.getByText('Choose another status to see the rest of your work.')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Everything');
  await screen.findByRole('row', { name: /Lab report/ });
  expect(screen.queryByText('Nothing is overdue')).toBeNull();
});
