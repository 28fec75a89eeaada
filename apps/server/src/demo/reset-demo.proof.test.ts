import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../modules/people/accounts/index.ts';
import { createFileStorage } from '../modules/school/files/index.ts';
import { connect, type Db, inTransaction } from '../platform/database/index.ts';
import { getInstallation } from '../queries.ts';
import { cloneDatabase, type TestDatabase } from '../testing/index.ts';
import { resetDemo, seedDemoSchool } from './index.ts';

const countAccounts = async (db: Db) =>
  (
    await db
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Reads the choices, texts and work products of each lesson, by names and not by ids. */
const tellLessons = async (db: Db) =>
  (
    await sql`
      SELECT assessment.title, held.held_on::text, person.email, phase.form, response.title AS choice, post.comment_text, post.posted_at::text,
             (SELECT string_agg(remark.comment, ' / ' ORDER BY remark.id) FROM post_comments remark WHERE remark.post_id = post.id) AS remarks,
             (SELECT count(*)::integer FROM post_reactions liked WHERE liked.post_id = post.id) AS likes, own.first_right, own.second_right, own.transfer_right
        FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id JOIN live_sessions session ON session.id = post.session_id
        JOIN lesson_figures held ON held.session_id = session.id JOIN lesson_students own ON own.session_id = session.id AND own.account_id = post.account_id
        JOIN assessments assessment ON assessment.id = session.assessment_id JOIN accounts person ON person.id = post.account_id
        LEFT JOIN question_responses response ON response.id = post.response_id
       ORDER BY session.started_at, assessment.title, person.email, phase.form`.execute(db)
  ).rows;

/** The day of the demo school, from which it counts its own. */
const readToday = async (db: Db) =>
  (await sql<{ today: string }>`SELECT (app_now() AT TIME ZONE 'Europe/London')::date::text AS today`.execute(db)).rows[0]!.today;

describe('resetting the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'classwright-demo-'));
  const storage = createFileStorage(folder);
  let database: TestDatabase;
  let db: Db;
  const reset = (isProduction = false) => resetDemo({ connection: database.connection, storage, isProduction });
  const listStatuses = () => db.selectFrom('assessments').select(['title', 'status']).orderBy('id').execute();
  /** The demo as it is made, on which day; once more where midnight came in between, which moves all that it makes. */
  async function tellMade(make: () => Promise<unknown>) {
    for (;;) {
      const today = await readToday(db);
      await make();
      if (today === (await readToday(db))) return { today, planned: await listStatuses(), lessons: await tellLessons(db) };
    }
  }
  let first: Awaited<ReturnType<typeof tellMade>>;

  beforeAll(async () => {
    database = await cloneDatabase();
    const client = new pg.Client(database.connection); // a table of the tests' own would not be there after a migration
    await client.connect();
    await client.query('DROP TABLE IF EXISTS test_clock CASCADE');
    await client.query('CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() $$');
    await client.end();
    ({ db } = connect({ connection: database.connection, maxConnections: 2, onError: () => undefined }));
    let isSeeded = false;
    first = await tellMade(async () => (isSeeded ? reset() : (isSeeded = await seedDemoSchool(db, { storage }))));
  }, 120_000);
  afterAll(async () => {
    await db.destroy();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('brings it back to its first day, the audit trail and stored files included; the installation keeps its secrets', async () => {
    const before = await getInstallation(db);
    const [oldFile] = await db.selectFrom('files').select('storage_key').execute();
    const { id } = await db.selectFrom('accounts').select('id').where('email', '=', 'teacher@demo.school').executeTakeFirstOrThrow();
    await db.insertInto('audit_entries').values({ account_id: id, action: 'test', subject_type: 'assessment' }).execute();
    const spoil = () => db.updateTable('assessments').set({ status: 'finished' }).execute();
    await spoil();
    let again = await tellMade(reset);
    if (again.today !== first.today) {
      first = again;
      await spoil();
      again = await tellMade(reset);
    }
    expect(await db.selectFrom('audit_entries').selectAll().execute()).toEqual([]);
    expect(again).toEqual(first);
    expect(await countAccounts(db)).toBe(128);
    expect(await getInstallation(db)).toEqual(before);
    expect(await storage.read(oldFile!.storage_key, { start: 0, end: 1 })).toBeNull();
    await db.insertInto('audit_entries').values({ action: 'test', subject_type: 'assessment' }).execute();
    await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(/append-only/);
  });

  test('is refused in production, and leaves everything as it is', async () => {
    await expect(reset(true)).rejects.toThrow(/production/);
    expect(await countAccounts(db)).toBe(128);
  });

  test('is refused where anybody else lives, and leaves everything as it is', async () => {
    await db.insertInto('schools').values({ school_name: 'A real school' }).execute();
    await expect(reset()).rejects.toThrow(/A real school/);
    await db.deleteFrom('schools').where('school_name', '=', 'A real school').execute();
    const ofTheDemo = await countAccounts(db);
    const stranger = await inTransaction(db, (tx) =>
      createAccount(tx, {
        schoolId: null,
        accountType: 'Admin',
        roleKey: 'admin',
        firstName: 'A',
        lastName: 'B',
        email: 'head@school.test',
        passwordHash: null,
      }),
    );
    await expect(reset()).rejects.toThrow(/head@school.test/);
    expect(await countAccounts(db)).toBe(ofTheDemo + 1);
    await db.deleteFrom('account_roles').where('account_id', '=', stranger).execute();
    await db.deleteFrom('accounts').where('id', '=', stranger).execute();
    await expect(reset()).resolves.toBeUndefined();
  });
});
