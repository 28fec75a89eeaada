import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, type SeenCall, success } from '../../../../testing/scripted-fetch.ts';
import { FORCES, openClasswork } from '../testing/open-classwork.tsx';
import { pageOf, workOf } from '../testing/works.ts';

beforeEach(() => {
  readyForScreen();
  localStorage.clear();
});
afterEach(closeScreen);

const STUDENTS = [
  { id: 21, name: 'Ali Baba', email: 'ali@x.test', role: 'STUDENT' },
  { id: 22, name: 'Bea Smith', email: 'bea@x.test', role: 'STUDENT' },
];
const base = {
  'GET /class-wise-account-list': success({ data: STUDENTS }),
  'GET /courses/3/course-work/11': success({ courseWork: workOf(), time_zone: 'Europe/London' }),
  'POST /courses/3/course-works': success({ courseWork: workOf(), message: 'Class Work created successfully.' }),
};
function open(query: string, answers: Parameters<typeof openClasswork>[0] = {}): SeenCall[] {
  return openClasswork({ ...base, ...answers }, `/class-classwork/3?${query}`);
}
const openForm = async (name = 'Create Assignment') => {
  await screen.findByRole('textbox', { name: 'Title' });
  return within(screen.getByRole('dialog', { name }));
};
const post = (form: Awaited<ReturnType<typeof openForm>>) => userEvent.click(form.getByRole('button', { name: 'Post' }));
const sent = (seen: SeenCall[], method = 'POST') => seen.find((call) => call.method === method)?.body;

test('[K148] new work is made under "Create Assignment", over the whole screen', async () => {
  open('create=ASSIGNMENT');
  await openForm();
  expect(screen.getByRole('dialog', { name: 'Create Assignment' }).dataset['shape'] ?? 'screen').toBe('screen');
  expect(screen.queryByRole('dialog', { name: 'Edit Assignment' })).toBeNull();
});

test('[K148] [K268] work is edited under "Edit Assignment"; class, students and attachments of posted work are closed, its title is not', async () => {
  const seen = open('edit=11', { 'PUT /courses/3/course-work/11': success({ courseWork: workOf(), message: 'Class Work updated successfully.' }) });
  const form = await openForm('Edit Assignment');
  expect(form.getByRole('combobox', { name: 'Class' })).toHaveProperty('disabled', true);
  expect(form.getByRole('combobox', { name: 'Students' })).toHaveProperty('disabled', true);
  expect(form.queryByRole('button', { name: /All students/ })).toBeNull();
  const title = form.getByRole('textbox', { name: 'Title' });
  await userEvent.clear(title);
  await userEvent.type(title, 'Lab report 2');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Class Work updated successfully.');
  expect(sent(seen, 'PUT')).toMatchObject({ title: 'Lab report 2', updated_at: workOf().updated_at });
  for (const locked of ['assigneeMode', 'individualStudentsOptions', 'materials', 'multipleChoiceQuestion'])
    expect(sent(seen, 'PUT')).not.toHaveProperty(locked);
});

test('[K295] [K296] [K297] without title, class and students nothing is sent, and each field says what it needs', async () => {
  const seen = open('create=ASSIGNMENT');
  const form = await openForm();
  await userEvent.clear(form.getByRole('combobox', { name: 'Class' }));
  await userEvent.click(form.getByRole('button', { name: /All students/ }));
  await post(form);
  const told = (name: string, role = 'combobox') => {
    const field = form.getByRole(role, { name });
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
  };
  await waitFor(() => expect(told('Title', 'textbox')).toContain('Title is required'));
  expect(told('Class')).toContain('Select Course');
  expect(told('Students')).toContain('Select Students');
  await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Title' })));
  expect(sent(seen)).toBeUndefined();
});

test('[K298] the topic says "Select a Topic"; without one and without a category the work is made', async () => {
  const seen = open('create=ASSIGNMENT', { 'GET /topics': success({ data: [FORCES] }) });
  const form = await openForm();
  const topic = form.getByRole('combobox', { name: 'Topic' });
  await within(topic).findByRole('option', { name: 'Forces' });
  expect(within(topic).getByRole('option', { name: 'Select a Topic', selected: true })).toBeDefined();
  await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Heat');
  await post(form);
  await screen.findByText('Class Work created successfully.');
  expect(sent(seen)).toMatchObject({ title: 'Heat', topicId: null, category_id: null, assigneeMode: 'ALL_STUDENTS' });
});

