import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { signIn } from '../../../base/session.ts';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import { AccountChanges } from './AccountChanges.tsx';
import { OtherDevices } from './OtherDevices.tsx';
import { AnnouncementsCard } from './AnnouncementsCard.tsx';
import { PathsCard } from './PathsCard.tsx';
import { Monday } from './Monday.tsx';
import { StaffCards } from './StaffCards.tsx';
import { StaffHome } from './StaffHome.tsx';
import { StaffToDo } from './StaffToDo.tsx';
import { StudentToDo } from './StudentToDo.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { SystemCard } from './SystemCard.tsx';

beforeEach(readyForScreen);
beforeEach(() => localStorage.removeItem('cw.devices.known'));
afterEach(closeScreen);

const nothing = { due: [], due_total: 0, returned: [], lessons: [], review: null, missed: [] };
const quiet = { invitations: 0, decisions: 0 };
const work = (id: number, more: object = {}) => ({
  id,
  course_id: 4,
  class_name: 'Physics 9B',
  title: `Work ${id}`,
  kind: 'ASSIGNMENT',
  due_at: '2026-11-23T22:59:00Z',
  has_time: true,
  when: 'soon',
  ...more,
});
const open = (Screen: (props: object) => React.ReactNode, home: object, rights: string[] = [], reply?: Reply) => {
  const calls = scriptFetch({
    'GET /home': reply ?? success({ student: null, staff: null, admin: null, system: null, waiting: quiet, ...home }),
  });
  openScreen(Screen, { address: '/home', rights });
  return calls;
};

test('a student sees what is due, how late it is, and how much more there is, each with the way to it', async () => {
  const due = [work(1, { when: 'today' }), work(2), work(3, { when: 'overdue' })];
  open(StudentToDo, { student: { ...nothing, due, due_total: 11 } }, ['std-classwork:view']);
  const part = within(await screen.findByRole('region', { name: 'To do' }));
  expect(part.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Work 1Physics 9BToday, 10:59 PM',
    'Work 2Physics 9BMon, Nov 23, 2026',
    'Work 3Physics 9BOverdue, Mon, Nov 23, 2026',
    '8 more in Paths',
  ]);
  expect(part.getAllByRole('link')[1]?.getAttribute('href')).toBe('/std-classwork?class=4&work=1');
  expect(part.getByRole('link', { name: 'Open Paths' }).getAttribute('href')).toBe('/std-classwork');
});

test('[B2235] [B2246] a question that is asked again and a missed lesson are there, each with the way to its page', async () => {
  const review = { id: 5, title: 'Ohm’s law', class_name: 'Physics 9B' };
  const missed = [{ assessment_id: 8, title: 'Two lamps', class_name: 'Physics 9B', minutes: 8 }];
  open(StudentToDo, { student: { ...nothing, review, missed } });
  const part = within(await screen.findByRole('region', { name: 'From your lessons' }));
  expect(part.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['One question again: Ohm’s lawPhysics 9B · about one minute, without a grade', '/student-live-review?review_id=5'],
    ['You missed “Two lamps”Physics 9B · do it alone: about 8 minutes', '/student-live-solo?assessment_id=8'],
  ]);
});

test('returned work has its points, and is read by being opened', async () => {
  const returned = [
    {
      notification_id: 5,
      title: 'Lab',
      class_name: 'Physics 9B',
      points: 84,
      max_points: 100,
      returned_at: '2026-11-20T09:00:00Z',
      path: '/class-classwork/4?work=2',
    },
  ];
  open(StudentToDo, { student: { ...nothing, returned } });
  const link = await screen.findByRole('link', { name: /Lab/ });
  expect(link.textContent).toContain('84 / 100');
  await userEvent.click(link);
  expect(await screen.findByRole('heading', { name: '/class-classwork/4' })).toBeTruthy();
});

test('lessons of today and invitations stand first', async () => {
  const lessons = [{ assessment_id: 3, title: 'Simple circuits', class_name: 'Physics 9B', start_time: '10:15', end_time: '11:05' }];
  open(StudentToDo, { student: { ...nothing, lessons }, waiting: { invitations: 2, decisions: 0 } }, ['invitations:view']);
  expect((await screen.findByRole('link', { name: /Simple circuits/ })).textContent).toContain('10:15 AM – 11:05 AM');
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['You are invited to 2 classes', 'Lessons today']);
});

test('where nothing is to be done, home says so calmly', async () => {
  open(StudentToDo, { student: nothing });
  await screen.findByText('Nothing to do right now');
});

