import { passwordForgot, schoolSettingsGet, schoolSettingsUpdate } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import type { Sender } from '../../../platform/mail/index.ts';
import { createMailbox, createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { hashPassword } from '../../people/accounts/index.ts';
import { allowSenderDomain } from './index.ts';

const mailbox = createMailbox();
let app: TestApp;
let scenario: Scenario;
let schools: [number, number];
let keepers: [TestPerson, TestPerson];

beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.test'), mailer: mailbox.mailer });
  scenario = createScenario(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  schools = [await scenario.school(), await scenario.school()];
  keepers = [await scenario.person('teachers', schools[0]), await scenario.person('teachers', schools[1])];
  for (const { accountId } of keepers) await giveRights(app.db, accountId, ['school-settings:view', 'school-settings:edit']);
});

const save = (index: 0 | 1, body: object) => keepers[index].call(schoolSettingsUpdate, { params: { id: schools[index] }, body: body as never });
const read = async (index: 0 | 1) => (await keepers[index].call(schoolSettingsGet, { params: { id: schools[index] } })).body.settings;
const allow = (ids: readonly number[], domain: string | null): Promise<number> =>
  inTransaction(app.db, (tx) => allowSenderDomain(tx, { actor: { accountId: null, schoolId: null }, requestId: 'r' }, ids, domain));

/** Returns the senders of the emails that somebody of the school gets who forgot their password. */
async function sendersTo(index: 0 | 1): Promise<(Sender | undefined)[]> {
  const { accountId } = await scenario.person('teachers', schools[index]);
  const password_hash = await hashPassword('four kettles and a moss');
  const { email } = await app.db.updateTable('accounts').set({ password_hash }).where('id', '=', accountId).returning('email').executeTakeFirstOrThrow();
  mailbox.empty();
  await app.call(passwordForgot, { body: { email } });
  await app.server.jobs.runDue();
  await expect.poll(() => mailbox.sent.length).toBe(1);
  return mailbox.sent.map(({ from }) => from);
}

test('[B2960] emails to people of a school come from its own name; those of another school stay as they are', async () => {
  expect(await save(0, { sender_name: ' Riverside School ' })).toMatchObject({ status: 200, body: { settings: { sender_name: 'Riverside School' } } });
  expect(await sendersTo(0)).toEqual([{ name: 'Riverside School', address: null }]);
  expect(await sendersTo(1)).toEqual([undefined]);
  expect((await save(0, { asks_sure: true })).body.settings.sender_name).toBe('Riverside School'); // left out, it stays
  expect((await save(0, { sender_name: '\u200b' })).body.settings.sender_name).toBe('');
  expect(await sendersTo(0)).toEqual([undefined]);
});

test('[B2961] an address of its own is only of the domain that was allowed to that school, and no longer used when that ends', async () => {
  expect((await save(0, { sender_address: 'office@riverside.example' })).error?.errors).toEqual({
    sender_address: ['Leave the address empty, or ask the people who run this installation to allow the domain first.'],
  });
  expect(await allow([schools[0]], 'riverside.example')).toBe(1);
  for (const address of ['office@oak.example', 'office@riverside.example.oak.example', 'office@notriverside.example', 'office@sub.riverside.example'])
    expect((await save(0, { sender_address: address })).error?.errors).toEqual({ sender_address: [expect.stringContaining('ends in @riverside.example')] });
  expect((await save(1, { sender_address: 'office@riverside.example' })).status).toBe(422); // allowed to the other school

  expect((await save(0, { sender_address: ' Office@Riverside.Example ', sender_name: 'Riverside' })).body.settings).toMatchObject({
    sender_address: 'office@riverside.example',
    sender_domain: 'riverside.example',
  });
  expect(await sendersTo(0)).toEqual([{ name: 'Riverside', address: 'office@riverside.example' }]);
  expect(await sendersTo(1)).toEqual([undefined]);

  expect(await allow([schools[0]], null)).toBe(1);
  expect(await sendersTo(0)).toEqual([{ name: 'Riverside', address: null }]);
  expect(await read(0)).toMatchObject({ sender_address: 'office@riverside.example', sender_domain: null });
  expect((await save(0, { asks_sure: true })).status).toBe(200); // a setting of before is in nobody's way
});

test('[B2961] administrators of a school cannot allow themselves a domain, and the audit trail shows who was allowed one', async () => {
  await save(0, { sender_domain: 'riverside.example' });
  expect((await read(0)).sender_domain).toBeNull();
  await allow(schools, 'riverside.example');
  expect([await read(0), await read(1)]).toMatchObject([{ sender_domain: 'riverside.example' }, { sender_domain: 'riverside.example' }]);
  const { rows } = await sql<{ subject_id: number; after: object }>`
    SELECT subject_id, after FROM audit_entries WHERE subject_type = 'school_settings' AND account_id IS NULL AND subject_id = ANY(${schools}::bigint[]) ORDER BY id`.execute(
    app.db,
  );
  expect(rows.map(({ subject_id, after }) => [subject_id, after])).toEqual(
    schools.map((id) => [id, expect.objectContaining({ sender_domain: 'riverside.example' })]),
  );
  await sql`UPDATE schools SET archived_at = app_now() WHERE id = ${schools[1]}`.execute(app.db);
  expect(await allow(schools, null)).toBe(1);
});
