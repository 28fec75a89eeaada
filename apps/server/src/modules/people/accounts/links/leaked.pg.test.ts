import { accountLinkCreate, linkCheck, linkUse, passwordChange, signInCardsCreate } from '@classwright/contract';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp } from '../../../../testing/index.ts';

const LEAKED = 'four kettles and a moss';
let folder: string;
let app: TestApp;
let scenario: Scenario;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cw-leaked-'));
  const path = join(folder, 'leaked.txt');
  const lines = [LEAKED, ...Array.from({ length: 50 }, (_, index) => `other ${index}`)].map((text) =>
    createHash('sha1').update(text).digest('hex').toUpperCase(),
  );
  writeFileSync(
    path,
    lines
      .sort()
      .map((hash) => `${hash}:3`)
      .join('\r\n'),
  );
  app = await startTestApp({ leakedPasswordsFile: path });
  scenario = createScenario(app);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('[B2613] nobody chooses a password of the operator’s file, neither by a link nor on the profile', async () => {
  const [admin, teacher] = [await scenario.person('admin', null), await scenario.person('teachers', await scenario.school())];
  const own = await teacher.call(passwordChange, { body: { password: LEAKED } });
  expect([own.status, own.body.errors]).toEqual([422, { password: [expect.stringContaining('Too many people')] }]);
  expect((await teacher.call(passwordChange, { body: { password: `${LEAKED}, twice` } })).status).toBe(200);
  const code = ((await admin.call(accountLinkCreate, { params: { id: teacher.accountId } })).body.url as string).split('#code=')[1];
  expect((await app.call(linkUse, { body: { code, password: LEAKED } })).status).toBe(422);
  expect((await app.call(linkUse, { body: { code, password: `${LEAKED}, again` } })).status).toBe(200);
});

test('[B2614] the code of a card is kept with a key, and one that was kept without goes on working', async () => {
  const school = await scenario.school();
  const [admin, student] = [await scenario.person('admin', null), await scenario.person('student', school)];
  const made = await admin.call(signInCardsCreate, { body: { account_ids: [student.accountId], kind: 'once' } });
  const secret = made.body.cards[0]?.secret as string;
  const compact = secret.replaceAll('-', '');
  const plain = createHash('sha256').update(compact).digest();
  const kept = async () =>
    (await app.db.selectFrom('one_time_links').select('code_hash').where('account_id', '=', student.accountId).executeTakeFirstOrThrow()).code_hash;
  expect((await kept()).equals(plain)).toBe(false);
  expect((await app.call(linkCheck, { body: { code: secret.toUpperCase() } })).status).toBe(200);
  await app.db.updateTable('one_time_links').set({ code_hash: plain }).where('account_id', '=', student.accountId).execute();
  expect((await app.call(linkCheck, { body: { code: secret } })).status).toBe(200);
});