test('what cannot be loaded says so, and is asked for again', async () => {
  open(StudentToDo, {}, [], failure(400, 'INTERNAL'));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  scriptFetch({ 'GET /home': success({ student: nothing, staff: null, admin: null, system: null, waiting: quiet }) });
  await userEvent.click(retry);
  await screen.findByText('Nothing to do right now');
});

test('[K093] students have a Paths card that opens /std-classwork, nobody else has', async () => {
  open(PathsCard, {}, ['std-classwork:view']);
  expect((await screen.findByRole('link', { name: /^Paths/ })).getAttribute('href')).toBe('/std-classwork');
  closeScreen();
  readyForScreen();
  open(PathsCard, {}, ['classwork:view']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByRole('link')).toBeNull();
});

test('[B292] whoever has neither lessons nor assessments finds the pages of their menu on home; whoever has them does not', async () => {
  const office = person();
  office.menus.home = [{ name: 'Home', res_url: 'home' }];
  office.menus.admin_settings = [
    { name: 'Marking Periods', res_url: 'marking-period' },
    { name: 'Standards', res_url: 'standard' },
  ];
  const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  open(StaffHome, {});
  signIn('token', office);
  await screen.findByRole('link', { name: 'Marking Periods' });
  expect(links()).toEqual(['/marking-period', '/standard']); // in the order of the menu
  closeScreen();
  readyForScreen();
  open(StaffHome, {});
  signIn('token', { ...office, menus: { ...office.menus, assessments: [{ name: 'Assessments', res_url: 'assessments' }] } });
  await screen.findByRole('link', { name: /^Assessments/ });
  expect(links()).toEqual(['/assessments']);
});

