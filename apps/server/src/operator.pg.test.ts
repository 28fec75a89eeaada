import { allSchoolsLimit, allSchoolsList, allSchoolsResume, allSchoolsSuspend, authMe, contract, type Endpoint, systemGet } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveRole } from './modules/people/access/index.ts';
import { createAccount } from './modules/people/accounts/index.ts';
import { inTransaction } from './platform/database/index.ts';
import { createScenario, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';
import { callRows } from './testing/other-school/calls.ts';
import { makeOtherSchool, type OtherSchool } from './testing/other-school/things.ts';

/*
 * An operator runs the installation: sees sizes and health, suspends schools and sets limits, and sees no person. Every call of the
 * contract is made with the real ids of a school, and no answer holds a name or an address of anybody.
 */
let app: TestApp;
let school: OtherSchool;
let operator: TestPerson;
beforeAll(async () => {
  const nowhere = new URL('http://127.0.0.1:9');
  app = await startTestApp({
    accountLimit: { perMinute: 1_000_000, burst: 1_000_000 },
    google: { issuer: nowhere, clientId: 'tests', clientSecret: 'tests' },
    classroom: { url: nowhere, quota: { project: 1000, person: 1000 } },
  });
  const scenario = createScenario(app);
  school = await makeOtherSchool(app, scenario);
  await sql`UPDATE accounts SET first_name = 'Zebedee' || id, last_name = 'Quixano' || id`.execute(app.db);
  const [firstName, lastName] = ['Olive', 'Operator'];
  const account = { schoolId: null, accountType: 'Admin', roleKey: 'operator', firstName, lastName, email: 'operator@run.example', passwordHash: null };
  const accountId = await inTransaction(app.db, (tx) => createAccount(tx, account));
  const token = await app.signIn(accountId);
  operator = { accountId, token, firstName, lastName, call: (endpoint, args, options) => app.call(endpoint, args, { token, ...options }) };
}, 240_000);
afterAll(() => app.close());

/** Calls that sign somebody in or out, or that need no sign-in: the operator is nobody there. */
const OF_NOBODY = /^auth\.(?:logout|session\.end)/;

test('[B2909] no call shows an operator the name or the address of a person', { timeout: 240_000 }, async () => {
  const showing: string[] = [];
  const asked = contract.filter(({ access, name }) => (access === 'signed-in' || typeof access === 'object') && !OF_NOBODY.test(name));
  const order = (endpoint: Endpoint): number => (endpoint.method === 'GET' || endpoint.readOnly ? 0 : 1);
  for (const endpoint of asked.toSorted((one, other) => order(one) - order(other))) {
    const reply = await operator.call(endpoint, callRows.get(endpoint.name)?.args?.(school, operator) ?? {});
    if (/Zebedee|Quixano|@school\.test/.test(JSON.stringify([reply.body, reply.error]))) showing.push(endpoint.name);
  }
  expect(asked.length).toBeGreaterThan(500);
  expect(showing).toEqual([]);
});

test('[B2909] an operator sees the system and all schools, suspends and limits, and holds no other right', async () => {
  const { user } = (await operator.call(authMe)).body;
  expect(user.rights.toSorted()).toEqual(['all-schools:edit', 'all-schools:view', 'own-account:edit', 'own-account:view', 'system:edit', 'system:view']);
  expect((await operator.call(systemGet)).status).toBe(200);
  const ids = [school.schoolId];
  expect((await operator.call(allSchoolsSuspend, { body: { ids, reason: 'unpaid' } })).status).toBe(200);
  expect((await school.teacher.call(authMe)).error?.code).toBe('SCHOOL_SUSPENDED');
  expect((await operator.call(allSchoolsLimit, { body: { ids, max_people: 100 } })).status).toBe(200);
  expect((await operator.call(allSchoolsList)).body.schools.find(({ id }) => id === school.schoolId)).toMatchObject({
    suspension: { reason: 'unpaid' },
    max_people: 100,
  });
  expect((await operator.call(allSchoolsResume, { body: { ids } })).status).toBe(200);
  expect((await school.teacher.call(authMe)).status).toBe(200);
});

test('[B2909] somebody of one school who is given the role still sees their school alone', async () => {
  await inTransaction(app.db, (tx) => giveRole(tx, school.teacher.accountId, 'operator'));
  expect((await school.teacher.call(allSchoolsList)).error?.code).toBe('SHARED_BY_SCHOOLS');
  expect((await school.teacher.call(allSchoolsSuspend, { body: { ids: [school.schoolId], reason: 'x' } })).error?.code).toBe('SHARED_BY_SCHOOLS');
});
