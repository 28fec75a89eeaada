import { accountExport, accountLinkCreate, authLogout, handOffCreate, handOffRedeem, importAccountTemplate } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { deleteOldCodes } from './queries.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let teacher: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  teacher = await scenario.person('teachers', await scenario.school());
});
afterAll(() => app.close());

const TEMPLATE = '/api/import/account/download';
const ask = async (target: string, by = admin) => (await by.call(handOffCreate, { body: { target } })).body.code as string;
const redeem = (body: object) => app.call(handOffRedeem, { body });
const open = (code: string) => app.call(importAccountTemplate, { query: { code } });
const refused = { status: 403, error: { code: 'HAND_OFF_REFUSED' } };

describe('POST /api/hand-off', () => {
  test('[K403] gives a code for a minute; its hash alone is kept', async () => {
    const reply = await admin.call(handOffCreate, { body: { target: 'store' } });
    expect(reply.body).toMatchObject({ status: 'success', expires_in: 60, code: expect.stringMatching(/^[\w-]{43}$/) });
    const rows = await app.db.selectFrom('hand_off_codes').selectAll().execute();
    expect(JSON.stringify(rows.map(({ code_hash }) => code_hash.toString('latin1')))).not.toContain(reply.body.code);
  });

  test('[B156] a repeat under the same key gets a code of its own: what opens something is kept nowhere', async () => {
    const [first, again] = [
      await admin.call(handOffCreate, { body: { target: 'store' } }, { key: 'once' }),
      await admin.call(handOffCreate, { body: { target: 'store' } }, { key: 'once' }),
    ];
    expect(again.body.code).not.toBe(first.body.code);
    const link = await admin.call(accountLinkCreate, { params: { id: teacher.accountId } }, { key: 'link' });
    expect(link.body.url).toContain('#code=');
    expect(await app.db.selectFrom('idempotency_keys').select('key').where('key', 'in', ['once', 'link']).execute()).toEqual([]);
  });

  test('is for those who are signed in, and for addresses that can be handed over', async () => {
    expect((await app.call(handOffCreate, { body: { target: 'store' } })).status).toBe(401);
    for (const target of ['', 'https://evil.example', '//evil.example', '/files/1', '/api/../files', 'a b', 'x'.repeat(300), null, 1])
      expect([target, (await admin.call(handOffCreate, { body: { target } })).status]).toEqual([target, 422]);
  });
});

describe('our own downloads', () => {
  test('[L520] open with a code once, and with the bearer header', async () => {
    const code = await ask(TEMPLATE);
    const first = await open(code);
    expect(first).toMatchObject({
      status: 200,
      headers: { 'content-type': importAccountTemplate.download, 'content-disposition': expect.stringContaining('account-import-template.xlsx') },
    });
    expect(await open(code)).toMatchObject(refused);
    expect((await admin.call(importAccountTemplate)).status).toBe(200);
  });

  test('a code counts for its own address, and not on others nor for sites', async () => {
    const code = await ask(TEMPLATE);
    expect(await app.call(accountExport, { query: { code } })).toMatchObject(refused);
    expect(await redeem({ code })).toMatchObject(refused);
    expect(await redeem({ code, target: TEMPLATE })).toMatchObject(refused);
    expect((await open(code)).status).toBe(200);
    expect(await open(await ask('store'))).toMatchObject(refused);
  });

  test('grants what its owner may do at that moment, nothing more', async () => {
    expect(await open(await ask(TEMPLATE, teacher))).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
  });

  test('ends after a minute, and with the token that asked', async () => {
    const late = await ask(TEMPLATE);
    await app.clock.advanceMs(60_500);
    expect(await open(late)).toMatchObject(refused);
    const token = await app.signIn(admin.accountId);
    const { code } = (await app.call(handOffCreate, { body: { target: TEMPLATE } }, { token })).body;
    await app.call(authLogout, {}, { token });
    expect(await open(code)).toMatchObject(refused);
  });

  test('a window that a person sees shows a sentence, not JSON', async () => {
    const reply = await app.server.app.inject({ url: `${TEMPLATE}?code=x`, headers: { accept: 'text/html' } });
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
      403,
      'text/plain; charset=utf-8',
      'This address works once, within a minute. Go back and open it again.',
    ]);
  });

  test.each(['', 'x', "' OR 1=1", 'a'.repeat(5000)])('the code %j opens nothing', async (code) => {
    expect((await open(code)).status).toBe(403);
  });
});

describe('POST /api/hand-off/redeem', () => {
  test('[K403] tells who it is and what they may do, once, and never a token', async () => {
    const code = await ask('store', teacher);
    const reply = await redeem({ code, target: 'store' });
    expect(reply.body).toMatchObject({
      target: 'store',
      user: { account_id: teacher.accountId, first_name: teacher.firstName, user_type: 'Teachers', rights: expect.arrayContaining(['live-lessons:run']) },
    });
    expect(JSON.stringify(reply.body)).not.toContain('api_token');
    expect(JSON.stringify(reply.body)).not.toContain(teacher.token);
    expect(await redeem({ code, target: 'store' })).toMatchObject(refused);
  });

  test('another site cannot use it, nor somebody who was deactivated meanwhile', async () => {
    const code = await ask('store', teacher);
    expect(await redeem({ code, target: 'snapshot' })).toMatchObject(refused);
    const leaver = await scenario.person('teachers', await scenario.school());
    const last = await ask('store', leaver);
    await scenario.deactivate(leaver.accountId);
    expect(await redeem({ code: last })).toMatchObject(refused);
    expect((await redeem({ code })).status).toBe(200);
  });

  test('two who redeem one code at once: one learns who it is', async () => {
    const code = await ask('store');
    const replies = await Promise.all([redeem({ code }), redeem({ code }), redeem({ code })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });
});

test('codes whose minute is over are forgotten', async () => {
  await ask('store');
  await app.clock.advanceMs(61_000);
  await deleteOldCodes(app.db);
  expect(await app.db.selectFrom('hand_off_codes').selectAll().execute()).toEqual([]);
});
