import { notificationCount, notificationList, notificationRead, notificationUnread } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson, until } from '../../../testing/index.ts';
import { createTestNotify } from './testing/tell.ts';
import { createNotifier } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;
let other: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  [student, other] = [room.students[0]!, room.students[1]!];
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('notifications').execute());

const notifier = createNotifier({ realtime: { publish: () => undefined }, sendsMail: false });
const tell = createTestNotify(notifier, () => ({ app, room, student }));
const list = async (query: Record<string, unknown> = {}, person = student) => (await person.call(notificationList, { query })).body;
const unread = async (person = student) => (await person.call(notificationCount)).body.unread;
const idsOf = async () => (await list({ limit: 100 })).data.map(({ id }) => id);

describe('what somebody is told', () => {
  test('stands in their own list, newest first, with the names of class and teacher as they are now', async () => {
    await tell();
    await tell({ key: 'work:7', kind: 'work-posted', params: { title: 'عرض 😀 <script>' }, path: '/std-classwork' });
    await sql`UPDATE courses SET name = 'Physics 2' WHERE id = ${room.courseId}`.execute(app.db);
    const actor = `${room.teacher.firstName} ${room.teacher.lastName}`;
    expect(await list()).toMatchObject({
      data: [
        { kind: 'work-posted', params: { title: 'عرض 😀 <script>', class: 'Physics 2', actor }, path: '/std-classwork', read_at: null },
        { kind: 'announcement', params: { title: 'Trip on Friday' } },
      ],
      next: null,
      unread: 2,
    });
    expect(await list({}, other)).toMatchObject({ data: [], unread: 0 });
  });

  test('is told once: told again, it is unread and the newest', async () => {
    await tell();
    await tell({ key: 'announcement:2' });
    await student.call(notificationRead, { body: { ids: await idsOf() } });
    await tell({ params: { title: 'Trip on Monday' } });
    expect((await list()).data.map(({ params, read_at }) => [params.title, read_at === null])).toEqual([
      ['Trip on Monday', true],
      ['Trip on Friday', false],
    ]);
  });

  test('is not told to whoever did it, nor to deactivated accounts, and is gone when it is taken back', async () => {
    const leaver = await scenario.person('student', room.schoolId);
    await scenario.deactivate(leaver.accountId);
    await tell({ courseId: null, accountIds: [student.accountId, room.teacher.accountId, leaver.accountId, student.accountId, 999_999_999] });
    const told = await app.db.selectFrom('notifications').select('account_id').execute();
    expect(told).toEqual([{ account_id: student.accountId }]);
    await inTransaction(app.db, (tx) => notifier.withdraw(tx, 'announcement:1'));
    expect(await unread()).toBe(0);
  });

  test('of a class is hidden from whoever left it, until they return; an invitation is not', async () => {
    const guest = room.otherStudent;
    await tell({ accountIds: [guest.accountId], key: 'invitation:1', kind: 'invitation', path: '/invitations' });
    await tell({ accountIds: [guest.accountId] });
    expect(await list({}, guest)).toMatchObject({ data: [{ kind: 'invitation' }], unread: 1 });
  });

  test('a thousand people are told in one statement, and a list of a hundred takes two', async () => {
    const ids = await sql<{ id: number }>`
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
      SELECT ${room.schoolId}, (SELECT account_type_id FROM accounts WHERE id = ${student.accountId}), 'A', 'B', 'crowd' || n || '@school.test', 'crowd' || n || '@school.test' FROM generate_series(1, 1000) n
      RETURNING id`.execute(app.db);
    await tell({ accountIds: ids.rows.map(({ id }) => id), courseId: null });
    expect(await app.db.selectFrom('notifications').select('id').execute()).toHaveLength(1000);
  });
});

