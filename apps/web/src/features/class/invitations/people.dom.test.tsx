import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import '../../../testing/dialog.ts';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, type SeenCall, success } from '../../../testing/scripted-fetch.ts';
import { courseOf } from '../classes/testing/course.ts';
import type { Person } from './calls.ts';
import { PeopleScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const someone = (id: number, name: string, more: Partial<Person> = {}): Person => ({
  account_id: id,
  invitation_id: null,
  role: 'STUDENT',
  status: 1,
  name,
  email: `${name.toLowerCase()}@school.test`,
  picture: null,
  is_owner: false,
  can_remove: true,
  ...more,
});
const TEACHERS = [someone(7, 'Ada', { role: 'TEACHER', is_owner: true, can_remove: false }), someone(8, 'Bo', { role: 'TEACHER' })];
const STUDENTS = [
  someone(11, 'Cy'),
  someone(12, 'Dee'),
  someone(13, 'Eve', { status: 0, invitation_id: 31 }),
  someone(0, '', { account_id: null, status: 0, invitation_id: 32, email: 'new@new.example' }),
];
const listed = (rows: readonly Person[], more: object = {}): Reply => {
  const page = pageOf(rows) as { body: object };
  const invited_count = rows.filter(({ status }) => status === 0).length;
  return { body: { ...page.body, member_count: rows.length - invited_count, invited_count, can_invite: true, ...more } };
};

type Answers = Parameters<typeof scriptFetch>[0];
function open(
  answers: Answers = {},
  { address = '/class-people/3', width = 1280, rights = [] as string[], teachers = TEACHERS, students = STUDENTS, more = {}, course = courseOf() } = {},
) {
  const calls = scriptFetch({
    'GET /config': 'never',
    'GET /courses/3': success({ course }),
    'GET /courses/3/people': (call: SeenCall) => listed(call.query.get('role') === 'TEACHER' ? teachers : students, more),
    ...answers,
  });
  const router = openScreen(PeopleScreen, { address, path: '/class-people/$id', width, rights });
  return { calls, router };
}
const rowOf = async (words: string) => (await screen.findByText(words)).closest('tr') as HTMLElement;
const posts = (calls: SeenCall[]) => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

test('[K032] [K164] [K165] [K166] [K167] [K168] the tab shows the class, its buttons, teachers and students, each with the status', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Physics 9B' })).toBeDefined();
  for (const name of ["Invite Teacher's", 'Invite Student', 'Invite Student Group']) expect(await screen.findByRole('button', { name })).toBeDefined();
  expect(within(await rowOf('Ada')).getByText('Owner')).toBeDefined();
  expect(within(await rowOf('Bo')).getByText('In the class')).toBeDefined();
  expect(within(await rowOf('Eve')).getByText('Invited')).toBeDefined();
  expect(within(await rowOf('new@new.example')).getByText('Invited, no account yet')).toBeDefined();
});

test('[B1929] the invitations are there before the lists, so that no name below jumps; not in an archived class', async () => {
  open({ 'GET /courses/3/people': 'never' }, { rights: ['class-people:create'] });
  expect(await screen.findByRole('button', { name: 'Invite Student' })).toBeDefined();
  closeScreen();
  readyForScreen();
  open({ 'GET /courses/3/people': 'never' }, { rights: ['class-people:create'], course: courseOf({ is_archived: true }) });
  await screen.findByRole('heading', { name: 'Teachers' });
  expect(screen.queryByRole('button', { name: 'Invite Student' })).toBe(null);
});

