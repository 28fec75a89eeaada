import { syncClasses } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

const CLASSES = 500;

test('[B2013] what each of 500 classes of Google’s may be is reckoned once for the whole list, however many pages it has', async () => {
  const { app, bring, connect, scenario } = school;
  const schoolId = await scenario.school();
  const teacher = await bring('teachers', schoolId);
  await connect(teacher);
  await sql`
    WITH made AS (
      INSERT INTO courses (school_id, owner_id, name, section, enrollment_code)
      SELECT ${schoolId}, ${teacher.accountId}, 'Class ' || n, 'S' || n, 'cd' || lpad(n::text, 5, '0') FROM generate_series(1, ${CLASSES}) n RETURNING id)
    INSERT INTO course_members (course_id, account_id, role) SELECT id, ${teacher.accountId}, 'TEACHER' FROM made`.execute(app.db);
  await sql`
    WITH connection AS (SELECT id, source_id FROM sync_connections WHERE account_id = ${teacher.accountId})
    INSERT INTO external_links (source_id, kind, external_id, state, facts)
    SELECT source_id, 'class', 'there' || n, 'only_there', jsonb_build_object('name', 'Class ' || n, 'section', 'S' || n, 'state', 'ACTIVE', 'seenBy', jsonb_build_array(connection.id))
      FROM connection, generate_series(1, ${CLASSES}) n`.execute(app.db);
  let proposed = 0;
  const statements = await app.recordStatements(async () => {
    for (let page = 1; page <= 3; page += 1) {
      const { body, error } = await teacher.call(syncClasses, { query: { free: true, proposals: page === 1, page, per_page: 200 } });
      expect(error).toBeNull();
      expect(body.data.length).toBe(page < 3 ? 200 : 100);
      proposed += body.proposals.length;
    }
  });
  expect(proposed).toBe(CLASSES);
  expect(statements.filter(({ text }) => text.includes('class_standings') && text.includes('course_id = ANY')).length).toBe(1);
});