describe('the list', () => {
  test('goes on after any row, holds each once, and can be of unread ones alone', async () => {
    for (let n = 1; n <= 7; n += 1) await tell({ key: `work:${n}` });
    const all = await idsOf();
    const seen: number[] = [];
    let next: number | null = null;
    do {
      const page: { data: { id: number }[]; next: number | null } = await list({ limit: 3, ...(next === null ? {} : { before: next }) });
      seen.push(...page.data.map(({ id }) => id));
      next = page.next;
      if (seen.length === 3) await tell({ key: 'work:8' });
    } while (next !== null);
    expect(seen).toEqual(all);
    await student.call(notificationRead, { body: { up_to: all[1] } });
    expect((await list({ unread: true })).data).toHaveLength(2);
  });

  test.each([{ limit: 0 }, { limit: 101 }, { limit: 'x' }, { before: -1 }, { before: 'abc' }, { unread: 'perhaps' }])(
    'refuses %o with what to do',
    async (query) => {
      expect(await student.call(notificationList, { query })).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
    },
  );
});

describe('reading', () => {
  test('marks some as read, or everything up to one; what came since stays unread', async () => {
    for (let n = 1; n <= 3; n += 1) await tell({ key: `work:${n}` });
    const [newest, middle, oldest] = await idsOf();
    expect((await student.call(notificationRead, { body: { ids: [oldest] } })).body).toMatchObject({ message: 'Marked as read.', count: 1, unread: 2 });
    expect((await student.call(notificationRead, { body: { ids: [oldest] } })).body).toMatchObject({ count: 0, read_at: null, unread: 2 });
    expect((await student.call(notificationRead, { body: { up_to: middle } })).body).toMatchObject({ count: 1, unread: 1 });
    expect((await list({ unread: true })).data).toMatchObject([{ id: newest }]);
  });

  test('is taken back exactly: what was read before stays read', async () => {
    for (let n = 1; n <= 4; n += 1) await tell({ key: `work:${n}` });
    const ids = await idsOf();
    await student.call(notificationRead, { body: { ids: [ids[3]] } });
    const { body } = await student.call(notificationRead, { body: { up_to: ids[0] } });
    expect(body).toMatchObject({ message: '3 marked as read.', unread: 0 });
    expect((await student.call(notificationUnread, { body: { read_at: body.read_at } })).body).toMatchObject({
      count: 3,
      unread: 3,
      message: '3 marked as unread.',
    });
    expect((await student.call(notificationUnread, { body: { read_at: body.read_at } })).body).toMatchObject({ count: 0, unread: 3 });
    expect((await student.call(notificationUnread, { body: { ids } })).body).toMatchObject({ count: 1, unread: 4 });
  });

  test('somebody else’s are left as they are', async () => {
    await tell();
    const ids = await idsOf();
    for (const person of [other, room.teacher, room.admin, room.otherTeacher]) {
      expect((await person.call(notificationRead, { body: { ids } })).body).toMatchObject({ count: 0 });
      expect((await person.call(notificationRead, { body: { up_to: ids[0] } })).body).toMatchObject({ count: 0 });
    }
    expect(await unread()).toBe(1);
    await student.call(notificationRead, { body: { ids } });
    expect((await other.call(notificationUnread, { body: { ids } })).body).toMatchObject({ count: 0 });
    expect(await unread()).toBe(0);
  });

  test('several at once agree: each is marked by one of them', async () => {
    for (let n = 1; n <= 20; n += 1) await tell({ key: `work:${n}` });
    const ids = await idsOf();
    const replies = await Promise.all([0, 1, 2, 3].map((turn) => student.call(notificationRead, { body: { ids: turn % 2 ? ids : ids.toReversed() } })));
    expect(replies.reduce((sum, { body }) => sum + body.count, 0)).toBe(20);
  });

  test.each([{}, { ids: [] }, { ids: [1], up_to: 1 }, { ids: Array.from({ length: 301 }, (_, n) => n + 1) }, { ids: ['x'] }, { up_to: 0 }, { ids: 'all' }])(
    'refuses %o',
    async (body) => {
      expect(await student.call(notificationRead, { body })).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
    },
  );

  test.each([
    {},
    { read_at: 'yesterday' },
    { read_at: '0000-01-01T00:00:00Z' },
    { read_at: '9999-12-31T23:59:59-23:59' },
    { ids: [1], read_at: '2026-11-21T03:44:00Z' },
  ])('refuses to take back %o', async (body) => {
    expect(await student.call(notificationUnread, { body })).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
  });

  test('nobody reads without a sign-in', async () => {
    for (const call of [notificationList, notificationCount]) expect((await app.call(call)).status).toBe(401);
    expect((await app.call(notificationRead, { body: { ids: [1] } })).status).toBe(401);
  });

  test('counts up to a hundred', async () => {
    await sql`INSERT INTO notifications (account_id, kind, key, path) SELECT ${student.accountId}, 'announcement', 'many:' || n, '/' FROM generate_series(1, 250) n`.execute(
      app.db,
    );
    expect(await unread()).toBe(100);
  });
});