describe('the week', () => {
  const lesson = {
    ...{ assessment_id: 9, course_id: 4, class_name: 'Physics 9B', title: 'Lamps', held_on: '2026-11-24' },
    ...{ answered_first: 30, right_first: 12, answered_second: 30, right_second: 24, answered_transfer: 28, right_transfer: 21 },
    ...{ kept_right: 11, wrong_to_right: 13, right_to_wrong: 1, kept_wrong: 5 },
  };
  const student = { account_id: 7, first_name: 'Noah', last_name: 'Adeyemi', done: null };
  const view = {
    of: 'own',
    week: { from: '2026-11-23', to: '2026-11-29', is_this_week: true, earlier: '2026-11-16', later: null },
    lessons: [lesson],
    attention: {
      total: 8,
      names: [
        {
          course_id: 4,
          class_name: 'Physics 9B',
          student: { ...student, reasons: [{ code: 'absent-of-last', numbers: { absent: 2, lessons: 4 }, at: '2026-11-24T10:00:00Z' }] },
        },
      ],
    },
    survived: {
      ...{
        assessment_id: 9,
        class_name: 'Physics 9B',
        question: 'Which lamp is brighter?',
        place: 1,
        response: 'The first lamp uses up the current',
        question_id: 12,
        idea_id: 3,
        idea: 'Current is used up',
      },
      ...{ answered_first: 30, first: 14, answered_second: 30, second: 5 },
    },
    next: {
      ...{ assessment_id: 10, class_name: 'Physics 9B', title: 'Switches', schedule_date: '2026-11-30', start_time: '10:00:00' },
      missing: ['responses'],
    },
  };
  const staff = { to_grade: [], to_grade_total: 112, to_return_total: 29, list_path: '/dashboard?tab=grade-book' };
  const show = (answer: object, week: Reply = success({ ...view, ...answer })) => {
    const asked = scriptFetch({
      'GET /home': success({ student: null, staff, admin: null, system: null, waiting: quiet }),
      'GET /home/monday': week,
    });
    openScreen(Monday, { address: '/home', rights: ['classwork:view', 'ideas:view', 'ideas:edit'] });
    return asked;
  };
  const linkOf = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href');

  test('[B2581] says how lessons went, whom to look at and why, what is still believed, what waits and what is next, each with its link', async () => {
    show({});
    expect(await screen.findByText(/^1 lesson: 40% right alone, 80% after talking\. 75% right on the transfer question\. Gain 0\.67\b/)).toBeTruthy();
    expect(linkOf(/^Lamps/)).toBe('/live-snapshot?assessment_id=9');
    expect(linkOf('Noah Adeyemi')).toBe('/class-attention/4');
    expect(screen.getByText(/Absent from 2 of the last 4 lessons/)).toBeTruthy();
    expect(linkOf('All 8 students who need attention')).toBe('/attention');
    expect(screen.getByText('Current is used up')).toBeTruthy();
    expect(screen.getByText(/^5 of 30 chose B after talking, and 14 of 30 alone: “The first lamp uses up the current”$/)).toBeTruthy();
    expect((await screen.findByRole('link', { name: '112 to grade' })).getAttribute('href')).toBe('/dashboard?tab=grade-book&figure=turned_in_ungraded');
    expect(linkOf('29 to return')).toBe('/dashboard?tab=grade-book&figure=to_return');
    expect(linkOf('Switches')).toBe('/teacher-live-learning?assessment_id=10');
    expect(screen.getByText('A question needs at least two responses.')).toBeTruthy();
  });

  test('[B2434] what is so today is shown with the newest week alone, and it is one press away from earlier ones', async () => {
    const earlier = { week: { ...view.week, from: '2026-11-16', to: '2026-11-22', is_this_week: false, earlier: null, later: '2026-11-23' } };
    const asked = show(earlier);
    await screen.findByRole('heading', { name: 'Week of Mon, Nov 16, 2026' });
    expect(screen.getByRole('link', { name: 'Current is used up' })).toBeTruthy();
    for (const name of ['Who needs attention', 'Next lesson', 'Waiting for you']) expect(screen.queryByRole('region', { name })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back to the newest week' }));
    await userEvent.click(screen.getByRole('button', { name: 'Later week' }));
    await waitFor(() => expect(asked.map(({ query }) => query.get('week'))).toContain('2026-11-23'));
  });

  test('[B2433] the week says what its results ask for: to come back to a lesson, or to ask one more question', async () => {
    show({ lessons: [{ ...lesson, right_second: 12 }] });
    expect(await screen.findByText('In “Lamps”, only 40% were right after talking. Come back to it before you go on.')).toBeTruthy();
    closeScreen();
    readyForScreen();
    show({ lessons: [{ ...lesson, right_transfer: 11 }] });
    expect(await screen.findByText(/^Fewer were right on the transfer question than after talking\./)).toBeTruthy();
    expect(linkOf('Choose it on the page Ideas')).toBe('/ideas');
  });

  test('[B2435] what is still believed leads to its idea, or to naming it', async () => {
    show({});
    expect((await screen.findByRole('link', { name: 'Current is used up' })).getAttribute('href')).toBe('/ideas?idea=3');
    closeScreen();
    readyForScreen();
    show({ survived: { ...view.survived, idea: null, idea_id: null } });
    const teacher = person({ rights: ['ideas:edit'] });
    signIn('token', { ...teacher, menus: { ...teacher.menus, question_bank: [{ name: 'All questions', res_url: 'all-questions' }] } });
    expect((await screen.findByRole('link', { name: 'Name this idea' })).getAttribute('href')).toBe('/all-questions?view=12');
  });

  test('[B2581] the week before is one press away', async () => {
    const asked = show({});
    expect((await screen.findByRole('button', { name: 'Later week' })).hasAttribute('disabled')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Earlier week' }));
    await waitFor(() => expect(asked.map(({ query }) => query.get('week'))).toContain('2026-11-16'));
  });

  test('[B2581] a school that has held no lesson, and a week without, say so in words and never as NaN', async () => {
    show({ week: null, lessons: [], attention: { total: 0, names: [] }, survived: null, next: null });
    expect(await screen.findByText('No lesson has finished yet')).toBeTruthy();
    closeScreen();
    const nobody = { answered_first: 0, right_first: 0, answered_second: 0, right_second: 0, answered_transfer: 0, right_transfer: 0 };
    const still = { kept_right: 0, wrong_to_right: 0, right_to_wrong: 0, kept_wrong: 0 };
    show({ lessons: [{ ...lesson, ...nobody, ...still }], survived: null });
    expect(await screen.findByText('1 lesson, with no answers.')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/NaN|–%/);
  });

  test('a week that cannot be loaded says why and is tried again', async () => {
    show({}, failure(500, 'INTERNAL'));
    expect(await screen.findByRole('button', { name: /again|retry/i })).toBeTruthy();
  });
});

test('[B1660] staff see what waits to be graded and returned, each with its list, invitations, decisions, requests and what failed', async () => {
  open(
    StaffToDo,
    {
      staff: {
        to_grade: [
          { course_id: 4, class_name: 'Physics 9B', count: 12, to_return: 0 },
          { course_id: 5, class_name: 'Physics 9C', count: 0, to_return: 3 },
        ],
        to_grade_total: 12,
        to_return_total: 3,
        list_path: '/dashboard?tab=grade-book',
      },
      admin: { requested_classes: 1, failed_jobs: 2 },
      system: null,
      waiting: { invitations: 1, decisions: 1 },
    },
    ['classwork:view', 'invitations:view'],
  );
  await screen.findByRole('region', { name: 'To do' });
  expect(screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/invitations', 'You are invited to a classAccept it to see the class.'],
    ['/requested-classes', 'Your class request was decidedSee what was decided.'],
    ['/requested-classes', '1 class requestedApprove or decline what teachers request.'],
    ['/failed-jobs', '2 tasks failedSee why, and try again.'],
    ['/dashboard?tab=grade-book&figure=turned_in_ungraded', '12 to gradeTurned in and waiting for a grade.'],
    ['/dashboard?tab=grade-book&figure=to_return', '3 to returnNot returned to students yet.'],
    ['/class-classwork/4', 'Physics 9BClasswork12 to grade'],
    ['/class-classwork/5', 'Physics 9CClasswork3 to return'],
  ]);
});

test('[B2886] what needs attention in the system has at most three lines, each with the way to its page; nothing while all is well', async () => {
  const light = (id: string, state: string, saying: string) => ({ id, state, saying });
  const four = [
    light('mail', 'problem', 'mailFails'),
    light('jobs', 'attention', 'jobsFailed'),
    light('space', 'attention', 'spaceLittle'),
    light('clock', 'attention', 'clockOff'),
  ];
  open(SystemCard, { system: four });
  const links = within(await screen.findByRole('region', { name: 'The system needs attention' })).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/system', 'The mail server does not take emails.'],
    ['/system', 'Background tasks have failed for good.'],
    ['/system', '2 more things need attention'],
  ]);
});

