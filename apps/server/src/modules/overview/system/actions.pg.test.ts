import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { homeGet, systemBackUp, systemGet, systemLogMore, systemTestMail } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BackupSetting, findBackupProblem, makeKeptBackup, recordRun } from '../../../backup/index.ts';
import { StartRefusal } from '../../../platform/start-refusal.ts';
import { createFileStorage } from '../../school/files/index.ts';
import { createMailbox, createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';

const mailbox = createMailbox();
let app: TestApp;
let scenario: ReturnType<typeof createScenario>;
let admin: TestPerson;
let others: TestPerson[];
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ mailer: mailbox.mailer, publicUrl: new URL('https://school.example') });
  folder = path.join(app.dataDir, 'backups');
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  const room = await scenario.class({ students: 1 });
  others = [room.teacher, room.students[0]!, await scenario.person('guardian', await scenario.school())];
  // its jobs run when a test says so, so it only says that it does them
  await sql`INSERT INTO server_processes (role, version, host, lease_until) VALUES ('all', '1', 'here', clock_timestamp() + interval '1 day')`.execute(app.db);
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox.empty();
  await sql`DELETE FROM backup_runs`.execute(app.db);
  await sql`DELETE FROM jobs`.execute(app.db);
});

const system = async () => (await admin.call(systemGet)).body;
const lightOf = async (id: string) => (await system()).lights.find((light) => light.id === id)?.saying;

describe('a test email', () => {
  test('[B2872] goes to the address of the person who asks, and says that the mail server took it', async () => {
    expect((await admin.call(systemTestMail)).body).toMatchObject({ refusal: null });
    expect(mailbox.sent.map(({ to }) => to.address)).toEqual([await emailOf(admin)]);
    expect(await lightOf('mail')).toBe('mailGood');
  });

  test('[B2873] says why the mail server did not take it, and the light shows it', async () => {
    mailbox.isAway = true;
    expect((await admin.call(systemTestMail)).body).toMatchObject({ refusal: 'unknown' });
    expect(await lightOf('mail')).toBe('mailFails');
  });

  test('[B2873] is refused without an address of one’s own, and without a mail server', async () => {
    const lone = await scenario.person('admin', null);
    await sql`UPDATE accounts SET is_mailable = false WHERE id = ${lone.accountId}`.execute(app.db);
    expect((await lone.call(systemTestMail)).error?.code).toBe('MAIL_NO_ADDRESS');
    expect(mailbox.sent).toEqual([]);
  });

  test('[B2873] is sent only a few times a minute', async () => {
    const eager = await scenario.person('admin', null);
    const codes = [];
    for (let time = 0; time < 5; time++) codes.push((await eager.call(systemTestMail)).status);
    expect(codes.slice(0, 3)).toEqual([200, 200, 200]);
    expect(codes.at(-1)).toBe(429);
  });
});

