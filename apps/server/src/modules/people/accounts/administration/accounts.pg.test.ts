import {
  accountCreate,
  accountDelete,
  accountExport,
  accountGet,
  accountList,
  accountSignOut,
  accountStatus,
  accountUpdate,
  authLogin,
  authMe,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { giveRights } from '../../../../testing/rights.ts';
import { readRows } from '../../../../platform/spreadsheets/index.ts';
import { getAccessVersions } from '../../access/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;
let counter = 0;
const roles = new Map<string, number>();

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
  for (const { key, id } of await app.db.selectFrom('roles').select(['key', 'id']).execute()) if (key) roles.set(key, id);
});
afterAll(() => app.close());

const TYPES = { Admin: 1, Teachers: 2, Student: 3 } as const;
function valid(values: Record<string, unknown> = {}): Record<string, unknown> {
  counter += 1;
  const role_id = roles.get('teachers');
  return {
    first_name: 'Grace',
    last_name: `Hopper ${counter}`,
    email: `grace${counter}@school.test`,
    phone_number: '+1 555 0100',
    school_id: schoolId,
    account_type_id: TYPES.Teachers,
    role_id,
    status: true,
    ...values,
  };
}
const create = async (values: Record<string, unknown> = {}, by = admin) => by.call(accountCreate, { body: valid(values) });
const made = async (values: Record<string, unknown> = {}) => (await create(values)).body.account;
const edit = (account: Record<string, unknown>, values: Record<string, unknown> = {}, by = admin) =>
  by.call(accountUpdate, { params: { id: account.id }, body: { ...account, ...values } });
const entriesOf = (subjectId: number) =>
  app.db.selectFrom('audit_entries').selectAll().where('subject_type', '=', 'account').where('subject_id', '=', subjectId).orderBy('id').execute();

