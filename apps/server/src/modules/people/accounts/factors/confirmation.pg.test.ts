import { accountExport, accountLinkCreate, authConfirm, authConfirmWays, authLogin, contract, type Endpoint, handOffCreate } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { hashPassword } from '../password.ts';

const PASSWORD = 'four kettles and a moss';
let app: TestApp;
let other: TestApp;
let admin: TestPerson;
let teacher: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  other = await app.another({ sharesFolder: true });
  const scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  teacher = await scenario.person('teachers', await scenario.school());
  await app.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', admin.accountId)
    .execute();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Signs the administrator in on a device of its own. */
async function signIn(device = String(Math.random())): Promise<string> {
  const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', admin.accountId).executeTakeFirstOrThrow();
  await app.db
    .updateTable('schools')
    .set({ settings: JSON.stringify({ several_devices_for_staff: true }) })
    .execute();
  return (await app.call(authLogin, { body: { email, password: PASSWORD, device } })).body.api_token;
}
const makeLink = (token: string, on = app) => on.call(accountLinkCreate, { params: { id: teacher.accountId } }, { token });
const refused = { status: 403, error: { code: 'CONFIRM_FIRST' } };

describe('calls that need a confirmation', () => {
  test('[B2600] open for ten minutes after the sign-in, then for ten minutes after each confirmation of that very sign-in, in every process', async () => {
    const [token, elsewhere] = [await signIn(), await signIn()];
    await app.clock.advanceMs(590_000);
    expect((await makeLink(token)).status).toBe(200);
    await app.clock.advanceMs(11_000);
    expect(await makeLink(token)).toMatchObject(refused);
    expect(await makeLink(token, other)).toMatchObject(refused);
    expect((await app.call(authConfirmWays, {}, { token })).body.ways).toEqual(['password']);
    expect((await app.call(authConfirm, { body: { password: PASSWORD } }, { token })).status).toBe(200);
    expect((await makeLink(token, other)).status).toBe(200);
    expect(await makeLink(elsewhere)).toMatchObject(refused);
    await app.clock.advanceMs(601_000);
    expect(await makeLink(token)).toMatchObject(refused);
  });

  test('a wrong password confirms nothing, is named at its field, and many of them are slowed', async () => {
    const token = await signIn();
    await app.clock.advanceMs(601_000);
    const reply = await app.call(authConfirm, { body: { password: 'wrong' } }, { token });
    expect([reply.status, reply.body.errors]).toEqual([422, { password: ['This is not your current password.'] }]);
    expect((await app.call(authConfirm, { body: {} }, { token })).status).toBe(422);
    expect(await makeLink(token)).toMatchObject(refused);
    for (let tries = 0; tries < 24; tries += 1) await app.call(authConfirm, { body: { password: `wrong ${tries}` } }, { token });
    const trail = await app.db.selectFrom('audit_entries').select('after').where('action', '=', 'auth.login.refused').execute();
    expect(trail.map(({ after }) => (after as { failures: number }).failures)).toEqual([1, 10]);
    expect((await app.call(authConfirm, { body: { password: PASSWORD } }, { token })).status).toBe(200);
  });

  test('a person without a password confirms by signing in again', async () => {
    const token = await app.signIn(teacher.accountId);
    expect((await app.call(authConfirmWays, {}, { token })).body.ways).toEqual([]);
    expect((await app.call(authConfirm, { body: { password: 'x' } }, { token })).status).toBe(422);
  });

  test('[B2600] a code for a download is only given after a confirmation, and opens it until it ends', async () => {
    const token = await signIn();
    const target = '/api/accounts/export';
    await app.clock.advanceMs(590_000);
    const { code } = (await app.call(handOffCreate, { body: { target } }, { token })).body;
    await app.clock.advanceMs(20_000);
    expect(await app.call(handOffCreate, { body: { target } }, { token })).toMatchObject(refused);
    expect((await app.call(handOffCreate, { body: { target: '/api/import/account/download' } }, { token })).status).toBe(200);
    expect((await app.call(accountExport, { query: { code } })).status).toBe(200);
    expect(await app.call(accountExport, {}, { token })).toMatchObject(refused);
  });
});