test('[K451] [K301] [K300] a question is a SHORT QUESTION or MULTIPLE CHOICE; options are added only with something in them', async () => {
  const seen = open('create=QUESTION');
  const form = await openForm();
  const type = form.getByRole('combobox', { name: 'Question type' });
  expect(
    within(type)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['SHORT QUESTION', 'MULTIPLE CHOICE']);
  expect(form.queryByRole('textbox', { name: 'New option' })).toBeNull();
  await userEvent.selectOptions(type, 'MULTIPLE CHOICE');
  await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Which force?');
  await post(form);
  await form.findByText('Please add some options');
  expect(sent(seen)).toBeUndefined();
  const option = form.getByRole('textbox', { name: 'New option' });
  const add = () => userEvent.click(form.getByRole('button', { name: 'Add option' }));
  await add();
  await userEvent.type(option, '   ');
  await add();
  expect(within(form.getByRole('region', { name: 'Options' })).queryByRole('listitem')).toBeNull();
  await userEvent.clear(option);
  await userEvent.type(option, 'Gravity{Enter}');
  await userEvent.type(option, ' Friction ');
  await add();
  await userEvent.type(option, 'Gravity{Enter}');
  await post(form);
  await screen.findByText('Class Work created successfully.');
  expect(sent(seen)).toMatchObject({ workType: 'MULTIPLE_CHOICE_QUESTION', multipleChoiceQuestion: { choices: ['Gravity', 'Friction'] } });
});

test('[K324] [K457] [K323] the day is picked from a calendar, the time in twelve hours with AM and PM; 12 AM is midnight', async () => {
  const seen = open('create=ASSIGNMENT');
  const form = await openForm();
  const day = form.getByLabelText('Due date');
  expect(day).toHaveProperty('type', 'date');
  const [hour, minute, half] = ['Hour', 'Minute', 'AM or PM'].map((part) => form.getByRole('combobox', { name: `Due time: ${part}` }));
  expect(hour).toHaveProperty('disabled', true);
  fireEvent.change(day, { target: { value: '2030-02-28' } });
  const wordsOf = (select: HTMLElement | undefined) =>
    within(select as HTMLElement)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(wordsOf(hour)).toEqual(['--', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12']);
  expect(wordsOf(half)).toEqual(['AM', 'PM']);
  const choose = async (parts: [string, string, string]) => {
    for (const [at, select] of [hour, minute, half].entries()) await userEvent.selectOptions(select as HTMLElement, parts[at] as string);
  };
  await choose(['12', '05', 'AM']);
  await choose(['03', '30', 'PM']);
  expect([hour, minute, half].map((select) => (select as HTMLSelectElement).value)).toEqual(['03', '30', 'PM']);
  await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Timed');
  await choose(['12', '05', 'AM']);
  await post(form);
  await screen.findByText('Class Work created successfully.');
  expect(sent(seen)).toMatchObject({ dueDate: { year: 2030, month: 2, day: 28 }, dueTime: { hours: 0, minutes: 5 } });
});

test('[K417] what the server finds wrong stands at its field, and what was typed stays', async () => {
  open('create=ASSIGNMENT', {
    'POST /courses/3/course-works': failure(422, 'VALIDATION_FAILED', {
      errors: { title: ['This title is taken.'], dueDate: ['This date does not exist.'], 'individualStudentsOptions.studentIds': ['One of them left.'] },
    }),
  });
  const form = await openForm();
  await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Heat');
  fireEvent.change(form.getByLabelText('Due date'), { target: { value: '2030-02-28' } });
  await post(form);
  await form.findByText('This title is taken.');
  for (const [field, words] of [
    [form.getByRole('textbox', { name: 'Title' }), 'This title is taken.'],
    [form.getByLabelText('Due date'), 'This date does not exist.'],
    [form.getByRole('combobox', { name: 'Students' }), 'One of them left.'],
  ] as const) {
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(words);
  }
  expect(form.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Heat');
  expect(form.getByRole('button', { name: 'Post' })).toHaveProperty('disabled', false);
});

test.each([
  ['a refusal', failure(404, 'NOT_FOUND'), 'server says NOT_FOUND'],
  ['a lost connection', 'offline' as const, /connection|offline|reach/i],
])('[K417] %s ends the busy state and is said above the fields; a second try can work', async (_what, reply, words) => {
  let tries = 0;
  open('create=ASSIGNMENT', { 'POST /courses/3/course-works': () => (++tries === 1 ? reply : base['POST /courses/3/course-works']) });
  const form = await openForm();
  await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Heat');
  await post(form);
  await form.findByText(words);
  expect(form.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Heat');
  await post(form);
  await screen.findByText('Class Work created successfully.');
});

test('[B1903] a draft whose posting time passed while the class was archived says so, in the list and in its form, until another time is chosen', async () => {
  const draft = workOf({ state: 'DRAFT', posted_at: null, missed_at: '2023-12-18T09:00:00.000Z' });
  const passed = 'Its posting time passed while the class was archived.';
  const words = `${passed} Choose a new one, or post it now.`;
  open('edit=11', {
    'GET /courses/3/course-works': success(pageOf([draft])),
    'GET /courses/3/course-work/11': success({ courseWork: draft, time_zone: 'Europe/London' }),
  });
  const form = await openForm('Edit Assignment');
  expect(form.getByText(words)).toBeDefined();
  expect(screen.getByText(passed)).toBeDefined();
  await userEvent.click(form.getByRole('radio', { name: 'Later' }));
  expect(form.queryByText(words)).toBeNull();
});
