import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setScreenWidth } from '../../testing/match-media.ts';
import { address, closeApp, openApp, readyForApp, teacher } from '../../testing/open-app.tsx';
import { person } from '../../testing/people.ts';
import { success } from '../../testing/scripted-fetch.ts';

const admin = person({ rights: [...teacher.rights, 'accounts:view'] });
Object.assign(admin.menus, teacher.menus, {
  admin_settings: ['accounts', 'schools', 'levels', 'standard'].map((page) => ({ name: `The ${page}`, res_url: page })),
});
const me = { 'GET /auth/me': success({ user: admin }) };
beforeEach(readyForApp);
afterEach(() => {
  vi.useRealTimers();
  closeApp();
});
/**
 * Replaces the clock from here on, so that a pointer stays for exactly as long as a test needs, even on a busy machine.
 */
const takeClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

describe('the mini sidebar', () => {
  const openMini = () =>
    openApp('/home', { ...me, 'GET /settings/preferences': 'never' }, admin, {
      'cw.preferences': JSON.stringify({ account_id: admin.account_id, preferences: { mini_sidebar: true }, waiting: {} }),
    });

  test('[B218] [B2426] has one icon per section, whose pages fly out; keys walk them, Escape gives the focus back', async () => {
    await openMini();
    const side = await menu();
    const words = (role: string) => side.getAllByRole(role).map(({ textContent }) => textContent);
    expect(words('listitem')).toEqual(['Home', 'Lessons', 'People', 'School']); // links, until their pages can fly out
    const school = await side.findByRole('button', { name: 'School' });
    expect(words('listitem')).toEqual(['Home', 'Lessons', 'People', 'School']);
    expect(words('link')).toEqual(['People']); // its only page
    await userEvent.click(school);
    await side.findByRole('group', { name: 'School' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('The schools'));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('The levels');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(school);
    expect(side.queryByRole('group')).toBeNull();
    // a mouse that arrived, pressed and stays there does not open it again
    takeClock();
    fireEvent.pointerEnter(school.closest('li') as HTMLElement, { pointerType: 'mouse' });
    fireEvent.pointerDown(school, { pointerType: 'mouse' });
    fireEvent.click(school);
    fireEvent.keyDown(side.getByRole('group', { name: 'School' }), { key: 'Escape' });
    await pass(260);
    expect(side.queryByRole('group')).toBeNull();
  });

  test('[K459] a mouse that stays on a group for 200 ms opens it, and it goes with the mouse; the focus stays where it was', async () => {
    await openMini();
    const side = await menu();
    const school = await side.findByRole('button', { name: 'School' });
    const before = document.activeElement;
    const place = school.closest('li') as HTMLElement;
    takeClock();
    fireEvent.pointerEnter(place, { pointerType: 'mouse' });
    await pass(199);
    fireEvent.pointerLeave(place, { pointerType: 'mouse' });
    await pass(300);
    expect(side.queryByRole('group')).toBeNull(); // only passed by
    fireEvent.pointerEnter(place, { pointerType: 'mouse' });
    await pass(199);
    expect(side.queryByRole('group')).toBeNull();
    await pass(1);
    expect(side.getByRole('group', { name: 'School' })).toBeDefined();
    expect(document.activeElement).toBe(before);
    fireEvent.pointerLeave(place, { pointerType: 'mouse' });
    await pass(300);
    expect(side.queryByRole('group')).toBeNull();
    fireEvent.pointerEnter(place, { pointerType: 'touch' });
    await pass(260);
    expect(side.queryByRole('group')).toBeNull();
  });

  test('going to an entry closes it and marks its group', async () => {
    await openMini();
    const side = await menu();
    await userEvent.click(await side.findByRole('button', { name: 'School' }));
    await userEvent.click(await side.findByRole('link', { name: 'The schools' }));
    await waitFor(() => expect(address()).toBe('/schools'));
    expect(side.queryByRole('group')).toBeNull();
    expect(side.getByRole('button', { name: 'School' }).getAttribute('aria-current')).toBe('true');
  });
});

describe('the wide sidebar', () => {
  const open = (address: string, kept: Record<string, string> = {}) => openApp(address, me, admin, kept);

  test('[B2426] has a line for each section; only the current one shows its pages, until another one is opened', async () => {
    await open('/schools');
    const side = await menu();
    const shown = () => side.getAllByRole('link').map(({ textContent }) => textContent);
    await waitFor(() => expect(shown()).toEqual(['Home', 'Lessons', 'People', 'School', 'The schools', 'The levels', 'The standard']));
    expect(side.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual([null, null, null, 'page', 'page', null, null]);
    const lessons = side.getByRole('button', { name: 'Pages of Lessons' });
    expect([lessons, side.getByRole('button', { name: 'Pages of School' })].map((button) => button.getAttribute('aria-expanded'))).toEqual(['false', 'true']);
    await userEvent.click(lessons);
    expect(document.getElementById(lessons.getAttribute('aria-controls')!)?.textContent).toBe('Live LearningAssessments');
    expect(shown()).toContain('The levels');
    await userEvent.click(side.getByRole('button', { name: 'Pages of School' }));
    expect(shown()).not.toContain('The levels');
    expect(side.queryByRole('button', { name: 'Pages of People' })).toBeNull(); // it has one page, which is its line
    // going to another section closes what was opened
    await userEvent.click(side.getByRole('link', { name: 'People' }));
    await waitFor(() => expect(shown()).toEqual(['Home', 'Lessons', 'People', 'School']));
    expect(side.getByRole('link', { name: 'People' }).getAttribute('aria-current')).toBe('page');
  });

  test('[B2427] the line of a section leads to the page that its person opened last there, and from there to its first one', async () => {
    await open('/levels');
    await menu();
    const lineOf = (name: string) => within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name });
    const line = (name: string) => lineOf(name).getAttribute('href');
    await waitFor(() => expect(line('School')).toBe('/schools'));
    expect(lineOf('School').getAttribute('aria-current')).toBe('true');
    await userEvent.click(lineOf('Lessons'));
    await waitFor(() => expect(address()).toBe('/teacher-live-learning'));
    await waitFor(() => expect(line('School')).toBe('/levels'));
    await userEvent.click(lineOf('School'));
    await waitFor(() => expect(address()).toBe('/levels'));
    expect(line('School')).toBe('/schools');
    expect(line('Home')).toBe('/home');
  });

  test('[B2427] a page that was opened last and that the person has lost is forgotten, and so is that of another person', async () => {
    await open('/home', { [`cw.sections.${admin.account_id}`]: '{"school":"/roles"}', 'cw.sections.99': '{"lessons":"/assessments"}' });
    const side = await menu();
    expect(side.getByRole('link', { name: 'School' }).getAttribute('href')).toBe('/schools');
    expect(side.getByRole('link', { name: 'Lessons' }).getAttribute('href')).toBe('/teacher-live-learning');
  });

  test('[B1567] [B2426] the icons of the sections are there at the first paint and stay', async () => {
    await open('/levels');
    const icons = () => screen.getAllByRole('listitem').map((item) => item.querySelector('a svg use')?.getAttribute('href') ?? '');
    await menu();
    const first = icons();
    expect(new Set(first.filter((icon) => icon !== '')).size).toBe(4);
    await screen.findByRole('combobox', { name: /^Search pages/ });
    expect(icons()).toEqual(first);
  });
});

