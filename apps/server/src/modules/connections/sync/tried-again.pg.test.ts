import { syncCourses } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
  // as PostgreSQL resolves a deadlock: once
  await sql`CREATE SEQUENCE strikes`.execute(school.app.db);
  await sql`
    CREATE FUNCTION strike() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('strikes') = TG_ARGV[0]::int THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
      RETURN NULL;
    END $$`.execute(school.app.db);
});
afterAll(() => school.close());

/**
 * The n-th statement that inserts into a table fails. A preview writes its report last, outside the part that is rolled
 * back.
 */
const CASES = [
  ['apply', 'sync_changes', 1],
  ['preview', 'course_members', 2],
] as const;

test.each(CASES)('[B1318] a transaction of a run (%s) that PostgreSQL has tried again tells and counts nothing twice', async (mode, table, nth) => {
  const { google, app, bring, connect, scenario } = school;
  const schoolId = await scenario.school('Europe/Berlin');
  const [teacher, student] = [await bring('teachers', schoolId), await bring('student', schoolId)];
  const course = google.asTeacher(teacher.there).createCourse({ name: `Struck ${mode}` });
  google.asStudent(student.there).join(course);
  await connect(teacher);
  await sql`ALTER SEQUENCE strikes RESTART`.execute(app.db);
  await sql`CREATE TRIGGER strike AFTER INSERT ON ${sql.table(table)} FOR EACH STATEMENT EXECUTE FUNCTION strike(${sql.lit(nth)})`.execute(app.db);
  const { id } = (await teacher.call(syncCourses, { body: { mode, new_classes: 'make' } })).body.run;
  // right away: no job of it has to be retried
  expect(await school.settle(teacher, { id })).toMatchObject({ status: 'finished', counts: { made: 2, refused: 0 } });
  const told = await app.db.selectFrom('sync_changes').select('kind').where('run_id', '=', id).orderBy('kind').execute();
  expect(told).toEqual([{ kind: 'class' }, { kind: 'member' }]);
  const { last_value } = (await sql<{ last_value: number }>`SELECT last_value FROM strikes`.execute(app.db)).rows[0]!;
  expect(last_value).toBeGreaterThan(nth);
  await sql`DROP TRIGGER strike ON ${sql.table(table)}`.execute(app.db);
});