/** The resources whose changing calls decide who may do what, who gets in, and which systems do. */
const DECIDING =
  /^(?:accounts|account-roles|roles|actions|resources|policies|resource-policies|sign-in-cards|api-clients|rosters|classroom-sync|backups|retention|erasures|holds)$/;
/** Names of calls that say the same. */
const TELLING = /email|role|rights|link|card|factor|export|erase|retention|hold|backup|connect/i;

/** Calls that look as if they needed a confirmation, with the reason why they do not. */
const EXEMPT: Readonly<Record<string, string>> = {
  'factor.code.finish': 'finishes what factor.code.begin began, which needs it',
  'factor.passkey.finish': 'finishes what factor.passkey.begin began, which needs it',
  'account.link.revoke': 'closes a way in',
  'account.status': 'ends access at once when somebody leaves; activating gives nothing that the account did not have',
  'account.signOut': 'closes a way in',
  'apiClient.revoke': 'closes a way in',
  'sync.disconnect': 'closes a way in',
  'drive.connect': 'one’s own files, for oneself',
  'drive.connect.finish': 'as drive.connect',
  'drive.disconnect': 'closes a way in',
  'walls.disconnect': 'closes a way in',
  'sync.connect.finish': 'finishes what sync.connect began, which needs it',
  'import.account': 'a preview; import.apply needs it',
  'import.resolve': 'as import.account',
  'import.takeBack': 'undoes within hours what import.apply did',
  'import.errors': 'the rows that one has sent oneself',
  'import.questions.errors': 'as import.errors',
  'import.account.template': 'has nobody’s name',
  'roster.import': 'a preview; roster.apply needs it',
  'roster.columns': 'as roster.import',
  'roster.choose': 'as roster.import',
  'roster.meet': 'as roster.import',
  'roster.cancel': 'as roster.import',
  'roster.errors': 'the rows that one has sent oneself',
  'roster.undo': 'undoes what roster.apply did',
  'rosterSource.test': 'changes nothing',
  'rosterSource.read': 'reads from a source that rosterSource.create set up, which needs it',
  'rosterSource.cancel': 'as rosterSource.read',
  'seatPin.list': 'a PIN opens a seat in one lesson, and no account; it is needed while a class waits',
  'seatPin.renew': 'as seatPin.list',
  'seatPin.renewAll': 'as seatPin.list',
  'export.question': 'questions, without names of students',
  'file.export': 'a list of files, without names of students',
  'failedJob.holdMany': 'work in a queue',
  'system.backUp': 'writes to a folder of the server, and gives nobody anything',
  'course.meetLink': 'the address of a class’s video meeting',
  'course.meetLink.remove': 'as course.meetLink',
  'sync.link': 'one class over a connection that sync.connect made, which needs it; everyday work of teachers',
  'sync.unlink': 'as sync.link',
  'sync.gradeHere': 'as sync.link',
  'sync.courseWorks': 'as sync.link',
  'sync.invitations': 'as sync.link',
  'sync.settings': 'as sync.link',
  'sync.conflict.solve': 'as sync.link',
  'sync.conflict.solveMany': 'as sync.link',
  'sync.run.apply': 'as sync.link',
  'sync.run.cancel': 'as sync.link',
  'sync.run.undo': 'as sync.link',
  'sync.person.match': 'as sync.link; an account that it makes opens only with a link or card, which need it',
  'sync.people.match': 'as sync.person.match',
};

const looksDeciding = ({ name, access, method, readOnly, download }: Endpoint): boolean =>
  access !== 'public' &&
  access !== 'link' &&
  access !== 'client' &&
  ((method !== 'GET' && !readOnly && ((typeof access === 'object' && DECIDING.test(access.resource)) || TELLING.test(name))) || download !== undefined);

test('[B2601] every call that changes email, role, rights, links, cards, OneRoster or sync, or exports names, needs a confirmation or says why not', () => {
  const missing = contract.filter((endpoint: Endpoint) => looksDeciding(endpoint) && !endpoint.confirmed && !(endpoint.name in EXEMPT));
  expect(missing.map(({ name }) => name)).toEqual([]);
  const names = new Map(contract.map((endpoint: Endpoint) => [endpoint.name, endpoint]));
  const idle = Object.keys(EXEMPT).filter((name) => names.get(name)?.confirmed || !looksDeciding(names.get(name) as Endpoint));
  expect(idle).toEqual([]);
});