test('open pages of the person hear of it, told or read on another device', async () => {
  // a person of its own: with several processes, earlier tests' read events may arrive late
  const reader = await scenario.person('student', room.schoolId);
  const listener = await hear(app, reader, `private-account-${reader.accountId}`);
  const heard = () => listener.events.filter(({ name }) => name === 'notifications.changed').length;
  const real = createNotifier({ realtime: app.server.realtime, sendsMail: false });
  await inTransaction(app.db, (tx) => real.notify(tx, { kind: 'invitation', key: 'invitation:5', accountIds: [reader.accountId], path: '/invitations' }));
  await until(() => heard() === 1, 'what was told');
  await reader.call(notificationRead, { body: { ids: (await list({ limit: 100 }, reader)).data.map(({ id }) => id) } });
  await until(() => heard() === 2, 'what was read');
  await reader.call(notificationRead, { body: { up_to: 999_999 } }); // nothing is left to be read
  listener.close();
  expect(heard()).toBe(2);
});

test('old ones are forgotten: read ones after ninety days, all after four hundred', async () => {
  await sql`
    INSERT INTO notifications (account_id, kind, key, path, created_at, read_at)
    SELECT ${student.accountId}, 'announcement', 'old:' || n, '/', app_now() - made * interval '1 day', app_now() - read * interval '1 day'
      FROM (VALUES (1, 95, 91), (2, 95, 89), (3, 399, NULL), (4, 401, NULL), (5, 500, 1)) rows (n, made, read)`.execute(app.db);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
  await app.clock.advanceMs(3_600_000);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
  const left = await app.db.selectFrom('notifications').select('key').orderBy('key').execute();
  expect(left.map(({ key }) => key)).toEqual(['old:2', 'old:3']);
});

describe('[B696] what was opened', () => {
  const counted = async () => (await student.call(notificationCount)).body;
  const open = (paths: unknown, person = student) => person.call(notificationRead, { body: { paths } });

  test('is named with the count, and read by where it leads; one’s own alone', async () => {
    await tell({ accountIds: [student.accountId, other.accountId], path: '/invitations' });
    await tell({ key: 'two', path: '/invitations' });
    await tell({ key: 'three', path: '/class-details/3?announcement=5' });
    expect(await counted()).toMatchObject({ unread: 3, paths: ['/class-details/3?announcement=5', '/invitations'] });
    expect(await open(['/invitations', '/nowhere'])).toMatchObject({ status: 200, body: { count: 2, unread: 1 } });
    expect(await counted()).toMatchObject({ unread: 1, paths: ['/class-details/3?announcement=5'] });
    expect(await unread(other)).toBe(1);
    expect((await open(['/invitations'])).body).toMatchObject({ count: 0, read_at: null });
  });

  test.each([[[]], ['/invitations'], [[7]], [['x'.repeat(2001)]], [Array.from({ length: 101 }, () => '/a')], [null]])('%j names no pages', async (paths) => {
    expect((await open(paths)).status).toBe(422);
  });

  test('is said in one way at a time', async () => {
    expect((await student.call(notificationRead, { body: { paths: ['/a'], up_to: 5 } })).error?.errors).toHaveProperty('ids');
    expect((await student.call(notificationRead, { body: {} })).error?.errors).toHaveProperty('ids');
  });
});
