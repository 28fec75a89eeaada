import {
  authLogin,
  authMe,
  configGet,
  linkUse,
  passwordForgot,
  schoolLogoDelete,
  schoolLogoSave,
  schoolSettingsGet,
  schoolSettingsUpdate,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createMailbox, createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { writeOwnColors } from '@classwright/rules/colors/own-colors';
import { pngOf } from '../../../testing/pictures.ts';
import { hashPassword } from '../../people/accounts/index.ts';
import { suspendSchools } from '../../overview/all-schools/index.ts';
import { giveHost, HostTaken } from './index.ts';

const PASSWORD = 'four kettles and a moss';
const mailbox = createMailbox();
let app: TestApp;
let scenario: Scenario;
let schools: [number, number];
let keepers: [TestPerson, TestPerson];
let turn = 0;
let host: string;

beforeAll(async () => {
  app = await startTestApp({ publicUrl: new URL('https://school.test'), mailer: mailbox.mailer });
  scenario = createScenario(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  turn += 1;
  host = `lincoln${turn}.example.org`;
  schools = [await scenario.school(), await scenario.school()];
  keepers = [await scenario.person('teachers', schools[0]), await scenario.person('teachers', schools[1])];
  for (const { accountId } of keepers) await giveRights(app.db, accountId, ['school-settings:view', 'school-settings:edit']);
});

const acting = { actor: { accountId: null, schoolId: null }, requestId: 'r' } as const;
const give = (id: number, name: string | null) => inTransaction(app.db, (tx) => giveHost(tx, acting, id, name));
/** A process knows a host for a second. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 1_050));
const at = (name: string) => ({ headers: { host: name } });
const nameOf = async (id: number) => (await app.db.selectFrom('schools').select('school_name').where('id', '=', id).executeTakeFirstOrThrow()).school_name;

/** Brings a person of a school who signs in with PASSWORD. Returns the address. */
async function withPassword(schoolId: number | null): Promise<string> {
  const { accountId } = await scenario.person('teachers', schoolId);
  const password_hash = await hashPassword(PASSWORD);
  return (await app.db.updateTable('accounts').set({ password_hash }).where('id', '=', accountId).returning('email').executeTakeFirstOrThrow()).email;
}
const countTokens = async (email: string): Promise<number> =>
  (await sql`SELECT FROM access_tokens JOIN accounts ON accounts.id = account_id WHERE email = ${email}`.execute(app.db)).rows.length;
const signIn = (email: string, name: string, password = PASSWORD) => app.call(authLogin, { body: { email, password } }, at(name));

test('[B3002] at the host of a school its name shows before anybody signs in, and an unknown host stays refused', async () => {
  expect((await app.call(configGet, {}, at(host))).error?.code).toBe('WRONG_HOST');
  await give(schools[0], host);
  await heard();
  const { body } = await app.call(configGet, {}, at(`${host}:8443`));
  expect(body).toMatchObject({ school: { name: await nameOf(schools[0]), logo: null }, realtime: { host, port: 443, tls: true } });
  expect((await app.call(configGet, {}, at('school.test'))).body).toMatchObject({ school: { name: null }, realtime: { host: 'school.test' } });
  expect((await app.call(configGet, {}, at(`x.${host}`))).status).toBe(421);
  expect((await keepers[0].call(schoolSettingsGet, { params: { id: schools[0] } })).body.settings.host).toBe(host);

  await give(schools[0], null);
  await heard(); // the first request after that still finds it
  await expect.poll(async () => (await app.call(configGet, {}, at(host))).status).toBe(421);
});

test('[B3003] people of the school sign in at its host; others read where to go, and only after the right password', async () => {
  await give(schools[0], host);
  const theirs = `oak${turn}.example.org`;
  await give(schools[1], theirs);
  await heard();
  const [own, other, nobodys] = [await withPassword(schools[0]), await withPassword(schools[1]), await withPassword(null)];
  expect((await signIn(own, host)).status).toBe(200);
  const before = await countTokens(other);
  const refused = await signIn(other, host);
  expect(await countTokens(other)).toBe(before);
  expect(refused).toMatchObject({ status: 403, error: { code: 'OTHER_SITE' } });
  expect(refused.error?.message).toBe(`This is the address of ${await nameOf(schools[0])}, and your account is not one of its accounts. Sign in at ${theirs}.`);
  expect((await signIn(nobodys, host)).error?.message).toContain('Sign in at school.test.');
  for (const email of [other, 'nobody@nowhere.example']) expect((await signIn(email, host, 'wrong')).error?.code).toBe('SIGN_IN_REFUSED');
  for (const email of [own, other, nobodys]) expect((await signIn(email, 'school.test')).status).toBe(200);
});

test('[B3004] emails to people of a school lead to its host, also the link that they ask for at another address', async () => {
  await give(schools[0], host);
  await heard();
  const [own, other] = [await withPassword(schools[0]), await withPassword(schools[1])];
  mailbox.empty();
  for (const email of [own, other]) await app.call(passwordForgot, { body: { email } }, at('school.test'));
  await app.server.jobs.runDue();
  await expect.poll(() => mailbox.sent.filter(({ to }) => [own, other].includes(to.address)).length).toBe(2);
  const textTo = (address: string) => mailbox.sent.find(({ to }) => to.address === address)?.text ?? '';
  expect(textTo(own)).toContain(`https://${host}/`);
  expect(textTo(own)).not.toContain('school.test/');
  expect(textTo(other)).toContain('https://school.test/');

  // a link of another school is not used up at this host
  const code = /code=([^\s]+)/.exec(textTo(other))?.[1] ?? '';
  const use = (name: string) => app.call(linkUse, { body: { code, password: 'a lantern under six bridges', device: '' } }, at(name));
  expect((await use(host)).error?.code).toBe('OTHER_SITE');
  expect((await use('school.test')).status).toBe(200);
});

test('[B3005] two schools cannot have one host; it is free when the first gives it up, and the audit trail shows both', async () => {
  await give(schools[0], host);
  await give(schools[0], host); // as it is
  const taken = await give(schools[1], host).catch((error: unknown) => error);
  expect(taken).toBeInstanceOf(HostTaken);
  expect((taken as HostTaken).school).toBe(await nameOf(schools[0]));
  await sql`UPDATE schools SET archived_at = app_now() WHERE id = ${schools[0]}`.execute(app.db);
  await expect(give(schools[1], host)).rejects.toThrow(HostTaken);
  await expect(
    sql`UPDATE schools SET settings = settings || jsonb_build_object('host', ${host}::text) WHERE id = ${schools[1]}`.execute(app.db),
  ).rejects.toThrow('schools_host');
  await give(schools[0], null);
  await give(schools[1], host);
  const { rows } = await sql<{ subject_id: number; host: string | null }>`
    SELECT subject_id, after ->> 'host' AS host FROM audit_entries
     WHERE subject_type = 'school_settings' AND subject_id = ANY(${schools}::bigint[]) ORDER BY id`.execute(app.db);
  expect(rows.map(({ subject_id, host: name }) => [subject_id, name])).toEqual([
    [schools[0], host],
    [schools[0], null],
    [schools[1], host],
  ]);
});

test('[B3006] the host of a suspended school still shows its name, and the sign-in says why nobody is let in', async () => {
  await give(schools[0], host);
  const own = await withPassword(schools[0]);
  await inTransaction(app.db, (tx) => suspendSchools(tx, acting, [schools[0]], 'The contract has ended.'));
  await heard();
  expect((await app.call(configGet, {}, at(host))).body.school.name).toBe(await nameOf(schools[0]));
  expect((await signIn(own, host)).error).toMatchObject({ code: 'SCHOOL_SUSPENDED', message: expect.stringContaining('The contract has ended.') });
});

const saveLogo = (index: 0 | 1, bytes: Buffer, id = schools[index]) =>
  keepers[index].call(schoolLogoSave, { params: { id }, body: { logo: bytes.toString('base64') } });
const show = (address: string) => app.server.app.inject({ url: address, headers: { host: 'school.test' } });

test('[B3010] a logo is shown to people of the school and at its host, under an address that may be cached, until it is removed', async () => {
  await give(schools[0], host);
  const picture = pngOf(64, 32);
  const saved = await saveLogo(0, picture);
  expect(saved).toMatchObject({ status: 200, body: { message: 'Logo saved', settings: { host } } });
  const address = saved.body.settings.logo as string;
  await heard();
  expect((await app.call(configGet, {}, at(host))).body.school.logo).toBe(address);
  expect((await keepers[0].call(authMe)).body.user.school?.logo).toBe(address);
  expect((await keepers[1].call(authMe)).body.user.school?.logo).toBeNull();

  const shown = await show(address);
  expect([shown.statusCode, shown.rawPayload.equals(picture)]).toEqual([200, true]);
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': expect.stringContaining('attachment'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const again = (await saveLogo(0, pngOf(48))).body.settings.logo as string;
  expect(again).not.toBe(address);
  expect((await show(address)).statusCode).toBe(404);
  const removed = await keepers[0].call(schoolLogoDelete, { params: { id: schools[0] } });
  expect(removed.body).toMatchObject({ message: 'Logo removed', settings: { logo: null } });
  expect((await show(again)).statusCode).toBe(404);
  expect((await keepers[0].call(authMe)).body.user.school?.logo).toBeNull();
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_entries WHERE subject_id = ${schools[0]} AND action LIKE 'schoolLogo.%' ORDER BY id`.execute(app.db);
  expect(rows.map(({ action }) => action)).toEqual(['schoolLogo.save', 'schoolLogo.save', 'schoolLogo.delete']);
});

test('[B3011] what is no logo is refused with its remedy, and nothing is kept: other kinds, cut pictures, too many bytes or pixels', async () => {
  const fault = async (bytes: Buffer) => (await saveLogo(0, bytes)).error?.errors?.['logo']?.[0];
  const noPicture = 'The logo is not a complete PNG, JPEG or WebP picture. Choose another file.';
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const bytes of [svg, Buffer.from('<html></html>'), pngOf(8).subarray(0, 40), Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1')])
    expect(await fault(bytes)).toBe(noPicture);
  const tooManyPixels = 'The logo has too many pixels. Choose a picture of at most 2,048 pixels on its longer side.';
  for (const [width, height] of [
    [60_000, 60_000],
    [2_049, 1],
    [1, 4_000_000_000],
  ] as const)
    expect(await fault(pngOf(8, 8, { width, height }))).toBe(tooManyPixels);
  const tooLarge = 'The logo is too large. Choose a picture of at most 200 KB.';
  for (const size of [200_001, 260_000]) expect(await fault(Buffer.concat([pngOf(8), Buffer.alloc(size)]).subarray(0, size))).toBe(tooLarge);
  for (const logo of ['', 'not base64!', 7 as never])
    expect((await keepers[0].call(schoolLogoSave, { params: { id: schools[0] }, body: { logo } })).error?.errors?.['logo']).toHaveLength(1);
  expect((await keepers[0].call(schoolLogoSave, { params: { id: schools[0] }, body: { logo: 'A'.repeat(600_000) } })).status).toBe(413);
  expect((await keepers[0].call(authMe)).body.user.school?.logo).toBeNull();
  expect(await sql`SELECT FROM school_logos WHERE school_id = ${schools[0]}`.execute(app.db)).toMatchObject({ rows: [] });
});

test('[B3051] a color of the school’s own is a style sheet for its people and at its host, until it is removed; no other text is a color', async () => {
  await give(schools[0], host);
  const color = (value: unknown) => keepers[0].call(schoolSettingsUpdate, { params: { id: schools[0] }, body: { color: value as string } });
  const saved = await color(' #1A5FB4 ');
  expect(saved).toMatchObject({ status: 200, body: { settings: { color: '#1a5fb4', host } } });
  await heard();
  const address = '/api/school-colors/1a5fb4';
  expect((await app.call(configGet, {}, at(host))).body.school.colors).toBe(address);
  expect((await app.call(configGet, {}, at('school.test'))).body.school.colors).toBeNull();
  expect((await keepers[0].call(authMe)).body.user.school?.colors).toBe(address);
  expect((await keepers[1].call(authMe)).body.user.school?.colors).toBeNull();
  const sheet = await show(address);
  expect(sheet).toMatchObject({ statusCode: 200, payload: writeOwnColors('#1a5fb4') });
  expect(sheet.headers).toMatchObject({
    'content-type': 'text/css',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  for (const value of ['red', '#12345', '#1234567', '#12345g', '', 7, '#fff;}body{display:none']) {
    const refused = await color(value);
    expect([refused.status, refused.error?.errors?.['color']], String(value)).toEqual([
      422,
      ['A color has the form #1a5fb4. Choose one, or write six digits from 0 to f after the #.'],
    ]);
  }
  for (const path of ['red', '12345', '1a5fb4;', '%23a5fb4', 'ABCDEF']) expect((await show(`/api/school-colors/${path}`)).statusCode, path).toBe(422);
  expect((await keepers[1].call(schoolSettingsUpdate, { params: { id: schools[0] }, body: { color: '#000000' } })).status).toBe(404);
  expect((await color(null)).body.settings.color).toBeNull();
  expect((await keepers[0].call(authMe)).body.user.school?.colors).toBeNull();
});

test('[B3012] a logo is changed by people of the school who may change its settings, and by nobody else', async () => {
  const student = await scenario.person('student', schools[0]);
  const colleague = await scenario.person('teachers', schools[0]);
  const call = { params: { id: schools[0] } };
  for (const person of [student, colleague]) {
    expect((await person.call(schoolLogoSave, { ...call, body: { logo: pngOf(8).toString('base64') } })).status).toBe(403);
    expect((await person.call(schoolLogoDelete, call)).status).toBe(403);
  }
  expect((await saveLogo(1, pngOf(8), schools[0])).status).toBe(404);
  expect((await keepers[1].call(schoolLogoDelete, call)).status).toBe(404);
  expect((await app.call(schoolLogoSave, { ...call, body: { logo: '' } })).status).toBe(401);
});