test('[B220] [B2424] on a phone staff have five places at the bottom; More opens all sections', async () => {
  setScreenWidth(360);
  await openApp('/home', me, admin);
  const bar = await menu();
  expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Home', 'People', 'School', 'Lesson']);
  await userEvent.click(bar.getByRole('button', { name: 'More' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Menu' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Pages of School' }));
  await userEvent.click(sheet.getByRole('link', { name: 'The levels' }));
  await waitFor(() => expect(address()).toBe('/levels'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('[B2428] on a phone the pages of Lessons are tabs at the head of each of them', async () => {
  setScreenWidth(360);
  await openApp('/teacher-live-learning', me, admin);
  const tabs = within(await screen.findByRole('navigation', { name: 'Lessons' }));
  expect(tabs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Live Learning', 'page'],
    ['Assessments', null],
  ]);
  await userEvent.click(tabs.getByRole('link', { name: 'Assessments' }));
  await waitFor(() => expect(address()).toBe('/assessments'));
});

test('[B2424] a student’s More has the pages without a place in the bar, by section', async () => {
  setScreenWidth(360);
  const pupil = person({ account_id: 8, user_type: 'STUDENT' });
  pupil.menus.home = [{ name: 'Home', res_url: 'home' }];
  pupil.menus.student = ['std-classes', 'student-live-learning', 'std-gradebook', 'std-classwork'].map((page) => ({ name: `My ${page}`, res_url: page }));
  await openApp('/home', { 'GET /auth/me': success({ user: pupil }), 'GET /live/learning/running/assessment': 'never' }, pupil);
  const bar = await menu();
  await waitFor(() => expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Home', 'Classes', 'Lesson', 'Grades']));
  await userEvent.click(bar.getByRole('button', { name: 'More' }));
  const listed = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect([listed('Home'), listed('Classes')]).toEqual([['Notifications'], ['My std-classwork']]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Classes' })).toBeNull();
});

describe('[B221] single keys', () => {
  test.each([
    ['/home', 'Quick search', 'searchbox'],
    ['/nowhere', 'Search pages', 'combobox'],
  ])('/ on %s leads to %s: the page’s own search, else everybody’s', async (path, name, role) => {
    await openApp(path, me, admin);
    await screen.findByRole('combobox', { name: 'Search pages' });
    const search = await screen.findByRole(role, { name });
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(search);
    await userEvent.keyboard('a/');
    expect(search).toHaveProperty('value', 'a/');
  });

  test('do nothing once they are switched off', async () => {
    await openApp('/home', { ...me, 'GET /settings/preferences': 'never' }, admin, {
      'cw.preferences': JSON.stringify({ account_id: admin.account_id, preferences: { shortcuts: false }, waiting: {} }),
    });
    await screen.findByRole('combobox', { name: 'Search pages' });
    await screen.findByRole('searchbox', { name: 'Quick search' });
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(document.body);
  });
});
