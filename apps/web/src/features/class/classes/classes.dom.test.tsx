import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { choose } from '../../../testing/choose.ts';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { ClassesScreen, StudentClassesScreen } from './ClassesScreen.tsx';
import { courseOf } from './testing/course.ts';
import { chooseAct, openActs } from '../../../testing/row-acts.ts';

beforeEach(() => {
  readyForScreen();
  localStorage.setItem('cw.classes.7', 'table');
  // adds a clipboard
  userEvent.setup();
});
afterEach(closeScreen);

const ADMIN = ['classes:view', 'classes:create', 'classes:edit', 'classes:manage', 'classes:delete'];
const TEACHER = ['classes:view', 'classes:manage', 'classes:delete'];
const STUDENT = ['std-classes:view', 'std-classes:join'];
const LINK = 'https://meet.google.com/abc';
const physics = courseOf();
const chess = courseOf({ id: 4, name: 'شطرنج <b>', local: { id: 4, level_id: null, subject: '', google_meet_link: LINK }, level_name: null });
const asStudent = [physics, chess].map((course) => ({ ...course, standing: 'student' as const, enrollmentCode: null, may_delete: false }));

type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers = {}, { rights = TEACHER, search = '', width = 1280, path = '/classes' } = {}) {
  const calls = scriptFetch({
    'GET /courses': pageOf([physics, chess]),
    'GET /levels': success({
      data: [
        { id: 4, name: 'Grade 9' },
        { id: 5, name: 'Grade 10' },
      ],
      pagination: {},
    }),
    'GET /suggest/teachers': success({ data: [{ id: 8, name: 'Bo Ek', first_name: 'Bo', last_name: 'Ek', email: '' }] }),
    ...answers,
  });
  const router = openScreen(path === '/classes' ? ClassesScreen : StudentClassesScreen, { address: `${path}${search}`, rights, width });
  return { calls, router };
}
const rowOf = async (name: RegExp | string) => within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const sent = (calls: { method: string; path: string; body?: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);

describe('cards', () => {
  const last = {
    assessment_id: 31,
    title: 'Simple circuits',
    held_on: '2026-11-20',
    forms: [
      { form: 'Form - 1A', right: 9, answered: 27 },
      { form: 'Form - 1B', right: 22, answered: 27 },
    ],
  };
  const next = { assessment_id: 32, title: 'Two lamps', schedule_date: '2026-12-01', start_time: '10:35:00' };
  const about = { 'GET /results/class-cards': success({ data: [{ course_id: 3, last, next, to_grade: 93 }] }) };
  beforeEach(() => localStorage.clear());

  test('[B2538] a teacher’s classes are cards with the last lesson, the next one and what waits for a grade, each a link to its own place', async () => {
    open(about, { rights: [...TEACHER, 'dashboard:view'] });
    const card = within((await screen.findByRole('link', { name: 'Physics 9B' })).closest('li') as HTMLElement);
    for (const [name, href] of [
      ['Physics 9B', '/class-details/3'],
      ['Simple circuits', '/live-snapshot?assessment_id=31'],
      ['Two lamps', '/teacher-live-learning?assessment_id=32'],
      ['93 to grade', '/dashboard?tab=grade-book&figure=turned_in_ungraded&class=3'],
      ['Course Work: Physics 9B', '/class-classwork/3'],
      ['Grade Book: Physics 9B', '/class-gradebook/3'],
      ['Student/Teachers: Physics 9B', '/class-people/3'],
    ] as const)
      expect((await card.findByRole('link', { name })).getAttribute('href'), name).toBe(href);
    expect(card.getByText('Form - 1A: 33% right · Form - 1B: 81% right')).toBeDefined();
    await userEvent.click(card.getByRole('button', { name: 'More for Physics 9B' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Video Meet',
      'Copy Class Code',
      'Class settings',
      'Archive',
      'Delete',
    ]);
  });

  test('[B2538] the table is the other view, and stays chosen', async () => {
    open(about);
    await screen.findByRole('link', { name: 'Physics 9B' });
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    await screen.findByRole('table');
    closeScreen();
    readyForScreen();
    localStorage.setItem('cw.classes.7', 'table');
    open(about);
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('button', { name: 'Show as cards' }));
    await screen.findByText('Simple circuits');
    expect(localStorage.getItem('cw.classes.7')).toBe('cards');
  });

  test('[B2538] a student’s own classes come before the field for a code; an administrator begins with the table', async () => {
    open(
      { 'GET /courses': pageOf(asStudent), 'GET /results/class-cards': success({ data: [{ course_id: 3, last, next, to_grade: null }] }) },
      { rights: STUDENT, path: '/std-classes', width: 360 },
    );
    const own = await screen.findByRole('link', { name: 'Physics 9B' });
    expect((await screen.findByRole('link', { name: 'Simple circuits' })).getAttribute('href')).toBe('/student-live-snapshot?assessment_id=31');
    const code = screen.getByLabelText('Class code');
    expect(own.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.queryByText(/to grade/)).toBeNull();
    closeScreen();
    readyForScreen();
    open({}, { rights: ADMIN });
    await screen.findByRole('table');
  });
});

describe('the list of a teacher', () => {
  test('[K028] [L017] [K102] [K104] [K106] [K108] has its columns, and of each class the way to its work, gradebook and people', async () => {
    open();
    const row = await rowOf('Physics 9B');
    expect(
      screen
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent?.trim())
        .filter(Boolean),
    ).toEqual(['Name', 'Section', 'Room', 'Code', 'Level', 'Actions']);
    for (const words of ['B', '214', 'k7m2xqa', 'Grade 9']) expect(row.getByText(words)).toBeDefined();
    for (const [name, href] of [
      ['Physics 9B', '/class-details/3'],
      ['Course Work: Physics 9B', '/class-classwork/3'],
      ['Grade Book: Physics 9B', '/class-gradebook/3'],
    ] as const)
      expect(row.getByRole('link', { name }).getAttribute('href')).toBe(href);
    expect(await openActs('Physics 9B')).toEqual(['Student/Teachers', 'Video Meet', 'Copy Class Code', 'Class settings', 'Archive', 'Delete']);
    expect(screen.queryByRole('button', { name: 'Create Class' })).toBe(null);
    expect(screen.queryByRole('button', { name: 'Join Class' })).toBe(null);
  });

  test('the whole row opens the class; a card does not name what a class has not', async () => {
    open({ 'GET /courses': pageOf([courseOf({ section: '', room: '' })]) }, { width: 360 });
    const link = await screen.findByRole('link', { name: 'Physics 9B' });
    const card = link.closest('li') as HTMLElement;
    expect(card.className).toContain('opens');
    expect(within(card).queryByText('Section')).toBe(null);
    expect(within(card).queryByText('Room')).toBe(null);
    expect(within(card).getByText('Level')).toBeDefined();
  });

  test('is searched by name, in the address and at the server', async () => {
    const { calls, router } = open();
    await rowOf('Physics 9B');
    await userEvent.type(screen.getByRole('searchbox'), 'phys');
    await waitFor(() => expect(router.state.location.search).toEqual({ search_text: 'phys' }));
    await waitFor(() => expect(calls.at(-1)?.query.get('name')).toBe('phys'));
  });

  test('[K105] [K113] [K117] [K291] Video Meet opens the dialog of the link, 600 px wide, which says what is wrong and keeps what was typed', async () => {
    let answer = failure(422, 'VALIDATION_FAILED', { errors: { google_meet_link: ['Google Meet Link is required'] } });
    const { calls } = open({ 'POST /courses/3/save/google/meet/link': () => answer });
    await chooseAct('Physics 9B', 'Video Meet');
    const form = await dialog('Video meeting link');
    expect(screen.getByRole('dialog').style.getPropertyValue('--dialog-width')).toBe('600px');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Google Meet Link is required');
    answer = success({ course: physics, message: 'The meeting link was saved.' });
    await userEvent.type(form.getByLabelText('Google Meet Link'), LINK);
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('The meeting link was saved.');
    expect(sent(calls).at(-1)).toEqual(['POST /courses/3/save/google/meet/link', { google_meet_link: LINK }]);
    expect(screen.queryByRole('dialog')).toBe(null);
  });

  test('[K107] [K118] Copy Class Code shows the code large, copies it, and makes a new one once it was asked', async () => {
    const { calls } = open({ 'POST /courses/3/code': success({ course: courseOf({ enrollmentCode: 'new2345' }), message: 'The class has a new code.' }) });
    await chooseAct('Physics 9B', 'Copy Class Code');
    const box = await dialog('Class code');
    expect(box.getByText('k7m2xqa')).toBeDefined();
    await userEvent.click(box.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('k7m2xqa');
    await userEvent.click(box.getByRole('button', { name: 'Make a new code' }));
    expect(sent(calls)).toEqual([]);
    await userEvent.click(box.getByRole('button', { name: 'Make a new code' }));
    await box.findByText('new2345');
    await userEvent.click(box.getByRole('button', { name: 'Ok' }));
    expect(screen.queryByRole('dialog')).toBe(null);
  });

  test('many are archived at once and made active again by Undo; what stays is named', async () => {
    const { calls } = open({
      'POST /courses/archive-many': success({
        message: '1 class archived.',
        ids: [3],
        refused: [{ id: 4, name: 'Chess', message: 'It is already archived.' }],
      }),
      'POST /courses/unarchive-many': success({ message: '1 class is active again.', ids: [3], refused: [] }),
    });
    await rowOf('Physics 9B');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select every row on this page' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Archive' }));
    await screen.findByText('It is already archived.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('1 class is active again.');
    expect(sent(calls)).toEqual([
      ['POST /courses/archive-many', { ids: [3, 4] }],
      ['POST /courses/unarchive-many', { ids: [3] }],
    ]);
  });

  test('a class with work is deleted only after it was said what it has; Undo brings it back', async () => {
    let asked = 0;
    open({
      'DELETE /courses/3': () => {
        asked += 1;
        return asked === 1
          ? failure(409, 'CLASS_NOT_EMPTY', { message: 'Physics 9B has 28 students.' })
          : success({ message: 'Class Deleted Successfully', id: 3 });
      },
      'POST /courses/restore-many': success({ message: '1 class restored.', ids: [3], refused: [] }),
    });
    await userEvent.click((await rowOf('Physics 9B')).getByRole('button', { name: 'More for Physics 9B' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const box = await dialog('Delete this class?');
    await userEvent.click(box.getByRole('button', { name: 'Delete' }));
    await box.findByText('Physics 9B has 28 students.');
    await userEvent.click(box.getByRole('button', { name: 'Delete anyway' }));
    await screen.findByText('Class Deleted Successfully');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('1 class restored.');
  });
});

describe('an Admin', () => {
  test('[K099] [K114] [K285] [K286] [K290] creates a class: faults stand at their fields, what was typed stays, and on success the dialog closes', async () => {
    let answer = failure(422, 'VALIDATION_FAILED', { errors: { name: ['Name is required'], level_id: ['Level is required'] } });
    const { calls, router } = open({ 'POST /courses': () => answer }, { rights: ADMIN });
    await userEvent.click(await screen.findByRole('button', { name: 'Create Class' }));
    const form = await dialog('Create Class');
    expect(router.state.location.search).toEqual({ create: true });
    for (const label of ['Name', 'Section', 'Subject', 'Room', 'Level', 'Owner']) expect(form.getByLabelText(label)).toBeDefined();
    await userEvent.type(form.getByLabelText('Room'), '12');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Name is required');
    expect(form.getByText('Level is required')).toBeDefined();
    expect(form.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe(null);
    expect(form.getByLabelText<HTMLInputElement>('Room').value).toBe('12');
    await userEvent.type(form.getByLabelText('Name'), 'Chemistry');
    await form.findByRole('option', { name: 'Grade 10' });
    await userEvent.selectOptions(form.getByLabelText('Level'), 'Grade 10');
    await choose(form.getByLabelText('Owner'), 'Bo Ek');
    answer = success({ course: courseOf({ id: 9, name: 'Chemistry' }), message: 'Class Created Successfully' });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Class Created Successfully');
    expect(sent(calls).at(-1)).toEqual(['POST /courses', { name: 'Chemistry', section: '', subject: '', room: '12', level_id: 5, ownerId: 8 }]);
    expect(screen.queryByRole('dialog')).toBe(null);
    await screen.findByRole('link', { name: 'Chemistry' });
  });

  test('[K109] edits a class; somebody else’s newer version is met without losing a word', async () => {
    const mine = courseOf({ may_edit: true });
    const theirs = { ...mine, name: 'Physics 9C', updated_at: '2026-10-01T08:00:00.000Z' };
    let answer = failure(409, 'EDIT_CONFLICT', { params: { row: theirs } });
    const { calls } = open({ 'GET /courses': pageOf([mine]), 'PUT /courses/3': () => answer }, { rights: ADMIN });
    await chooseAct('Physics 9B', 'Edit');
    const form = await dialog('Edit Class');
    await userEvent.type(form.getByLabelText('Room'), '5');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Physics 9C'));
    expect(form.getByLabelText<HTMLInputElement>('Room').value).toBe('2145');
    answer = success({ course: theirs, message: 'Class Updated Successfully' });
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await screen.findByText('Class Updated Successfully');
    expect(sent(calls).at(-1)).toEqual([
      'PUT /courses/3',
      { name: 'Physics 9C', section: 'B', subject: 'Physics', room: '2145', level_id: 4, ownerId: 7, updated_at: '2026-10-01T08:00:00.000Z' },
    ]);
  });
});

describe('a student', () => {
  test('[K110] [K111] [K112] [K345] [K414] [K415] opens the course work and copies the meeting link, where there is one; nothing else is offered', async () => {
    open({ 'GET /courses': pageOf(asStudent) }, { rights: STUDENT });
    const row = await rowOf('Physics 9B');
    expect(row.getAllByRole('link').map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)).toEqual(['Physics 9B', 'Course Work: Physics 9B']);
    expect(row.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual(['Video Meet: Physics 9B']);
    expect(row.getByRole('button')).toHaveProperty('disabled', true);
    const meet = (await rowOf('شطرنج <b>')).getByRole('button', { name: /^Video Meet/ });
    await userEvent.click(meet);
    await screen.findByText('Link Has been Copied to Clip Board');
    expect(await navigator.clipboard.readText()).toBe(LINK);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await userEvent.click(meet);
    await screen.findByText('Unable to Copy');
    expect(screen.queryByRole('columnheader', { name: 'Code' })).toBe(null);
    expect(screen.queryByRole('checkbox')).toBe(null);
  });

  test('[K115] joins by code in a dialog; a wrong code says what to do and stays', async () => {
    let answer = failure(404, 'CLASS_CODE_REFUSED', { message: 'You cannot join a class with this code.' });
    const { calls } = open({ 'POST /courses/join': () => answer, 'GET /courses': pageOf([]) }, { rights: STUDENT });
    await userEvent.click(await screen.findByRole('button', { name: 'Join Class' }));
    const form = await dialog('Join Class');
    await userEvent.type(form.getByLabelText('Class code'), 'abc');
    await userEvent.click(form.getByRole('button', { name: 'Join' }));
    await form.findByText('You cannot join a class with this code.');
    answer = success({ course: asStudent[0], message: 'You are now in Physics 9B.' });
    await userEvent.type(form.getByLabelText('Class code'), 'd');
    await userEvent.click(form.getByRole('button', { name: 'Join' }));
    await screen.findByText('You are now in Physics 9B.');
    expect(sent(calls).at(-1)).toEqual(['POST /courses/join', { code: 'abcd' }]);
  });

  test('[K033] [K121] [L024] the student classes screen lists what the student attends, and joins in place', async () => {
    const { calls } = open(
      { 'GET /courses': pageOf([asStudent[1] as object]), 'POST /courses/join': success({ course: asStudent[0], message: 'You are now in Physics 9B.' }) },
      { rights: STUDENT, path: '/std-classes', width: 360 },
    );
    await screen.findByText('شطرنج <b>');
    expect(calls.find(({ path }) => path === '/courses')?.query.get('type')).toBe('STUDENT');
    const code = screen.getByLabelText<HTMLInputElement>('Class code');
    await userEvent.type(code, 'k7m2xqa{Enter}');
    await screen.findByText('You are now in Physics 9B.');
    expect(code.value).toBe('');
    await screen.findByText('Physics 9B');
  });

  test('is told what to do first where there are no classes', async () => {
    open({ 'GET /courses': pageOf([]) }, { rights: STUDENT, path: '/std-classes' });
    await screen.findByText('Ask your teacher for the class code, and join your first class with it.');
  });

  test('opens no dialog of the staff by its address', async () => {
    open({ 'GET /courses': pageOf(asStudent) }, { rights: STUDENT, search: '?code=3' });
    await rowOf('Physics 9B');
    expect(screen.queryByRole('dialog')).toBe(null);
  });
});
