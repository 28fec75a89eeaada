import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemoSchool } from '../../../demo/index.ts';
import { readErasureList } from '../../../platform/personal-data/erasure-list.ts';
import { Joins } from '../../../platform/personal-data/joins-queries.ts';
import { parseSchema } from '../../../platform/personal-data/schema.ts';
import { listWaysToSchools } from '../../../platform/personal-data/ways-to-schools.ts';
import { createScenario, runLesson, startTestApp, type TestApp, type TestLesson } from '../../../testing/index.ts';
import { createFileStorage } from '../../school/files/index.ts';
import { askToEndSchool, endSchool, keepSchool } from './school-end/end.ts';
import { listEndingSchools } from './school-end/queries.ts';

const schema = parseSchema(readFileSync(new URL('../../../../migrations/schema.txt', import.meta.url), 'utf8'));
const ways = listWaysToSchools(schema);
let app: TestApp;
let room: TestLesson;
let demo: { id: number; name: string };

beforeAll(async () => {
  app = await startTestApp();
  await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  await app.db.deleteFrom('jobs').where('kind', 'like', 'work-product%').execute(); // they take a while, and are nothing of this
  for (let round = 0; round < 3; round += 1) {
    await app.server.jobs.runDue(); // figures of the demo's lessons
    await app.clock.advanceMs(60_000);
  }
  room = await createScenario(app).lesson({ students: 2 });
  const { school_id } = await app.db.selectFrom('accounts').select('school_id').where('email', '=', 'teacher@demo.school').executeTakeFirstOrThrow();
  demo = (await listEndingSchools(app.db)).find(({ id }) => id === school_id)!;
}, 180_000);
afterAll(() => app.close());

/** Returns how many rows each table has of a school, and a hash over them. */
async function rowsOf(schoolId: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [table, way] of ways) {
    const joins = new Joins(schema, table);
    const school = joins.ref(way);
    const { rows } = await sql<{ rows: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(r::text, ',' ORDER BY r::text)), '') AS rows FROM ${sql.table(table)} AS r ${joins.all} WHERE ${school} = ${schoolId}`.execute(
      app.db,
    );
    if (!rows[0]!.rows.startsWith('0 ')) found[table] = rows[0]!.rows;
  }
  return found;
}

/** Makes the erasures that are asked for. */
async function erase(): Promise<void> {
  await sql`UPDATE erasures SET due_at = app_now() - interval '1 second' WHERE state = 'waiting'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await sql`UPDATE job_schedules SET next_at = app_now() WHERE kind = 'erasures'`.execute(app.db);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
}

const end = (db = app.db) => endSchool({ db, schema, storage: createFileStorage(app.dataDir) }, demo);

/** Ends the school in a process that ends after so many statements. */
async function endUntil(statements: number): Promise<void> {
  let left = statements;
  const ends = {
    transformQuery({ node }: { node: never }) {
      if (--left < 0) throw new Error('the process has ended');
      return node;
    },
    transformResult: async ({ result }: { result: never }) => result,
  };
  await expect(end(app.db.withPlugin(ends as never))).rejects.toThrow('the process has ended');
}

test('[B2675] a school stays while a lesson runs, while something of it is held, and when nobody else could administer', async () => {
  const running = await runLesson(app, room);
  const ask = () => askToEndSchool(app.db, room.schoolId);
  await expect(ask()).rejects.toMatchObject({ refusal: { why: 'lessons', count: 1 } });
  for (const step of ['re-assign', 'next', 'finished'] as const) await running.step(step);
  await sql`INSERT INTO retention_holds (school_id, course_id, reason, until) VALUES (${room.schoolId}, ${room.courseId}, 'a lawsuit', app_now()::date + 9)`.execute(
    app.db,
  );
  await expect(ask()).rejects.toMatchObject({ refusal: { why: 'hold', reason: 'a lawsuit' } });
  await sql`UPDATE retention_holds SET ended_at = app_now()`.execute(app.db);
  const { rows: away } = await sql<{ id: number }>`
    UPDATE accounts SET school_id = ${room.schoolId} WHERE school_id IS NULL AND id IN (SELECT account_id FROM administrators) RETURNING id`.execute(app.db);
  await expect(ask()).rejects.toMatchObject({ refusal: { why: 'administrators' } });
  await sql`UPDATE accounts SET school_id = NULL WHERE id = ANY(${away.map(({ id }) => id)}::bigint[])`.execute(app.db);
  expect((await listEndingSchools(app.db)).find(({ id }) => id === room.schoolId)).toMatchObject({ waiting: 0, erasing: 0, erased: 0 });
});

test('[B2675] a school ends with everything of it, in two weeks, and nothing of another school changes', async () => {
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue(); // figures of the other school's lesson
  const before = await rowsOf(room.schoolId);
  const names = await sql<{ email: string; last_name: string }>`SELECT email, last_name FROM accounts WHERE school_id = ${demo.id}`.execute(app.db);
  await expect(end()).rejects.toMatchObject({ refusal: { why: 'people' } });
  const asked = await askToEndSchool(app.db, demo.id);
  expect(asked).toBe(names.rows.length);
  expect(await keepSchool(app.db, demo.id)).toBe(asked);
  expect(
    (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM accounts WHERE school_id = ${demo.id} AND status`.execute(app.db)).rows[0]!.count,
  ).toBe(asked);
  expect(await askToEndSchool(app.db, demo.id)).toBe(asked);
  await expect(end()).rejects.toMatchObject({ refusal: { why: 'people', count: asked } });
  await erase();
  for (const statements of [5, 80, 300]) await endUntil(statements);
  const receipt = await end();
  expect(receipt).toMatchObject({ people: asked, numbers_left: 0, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(receipt.rows).toMatchObject({ courses: expect.any(Number), questions: expect.any(Number), submissions: expect.any(Number) });
  expect(await rowsOf(demo.id)).toEqual({});
  expect(await rowsOf(room.schoolId)).toEqual(before);
  expect(readErasureList(app.dataDir)).toHaveLength(asked);
  expect(JSON.stringify(receipt)).not.toMatch(/@demo\.school/);
}, 600_000);
