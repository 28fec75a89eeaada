import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { courseOf } from '../features/class/classes/testing/course.ts';
import { address, closeApp, openApp, pageOf, readyForApp, student, teacher } from '../testing/open-app.tsx';
import { FORCES } from '../features/class/classwork/testing/open-classwork.tsx';
import { failure, success } from '../testing/scripted-fetch.ts';

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
  const tabs = within(await screen.findByRole('navigation', { name: 'Class pages' }));
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

test('[B1694] the address of a class’s gradebook leads a student to their own grades of that class, and staff to the gradebook', async () => {
  const learner = { ...student, rights: ['std-gradebook:view'] };
  const gradebook = {
    ...{ course_id: 3, courseid: 3, class_name: 'Physics 9B', as_of: '2026-10-15T12:00:00.000Z', next_due_at: null, show_grade: false, settings: null },
    ...{ categories: [], overall: null, periods: [], items: [] },
  };
  const own = {
    'GET /auth/me': success({ user: learner }),
    'GET /student/grade-book': success({ gradebook, classes: [{ id: 3, name: 'Physics 9B' }] }),
    'GET /courses/3/room': success({ room: { epoch: 1, sequence: 1 }, staff: null }),
  };
  const { calls } = await openApp('/class-gradebook/3?item=8', own, learner);
  await waitFor(() => expect(address()).toBe('/std-gradebook?class=3'));
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Class' })).value).toBe('3');
  expect(calls.some(({ path }) => path === '/dashboard/grade-book')).toBe(false);
});

test('[B1694] a class that is not theirs, or that is none, is no page for a student', async () => {
  const learner = { ...student, rights: ['std-gradebook:view'] };
  const own = { 'GET /auth/me': success({ user: learner }), 'GET /student/grade-book': failure(404, 'NOT_FOUND') };
  await openApp('/class-gradebook/999', own, learner);
  await screen.findByRole('heading', { name: 'Page not found' });
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/home');
});
