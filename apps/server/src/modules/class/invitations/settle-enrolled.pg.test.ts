import { inviteStudents } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, hear, type Scenario, startTestApp, type TestApp } from '../../../testing/index.ts';
import { enrol } from '../classes/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  await (await startTestApp()).close();
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

test('a server that has ended settles nothing any more: an invitation is withdrawn by the one that serves, and the page is told', async () => {
  const room = await scenario.class({ students: 0 });
  const pupil = await scenario.person('student', room.schoolId);
  const { rows } = await sql<{ email: string }>`SELECT email FROM accounts WHERE id = ${pupil.accountId}`.execute(app.db);
  await room.teacher.call(inviteStudents, { body: { userId: rows[0]!.email, courseId: room.courseId } });
  const ear = await hear(app, pupil, `private-account-${pupil.accountId}`);
  await inTransaction(app.db, (tx) => enrol(tx, room.courseId, [pupil.accountId], 'STUDENT'));
  expect(await ear.first('notifications.changed')).toBeTruthy();
  ear.close();
});