test('[B2540] the tab begins with people: links and invitations come after the students', async () => {
  open();
  const student = await screen.findByText('new@new.example');
  for (const after of [await screen.findByRole('button', { name: 'Invite Student' }), screen.getByRole('link', { name: 'Who needs attention' })])
    expect(student.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('students see the people without buttons', async () => {
  const without = (rows: Person[]) => rows.filter(({ status }) => status === 1).map((one) => ({ ...one, email: null, can_remove: false }));
  open(
    {},
    { teachers: without(TEACHERS), students: without(STUDENTS), more: { can_invite: false, invited_count: 0 }, course: courseOf({ standing: 'student' }) },
  );
  await rowOf('Cy');
  expect(screen.queryByRole('button', { name: /Invite|Actions/ })).toBe(null);
  expect(screen.queryByRole('checkbox')).toBe(null);
});

test.each([
  ["Invite Teacher's", 'Invite TEACHER', '/invitations/teacher', 'TEACHER'],
  ['Invite Student', 'Invite STUDENT', '/invitations/student', 'STUDENT'],
])('[K169] [K418] %s opens %s, invites, and takes that back', async (button, title, path, role) => {
  const { calls, router } = open({
    [`POST ${path}`]: success({ message: '1 person invited.', invitations: [{ id: 41 }], data: [], refused: [] }),
    'POST /courses/3/invitations/delete-many': success({ message: 'Invitation deleted.', ids: [41], refused: [] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  expect(router.state.location.search).toMatchObject({ invite: role.toLowerCase() });
  await userEvent.type(dialog.getByLabelText('Email'), 'fay@school.test');
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }));
  await screen.findByText('1 person invited.');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBe(null));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Invitation deleted.');
  expect(posts(calls)).toEqual([
    [path, { userId: 'fay@school.test', courseId: 3, role }],
    ['/courses/3/invitations/delete-many', { ids: [41] }],
  ]);
});

test('[K309] [K310] [K418] what the server says of the address stands at the field, and what was typed stays', async () => {
  open(
    { 'POST /invitations/student': failure(422, 'VALIDATION_FAILED', { errors: { userId: ['Email is required'] } }) },
    { address: '/class-people/3?invite=student' },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite STUDENT' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(await dialog.findByText('Email is required')).toBeDefined();
  expect(dialog.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

test('[K418] a failure of another kind ends the busy state and says why', async () => {
  open({ 'POST /invitations/student': failure(429, 'INVITATION_LIMIT') }, { address: '/class-people/3?invite=student' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite STUDENT' }));
  await userEvent.type(dialog.getByLabelText('Email'), 'fay@school.test');
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(await dialog.findByText('server says INVITATION_LIMIT')).toBeDefined();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Email').value).toBe('fay@school.test');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Invite' }).disabled).toBe(false);
});

test('of a pasted list those who were not invited stay in the field, with the reasons', async () => {
  open(
    {
      'POST /invitations/student': success({
        message: '1 person invited. 1 was not invited.',
        invitations: [{ id: 41 }],
        data: [],
        refused: [{ userId: 'nobody', message: 'This is not an email address.' }],
      }),
    },
    { address: '/class-people/3?invite=student' },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite STUDENT' }));
  await userEvent.type(dialog.getByLabelText('Email'), 'fay@school.test, nobody');
  await userEvent.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(await dialog.findByText('This is not an email address.')).toBeDefined();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Email').value).toBe('nobody');
});

test('[K170] [K311] [Q307] a group is chosen and sent; without one it is required', async () => {
  const { calls } = open(
    {
      'GET /invite/student/groups': pageOf([{ id: 5, name: 'Robotics', student_count: 9, missing_count: 4 }]),
      'POST /invite/student/groups': ({ body }) =>
        (body as { group_id?: number }).group_id === undefined
          ? failure(422, 'VALIDATION_FAILED', { errors: { group_id: ['Group is required'] } })
          : success({ message: '4 people invited.', invitations: [], data: [], refused: [] }),
    },
    { address: '/class-people/3?invite=group' },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a Group' }));
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByText('Group is required')).toBeDefined();
  await userEvent.click(dialog.getByLabelText('Group'));
  await userEvent.click(await screen.findByRole('option', { name: /^Robotics.*4 students not in the class/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByText('4 people invited.');
  expect(posts(calls).at(-1)).toEqual(['/invite/student/groups', { course_id: 3, group_id: 5 }]);
});

test.each([
  ['Cy', 'Delete Student', '/courses/3/people/remove-many', [11]],
  ['Eve', 'Delete Invitation', '/courses/3/invitations/delete-many', [31]],
])('[K275] [K276] %s: "%s" names the person, asks, does it and takes it back', async (name, action, path, ids) => {
  const undoPath = path.replace('remove', 'return').replace('delete', 'restore');
  const { calls } = open({
    [`POST ${path}`]: success({ message: 'Done.', ids, refused: [] }),
    [`POST ${undoPath}`]: success({ message: 'Back.', ids, refused: [] }),
  });
  await userEvent.click(within(await rowOf(name)).getByRole('button', { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(name)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
  await screen.findByText('Done.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Back.');
  expect(posts(calls)).toEqual([
    [path, { ids }],
    [undoPath, { ids }],
  ]);
});

test('many are taken out at once; who stays is named with the reason', async () => {
  const { calls } = open({
    'POST /courses/3/people/remove-many': success({
      message: '1 person removed from the class.',
      ids: [11],
      refused: [{ id: 12, name: 'Dee', message: 'Not any more.' }],
    }),
  });
  await rowOf('Cy');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select every row on this page' }));
  await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Delete Student' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: /these 2 Students/ })).getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('Not any more.')).toBeDefined();
  expect(posts(calls)).toEqual([['/courses/3/people/remove-many', { ids: [11, 12] }]]);
});

test('search and filter stand in the address and go to the server', async () => {
  const { calls, router } = open({}, { address: '/class-people/3?search_text=cy&show=invited' });
  await rowOf('Cy');
  const asked = calls.find(({ path, query }) => path === '/courses/3/people' && query.get('role') === 'STUDENT');
  expect([asked?.query.get('search_text'), asked?.query.get('status')]).toEqual(['cy', '0']);
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Everybody');
  await waitFor(() => expect(router.state.location.search).toEqual({ search_text: 'cy' }));
});

test('a load that fails says so and can be tried again; nobody yet offers to invite', async () => {
  let isDown = true;
  open({ 'GET /courses/3/people': () => (isDown ? failure(500, 'INTERNAL') : listed([])) });
  const [retry] = await screen.findAllByRole('button', { name: 'Retry' });
  isDown = false;
  await userEvent.click(retry as HTMLElement);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No students yet')).toBeDefined();
});

test('the extra time of its students is one link away for staff with the right, and for nobody else', async () => {
  open({}, { rights: ['extra-time:view'] });
  expect((await screen.findByRole('link', { name: 'Extra time in lessons' })).getAttribute('href')).toBe('/class-extra-time/3');
  closeScreen();
  open();
  expect(await screen.findByRole('link', { name: 'Who needs attention' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Extra time in lessons' })).toBeNull();
});
