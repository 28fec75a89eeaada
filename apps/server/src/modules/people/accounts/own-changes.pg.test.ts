import { accountUpdate, authChangeDismiss, authChangeRefuse, authSessionList, factorCodeBegin, factorCodeFinish, factorList } from '@classwright/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp } from '../../../testing/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
let app: TestApp;
let scenario: Scenario;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
});
afterAll(() => app.close());

const readChanges = async (token: string) => (await app.call(authSessionList, {}, { token })).body.changes.map(({ what }) => what);

async function addFactor(token: string): Promise<void> {
  const { ticket, secret } = (await app.call(factorCodeBegin, {}, { token })).body;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: (await app.clock.now()).getTime() });
  expect((await app.call(factorCodeFinish, { body: { ticket, code } }, { token })).status).toBe(200);
}
const hasCode = async (token: string) => (await app.call(factorList, {}, { token })).body.factors.has_code;

test('[B2672] a change is shown at the other devices of the person alone, without mail too, until they say that it was theirs, and for two weeks', async () => {
  const [ada, ben] = [await scenario.person('teachers', schoolId), await scenario.person('teachers', schoolId)];
  const elsewhere = await app.signIn(ada.accountId);
  await addFactor(elsewhere);
  expect(await readChanges(elsewhere)).toEqual([]);
  expect(await readChanges(ada.token)).toEqual(['factor']);
  expect(await readChanges(ben.token)).toEqual([]);
  const [change] = (await ada.call(authSessionList)).body.changes;
  const dismiss = { params: { id: change!.id } };
  expect((await ben.call(authChangeDismiss, dismiss)).status).toBe(404);
  expect((await ada.call(authChangeDismiss, dismiss)).status).toBe(200);
  expect((await ada.call(authChangeDismiss, dismiss)).status).toBe(404);
  expect(await readChanges(ada.token)).toEqual([]);
  await app.clock.advanceMs(31_000);
  await addFactor(elsewhere);
  await app.clock.advanceMs(14 * DAY_MS + 1000);
  expect(await readChanges(await app.signIn(ada.accountId))).toEqual([]);
});

test('[B2672] “That was not me” ends all other sign-ins and what was added within two weeks, and keeps what is older', async () => {
  const ada = await scenario.person('teachers', schoolId);
  const attacker = await app.signIn(ada.accountId);
  await addFactor(attacker);
  const { status, body } = await ada.call(authChangeRefuse);
  expect({ status, message: body.message }).toEqual({ status: 200, message: expect.stringContaining('Choose a new password now.') });
  expect((await app.call(authSessionList, {}, { token: attacker })).status).toBe(401);
  expect(await readChanges(ada.token)).toEqual([]);
  expect(await hasCode(ada.token)).toBe(false);
  const { after } = await app.db.selectFrom('audit_entries').select('after').where('action', '=', authChangeRefuse.name).executeTakeFirstOrThrow();
  expect(after).toEqual({ count: 1, factors: 1 });
  await app.clock.advanceMs(31_000);
  await addFactor(ada.token);
  await app.clock.advanceMs(15 * DAY_MS);
  const later = await app.signIn(ada.accountId);
  expect((await app.call(authChangeRefuse, {}, { token: later })).status).toBe(200);
  expect(await hasCode(later)).toBe(true);
});

test('[B2672] an address that an administrator replaced is a change for its owner', async () => {
  const admin = await scenario.person('admin', null);
  const ada = await scenario.person('teachers', schoolId);
  const row = await app.db.selectFrom('accounts').selectAll().where('id', '=', ada.accountId).executeTakeFirstOrThrow();
  const { first_name, last_name, phone_number, school_id, account_type_id, status, email } = row;
  const body = { first_name, last_name, phone_number, school_id, account_type_id, role_id: 2, status, email: `new.${email}` };
  expect((await admin.call(accountUpdate, { params: { id: ada.accountId }, body })).status).toBe(200);
  expect(await readChanges(ada.token)).toEqual(['email']);
});
