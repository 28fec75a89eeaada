import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { address, closeApp, openApp, readyForApp, student, teacher } from '../../testing/open-app.tsx';
import { success } from '../../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const told = { kind: 'work-posted', path: '/profile?told=1', created_at: '2026-11-20T09:00:00Z', read_at: null };
interface Row {
  id: number;
  params: object;
  path: string;
  read_at: string | null;
}
const row = (id: number, more: Partial<Row> = {}): Row => ({
  ...told,
  id,
  params: { title: `Work ${id}`, class: 'Physics 9B', actor: 'Ms Okafor' },
  ...more,
});
/** A simulated server that keeps the read notifications. */
function server(rows = [row(9), row(8), row(7, { read_at: '2026-11-19T09:00:00Z' })]) {
  let now = rows;
  const unread = () => now.filter(({ read_at }) => read_at === null).length;
  const paths = () => [...new Set(now.flatMap(({ read_at, path }) => (read_at === null ? [path] : [])))];
  return {
    set: (to: typeof rows) => {
      now = to;
    },
    answers: {
      'GET /notifications/count': () => success({ unread: unread(), paths: paths() }),
      'GET /notifications': ({ query }: { query: URLSearchParams }) =>
        success({ data: query.get('unread') === 'true' ? now.filter(({ read_at }) => read_at === null) : now, next: null, unread: unread() }),
      'POST /notifications/read': ({ body }: { body: unknown }) => {
        const { ids, up_to, paths: opened } = body as { ids?: number[]; up_to?: number; paths?: string[] };
        now = now.map((one) =>
          one.read_at === null && (ids?.includes(one.id) ?? opened?.includes(one.path) ?? one.id <= (up_to ?? 0))
            ? { ...one, read_at: '2026-11-20T10:00:00Z' }
            : one,
        );
        return success({ message: '2 marked as read.', count: 2, unread: unread(), read_at: '2026-11-20T10:00:00.000000Z' });
      },
      'POST /notifications/unread': () => {
        now = now.map((one) => (one.read_at === '2026-11-20T10:00:00Z' ? { ...one, read_at: null } : one));
        return success({ message: '2 marked as unread.', count: 2, unread: unread() });
      },
    },
  };
}
const openBell = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  return within(await screen.findByRole('dialog', { name: /^Notifications/ }));
};

test('[K060] the bell carries the number of unread notifications, up to 99+', async () => {
  const { answers } = server();
  await openApp('/home', answers, teacher);
  expect((await screen.findByRole('button', { name: 'Notifications, 2 unread' })).dataset['badge']).toBe('2');
  closeApp();
  readyForApp();
  await openApp('/home', { ...answers, 'GET /notifications/count': success({ unread: 100, paths: [] }) }, teacher);
  await waitFor(async () => expect((await screen.findByRole('button', { name: /unread/ })).dataset['badge']).toBe('99+'));
});

test('what one was told stands in words, with class, person and time; opening it reads it and leads on', async () => {
  const { answers } = server();
  const { calls } = await openApp('/home', answers, teacher);
  const panel = await openBell();
  const [first] = await panel.findAllByRole('link', { name: /New work/ });
  expect(first?.textContent).toMatch(/^Unread: New work: Work 9Physics 9B · Ms Okafor · Fri, Nov 20, 2026/);
  await userEvent.click(first!);
  await waitFor(() => expect(address()).toBe('/profile?told=1'));
  expect(calls.find(({ path }) => path === '/notifications/read')?.body).toEqual({ ids: [9] });
  expect(screen.queryByRole('dialog', { name: /^Notifications/ })).toBeNull();
  await screen.findByRole('button', { name: 'Notifications, 1 unread' });
});

test('everything is marked as read at one press, and that is taken back at another', async () => {
  const { answers } = server();
  await openApp('/home', answers, teacher);
  const panel = await openBell();
  await userEvent.click(await panel.findByRole('button', { name: 'Mark all as read' }));
  await screen.findByRole('button', { name: 'Notifications' });
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
});

test('one is marked unread again', async () => {
  const { answers } = server();
  const { calls } = await openApp('/home', answers, teacher);
  const panel = await openBell();
  await userEvent.click(await panel.findByRole('button', { name: 'Mark as unread' }));
  await waitFor(() => expect(calls.find(({ path }) => path === '/notifications/unread')?.body).toEqual({ ids: [7] }));
});

test('a list that cannot be loaded says so, and is asked for again', async () => {
  const { answers } = server();
  let isAway = true;
  await openApp(
    '/home',
    {
      ...answers,
      'GET /notifications': () =>
        isAway ? ({ status: 400, body: { status: 'error', code: 'INTERNAL', message: 'no' } } as const) : success({ data: [], next: null, unread: 0 }),
    },
    teacher,
  );
  const panel = await openBell();
  await panel.findByRole('alert');
  isAway = false;
  await userEvent.click(panel.getByRole('button', { name: 'Retry' }));
  await panel.findByText('Nothing new');
});