test('[B2908] limits of the school that are nearly reached are shown, each with the page where something can be done', async () => {
  const limits = [
    { school: 'North', kind: 'people', used: 1000, most: 1000 },
    { school: 'North', kind: 'files', used: 950, most: 1000 },
  ];
  open(LimitsCard, { limits }, ['school-settings:edit']);
  const part = within(await screen.findByRole('region', { name: 'Limits of the school are nearly reached' }));
  expect(part.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/accounts', 'North has 1,000 of 1,000 people that it may have.'],
    ['/files', 'The files of North take up 950 of the 1,000 MB that it may have.'],
  ]);
});

test.each([{ system: [] }, { system: null }])('[B2886] the card of the system is not there for %o', async ({ system }) => {
  const calls = open(SystemCard, { system });
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

test('[B2886] failed work that the card of the system says is not said twice', async () => {
  open(StaffToDo, { admin: { requested_classes: 1, failed_jobs: 2 }, system: [{ id: 'jobs', state: 'attention', saying: 'jobsFailed' }] });
  await screen.findByRole('region', { name: 'To do' });
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/requested-classes']);
});

test('[K087] [K088] [K448] [K464] the card of announcements has the latest five with text and day, 64 high each, and View All', async () => {
  const rows = Array.from({ length: 5 }, (_, n) => ({
    id: n + 1,
    summary: `Trip ${n + 1}`,
    alternateLink: `/class-details/4?announcement=${n + 1}`,
    course_name: 'Physics 9B',
    posted_at: '2026-11-20T09:00:00Z',
    creationTime: '2026-11-19T09:00:00Z',
  }));
  const calls = scriptFetch({ 'GET /announcements': success({ data: rows, pagination: null, next: 'more' }) });
  openScreen(AnnouncementsCard, { address: '/home', rights: ['announcements:view'] });
  const list = await screen.findByRole('list', { name: 'Announcements' });
  expect(calls[0]?.query.toString()).toBe('user=7&limit=5');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(rows.map(({ summary }) => `${summary}Physics 9B · Fri, Nov 20, 2026`));
  expect(list.style.minHeight).toBe('320px');
  expect(within(list).getAllByRole('link')[0]?.getAttribute('href')).toBe('/class-details/4?announcement=1');
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/notifications');
});

test('[K094] [K095] staff with dashboards come to them by Learning Dash, administrators by Admin Console beside it', async () => {
  const ways = () => screen.queryAllByRole('link').map((link) => [link.querySelector('b')?.textContent, link.getAttribute('href')]);
  const staff = person();
  staff.menus.dashboards = [{ name: 'Dashboard', res_url: 'dashboard' }];
  const learning = ['Learning Dash', '/dashboard'];
  for (const [user_type, expected] of [
    ['Teachers', [learning]],
    ['Admin', [learning, ['Admin Console', '/dashboard']]],
  ] as const) {
    open(StaffCards, {});
    signIn('token', { ...staff, user_type });
    await screen.findByRole('link', { name: /^Learning Dash/ });
    expect(ways()).toEqual(expected);
    closeScreen();
    readyForScreen();
  }
  open(StaffCards, {});
  signIn('token', person());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ways()).toEqual([]);
});

const session = (id: number, more: object = {}) => ({
  id,
  browser: 'Chrome',
  system: 'Windows',
  signed_in_at: '2026-11-20T08:05:00.000Z',
  last_used_at: '2026-11-20T10:00:00.000Z',
  is_current: false,
  is_wall: false,
  ...more,
});
const here = session(1, { is_current: true });
function openDevices(sessions: object[], ended: Reply = success({ message: 'Signed out on that device.' })) {
  const calls = scriptFetch({ 'GET /auth/sessions': success({ sessions }), 'DELETE /auth/sessions/6': ended });
  openScreen(OtherDevices, { address: '/home' });
  return calls;
}

test('[B2286] a sign-in elsewhere is a line on Home until it is dismissed on this device; a newer one shows again', async () => {
  openDevices([here, session(6), session(7, { is_wall: true, browser: null, system: null })]);
  await screen.findByText(/^You are also signed in on Chrome on Windows, since .*8:05/);
  expect(screen.getByRole('link', { name: 'See devices' }).getAttribute('href')).toBe('/profile');
  await userEvent.click(screen.getByRole('button', { name: 'That was me' }));
  expect(screen.queryByText(/also signed in/)).toBeNull();
  closeScreen();
  readyForScreen();
  localStorage.setItem('cw.devices.known', JSON.stringify({ 7: [1, 6, 7] }));
  openDevices([here, session(6), session(8, { browser: null, system: null })]);
  await screen.findByText(/signed in on another device, since/);
});

test('[B2286] with several unknown devices Home says how many and leads to the list; here alone and screens are no line', async () => {
  openDevices([here, session(6), session(9, { browser: 'Firefox' })]);
  await screen.findByText(/signed in on Firefox on Windows, since .* and on 1 more device\.$/);
  expect(screen.queryByRole('button', { name: 'That was not me' })).toBeNull();
  closeScreen();
  readyForScreen();
  const calls = openDevices([here, session(7, { is_wall: true })]);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByText(/also signed in/)).toBeNull();
});

