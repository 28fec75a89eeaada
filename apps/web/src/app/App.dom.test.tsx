import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setScreenWidth } from '../testing/match-media.ts';
import { address, closeApp, openApp as open, readyForApp, student, teacher } from '../testing/open-app.tsx';
import { failure, success } from '../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

describe('without a signed-in user', () => {
  test('[L011] every page but sign-in leads there, and signing in leads back', async () => {
    await open('/assessments?search_text=lamp');
    await userEvent.type(await screen.findByLabelText('School e-mail'), 'ada@school.test');
    expect(address()).toBe('/?to=%2Fassessments%3Fsearch_text%3Dlamp');
    await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}');
    expect(await screen.findByRole('heading', { name: 'Assessments' })).toBeTruthy();
    expect(address()).toBe('/assessments?search_text=lamp');
  });

  test('an address to come back to is never another site', async () => {
    await open('/?to=%2F%2Fevil.test%2Fx');
    await userEvent.type(await screen.findByLabelText('School e-mail'), 'ada@school.test');
    await userEvent.type(screen.getByLabelText('Password'), 'a long password{Enter}');
    await waitFor(() => expect(address()).toBe('/home'));
  });
});

describe('with a signed-in user', () => {
  test('[L009] the sign-in page leads to home', async () => {
    await open('/', {}, teacher);
    expect(await screen.findByRole('heading', { name: /^Good (morning|afternoon|evening), Ada$/ })).toBeTruthy();
    expect(address()).toBe('/home');
  });

  test('[L014] an unknown path shows the not-found page, with the menu around it', async () => {
    await open('/no/such/page', {}, teacher);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
  });

  test('[K075] the menu has what the server sent, and marks where one is', async () => {
    await open('/home', {}, teacher);
    const links = await screen.findAllByRole('link', { name: /^(Home|Assessments|Live Learning)$/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/home', '/assessments', '/teacher-live-learning']);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null]);
  });

  test('[K092] home lists the lessons that a teacher may run, and leads to them', async () => {
    await open('/home', {}, teacher);
    expect((await screen.findByRole('link', { name: 'Simple circuits' })).getAttribute('href')).toBe('/teacher-live-learning?assessment_id=3');
    expect(screen.getByText('Running: Form - 1A')).toBeTruthy();
  });

  test('[K084] Log out ends the token, forgets the sign-in and returns to the root', async () => {
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
    const toggle = screen.getByRole('button', { name: /^Make the menu/ });
    const before = toggle.getAttribute('aria-expanded');
    await userEvent.click(toggle);
    expect(screen.getByRole('button', { name: /^Make the menu/ }).getAttribute('aria-expanded')).toBe(before === 'true' ? 'false' : 'true');
  });

  test('[K079] dark mode is switched on and off in the account menu, and kept on the device', async () => {
    await import('../color-scheme.ts' as string); // a script of its own, no module
    await open('/home', {}, teacher);
    await userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Byron' }));
    const dark = () => screen.getByRole('menuitemcheckbox', { name: 'Dark mode' });
    const mode = () => document.documentElement.getAttribute('data-mantine-color-scheme');
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
    await screen.findByRole('button', { name: isSheet ? 'Menu' : /^Make the menu/ });
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

  test('[K091] gives the running lesson the first place and leads into it', async () => {
    await open('/home', running({ id: 3, title: 'Simple circuits', class_name: 'Physics 9B', teacher_name: 'Ms Okafor' }), student);
    expect((await screen.findByRole('link', { name: 'Join the lesson' })).getAttribute('href')).toBe('/student-live-learning?assessment_id=3');
    expect(screen.queryByRole('heading', { name: 'Live Learning' })).toBeNull();
  });

  test('without one says so, and leads to the summary of the last lesson if there is one', async () => {
    await open(
      '/home',
      running(null, { assessment_id: 9, title: 'Why does ice float?', class_name: 'Science 7C', finished_at: '2026-11-17T10:00:00Z' }),
      student,
    );
    expect(await screen.findByText('No lesson is running')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Why does ice float/ }).getAttribute('href')).toBe('/student-live-learning?assessment_id=9');
  });

  test('on a phone has its menu at the bottom and no drawer', async () => {
    setScreenWidth(390);
    await open('/home', running(null), student);
    await screen.findByText('No lesson is running');
    expect(screen.getByRole('navigation', { name: 'Main' }).textContent).toBe('HomeLive Learning');
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });
});

test('on a teacher’s phone the menu is a sheet behind More that closes by going somewhere', async () => {
  setScreenWidth(390);
  await open('/home', {}, teacher);
  await userEvent.click(await screen.findByRole('button', { name: 'More' }));
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Menu' })).getByRole('link', { name: 'Assessments', current: false }));
  expect(await screen.findByRole('heading', { name: 'Assessments' })).toBeTruthy();
  expect(document.querySelector('dialog')).toBeNull();
});
