import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addAnswer, refuseItem } from '../lesson/outbox/changes.ts';
import { createDeviceStore } from '../lesson/outbox/device-store.ts';
import { setScreenWidth } from '../testing/match-media.ts';
import { address, closeApp, openApp as open, readyForApp, student, teacher } from '../testing/open-app.tsx';
import { failure, type SeenCall, success } from '../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

describe('without a signed-in user', () => {
  test('[K019] [K044] [L010] [L044] [Q026] [L011] every page but sign-in leads there, and signing in leads back', async () => {
    await open('/assessments?search_text=lamp');
    await userEvent.type(await screen.findByLabelText('School email'), 'ada@school.test');
    expect(address()).toBe('/?to=%2Fassessments%3Fsearch_text%3Dlamp');
    await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}');
    expect(await screen.findByRole('heading', { name: 'Assessments' })).toBeTruthy();
    expect(address()).toBe('/assessments?search_text=lamp');
  });

  test('an address to come back to is never another site', async () => {
    await open('/?to=%2F%2Fevil.test%2Fx');
    await userEvent.type(await screen.findByLabelText('School email'), 'ada@school.test');
    await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}');
    await waitFor(() => expect(address()).toBe('/home'));
  });
});

describe('with a signed-in user', () => {
  test('[K018] [K022] [L015] [L009] the sign-in page leads to home', async () => {
    await open('/', {}, teacher);
    expect(await screen.findByRole('heading', { name: /^Good (morning|afternoon|evening), Ada$/ })).toBeTruthy();
    expect(address()).toBe('/home');
  });

  test('[K021] [L014] an unknown path shows the not-found page, with the menu around it', async () => {
    await open('/no/such/page', {}, teacher);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  test('[K075] the menu has what the server sent, and marks where one is', async () => {
    await open('/home', {}, teacher);
    await userEvent.click(await screen.findByRole('button', { name: 'Pages of Lessons' }));
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link', { name: /^(Home|Assessments|Live Learning)$/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/home', '/home', '/teacher-live-learning', '/assessments']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', 'page', null, null]); // the line of Home, and its page
  });

  test('[K040] [L067] [K092] home lists the lessons that a teacher may run, and leads to them', async () => {
    await open('/home', {}, teacher);
    expect((await screen.findByRole('link', { name: 'Simple circuits' })).getAttribute('href')).toBe('/teacher-live-learning?assessment_id=3');
    expect(screen.getByText('Running: Form - 1A')).toBeTruthy();
  });

  test('[K062] [K084] Log out ends the token, forgets the sign-in and returns to the root', async () => {
    const { session, calls } = await open('/home', {}, teacher);
    await userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Byron' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(address()).toBe('/');
    expect(session.getSession()).toBeNull();
    const logout = calls.find(({ path }) => path === '/auth/logout');
    expect(logout?.headers.get('authorization')).toBe('Bearer token-1');
  });

  test('[K056] [K057] the top bar has the switch of the menu and the way home', async () => {
    await open('/assessments', {}, teacher);
    expect((await screen.findByRole('link', { name: 'Classwright, home' })).getAttribute('href')).toBe('/home');
    const toggle = screen.getByRole('button', { name: /^(Collapse|Expand) menu$/ });
    const before = toggle.getAttribute('aria-expanded');
    await userEvent.click(toggle);
    expect(screen.getByRole('button', { name: /^(Collapse|Expand) menu$/ }).getAttribute('aria-expanded')).toBe(before === 'true' ? 'false' : 'true');
  });

  test('[K079] dark mode is switched on and off in the account menu, and kept on the device', async () => {
    await import('../color-scheme.ts' as string); // a script of its own, no module
    await open('/home', {}, teacher);
    await userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Byron' }));
    const dark = () => screen.getByRole('menuitemcheckbox', { name: 'Dark mode' });
    const mode = () => document.documentElement.getAttribute('data-color-mode');
    await userEvent.click(dark());
    await waitFor(() => expect([mode(), dark().getAttribute('aria-checked')]).toEqual(['dark', 'true']));
    expect(localStorage.getItem('cw.color-mode')).toBe('dark');
    await userEvent.click(dark());
    await waitFor(() => expect([mode(), dark().getAttribute('aria-checked')]).toEqual(['light', 'false']));
  });

  test.each([
    [960, false],
    [959, true],
  ])('[K462] [L563] at %i px the menu is a sheet: %s', async (width, isSheet) => {
    setScreenWidth(width);
    await open('/home', {}, teacher);
    await screen.findByRole('button', { name: isSheet ? 'Menu' : /^(Collapse|Expand) menu$/ });
    expect(screen.queryByRole('navigation', { name: 'Main' }) === null).toBe(isSheet);
  });

  test('a token that has ended leads to sign-in, with the reason and the way back', async () => {
    await open('/assessments', { 'GET /assessments': failure(401, 'NOT_SIGNED_IN'), 'GET /auth/me': failure(401, 'NOT_SIGNED_IN') }, teacher);
    expect(await screen.findByText(/Your sign-in has ended/)).toBeTruthy();
    expect(address()).toBe('/?to=%2Fassessments');
  });
});

describe('a student’s home', () => {
  const running = (assessment: object | null, last: object | null = null) => ({
    'GET /auth/me': success({ user: student }),
    'GET /live/learning/running/assessment': success({ assessment_id: null, assessment, last }),
  });

  test('[B193] [K091] gives the running lesson the first place and leads into it', async () => {
    await open('/home', running({ id: 3, title: 'Simple circuits', class_name: 'Physics 9B', teacher_name: 'Ms Okafor' }), student);
    expect((await screen.findByRole('link', { name: 'Join the lesson' })).getAttribute('href')).toBe('/student-live-learning?assessment_id=3');
    expect(screen.queryByRole('heading', { name: 'Live Learning' })).toBeNull();
  });

  const past = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      assessment_id: 9 - index,
      title: index === 0 ? 'Why does ice float?' : `Lesson ${index}`,
      class_name: 'Science 7C',
      finished_at: '2026-11-17T10:00:00Z',
    }));
  const pastLessons = (all: ReturnType<typeof past>) => ({
    'GET /live/learning/student/lessons': ({ query }: SeenCall) => {
      const data = all.slice(0, Number(query.get('per_page')));
      return success({ data, pagination: { total: all.length, per_page: 5, current_page: 1, last_page: 1, from: 1, to: data.length } });
    },
  });

  test('[K091] [K097] without one the card is still called Live Learning, says that none runs, and leads to the page of lessons', async () => {
    await open('/home', running(null), student);
    const card = (await screen.findByText('No lesson is running')).closest('a');
    expect(card?.getAttribute('href')).toBe('/student-live-learning');
    expect(card?.textContent).toContain('Live Learning');
    expect(screen.queryByRole('heading', { name: 'Past lessons' })).toBeNull();
  });

  test('lists the lessons to look back at, the latest first, and more of them when asked', async () => {
    const [last] = past(1);
    await open('/home', { ...running(null, last), ...pastLessons(past(8)) }, student);
    const link = await screen.findByRole('link', { name: /Why does ice float/ });
    expect(link.getAttribute('href')).toBe('/student-live-learning?assessment_id=9');
    expect(screen.getAllByRole('link', { name: /Science 7C/ })).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /Science 7C/ })).toHaveLength(8));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('[B170] says what was not received of a lesson that is over, under its name, until it is put away', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    const store = createDeviceStore();
    const writing = { account_id: 8, session_id: 40, form: 'Form - 1A', response_id: 11, comment: 'because it floats', written_at: Date.now() } as const;
    for (const assessment_id of [9, 3]) {
      const answer = await store.apply(8, addAnswer({ ...writing, assessment_id, session_id: assessment_id }));
      await store.apply(8, refuseItem(answer, { code: 'PHASE_CLOSED', message: 'Your teacher can see it.', at: 1 }));
    }
    const now = { id: 3, title: 'Simple circuits', class_name: 'Physics 9B', teacher_name: 'Ms Okafor' };
    await open('/home', { ...running(now), ...pastLessons(past(1)) }, student);
    const notice = await screen.findByRole('region', { name: 'Not received' });
    await waitFor(() => expect(notice.textContent).toContain('Why does ice float?, Form\u00a0-\u00a01A: what you wrote arrived too late.'));
    expect(notice.textContent).toContain('because it floats');
    // the running lesson shows its own notice
    expect(within(notice).getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
    await userEvent.click(within(notice).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not received' })).toBeNull());
    expect((await store.list(8)).map(({ assessment_id }) => assessment_id)).toEqual([3]);
  });

  test('on a phone has its menu at the bottom and no drawer', async () => {
    setScreenWidth(390);
    await open('/home', running(null), student);
    await screen.findByText('No lesson is running');
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Main' }).textContent).toBe('HomeLessonNotifications'));
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });

  test('[B1535] on a phone a student’s classes have a place in the bar, also where dashboards come before them in the menu', async () => {
    setScreenWidth(390);
    const entries = (...pages: string[]) => pages.map((page) => ({ name: page, res_url: page }));
    const menus = {
      home: entries('home', 'calendar'),
      dashboards: entries('student-dashboard'),
      student: entries('std-classwork', 'std-gradebook', 'std-classes', 'store'),
    };
    const person = { ...student, menus: { ...student.menus, ...menus } };
    await open('/home', { ...running(null), 'GET /auth/me': success({ user: person }) }, person);
    await screen.findByText('More');
    const bar = screen.getByRole('navigation', { name: 'Main' });
    expect([...bar.children].map((entry) => entry.textContent)).toEqual(['Home', 'Classes', 'Grades', 'Paths', 'More']);
  });

  test('[B192] on a phone the menu has four places at most, each with an icon of its own, and More for the others', async () => {
    setScreenWidth(390);
    const menus = {
      ...student.menus,
      question_bank: [
        { name: 'Question Bank', res_url: 'questions' },
        { name: 'All Questions', res_url: 'all-questions' },
        { name: 'Draft Questions', res_url: 'draft-questions' },
        { name: 'Files', res_url: 'files' },
      ],
    };
    const person = { ...student, menus };
    await open('/home', { ...running(null), 'GET /auth/me': success({ user: person }) }, person);
    await screen.findByText('More');
    const bar = screen.getByRole('navigation', { name: 'Main' });
    await waitFor(() => expect([...bar.children].map((entry) => entry.textContent)).toEqual(['Home', 'Lesson', 'Notifications', 'More']));
    await waitFor(() => expect(new Set([...bar.querySelectorAll('svg')].map((icon) => icon.innerHTML)).size).toBe(4));
    const more = within(bar).getByRole('button', { name: 'More', expanded: false });
    await userEvent.click(more);
    expect(
      within(bar)
        .getAllByRole('link')
        .slice(-4)
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/questions', '/all-questions', '/draft-questions', '/files']);
    await userEvent.keyboard('{Escape}');
    expect(within(bar).queryByRole('link', { name: 'Files' })).toBeNull();
    expect(document.activeElement).toBe(more);
  });

  test('[B176] who opens the teacher’s address of a lesson finds the way home instead of a fault', async () => {
    await open('/teacher-live-learning?assessment_id=3', running(null), { ...student, rights: ['live-participation:view'] });
    expect((await screen.findByRole('link', { name: 'Go to Home' })).getAttribute('href')).toBe('/home');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });
});

test('on a teacher’s phone the menu is a sheet behind More that closes by going somewhere', async () => {
  setScreenWidth(390);
  await open('/home', {}, teacher);
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Menu' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Pages of Lessons' }));
  await userEvent.click(sheet.getByRole('link', { name: 'Assessments', current: false }));
  expect(await screen.findByRole('heading', { name: 'Assessments' })).toBeTruthy();
  expect(document.querySelector('dialog')).toBeNull();
});