test('[K066] the bell shows the first five announcements', async () => {
  const { answers } = server([]);
  const reader = { ...teacher, rights: [...teacher.rights, 'announcements:view'] };
  const { calls } = await openApp(
    '/profile',
    {
      ...answers,
      'GET /auth/me': success({ user: reader }),
      'GET /announcements': success({
        data: [
          {
            id: 1,
            summary: 'Trip on Friday',
            alternateLink: '/class-details/4',
            course_name: 'Physics 9B',
            posted_at: null,
            creationTime: '2026-11-19T09:00:00Z',
          },
        ],
      }),
    },
    reader,
  );
  const panel = await openBell();
  expect((await panel.findByRole('link', { name: /Trip on Friday/ })).textContent).toBe('Trip on FridayPhysics 9B · Thu, Nov 19, 2026');
  expect(calls.find(({ path }) => path === '/announcements')?.query.get('limit')).toBe('5');
});

test('[K067] [K068] staff have a way to a new announcement, students have none; both have View More', async () => {
  const { answers } = server([]);
  const staff = { ...teacher, rights: [...teacher.rights, 'announcements:view', 'announcements:create'] };
  await openApp('/home', { ...answers, 'GET /auth/me': success({ user: staff }) }, staff);
  let panel = await openBell();
  expect((await panel.findByRole('link', { name: 'Create an announcement' })).getAttribute('href')).toBe('/notifications?create=true');
  expect(panel.getByRole('link', { name: 'View More' }).getAttribute('href')).toBe('/notifications');
  closeApp();
  readyForApp();
  const learner = { ...student, rights: ['announcements:view'] };
  await openApp('/home', { ...answers, 'GET /auth/me': success({ user: learner }) }, learner);
  panel = await openBell();
  expect((await panel.findByRole('link', { name: 'View More' })).getAttribute('href')).toBe('/notifications');
  expect(panel.queryByRole('link', { name: 'Create an announcement' })).toBeNull();
});

test('what comes while the page is open is said to a screen reader, not what was there before', async () => {
  const own = server();
  await openApp('/home', own.answers, teacher);
  await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  const said = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);
  expect(said()).not.toContain('Notifications, 2 unread');
  own.set([row(10), row(9), row(8)]);
  const { queryClient } = await import('../../base/query-client.ts');
  await act(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }));
  await waitFor(() => expect(said()).toContain('Notifications, 3 unread'));
});

describe('[B696] what was told is read', () => {
  const posts = (calls: readonly { method: string; path: string; body: unknown }[]) =>
    calls.flatMap(({ method, path, body }) => (method === 'POST' && path === '/notifications/read' ? [body] : []));

  test('once the page that it leads to is opened by whatever way, once', async () => {
    const { answers } = server([row(9, { path: '/profile' }), row(8, { path: '/class-details/4?announcement=8' })]);
    const { calls } = await openApp('/profile', answers, teacher);
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    expect(posts(calls)).toEqual([{ paths: ['/profile'] }]);
  });

  test('not by what comes while the page is open, nor on another page', async () => {
    const { answers, set } = server([row(9, { path: '/profile' })]);
    const { calls } = await openApp('/home', answers, teacher);
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    set([row(10, { path: '/home' }), row(9, { path: '/profile' })]);
    const { queryClient } = await import('../../base/query-client.ts');
    await act(() => queryClient.invalidateQueries({ queryKey: ['notifications'] }));
    await screen.findByRole('button', { name: 'Notifications, 2 unread' });
    expect(posts(calls)).toEqual([]);
  });
});

describe('the page of one’s notifications', () => {
  test('[B697] is opened from the bell by everybody, shows all of them or the unread ones, and marks them as read', async () => {
    const { answers } = server();
    await openApp('/home', answers, teacher);
    const panel = await openBell();
    await userEvent.click(await panel.findByRole('link', { name: 'See all' }));
    await screen.findByRole('heading', { name: 'Your notifications' });
    expect(address()).toBe('/my-notifications');
    expect(await screen.findAllByRole('link', { name: /New work/ })).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Unread' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /New work/ })).toHaveLength(2));
    expect(address()).toBe('/my-notifications?unread=true');
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await screen.findByText('You are all caught up');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /New work/ })).toHaveLength(2));
  });

  test('earlier ones come from where the last one ended, and a list that cannot be loaded is asked for again', async () => {
    const { answers } = server();
    let isAway = true;
    const { calls } = await openApp(
      '/my-notifications',
      {
        ...answers,
        'GET /notifications': ({ query }: { query: URLSearchParams }) =>
          isAway
            ? ({ status: 400, body: { status: 'error', code: 'INTERNAL', message: 'no' } } as const)
            : query.get('before') === '8'
              ? success({ data: [row(3)], next: null, unread: 2 })
              : success({ data: [row(9), row(8)], next: 8, unread: 2 }),
      },
      student,
    );
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isAway = false;
    await userEvent.click(retry);
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier' }));
    expect(await screen.findAllByRole('link', { name: /New work/ })).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
    expect(
      calls
        .filter(({ path }) => path === '/notifications')
        .at(-1)
        ?.query.get('before'),
    ).toBe('8');
  });
});