describe('a backup now', () => {
  test('[B2874] is made by a job, into the folder of backups; a second press while it waits says so', async () => {
    expect((await admin.call(systemBackUp)).status).toBe(200);
    expect((await system()).backups.running).toMatchObject({ kind: 'backup', state: 'waiting' });
    expect((await admin.call(systemBackUp)).error?.code).toBe('BACKUP_RUNS');
    await app.server.jobs.runDue();
    const { backups } = await system();
    expect(backups.running).toBeNull();
    const whole = { state: 'done', problem: null, percent: 100, bytes: expect.any(Number), taken_at: expect.any(String) };
    expect(backups.last).toEqual([expect.objectContaining({ kind: 'backup', ...whole }), expect.objectContaining({ kind: 'verify', ...whole })]);
    expect(await lightOf('backup')).toBe('backupGood');
    expect(await readdir(folder)).toEqual(expect.arrayContaining([expect.stringMatching(/^now-/)]));
  });

  test('[B2875] keeps the newest of its own and deletes no other', async () => {
    await mkdir(path.join(folder, '2020-01-01T00-00-00'), { recursive: true });
    for (let day = 1; day <= 9; day++) await mkdir(path.join(folder, `now-2020-01-0${day}T00-00-00`), { recursive: true });
    await mkdir(path.join(folder, 'now-2020-02-01T00-00-00.unfinished-7'), { recursive: true });
    await app.clock.advanceMs(1_000); // a backup is named by its second, and the last one may have been made in this one
    await admin.call(systemBackUp);
    await app.server.jobs.runDue();
    const names = await readdir(folder);
    expect(names).toContain('2020-01-01T00-00-00');
    expect(names.filter((name) => name.startsWith('now-'))).toHaveLength(7);
    expect(names).not.toContain('now-2020-01-01T00-00-00');
  });

  test('[B2876] says that the place is no folder to write to', async () => {
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'a file is in the way');
    await admin.call(systemBackUp);
    await app.server.jobs.runDue();
    expect((await system()).backups.failed).toMatchObject({ state: 'failed', problem: 'readOnly' });
    expect(await lightOf('backup')).toBe('backupFailed');
    await rm(folder);
  });

  test('[B2876] says that the folder of a setting is not there, and that there is too little room', async () => {
    const source = { storage: createFileStorage(app.dataDir), dataDir: app.dataDir, version: '1' };
    const problemOf = (setting: Pick<BackupSetting, 'folder' | 'isOwnFolder'>, on: Partial<typeof source> = {}) =>
      makeKeptBackup({ connection: app.connection, keep: 2, ...setting }, { ...source, ...on }, new Date('2026-01-31T03:00:00Z')).then(
        () => null,
        findBackupProblem,
      );
    const elsewhere = path.join(app.dataDir, 'disk');
    expect(await problemOf({ folder: elsewhere, isOwnFolder: false })).toBe('missing');
    await mkdir(elsewhere);
    await sql`INSERT INTO files (account_id, name, storage_key, mime_type, byte_size, sha256) VALUES (${admin.accountId}, 'x', 'aa/large', 'text/plain', 1e15, '')`.execute(
      app.db,
    );
    expect(await problemOf({ folder: elsewhere, isOwnFolder: false })).toBe('noRoom');
    await sql`DELETE FROM files`.execute(app.db);
    expect(await readdir(elsewhere)).toEqual([]);
    expect(await problemOf({ folder: elsewhere, isOwnFolder: false })).toBeNull();
    expect([Object.assign(new Error(), { code: 'ENOSPC' }), new StartRefusal('no', { cause: { code: 'EDQUOT' } })].map(findBackupProblem)).toEqual([
      'full',
      'full',
    ]);
  });

  test('[B2880] backups, verifications and restores by commands are known too', async () => {
    const takenAt = '2026-01-31T03:00:00.000Z';
    await recordRun(app.connection, { kind: 'backup', takenAt, problem: null });
    await recordRun(app.connection, { kind: 'restore', takenAt, problem: null });
    await recordRun(app.connection, { kind: 'verify', takenAt, problem: 'damaged' });
    const { backups } = await system();
    expect(backups.last.map(({ kind, taken_at }) => [kind, taken_at])).toEqual([
      ['backup', takenAt],
      ['restore', takenAt],
    ]);
    expect(backups.failed).toMatchObject({ kind: 'verify', problem: 'damaged' });
    expect(await recordRun({ ...app.connection, port: 1 }, { kind: 'backup', takenAt, problem: null })).toBe(false);
  });

  test('[B2876] one whose process ended with it can be asked for again', async () => {
    await admin.call(systemBackUp);
    await sql`DELETE FROM jobs`.execute(app.db);
    expect((await system()).backups).toMatchObject({ running: null, failed: { problem: 'stopped' } });
    expect((await admin.call(systemBackUp)).status).toBe(200);
  });

  test('[B2876] is refused while no process does jobs', async () => {
    await sql`UPDATE server_processes SET role = 'web'`.execute(app.db);
    expect((await admin.call(systemBackUp)).error?.code).toBe('BACKUP_NOBODY');
    expect(await lightOf('jobs')).toBe('jobsNobody');
    await sql`UPDATE server_processes SET role = 'all'`.execute(app.db);
  });
});

describe('logging more', () => {
  test('[B2877] lasts an hour, can be ended before, and is in the audit trail', async () => {
    const until = (await admin.call(systemLogMore, { body: { on: true } })).body.logs_more_until;
    expect(Date.parse(until as string) - (await app.clock.now()).getTime()).toBeGreaterThan(59 * 60_000);
    expect((await system()).logs_more_until).toBe(until);
    await app.clock.advanceMs(61 * 60_000);
    expect((await system()).logs_more_until).toBeNull();
    expect((await admin.call(systemLogMore, { body: { on: false } })).body.logs_more_until).toBeNull();
    const entries = await app.db.selectFrom('audit_entries').select(['action', 'account_id']).where('action', '=', systemLogMore.name).execute();
    const entry = { action: systemLogMore.name, account_id: admin.accountId };
    expect(entries).toEqual([entry, entry]);
  });
});

test('[B2878] nobody without the right, and nobody of one school, does any of it', async () => {
  const office = await scenario.person('teachers', await scenario.school());
  await giveRights(app.db, office.accountId, ['system:view', 'system:edit']);
  const acts = [
    [systemTestMail, {}],
    [systemBackUp, {}],
    [systemLogMore, { body: { on: true } }],
  ] as const;
  for (const [endpoint, args] of acts) {
    expect((await office.call(endpoint, args)).error?.code).toBe('SHARED_BY_SCHOOLS');
    for (const person of others) expect((await person.call(endpoint, args)).error?.code).toBe('NOT_ALLOWED');
    expect((await app.call(endpoint, args)).error?.code).toBe('NOT_SIGNED_IN');
  }
});

test('[B2879] Home shows what needs attention to those who may see the system, and to nobody else', async () => {
  await sql`INSERT INTO jobs (kind, payload, state, failed_at, last_error, attempts) VALUES ('some', '{}', 'failed', app_now(), 'no', 5)`.execute(app.db);
  expect((await admin.call(homeGet)).body.system).toEqual(expect.arrayContaining([{ id: 'jobs', state: 'attention', saying: 'jobsFailed' }]));
  for (const person of others) expect((await person.call(homeGet)).body.system).toBeNull();
});

async function emailOf({ accountId }: TestPerson): Promise<string> {
  return (await app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;
}
