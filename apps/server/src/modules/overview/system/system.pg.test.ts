import { rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { DUTIES, LIGHTS, systemGet, systemTestMail, TABLE_GROUPS } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANES } from '../../../platform/jobs/index.ts';
import { createFigures, createServerProcess } from '../../../platform/processes/index.ts';
import { giveRights } from '../../../testing/rights.ts';
import { createScenario, startLesson, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { hasStaffWithoutFactor } from './queries.ts';

let app: TestApp;
let scenario: ReturnType<typeof createScenario>;
let admin: TestPerson;
let teacher: TestPerson;
let student: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  const room = await scenario.class({ students: 1 });
  [teacher, student] = [room.teacher, room.students[0]!];
});
afterAll(() => app.close());

describe('the page of the system', () => {
  test('[B2807] shows an administrator of the installation every duty with its light', async () => {
    const { status, body } = await admin.call(systemGet);
    expect(status).toBe(200);
    expect(body.is_production).toBe(false);
    expect(body.duties.map(({ id }) => id)).toEqual(Object.keys(DUTIES));
    expect(body.duties.filter(({ state, remedies }) => (state === 'todo') !== remedies.length > 0)).toEqual([]);
    expect(body.duties).toEqual(
      expect.arrayContaining([
        { id: 'passwords', state: 'todo', remedies: ['passwordsMissing'] },
        { id: 'clocks', state: 'done', remedies: [] },
        { id: 'logs', state: 'own', remedies: [] },
      ]),
    );
  });

  test('[B2870] shows how the installation runs, by what each process says of itself', async () => {
    const other = createServerProcess({
      db: app.db,
      log: { warn: () => undefined, error: () => undefined },
      role: 'jobs',
      version: '1.2.3',
      renewEveryMs: 20,
      measure: createFigures({ db: app.db, dataDir: app.dataDir, isBrokerLost: () => true, replica: { trouble: 'behind' } }),
    });
    await other.start();
    await expect.poll(async () => (await admin.call(systemGet)).body.processes.at(-1)?.memory_bytes).toBeGreaterThan(1e6);
    const { body } = await admin.call(systemGet);
    expect(body.processes.at(-1)).toMatchObject({
      id: other.id,
      role: 'jobs',
      version: '1.2.3',
      age_seconds: expect.any(Number),
      loop_delay_ms: expect.any(Number),
    });
    expect(body.lights.map(({ id }) => id)).toEqual([...LIGHTS]);
    expect(body.lights).toEqual(
      expect.arrayContaining([
        { id: 'broker', state: 'problem', saying: 'brokerLost' },
        { id: 'replica', state: 'attention', saying: 'replicaBehind' },
        { id: 'clock', state: 'good', saying: 'clockGood' },
      ]),
    );
    await other.stop();
    expect((await admin.call(systemGet)).body.lights).toContainEqual({ id: 'jobs', state: 'problem', saying: 'jobsNobody' });
    expect(body.database.sizes.map(({ group }) => group)).toEqual([...TABLE_GROUPS]);
    expect(body.database.sizes.every(({ bytes }) => bytes > 0)).toBe(true);
    expect(body.lanes.map(({ lane }) => lane)).toEqual(Object.keys(LANES));
    expect(body.lessons).toEqual({ running: 0, joined_last_hour: 0 });
    expect(JSON.stringify(body)).not.toContain(hostname());
  });

  test('[B2870] counts the tasks of each lane, and the lessons and people of the last hour', async () => {
    await sql`
      INSERT INTO jobs (kind, payload, state, run_at, failed_at, last_error, attempts) VALUES
        ('system.check', '{}', 'waiting', app_now() - interval '20 minutes', NULL, NULL, 0), ('unknown', '{}', 'failed', app_now(), app_now(), 'no', 5)`.execute(
      app.db,
    );
    const { lanes, lights } = (await admin.call(systemGet)).body;
    expect(lanes.find(({ lane }) => lane === 'outside')).toMatchObject({ due: 1, failed: 0 });
    expect(lanes.find(({ lane }) => lane === 'outside')!.oldest_seconds).toBeGreaterThanOrEqual(1200);
    expect(lanes.at(-1)).toMatchObject({ lane: 'none', failed: 1 });
    expect(lights.find(({ id }) => id === 'jobs')?.saying).toBe('jobsNobody');
    const lesson = await startLesson(app, scenario);
    await lesson.login(lesson.students[0]!);
    expect((await admin.call(systemGet)).body.lessons).toEqual({ running: 1, joined_last_hour: 1 });
    await sql`DELETE FROM jobs`.execute(app.db);
  });

  test('[B2871] answers with few statements, and remembers the sizes', async () => {
    await admin.call(systemGet);
    const statements = await app.recordStatements(() => admin.call(systemGet));
    expect(statements.filter(({ text }) => text.includes('pg_total_relation_size'))).toEqual([]);
    expect(statements.length).toBeLessThanOrEqual(16);
  });

  test('[B2871] other services are looked at by a job, and never by the answer', async () => {
    const sayings = async () => (await admin.call(systemGet)).body.lights.flatMap(({ id, saying }) => (id === 'mail' || id === 'files' ? [saying] : []));
    expect(await sayings()).toEqual(['mailOff', 'filesUnseen']);
    await app.server.jobs.findKind('system.check')!.run({}, {} as never);
    expect(await sayings()).toEqual(['mailOff', 'filesGood']);
    await rm(path.join(app.dataDir, 'files'), { recursive: true, force: true });
    await writeFile(path.join(app.dataDir, 'files'), '');
    await app.server.jobs.findKind('system.check')!.run({}, {} as never);
    expect(await sayings()).toEqual(['mailOff', 'filesFail']);
    await rm(path.join(app.dataDir, 'files'));
  });

  test('[B2873] says that no mail server is set up when somebody wants a test email', async () => {
    expect((await admin.call(systemTestMail)).error?.code).toBe('MAIL_NOT_SET_UP');
  });

  test('[B2807] refuses people of one school with every right, and everybody without the right', async () => {
    const office = await scenario.person('teachers', await scenario.school());
    await giveRights(app.db, office.accountId, ['system:view']);
    expect((await office.call(systemGet)).error?.code).toBe('SHARED_BY_SCHOOLS');
    for (const person of [teacher, student]) expect((await person.call(systemGet)).error?.code).toBe('NOT_ALLOWED');
    expect((await app.call(systemGet)).error?.code).toBe('NOT_SIGNED_IN');
  });
});

test('[B2806] staff without a second factor are found; students, guardians, and people who need one are not', async () => {
  const found = (adminsNeedFactor = false) => hasStaffWithoutFactor(app.db, { adminsNeedFactor });
  const guardian = await scenario.person('guardian', await scenario.school());
  const rest = [teacher, student, guardian].map(({ accountId }) => accountId);
  await sql`UPDATE accounts SET status = id = ANY(${rest}) OR id = ${admin.accountId}, password_hash = 'some'`.execute(app.db);
  const require = (person: TestPerson) =>
    sql`INSERT INTO factor_rules (school_id, role_id, level, required_from)
        SELECT people.school_id, held.given_id, 'required', '2026-01-01' FROM people JOIN held_roles held ON held.account_id = people.id
         WHERE people.id = ${person.accountId}`.execute(app.db);
  expect(await found(true)).toBe(true);
  await require(teacher);
  expect(await found(true)).toBe(false);
  expect(await found()).toBe(true); // the administrator, in a trial
  await sql`INSERT INTO time_codes (account_id, secret_sealed, last_step) VALUES (${admin.accountId}, '', 0)`.execute(app.db);
  expect(await found()).toBe(false);
});