describe('POST /api/accounts', () => {
  test('[L212] [L214] [L367] [L513] [L522] makes an account with its primary role, without a password, and says so', async () => {
    const reply = await create({ first_name: 'Grace', last_name: 'Hopper' });
    expect(reply).toMatchObject({ status: 201, body: { status: 'success', message: 'Account Created Successfully' } });
    const { account } = reply.body;
    expect(account).toMatchObject({
      full_name: 'Grace Hopper',
      school_id: schoolId,
      account_type_name: 'Teachers',
      role_name: 'Teachers',
      status: true,
      has_password: false,
      last_sign_in_at: null,
    });
    expect(await app.db.selectFrom('account_roles').select(['role_id', 'is_active']).where('account_id', '=', account.id).execute()).toEqual([
      { role_id: roles.get('teachers'), is_active: true },
    ]);
    expect(await entriesOf(account.id)).toMatchObject([
      { action: 'account.create', account_id: admin.accountId, before: null, after: { first_name: 'Grace', role_name: 'Teachers' } },
    ]);
  });

  test('[L336–L344] every empty field is named in the specified words', async () => {
    const empty = { first_name: '', last_name: ' ', email: '', phone_number: '', school_id: '', account_type_id: '', role_id: '', status: '' };
    const required = {
      first_name: ['First Name is required'],
      last_name: ['Last Name is required'],
      email: ['Email is required'],
      phone_number: ['Phone Number is required'],
      school_id: ['School is required'],
      account_type_id: ['Account Type is required'],
      role_id: ['Role is required'],
      status: ['Status is required'],
    };
    expect((await admin.call(accountCreate, { body: empty })).body.errors).toMatchObject(required);
    const missing = await admin.call(accountCreate, { body: {} });
    expect(missing).toMatchObject({ status: 422, body: { errors: required } });
    expect((await create({ school_id: '' })).body.errors).toEqual({ school_id: ['School is required'] });
    expect((await create({ school_id: null })).body.errors).toEqual({ school_id: ['School is required'] });
  });

  test('an administrator may span the installation, without a school', async () => {
    expect(await made({ school_id: null, account_type_id: TYPES.Admin, role_id: roles.get('admin') })).toMatchObject({
      school_id: null,
      school_name: null,
      role_name: 'Admin',
    });
  });

  test.each([
    ['case', 'Same.One@School.test', 'same.one@SCHOOL.test'],
    ['Unicode form', 'josé@school.test', 'jose\u0301@school.test'],
    ['compatibility form', 'fi1@school.test', 'ﬁ1@school.test'],
    ['space around', 'space@school.test', '  space@school.test '],
  ])('[B047] an e-mail that somebody has in another %s is refused at its field', async (_what, first, second) => {
    expect((await create({ email: first })).status).toBe(201);
    expect(await create({ email: second })).toMatchObject({
      status: 422,
      body: { errors: { email: ['Someone already has this email address. Use another one.'] } },
    });
  });

  test('two that ask for one address at once: one gets it', async () => {
    const replies = await Promise.all(['Race@school.test', 'race@school.test', 'RACE@school.test'].map((email) => create({ email })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  test.each(['nobody', 'a@b', 'a b@school.test', 'a@b@school.test', '<a@school.test>', 'a@school.test\nBcc: x@y.z'])(
    '%j is no e-mail address',
    async (email) => {
      expect((await create({ email })).body.errors).toMatchObject({ email: ['Enter an email address like name@school.org'] });
    },
  );

  test('forged ids in every field are refused at the field', async () => {
    for (const field of ['school_id', 'account_type_id', 'role_id'] as const)
      for (const forged of [999_999, -1, 0, 1.5, 'x', '1;DROP TABLE accounts', { id: 1 }, [1], '9'.repeat(30)]) {
        const reply = await create({ [field]: forged });
        expect([field, forged, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([field, forged, 422, [field]]);
      }
  });

  test('names of every script and mark come back as they were', async () => {
    for (const last_name of [
      'O’Neill-Åse',
      '李',
      'Ng',
      'عبد الله',
      'Nguyễn Thị',
      'X Æ A-12',
      "'; DROP TABLE accounts; --",
      '=1+1',
      'null',
      '<b>Bold</b>',
      '👩‍🏫',
    ]) {
      const account = await made({ last_name });
      expect((await admin.call(accountGet, { params: { id: account.id } })).body.account.last_name).toBe(last_name);
    }
  });

  test('text that cannot be stored is refused at its field', async () => {
    expect((await create({ first_name: 'a\u0000b' })).body.errors).toHaveProperty('first_name');
    expect((await create({ first_name: 'x'.repeat(101) })).body.errors!.first_name![0]).toContain('at most 100');
  });
});

describe('GET /api/accounts', () => {
  let other: number;
  beforeAll(async () => {
    other = await scenario.school();
    for (const [first_name, last_name] of [
      ['José', 'Álvarez'],
      ['Zoë', 'O’Neill'],
      ['Ann', 'Neilson'],
      ['50%', 'Off_Sale'],
    ])
      await made({ first_name, last_name, school_id: other });
  });
  const search = async (query: Record<string, unknown>, by = admin) => (await by.call(accountList, { query: { school_id: other, ...query } })).body;
  const namesOf = ({ data }: { data: { full_name: string }[] }) => data.map(({ full_name }) => full_name);

  test('[L215] [L512] [L558] [L560] pages with per_page and last_page from 1', async () => {
    const page = await search({ per_page: 3, page: 2 });
    expect(page).toMatchObject({ data: [expect.anything()], pagination: { total: 4, per_page: 3, current_page: 2, last_page: 2, from: 4, to: 4 } });
    expect((await search({ page: 9 })).pagination).toMatchObject({ from: null, to: null });
    for (const bad of [{ page: 0 }, { page: -1 }, { per_page: 201 }, { per_page: 0 }, { sort: 'password_hash' }, { direction: 'up' }])
      expect((await admin.call(accountList, { query: bad })).status).toBe(422);
  });

  test('finds any part of a name without regard to case, accents and apostrophes; marks mean themselves', async () => {
    expect(namesOf(await search({ first_name: 'JOSE' }))).toEqual(['José Álvarez']);
    expect(namesOf(await search({ last_name: 'alvar' }))).toEqual(['José Álvarez']);
    expect(namesOf(await search({ last_name: 'oneil' }))).toEqual(['Zoë O’Neill']);
    expect(namesOf(await search({ last_name: "o'neil" }))).toEqual(['Zoë O’Neill']);
    expect(namesOf(await search({ last_name: 'neil' }))).toEqual(['Ann Neilson', 'Zoë O’Neill']);
    expect(namesOf(await search({ first_name: '%' }))).toEqual(['50% Off_Sale']);
    expect(namesOf(await search({ last_name: 'f_s' }))).toEqual(['50% Off_Sale']);
    expect(namesOf(await search({ first_name: '\\' }))).toEqual([]);
    expect(namesOf(await search({ first_name: '', last_name: '', email: '', role_id: '', account_type_id: '' }))).toHaveLength(4);
  });

  test('[L512] by e-mail, type and role; together they narrow', async () => {
    const student = await made({ account_type_id: TYPES.Student, role_id: roles.get('student'), email: 'Only.Me@school.test', school_id: other });
    expect((await search({ email: 'ONLY.me' })).data.map(({ id }: { id: number }) => id)).toEqual([student.id]);
    expect((await search({ account_type_id: TYPES.Student })).data).toHaveLength(1);
    expect((await search({ role_id: roles.get('student'), first_name: 'Zoë' })).data).toEqual([]);
    await admin.call(accountDelete, { params: { id: student.id } });
  });

  test('sorts by each column, either way, the same on every page', async () => {
    for (const sort of ['full_name', 'school_name', 'email', 'account_type_name', 'role_name', 'status', 'created_at']) {
      const up = namesOf(await search({ sort }));
      expect(namesOf(await search({ sort, direction: 'desc' }))).toEqual(up.toReversed());
    }
    expect(namesOf(await search({}))).toEqual(['José Álvarez', 'Ann Neilson', 'Zoë O’Neill', '50% Off_Sale']);
  });

  test('a look at one account is kept in the audit trail, at one’s own not', async () => {
    const account = await made();
    await admin.call(accountGet, { params: { id: account.id } });
    await admin.call(accountGet, { params: { id: admin.accountId } });
    expect((await entriesOf(account.id)).at(-1)).toMatchObject({ action: 'account.get', account_id: admin.accountId });
    expect((await entriesOf(admin.accountId)).filter(({ action }) => action === 'account.get')).toEqual([]);
  });
});

describe('PUT /api/accounts/{id}', () => {
  test('[L307] [L514] changes what was sent; the audit trail says from what to what', async () => {
    const account = await made();
    const reply = await edit(account, { last_name: 'Murray', email: 'Murray@school.test' });
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Account Updated Successfully', account: { last_name: 'Murray', email: 'Murray@school.test' } },
    });
    expect((await entriesOf(account.id)).at(-1)).toMatchObject({
      action: 'account.update',
      before: { last_name: account.last_name },
      after: { last_name: 'Murray' },
    });
  });

  test('[L510] two who edit one row: the second is told, with the newer row, and nothing is overwritten', async () => {
    const account = await made();
    expect((await edit(account, { first_name: 'First' })).status).toBe(200);
    const second = await edit(account, { first_name: 'Second' });
    expect(second).toMatchObject({ status: 409, error: { code: 'EDIT_CONFLICT', params: { row: { id: account.id, first_name: 'First' } } } });
    expect((await admin.call(accountGet, { params: { id: account.id } })).body.account.first_name).toBe('First');
    const { updated_at: _none, ...withoutVersion } = account;
    expect((await edit(withoutVersion, { first_name: 'Third' })).status).toBe(200);
  });

  test('at once: exactly one of them is saved', async () => {
    const account = await made();
    const replies = await Promise.all(['A', 'B', 'C'].map((first_name) => edit(account, { first_name })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('[L367] another primary role: the old one goes, the new one grants from the next call on', async () => {
    const account = await made();
    const token = await app.signIn(account.id);
    await edit(account, { role_id: roles.get('student'), account_type_id: TYPES.Student });
    expect(await app.db.selectFrom('account_roles').select(['role_id', 'is_active']).where('account_id', '=', account.id).execute()).toEqual([
      { role_id: roles.get('student'), is_active: true },
    ]);
    const { user } = (await app.call(authMe, {}, { token })).body;
    expect(user.rights).toContain('live-participation:answer');
    expect(user.rights).not.toContain('live-lessons:run');
  });

  test('a further role beside the primary one stays', async () => {
    const account = await made();
    const further = await giveRights(app.db, account.id, ['levels:view']);
    await edit(account, { role_id: roles.get('student') });
    expect(
      (await app.db.selectFrom('account_roles').select('role_id').where('account_id', '=', account.id).execute()).map(({ role_id }) => role_id).sort(),
    ).toEqual([roles.get('student'), further].sort());
  });

  test('the school of somebody who is in its classes stays', async () => {
    const { teacher, students } = await scenario.class();
    for (const person of [teacher, students[0]!]) {
      const { account } = (await admin.call(accountGet, { params: { id: person.accountId } })).body;
      expect((await edit({ ...account, phone_number: '1234' }, { school_id: schoolId })).body.errors).toEqual({
        school_id: ['This person is in 1 class of the school. Remove them from it first.'],
      });
    }
  });

  test('[B224] what an import left empty may stay empty; what was there cannot be emptied', async () => {
    const account = await made();
    await app.db.updateTable('accounts').set({ phone_number: '', last_name: '' }).where('id', '=', account.id).execute();
    const { updated_at: _none, ...imported } = { ...account, phone_number: '', last_name: '' };
    expect(await edit(imported, { first_name: 'Budiman' })).toMatchObject({
      status: 200,
      body: { account: { first_name: 'Budiman', last_name: '', phone_number: '' } },
    });
    expect((await edit(imported, { first_name: '' })).body.errors).toEqual({ first_name: ['First Name is required'] });
    const { updated_at: _old, ...whole } = await made();
    expect((await edit(whole, { phone_number: '' })).body.errors).toEqual({ phone_number: ['Phone Number is required'] });
  });

  test('[B305] a telephone number has digits; one that was stored before stays until it is changed', async () => {
    expect((await create({ phone_number: 'abc' })).body.errors).toEqual({ phone_number: ['Write a phone number in digits, like +1 555 0100.'] });
    const { updated_at: _none, ...account } = await made();
    await app.db.updateTable('accounts').set({ phone_number: 'ask Ada' }).where('id', '=', account.id).execute();
    expect((await edit(account, { phone_number: 'ask Ada', first_name: 'Zed' })).status).toBe(200);
    expect((await edit(account, { phone_number: 'ask Bo' })).body.errors).toHaveProperty('phone_number');
  });

  test('[B304] a student is no administrator: neither made so, nor by a new role, nor by a new type; one who is stays editable', async () => {
    const words = ['A student cannot be an administrator. Choose another role, or another account type.'];
    const asAdmin = { role_id: roles.get('admin'), school_id: null };
    expect((await create({ ...asAdmin, account_type_id: TYPES.Student })).body.errors).toEqual({ role_id: words });
    const { updated_at: _none, ...student } = await made({ account_type_id: TYPES.Student, role_id: roles.get('student') });
    expect((await edit(student, asAdmin)).body.errors).toEqual({ role_id: words });
    const { updated_at: _old, ...chief } = await made({ ...asAdmin, account_type_id: TYPES.Admin });
    expect((await edit(chief, { account_type_id: TYPES.Student })).body.errors).toEqual({ role_id: words });
    await app.db.updateTable('accounts').set({ account_type_id: TYPES.Student }).where('id', '=', chief.id).execute();
    expect((await edit(chief, { account_type_id: TYPES.Student, first_name: 'Still' })).status).toBe(200);
    await app.db.updateTable('accounts').set({ account_type_id: TYPES.Admin }).where('id', '=', chief.id).execute();
  });

  test('one that does not exist is 404', async () => {
    expect((await edit({ ...valid(), id: 999_999 })).status).toBe(404);
  });
});

describe('deactivating', () => {
  test('[L523] signs out everywhere at once, ends links, and refuses sign-in until active again', async () => {
    const account = await made();
    const tokens = [await app.signIn(account.id), await app.signIn(account.id)];
    const reply = await admin.call(accountStatus, { params: { id: account.id }, body: { status: false } });
    expect(reply).toMatchObject({ status: 200, body: { account: { status: false }, message: expect.stringContaining('signed out everywhere') } });
    for (const token of tokens) expect(await app.call(authMe, {}, { token })).toMatchObject({ status: 401, error: { code: 'ACCOUNT_DEACTIVATED' } });
    await admin.call(accountStatus, { params: { id: account.id }, body: { status: true } });
    expect((await app.call(authMe, {}, { token: tokens[0] })).status).toBe(401);
    expect((await app.call(authMe, {}, { token: await app.signIn(account.id) })).status).toBe(200);
  });

  test('the version that sockets are asked about again by rises, so that every process closes them', async () => {
    const account = await made();
    const version = async () => (await getAccessVersions(app.db, account.id)).account;
    const before = await version();
    await edit(account, { status: false });
    expect(await version()).toBeGreaterThan(before);
  });

  test('not oneself, nor the last who could repair access', async () => {
    expect(await admin.call(accountStatus, { params: { id: admin.accountId }, body: { status: false } })).toMatchObject({
      status: 409,
      error: { code: 'OWN_ACCOUNT' },
    });
    const own = (await admin.call(accountGet, { params: { id: admin.accountId } })).body.account;
    expect(await edit({ ...own, phone_number: '123' }, { role_id: roles.get('teachers'), school_id: schoolId })).toMatchObject({ status: 200 }); // others hold it too
    const fresh = await startTestApp();
    try {
      const alone = createScenario(fresh);
      const [only, clerk] = [await alone.person('admin', null), await alone.person('teachers', await alone.school())];
      await giveRights(fresh.db, clerk.accountId, ['accounts:view', 'accounts:edit', 'accounts:delete', 'access:grant']);
      const { account } = (await only.call(accountGet, { params: { id: only.accountId } })).body;
      const demote = await only.call(accountUpdate, {
        params: { id: only.accountId },
        body: { ...account, phone_number: '123', role_id: roles.get('teachers'), school_id: clerk.accountId === 0 ? null : await alone.school() },
      });
      expect(demote).toMatchObject({ status: 409, error: { code: 'LAST_ADMIN' } });
    } finally {
      await fresh.close();
    }
    await app.db
      .insertInto('account_roles')
      .values({ account_id: admin.accountId, role_id: roles.get('admin') as number })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });

  test('signing out alone leaves the account as it is', async () => {
    const account = await made();
    const token = await app.signIn(account.id);
    expect((await admin.call(accountSignOut, { params: { id: account.id } })).status).toBe(200);
    expect(await app.call(authMe, {}, { token })).toMatchObject({ status: 401, error: { code: 'NOT_SIGNED_IN' } });
  });
});

describe('DELETE /api/accounts/{id}', () => {
  test('[L515] erases an account on which nothing hangs, with its roles, tokens and settings', async () => {
    const account = await made();
    const token = await app.signIn(account.id);
    expect((await admin.call(accountDelete, { params: { id: account.id } })).body.message).toBe('Account Deleted Successfully');
    expect((await admin.call(accountGet, { params: { id: account.id } })).status).toBe(404);
    expect((await app.call(authMe, {}, { token })).status).toBe(401);
    expect((await entriesOf(account.id)).at(-1)).toMatchObject({ action: 'account.delete', before: { email: account.email }, after: null });
  });

  test('[L511] [L515] one in use is kept, and the answer says by what', async () => {
    const { teacher, students } = await scenario.class();
    const reply = await admin.call(accountDelete, { params: { id: teacher.accountId } });
    expect(reply).toMatchObject({ status: 409, error: { code: 'ACCOUNT_IN_USE' } });
    expect(reply.error?.message).toContain('1 class membership and 1 class. Deactivate the account instead');
    expect((await admin.call(accountDelete, { params: { id: students[0]!.accountId } })).error?.message).toContain('1 class membership');
  });

  test('whoever stands in the audit trail is kept', async () => {
    const second = await scenario.person('admin', null);
    await made();
    await second.call(accountCreate, { body: valid() });
    expect((await admin.call(accountDelete, { params: { id: second.accountId } })).error?.message).toContain('entries in the audit trail');
  });

  test('not oneself', async () => {
    expect((await admin.call(accountDelete, { params: { id: admin.accountId } })).error?.code).toBe('OWN_ACCOUNT');
  });
});

describe('[ACCESS] somebody with accounts of one school in hand', () => {
  let clerk: TestPerson;
  let strangers: { id: number }[];
  beforeAll(async () => {
    clerk = await scenario.person('teachers', schoolId);
    await giveRights(app.db, clerk.accountId, ['accounts:view', 'accounts:create', 'accounts:edit', 'accounts:delete']);
    const elsewhere = await scenario.school();
    strangers = [await made({ school_id: elsewhere }), await made({ school_id: null, role_id: roles.get('admin'), account_type_id: TYPES.Admin })];
  });

  test('sees, edits, deletes and makes accounts of that school alone', async () => {
    const { data } = (await clerk.call(accountList, { query: { per_page: 200 } })).body;
    expect(new Set(data.map((row) => row.school_id))).toEqual(new Set([schoolId]));
    for (const { id } of strangers) {
      for (const endpoint of [accountGet, accountDelete, accountSignOut]) expect((await clerk.call(endpoint, { params: { id } })).status).toBe(404);
      expect((await edit({ ...valid(), id }, {}, clerk)).status).toBe(404);
      expect((await clerk.call(accountStatus, { params: { id }, body: { status: false } })).status).toBe(404);
    }
    const elsewhere = await scenario.school();
    expect((await create({ school_id: elsewhere }, clerk)).body.errors).toEqual({
      school_id: ['This school does not exist, or you cannot use it. Choose one from the list.'],
    });
    expect((await create({}, clerk)).status).toBe(201);
  });

  test('grants no role that may do more, neither to others nor to themselves', async () => {
    const role_id = roles.get('admin');
    expect(await create({ role_id }, clerk)).toMatchObject({ status: 403, error: { code: 'RIGHT_NOT_HELD' } });
    const account = await made();
    expect((await edit(account, { role_id }, clerk)).error?.code).toBe('RIGHT_NOT_HELD');
    const own = (await clerk.call(accountGet, { params: { id: clerk.accountId } })).body.account;
    expect((await edit({ ...own, phone_number: '123' }, { role_id }, clerk)).error?.code).toBe('RIGHT_NOT_HELD');
  });

  test('does not get into an account of their school that may do more, by no edit of it', async () => {
    const principal = await made({ role_id: roles.get('admin'), account_type_id: TYPES.Admin });
    expect((await edit(principal, { email: 'mine@school.test' }, clerk)).error?.code).toBe('PERSON_MAY_MORE');
    expect((await clerk.call(accountStatus, { params: { id: principal.id }, body: { status: false } })).error?.code).toBe('PERSON_MAY_MORE');
    expect((await clerk.call(accountDelete, { params: { id: principal.id } })).error?.code).toBe('PERSON_MAY_MORE');
  });
});

describe('GET /api/accounts/export', () => {
  test('[B052] writes what a search finds as texts, formulas among them, and leaves an entry', async () => {
    const elsewhere = await scenario.school();
    const names = ['=cmd|calc!A1', '+1', '-1', '@SUM(A1)', 'Plain'];
    for (const last_name of names) await made({ last_name, school_id: elsewhere });
    const reply = await admin.call(accountExport, { query: { school_id: elsewhere } });
    expect(reply.headers).toMatchObject({
      'content-type': accountExport.download,
      'content-disposition': expect.stringMatching(/^attachment; filename="accounts-\d{4}-\d\d-\d\d\.xlsx"/),
    });
    const rows: string[][] = [];
    for await (const batch of readRows(reply.body)) rows.push(...batch.map(({ cells }) => Array.from(cells, (cell) => cell ?? '')));
    expect(rows[0]).toEqual(['First Name', 'Last Name', 'Email', 'Phone Number', 'School', 'Account Type', 'Role', 'Account Status', 'Roster ID']);
    expect(rows.slice(1).map((cells) => cells[1])).toEqual(names);
    const [entry] = await app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'account.export').execute();
    expect(entry).toMatchObject({ account_id: admin.accountId, after: { school_id: elsewhere } });
  });
});

test('signing in shows on the account', async () => {
  const account = await made();
  await app.signIn(account.id);
  expect((await admin.call(accountGet, { params: { id: account.id } })).body.account.last_sign_in_at).not.toBeNull();
  expect((await app.call(authLogin, { body: { email: account.email, password: 'anything at all' } })).status).toBe(401);
});
