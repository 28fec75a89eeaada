import { settingsFirstSteps } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';

let app: TestApp;
let scenario: Scenario;
let schoolId: number;
let admin: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', schoolId);
  await sql`UPDATE levels SET archived_at = app_now()`.execute(app.db);
  await sql`UPDATE question_subjects SET archived_at = app_now()`.execute(app.db);
});
afterAll(() => app.close());

const done = async (person: TestPerson): Promise<string[]> => {
  const { steps } = (await person.call(settingsFirstSteps)).body as { steps: { step: string; is_done: boolean }[] };
  return steps.flatMap(({ step, is_done }) => (is_done ? [step] : []));
};

test('[B300] each step is done once what it speaks of is there, and open again when it is gone', async () => {
  expect(await done(admin)).toEqual(['school']);
  await sql`INSERT INTO levels (name) VALUES ('Grade 7')`.execute(app.db);
  await sql`INSERT INTO question_subjects (name) VALUES ('Physics')`.execute(app.db);
  expect(await done(admin)).toEqual(['school', 'levels', 'subjects']);

  const period = (
    await sql<{ id: number }>`INSERT INTO marking_periods (name, start_date, end_date) VALUES ('Over', '2001-01-01', '2001-02-01') RETURNING id`.execute(app.db)
  ).rows[0]!.id;
  await sql`INSERT INTO marking_period_schools VALUES (${period}, ${schoolId})`.execute(app.db);
  expect(await done(admin)).not.toContain('periods');
  await sql`UPDATE marking_periods SET end_date = app_now()::date WHERE id = ${period}`.execute(app.db);
  expect(await done(admin)).toContain('periods');

  const second = await scenario.person('admin', schoolId); // administrators are not the people of a school
  expect(await done(second)).not.toContain('people');
  const student = await scenario.person('student', schoolId);
  await sql`UPDATE accounts SET password_hash = NULL WHERE id = ${student.accountId}`.execute(app.db);
  expect(await done(admin)).toContain('people');
  expect(await done(admin)).not.toContain('sign_in');
  await sql`INSERT INTO one_time_links (account_id, purpose, code_hash, expires_at) VALUES (${student.accountId}, 'card', 'x', app_now() + interval '1 hour')`.execute(
    app.db,
  );
  expect(await done(admin)).toContain('sign_in');
  await sql`UPDATE one_time_links SET revoked_at = app_now() WHERE account_id = ${student.accountId}`.execute(app.db);
  expect(await done(admin)).not.toContain('sign_in');

  await sql`UPDATE accounts SET password_hash = 'x' WHERE id = ${student.accountId}`.execute(app.db);
  expect(await done(admin)).not.toContain('questions');
  await scenario.question(await scenario.person('teachers', schoolId), schoolId);
  expect(await done(admin)).toEqual(['school', 'levels', 'periods', 'subjects', 'people', 'sign_in', 'questions']);
});

test('somebody of one school hears of that school, and only of what they may do; teachers and students nothing', async () => {
  const elsewhere = await scenario.school();
  const office = await scenario.person('teachers', elsewhere);
  expect((await office.call(settingsFirstSteps)).status).toBe(403);
  await giveRights(app.db, office.accountId, ['accounts:create', 'periods:create']);
  const { steps } = (await office.call(settingsFirstSteps)).body as { steps: { step: string; is_done: boolean }[] };
  expect(steps.find(({ step }) => step === 'periods')?.is_done).toBe(false);
  expect(steps.map(({ step }) => step)).not.toContain('levels');
  expect((await (await scenario.person('student', schoolId)).call(settingsFirstSteps)).status).toBe(403);
});