const change = (id: number, what: string) => ({ id, what, made_at: '2026-11-20T08:05:00.000Z' });
function openChanges(replies: object[][], more: Parameters<typeof scriptFetch>[0]) {
  const calls = scriptFetch({ 'GET /auth/sessions': () => success({ sessions: [here], changes: replies.length > 1 ? replies.shift() : replies[0] }), ...more });
  openScreen(AccountChanges, { address: '/home' });
  return calls;
}

test('[B2672] changes of the account that were made elsewhere are lines on Home, until one says that they are one’s own', async () => {
  const calls = openChanges([[change(5, 'factor'), change(4, 'email')], []], {
    'DELETE /auth/changes/5': success({ message: 'This change is no longer shown.' }),
  });
  await screen.findByText(/^A passkey or codes of an app were added to your account: .*8:05/);
  expect(screen.getByText(/^The email address of your account was changed: /)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'That was me' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'That was me' })).toBeNull());
  expect(calls.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET']);
});

test('[B2672] “That was not me” ends what was added and leads to the password; a refusal is said and can be tried again', async () => {
  let isUp = false;
  openChanges([[change(5, 'factor')]], { 'POST /auth/changes/refuse': () => (isUp ? success({ message: 'All other devices are signed out.' }) : 'offline') });
  await userEvent.click(await screen.findByRole('button', { name: 'That was not me' }));
  await screen.findByText(/connection|network|offline/i);
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'That was not me' }));
  await screen.findByRole('heading', { name: '/profile' });
  await screen.findByText('All other devices are signed out.');
});

test.each([
  ['ended', success({ message: 'Signed out on that device.' })],
  ['ended already', failure(404, 'NOT_FOUND')],
])('[B2286] “That was not me” signs that device out (%s) and leads to the password', async (_what, reply) => {
  const calls = openDevices([here, session(6)], reply);
  await userEvent.click(await screen.findByRole('button', { name: 'That was not me' }));
  await screen.findByRole('heading', { name: '/profile' });
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /auth/sessions/6');
});

test('[B2286] when the device cannot be signed out, Home says why and stays', async () => {
  openDevices([here, session(6)], failure(503, 'UNAVAILABLE'));
  await userEvent.click(await screen.findByRole('button', { name: 'That was not me' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'That was not me' })).toHaveProperty('disabled', false));
  expect(screen.getByText(/also signed in/)).toBeTruthy();
});
