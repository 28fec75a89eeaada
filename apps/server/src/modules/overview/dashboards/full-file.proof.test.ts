import { enrollmentDashboard, MAX_DASHBOARD_ROWS } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

test('[B930] a file ends at 50,000 rows and says so, the card goes on; of fewer every row is in it, a name that is a formula as text', async () => {
  const schoolId = await scenario.school();
  const lookingOn = await scenario.person('teachers', schoolId);
  await giveRights(app.db, lookingOn.accountId, ['dashboards:view-school']);
  const enrol = (from: number, to: number) =>
    sql`INSERT INTO accounts (school_id, account_type_id, role_id, first_name, last_name, email, email_key)
        SELECT ${schoolId}, (SELECT id FROM account_types WHERE name = 'Student'), (SELECT id FROM roles WHERE key = 'student'), '=1+' || n, 'Sum',
               'many' || n || '@school.test', 'many' || n || '@school.test' FROM generate_series(${sql.lit(from)}, ${sql.lit(to)}) n`.execute(app.db);
  const { endpoints } = enrollmentDashboard;
  const linesOf = async (): Promise<string[]> => {
    const { body } = await lookingOn.call(endpoints.export, { query: { figure: 'total_student', format: 'csv' } });
    return String(body).trimEnd().split('\r\n').slice(1);
  };
  const total = async () => (await lookingOn.call(endpoints.get)).body.stats;
  await enrol(1, MAX_DASHBOARD_ROWS);
  const whole = await linesOf();
  expect([whole.length, whole[0]?.split(',')[0]]).toEqual([MAX_DASHBOARD_ROWS, "'=1+1 Sum"]);
  expect(await total()).toMatchObject({ total_student: MAX_DASHBOARD_ROWS });
  await enrol(MAX_DASHBOARD_ROWS + 1, MAX_DASHBOARD_ROWS + 3);
  const cut = await linesOf();
  expect([cut.length, cut.at(-1), cut.slice(0, -1)]).toEqual([MAX_DASHBOARD_ROWS + 1, expect.stringMatching(/50,?000/), whole]);
  expect(await total()).toMatchObject({ total_student: MAX_DASHBOARD_ROWS + 3 });
}, 60_000);
