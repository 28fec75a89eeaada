import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHousekeeping } from './housekeeping.ts';
import { accountsHousekeeping } from './modules/people/accounts/housekeeping.ts';
import { createAccount } from './modules/people/accounts/index.ts';
import { deleteOldTokensOf } from './modules/people/accounts/queries.ts';
import { inTransaction } from './platform/database/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Creates a student without a school. Returns the account's id. */
const makeStudent = (email: string): Promise<number> =>
  inTransaction(app.db, (tx) =>
    createAccount(tx, { schoolId: null, accountType: 'Student', roleKey: 'student', firstName: 'A', lastName: 'B', email, passwordHash: null }),
  );

/** Runs the hourly cleanup. */
async function forget(): Promise<void> {
  await app.server.jobs.runSchedules();
  await sql`UPDATE job_schedules SET next_at = app_now()`.execute(app.db);
  await app.server.jobs.runSchedules();
  expect(await app.server.jobs.runDue()).toBeGreaterThanOrEqual(5);
}

test('tokens end with their life, and their sockets with them; young ones stay', async () => {
  const accountId = await makeStudent('house@example.org');
  await app.signIn(accountId);
  await app.clock.advanceMs(31 * 86_400_000);
  await app.signIn(accountId);
  const closed: number[] = [];
  await runHousekeeping(accountsHousekeeping({ db: app.db, realtime: { endToken: (id) => closed.push(id) } }), 1);
  const tokens = await app.db.selectFrom('access_tokens').select(['id', 'end_reason']).where('account_id', '=', accountId).orderBy('id').execute();
  expect(tokens.map(({ end_reason }) => end_reason)).toEqual(['expired', null]);
  expect(closed).toEqual([tokens[0]?.id]);
});

test('[B166] tokens that ended are forgotten after ninety days, but the last one of each account, which says when somebody was here', async () => {
  const [often, once] = [await makeStudent('often@example.org'), await makeStudent('once@example.org')];
  for (let times = 0; times < 3; times += 1) await app.signIn(often);
  await app.signIn(once);
  const end = (days: number, reason: string, accounts: number[]) =>
    sql`UPDATE access_tokens SET ended_at = app_now() - make_interval(days => ${days}), end_reason = ${reason} WHERE account_id = ANY(${accounts}::bigint[]) AND ended_at IS NULL`.execute(
      app.db,
    );
  await end(91, 'signed_out', [often, once]);
  await app.signIn(often);
  await end(89, 'signed_out', [often]);
  await app.signIn(often);
  await forget();
  const count = async (id: number) => (await app.db.selectFrom('access_tokens').select('id').where('account_id', '=', id).execute()).length;
  expect([await count(often), await count(once)]).toEqual([2, 1]);
});

test('idempotency keys are forgotten after 48 hours, not before', async () => {
  const { id } = await app.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  for (const hours of [47, 49]) {
    await sql`INSERT INTO idempotency_keys (account_id, endpoint, key, body_hash, http_status, response, created_at)
              VALUES (${id}, 'x', ${`key ${hours}`}, '', 200, '{}', app_now() - make_interval(hours => ${hours}))`.execute(app.db);
  }
  await forget();
  expect(await app.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'key 47' }]);
});

test('the events of lessons long gone are forgotten', async () => {
  for (const [epoch, days] of [
    [1, 20],
    [2, 3],
  ]) {
    await sql`INSERT INTO room_sequences (room, epoch, sequence) VALUES ('r', ${epoch}, 1)`.execute(app.db);
    await sql`INSERT INTO room_events (room, epoch, from_sequence, sequence, name, payload, server_time) VALUES ('r', ${epoch}, 1, 1, 'n', '{}', app_now() - make_interval(days => ${days}))`.execute(
      app.db,
    );
  }
  await forget();
  expect(await app.db.selectFrom('room_events').select('epoch').execute()).toEqual([{ epoch: 2 }]);
});

