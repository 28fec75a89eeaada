import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { CalendarScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const EVENTS = [
  {
    id: 'work-1',
    kind: 'work',
    title: 'Essay',
    course_id: 3,
    course_name: 'English 9',
    day: '2028-02-10',
    starts: '14:30',
    ends: null,
    state: 'open',
    path: '/class-classwork/3?work=1',
  },
  {
    id: 'lesson-2',
    kind: 'lesson',
    title: 'Forces',
    course_id: 4,
    course_name: 'Physics',
    day: '2028-02-11',
    starts: '10:00',
    ends: '10:45',
    state: 'open',
    path: null,
  },
  ...[5, 6, 7].map((id) => ({
    id: `work-${id}`,
    kind: 'work',
    title: `Sheet ${id}`,
    course_id: 3,
    course_name: 'English 9',
    day: '2028-02-10',
    starts: null,
    ends: null,
    state: 'done',
    path: null,
  })),
];
const answer = success({ data: EVENTS, time_zone: 'Europe/Berlin', today: '2028-02-09', is_cut: false });
const RIGHTS = ['calendar:view', 'calendar:subscribe'];

test('[K071] a month shows due work and lessons under their days, and leads to them; too many of a day are counted', async () => {
  const calls = scriptFetch({ 'GET /calendar': answer });
  openScreen(CalendarScreen, { address: '/calendar?month=2028-02', rights: RIGHTS });
  const link = (await screen.findByText('Essay')).closest('a') as HTMLAnchorElement;
  expect(link.textContent).toMatch(/^2:30\sPM Essay English 9, Due 2:30\sPM, To do$/);
  expect(link.getAttribute('href')).toBe('/class-classwork/3?work=1');
  expect(screen.getByRole('heading', { name: 'February 2028' })).toBeDefined();
  expect(screen.getByText('Times are in Europe/Berlin.')).toBeDefined();
  const asked = calls.find(({ path }) => path === '/calendar');
  expect(asked?.query.get('from')).toMatch(/^2028-01-30|2028-01-31$/);
  await userEvent.click(screen.getByRole('button', { name: '1 more' }));
  await screen.findByText('Sheet 7');
});

test('on a phone it is a list of days; months follow each other in the address', async () => {
  scriptFetch({ 'GET /calendar': answer });
  const router = openScreen(CalendarScreen, { address: '/calendar?month=2028-02', rights: RIGHTS, width: 360 });
  const forces = (await screen.findByText('Forces')).closest('li') as HTMLElement;
  expect(forces.textContent).toContain('Lesson · Physics · 10:00 AM – 10:45 AM');
  expect(within(forces).queryByRole('link')).toBe(null);
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ month: '2028-03' }));
  await screen.findByText('Nothing in March 2028');
});

test('[B1535] the list of days begins with today; earlier days come at one press, and at once where nothing follows', async () => {
  const past = { ...EVENTS[0], id: 'work-99', title: 'Last week', day: '2028-02-02' };
  scriptFetch({ 'GET /calendar': success({ data: [past, ...EVENTS], time_zone: 'Europe/Berlin', today: '2028-02-09', is_cut: false }) });
  openScreen(CalendarScreen, { address: '/calendar?month=2028-02', rights: RIGHTS, width: 360 });
  await screen.findByText('Forces');
  expect(screen.queryByText('Last week')).toBe(null);
  await userEvent.click(screen.getByRole('button', { name: 'Show 1 earlier entry of this month' }));
  await screen.findByText('Last week');
  closeScreen();
  scriptFetch({ 'GET /calendar': success({ data: [past], time_zone: 'Europe/Berlin', today: '2028-02-09', is_cut: false }) });
  openScreen(CalendarScreen, { address: '/calendar?month=2028-02', rights: RIGHTS, width: 360 });
  await screen.findByText('Last week');
  expect(screen.queryByRole('button', { name: /earlier/ })).toBe(null);
});

test('a load that fails offers Retry', async () => {
  scriptFetch({ 'GET /calendar': failure(503, 'UNAVAILABLE') });
  openScreen(CalendarScreen, { address: '/calendar', rights: RIGHTS });
  await screen.findByRole('button', { name: 'Retry' });
});

test('[K071] a private address is made, shown once, and ended', async () => {
  let since: string | null = null;
  scriptFetch({
    'GET /calendar': answer,
    'GET /calendar/feed': () => success({ created_at: since }),
    'POST /calendar/feed': () => {
      since = '2028-02-09T10:00:00.000Z';
      return success({ url: 'https://school.test/api/calendar/feeds/x/calendar.ics', created_at: since });
    },
    'DELETE /calendar/feed': () => {
      since = null;
      return success({ message: 'The address no longer works.' });
    },
  });
  openScreen(CalendarScreen, { address: '/calendar?follow=true&month=2028-02', rights: RIGHTS });
  await screen.findByText('No address yet.');
  await userEvent.click(screen.getByRole('button', { name: 'Make an address' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Private address')).value).toBe('https://school.test/api/calendar/feeds/x/calendar.ics');
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke the address' }));
  await screen.findByText('No address yet.');
});

test('[B2811] without the right to subscribe nobody is offered an address, and an earlier one can still be revoked', async () => {
  let since: string | null = null;
  const open = () => {
    const calls = scriptFetch({
      'GET /calendar': answer,
      'GET /calendar/feed': () => success({ created_at: since }),
      'DELETE /calendar/feed': () => {
        since = null;
        return success({ message: 'The address no longer works.' });
      },
    });
    openScreen(CalendarScreen, { address: '/calendar?month=2028-02', rights: ['calendar:view'] });
    return calls;
  };
  const calls = open();
  await screen.findByText('Essay');
  await waitFor(() => expect(calls.some(({ path }) => path === '/calendar/feed')).toBe(true));
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBe(null);
  expect(screen.queryByRole('button', { name: 'Private address' })).toBe(null);
  closeScreen();
  since = '2028-02-01T10:00:00.000Z';
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Private address' }));
  await screen.findByText(/^Your school does not offer private addresses/);
  expect(screen.queryByRole('button', { name: /^Make / })).toBe(null);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke the address' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Private address' })).toBe(null));
});
