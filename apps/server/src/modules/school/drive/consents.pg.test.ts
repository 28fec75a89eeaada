import { consentDemand, consentGive, consentWithdraw, driveConnect, driveConnectFinish, driveImport, driveStatus, driveToken } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { lockConsents } from '../../../platform/consents-queries.ts';
import { type Both, type DriveSchool, startDriveSchool } from './testing/drive-school.ts';

let school: DriveSchool;
let schoolId: number;
let sam: Both;
let tina: Both;
beforeAll(async () => {
  school = await startDriveSchool();
  schoolId = await school.scenario.school();
  sam = await school.bring('student', schoolId);
  tina = await school.bring('teachers', schoolId);
  const admin = await school.scenario.person('admin', null);
  expect((await admin.call(consentDemand, { body: { school_id: schoolId, asks: { drive: 'student' } } })).status).toBe(200);
});
afterAll(() => school.close());

const pdf = { name: 'Report.pdf', mimeType: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF') };
const take = (person: Both, ids: string[]) => person.call(driveImport, { body: { ids } });
const connections = async () => (await sql`SELECT FROM drive_connections WHERE account_id = ${sam.accountId}`.execute(school.app.db)).rows.length;

test('[B2620] without a consent Drive is not connected, no token is given and no file is taken, with what to do; staff are not asked', async () => {
  expect((await sam.call(driveStatus)).body).toMatchObject({ standing: 'no_consent', explanation: expect.stringContaining('profile'), email: null });
  for (const call of [sam.call(driveConnect), sam.call(driveToken), take(sam, ['abcdefghij'])])
    expect((await call).error).toMatchObject({ code: 'CONSENT_NEEDED', message: expect.stringContaining('Google Drive') });
  expect((await school.connect(tina)).status).toBe(200);
  expect((await sam.call(consentGive, { body: { use: 'drive' } })).status).toBe(200);
  expect((await school.connect(sam)).status).toBe(200);
  expect((await take(sam, [school.pick(sam, pdf)])).body.files).toHaveLength(1);
});

test('[B2620] a consent that is withdrawn after Google asked, but before the page is back, connects nothing', async () => {
  await sam.call(consentGive, { body: { use: 'drive' } });
  const { answer, secret } = await school.consent(sam);
  await sam.call(consentWithdraw, { body: { use: 'drive' } });
  expect((await sam.call(driveConnectFinish, { body: { answer, secret } })).error?.code).toBe('CONSENT_NEEDED');
  expect(await connections()).toBe(0);
});

test('[B2621] a withdrawal forgets the tokens at once, and one in the middle of a call leaves the file at Google', async () => {
  await sam.call(consentGive, { body: { use: 'drive' } });
  expect((await school.connect(sam)).status).toBe(200);
  const id = school.pick(sam, { ...pdf, name: 'Late.pdf' });
  let taking: ReturnType<typeof take> | undefined;
  await inTransaction(school.app.db, async (tx) => {
    await lockConsents(tx, [sam.accountId]);
    taking = take(sam, [id]);
    // the call has read the file at Google and waits for the consents
    await expect
      .poll(async () => (await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`.execute(school.app.db)).rows.length, { timeout: 20_000 })
      .toBeGreaterThan(0);
    await sql`UPDATE consents SET ended_at = app_now() WHERE child_id = ${sam.accountId} AND ended_at IS NULL`.execute(tx);
  });
  const reply = await taking!;
  expect(reply.error?.code).toBe('CONSENT_NEEDED');
  const { rows } = await sql`SELECT FROM files WHERE account_id = ${sam.accountId} AND name = 'Late.pdf'`.execute(school.app.db);
  expect(rows).toEqual([]);
  await sam.call(consentGive, { body: { use: 'drive' } });
  expect(await connections()).toBe(1);
  await sam.call(consentWithdraw, { body: { use: 'drive' } });
  expect(await connections()).toBe(0);
  expect((await sam.call(driveToken)).error?.code).toBe('CONSENT_NEEDED');
});
