import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { courseOf } from '../features/classes/testing/course.ts';
import { address, closeApp, openApp, pageOf, readyForApp, student, teacher } from '../testing/open-app.tsx';
import { FORCES } from '../features/classwork/testing/open-classwork.tsx';
import { success } from '../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const RIGHTS = ['announcements:view', 'classwork:view', 'grade-settings:view', 'class-people:view', 'topics:view', 'topic-list:view'];
const staff = { ...teacher, rights: RIGHTS };
const answers = {
  'GET /auth/me': success({ user: staff }),
  'GET /courses/3': success({ course: courseOf() }),
  'GET /courses/3/upcoming': success({ data: [], total: 0, time_zone: 'UTC' }),
  'GET /courses/3/announcements': success({ data: [], next: null }),
  'GET /courses/3/people': success({ data: [], can_invite: false, member_count: 0, invited_count: 0, pagination: { total: 0, last_page: 1 } }),
  'GET /courses': pageOf([]),
  'GET /topics': success({ data: [FORCES] }),
};

test.each([
  ['K053', '/class-people'],
  ['K054', '/class-classwork'],
  ['K052', '/class-details'],
])('[%s] %s of no class leads to the classes', async (_item, path) => {
  await openApp(path, answers, staff);
  await waitFor(() => expect(address()).toBe('/classes'));
});

test.each([
  ['L018', '/class-details/3', 'Stream'],
  ['L019', '/class-people/3', 'People'],
])('[%s] %s is that class’s page, with its tab %s open', async (_item, path, tab) => {
  const { calls } = await openApp(path, answers, staff);
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the class' }));
  expect(tabs.getAllByRole('link').find((link) => link.getAttribute('aria-current') === 'page')?.textContent).toContain(tab);
  expect(screen.getAllByText('Physics 9B').length).toBeGreaterThan(0);
  expect(calls.some((call) => call.path === '/courses/3')).toBe(true);
  expect(address()).toBe(path);
});

test('[K027] the address /topics is the Topics screen', async () => {
  await openApp('/topics', answers, staff);
  await screen.findByRole('heading', { level: 1, name: 'Topics' });
  expect(await screen.findByRole('row', { name: /Forces/ })).toBeDefined();
});

test('[B1870] the gradebook of a class is a student’s own grades of that class: a link that a teacher shares leads somewhere', async () => {
  const learner = { ...student, rights: ['std-gradebook:view'] };
  const { calls } = await openApp('/class-gradebook/3', { ...answers, 'GET /auth/me': success({ user: learner }) }, learner);
  await waitFor(() => expect(address()).toBe('/std-gradebook?class=3'));
  await waitFor(() => expect(calls.some(({ path, query }) => path === '/student/grade-book' && query.get('class') === '3')).toBe(true));
  expect(calls.some(({ path }) => path === '/dashboard/grade-book')).toBe(false);
});

test('[B1870] who has neither finds no page there', async () => {
  const nobody = { ...student, rights: [] };
  await openApp('/class-gradebook/3', { ...answers, 'GET /auth/me': success({ user: nobody }) }, nobody);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
  expect(address()).toBe('/class-gradebook/3');
});
