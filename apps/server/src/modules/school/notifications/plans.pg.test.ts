import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { claimDue } from './mail-queries.ts';
import { findUnread, deleteNotifications, deleteOldNotifications, listNotifications, markRead } from './queries.ts';

let app: TestApp;
let student: TestPerson;
/** Inserts a million notifications of a thousand people, most of them read. */
beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  const room = await scenario.class({ students: 1 });
  student = room.students[0]!;
  await sql`
    INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
    SELECT school_id, account_type_id, 'A', 'B', 'crowd' || n || '@school.test', 'crowd' || n || '@school.test' FROM accounts, generate_series(1, 999) n WHERE id = ${student.accountId}`.execute(
    app.db,
  );
  for (const column of ['account_id', 'course_id', 'actor_id'])
    await sql`ALTER TABLE notifications DROP CONSTRAINT ${sql.ref(`notifications_${column}_fkey`)}`.execute(app.db);
  for (let part = 9; part >= 0; part -= 1)
    await sql`
      INSERT INTO notifications (account_id, kind, key, course_id, path, created_at, read_at)
      SELECT accounts.id, 'announcement', 'announcement:' || n, ${room.courseId}, '/notifications', app_now() - n * interval '6 hours', CASE WHEN n > 20 THEN app_now() - n * interval '1 hour' END
        FROM generate_series(${part * 100 + 1}::integer, ${part * 100 + 100}::integer) n, accounts
       WHERE accounts.email LIKE 'crowd%' OR accounts.id = ${student.accountId} ORDER BY n DESC`.execute(app.db);
  await sql`UPDATE notifications SET mail_at = app_now() WHERE key IN ('announcement:1', 'announcement:2') AND account_id % 10 = 0`.execute(app.db);
  await sql`ANALYZE notifications`.execute(app.db);
}, 180_000);
afterAll(() => app.close());

/** Returns the number of table rows that some work reads, by sequential scan and by index. The work is rolled back. */
async function rowsReadBy(work: (tx: Tx) => Promise<unknown>): Promise<{ passed: number; found: number }> {
  const read = { passed: 0, found: 0 };
  class Undone extends Error {}
  const whole = inTransaction(app.db, async (tx) => {
    const countRead = async (sign: 1 | -1) => {
      const { rows } = await sql<{ passed: number; found: number }>`
        SELECT seq_tup_read AS passed, coalesce(idx_tup_fetch, 0) AS found FROM pg_stat_xact_user_tables WHERE relname = 'notifications'`.execute(tx);
      read.passed += sign * (rows[0]?.passed ?? 0);
      read.found += sign * (rows[0]?.found ?? 0);
    };
    await countRead(-1);
    await work(tx);
    await countRead(1);
    throw new Undone();
  });
  await expect(whole).rejects.toThrow(Undone);
  return read;
}

test.each<[string, number, (tx: Tx) => Promise<unknown>]>([
  ['the newest twenty', 30, (tx) => listNotifications(tx, student.accountId, { before: null, limit: 21, unread: false })],
  ['twenty far down', 30, (tx) => listNotifications(tx, student.accountId, { before: 500_000, limit: 21, unread: false })],
  ['the unread ones', 30, (tx) => listNotifications(tx, student.accountId, { before: null, limit: 21, unread: true })],
  ['the badge', 30, (tx) => findUnread(tx, student.accountId, 100)],
  ['reading everything', 100, (tx) => markRead(tx, student.accountId, { upTo: 2_000_000 })],
  ['taking back what a thousand were told', 1100, (tx) => deleteNotifications(tx, ['announcement:5'], 'all')],
  ['what two hundred are to be mailed', 2000, (tx) => claimDue(tx, 500)],
  ['a batch of what is old', 10_000, (tx) => deleteOldNotifications(tx, { read: 10, all: 400 }, 1000)],
])('among a million rows %s is found without reading more than %i', async (_what, most, work) => {
  const { passed, found } = await rowsReadBy(work);
  expect(passed).toBe(0);
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThanOrEqual(most);
});