test('a task that fails keeps no other from being done, and what is not due waits', async () => {
  const done: string[] = [];
  const task = (name: string, everyMinutes: number) => ({ name, everyMinutes, run: async () => void done.push(name) });
  const failing = { name: 'failing', everyMinutes: 1, run: () => Promise.reject(new Error('away')) };
  await runHousekeeping([failing, task('each', 1), task('hourly', 60)], 61);
  expect(done).toEqual(['each']);
});

test('what the platform forgets is forgotten though a part of it fails before, and the failure is told', async () => {
  const { id } = await app.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
  await sql`INSERT INTO room_sequences (room, epoch, sequence) VALUES ('held up', 9, 1)`.execute(app.db);
  await sql`INSERT INTO room_events (room, epoch, from_sequence, sequence, name, payload, server_time) VALUES ('held up', 9, 1, 1, 'n', '{}', app_now() - interval '20 days')`.execute(
    app.db,
  );
  await sql`INSERT INTO idempotency_keys (account_id, endpoint, key, body_hash, http_status, response, created_at)
            VALUES (${id}, 'x', 'stays', '', 200, '{}', app_now() - interval '49 hours')`.execute(app.db);
  await sql`CREATE FUNCTION keep_key() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION $$no key may go$$; END'`.execute(app.db);
  await sql`CREATE TRIGGER keep_key BEFORE DELETE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION keep_key()`.execute(app.db);
  await forget();
  await sql`DROP TRIGGER keep_key ON idempotency_keys`.execute(app.db);
  expect(await app.db.selectFrom('room_events').select('epoch').where('room', '=', 'held up').execute()).toEqual([]);
  const job = await app.db.selectFrom('jobs').select('last_error').where('kind', '=', 'platform.forget').executeTakeFirstOrThrow();
  expect(job.last_error).toContain('no key may go');
});

test('[B2905] a token that was used since is looked at again later, and ends when nobody has used it for its time', async () => {
  const accountId = await makeStudent('used@example.org');
  await app.signIn(accountId);
  const expire = () => runHousekeeping(accountsHousekeeping({ db: app.db, realtime: { endToken: () => undefined } }), 1);
  const look = () =>
    app.db
      .selectFrom('access_tokens')
      .select(['ended_at', sql<number>`round(extract(epoch FROM check_at - app_now()) / 3600)::integer`.as('hours')])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
  await sql`UPDATE access_tokens SET idle_seconds = 36000 WHERE account_id = ${accountId}`.execute(app.db);
  await expire(); // a new token is looked at once, to learn its time
  expect(await look()).toEqual({ ended_at: null, hours: 10 });
  await app.clock.advanceMs(6 * 3_600_000);
  await sql`UPDATE access_tokens SET last_used_at = app_now() WHERE account_id = ${accountId}`.execute(app.db);
  await expire();
  expect(await look()).toEqual({ ended_at: null, hours: 4 });
  await app.clock.advanceMs(5 * 3_600_000);
  await expire();
  expect(await look()).toEqual({ ended_at: null, hours: 5 });
  await app.clock.advanceMs(5 * 3_600_000 + 1_000);
  await expire();
  expect((await look()).ended_at).not.toBeNull();
});

test('[B2906] a sign-in deletes the tokens of its account that ended long ago', async () => {
  const accountId = await makeStudent('again@example.org');
  await app.signIn(accountId);
  await sql`UPDATE access_tokens SET ended_at = app_now() - interval '91 days', end_reason = 'signed_out' WHERE account_id = ${accountId}`.execute(app.db);
  await forget(); // it is the last one, and says when somebody was here
  const count = async () => (await app.db.selectFrom('access_tokens').select('id').where('account_id', '=', accountId).execute()).length;
  expect(await count()).toBe(1);
  await inTransaction(app.db, (tx) => deleteOldTokensOf(tx, accountId, 90));
  expect(await count()).toBe(0);
});
