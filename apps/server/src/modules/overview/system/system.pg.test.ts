import { DUTIES, systemGet } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveRights } from '../../../testing/rights.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
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
