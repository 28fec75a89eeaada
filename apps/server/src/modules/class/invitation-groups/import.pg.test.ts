import {
  groupAccountsAdd,
  type ImportedGroup,
  importGroupAccounts,
  importGroupAccountTemplate,
  invitationGroups,
  type InvitationGroupAccount,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTable, writeWorkbook } from '../../../platform/spreadsheets/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';
import { columnsOf } from './import/columns.ts';

const { endpoints } = invitationGroups;

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;
let ada: { id: number; email: string };
let bo: { id: number; email: string };
let far: { id: number; email: string };

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  admin = await scenario.person('admin', null);
  ada = await pupil(schoolId);
  bo = await pupil(schoolId);
  far = await pupil(await scenario.school());
});
afterAll(() => app.close());

async function pupil(school: number): Promise<{ id: number; email: string }> {
  const { accountId } = await scenario.person('student', school);
  return app.db.selectFrom('accounts').select(['id', 'email']).where('id', '=', accountId).executeTakeFirstOrThrow();
}
async function book(rows: readonly (readonly string[])[], titles: readonly string[] = ['Group Name', 'Email']): Promise<Buffer> {
  const pieces = await writeWorkbook([{ name: 'Groups', columns: titles.map((title) => ({ title, width: 20 })), rows }]).toArray();
  return Buffer.concat(pieces as Buffer[]);
}
const upload = (bytes: Buffer, fields: Record<string, unknown> = {}, by = admin, name = 'groups.xlsx') =>
  by.call(importGroupAccounts, { file: { name, bytes }, body: fields });
const send = async (rows: readonly (readonly string[])[], fields: Record<string, unknown> = {}, by = admin) => upload(await book(rows), fields, by);
const groupsNamed = async (name: string) => (await admin.call(endpoints.list, { query: { search_text: name } })).body.data;
const idsIn = (group: { accounts: InvitationGroupAccount[] }) => group.accounts.map(({ id }) => id).sort((a, b) => a - b);
const messages = (reply: { body: { errors: { row: number; column: string; message: string }[] } }) =>
  reply.body.errors.map(({ row, column, message }) => [row, column, message]);

describe('POST /api/import/group/account', () => {
  test('[Q483] [Q484] [Q503] answers groups and errors; missing groups are made, one of any spelling is used', async () => {
    const reply = await send([
      ['Choir', ada.email],
      ['choir ', ` ${bo.email.toUpperCase()}`],
      ['Choir', ada.email],
      ['Ørsted 李', far.email],
    ]);
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'success', message: 'Import Completed with 0 errors', imported: true, errors: [], error_count: 0, total_rows: 4 },
    });
    expect(reply.body.groups).toEqual([
      { id: expect.any(Number), name: 'Choir', is_new: true, added_count: 2, accounts_count: 2 },
      { id: expect.any(Number), name: 'Ørsted 李', is_new: true, added_count: 1, accounts_count: 1 },
    ]);
    const [choir] = await groupsNamed('choir');
    expect(idsIn(choir!)).toEqual([ada.id, bo.id].sort((a, b) => a - b));
    const again = await send([['CHOIR', bo.email]]);
    expect(again.body.groups).toEqual([{ id: choir!.id, name: 'Choir', is_new: false, added_count: 0, accounts_count: 2 }]);
    const entries = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'import.groupAccount')
      .where('subject_id', '=', choir!.id)
      .execute();
    expect(entries).toMatchObject([{ account_id: admin.accountId, after: { name: 'Choir', file_name: 'groups.xlsx', is_new: true } }]);
  });

  test('a .csv file is read too; into one group a column of addresses is enough', async () => {
    const many = await upload(Buffer.from(`Group Name;Email\nShēng;${ada.email}\nShēng;${bo.email}\n`), {}, admin, 'groups.csv');
    expect(many.body).toMatchObject({ imported: true, error_count: 0, groups: [{ name: 'Shēng', added_count: 2 }] });
    const one = await upload(Buffer.from(`\ufeffEmail\r\n${far.email}\r\n`), { invitation_group_id: many.body.groups[0]!.id }, admin, 'one.csv');
    expect(one.body).toMatchObject({ imported: true, groups: [{ name: 'Shēng', added_count: 1, accounts_count: 3 }] });
  });

  test('[Q503] nothing is half imported; the rows without errors are, when that is chosen', async () => {
    const inactive = await pupil(schoolId);
    await scenario.deactivate(inactive.id);
    const rows = [
      ['Band', ada.email],
      ['', bo.email],
      ['Band', ''],
      ['Band', 'nobody@nowhere.test'],
      ['Ghosts', 'no address'],
      ['Band', inactive.email],
      ['x'.repeat(201), ada.email],
    ];
    const refused = await send(rows);
    expect(refused.body).toMatchObject({
      message: 'Nothing was imported: 6 errors in 7 rows. Correct them, or import the rows without errors.',
      imported: false,
      groups: [],
      error_count: 6,
    });
    expect(messages(refused)).toEqual([
      [3, 'group', 'Fill in this cell.'],
      [4, 'email', 'Fill in this cell.'],
      [5, 'email', 'Nobody you can invite has this address. Correct it, or create the account first.'],
      [6, 'email', 'Write an email address like name@school.org.'],
      [7, 'email', 'This account is deactivated. Activate it first, or leave the row out.'],
      [8, 'group', 'Shorten this to at most 200 characters.'],
    ]);
    expect(refused.body.errors[2]).toMatchObject({ column_title: 'Email', value: 'nobody@nowhere.test' });
    expect(await groupsNamed('band')).toEqual([]);

    const chosen = await send(rows, { partial: true });
    expect(chosen.body).toMatchObject({ message: 'Import Completed with 6 errors', imported: true, error_count: 6 });
    expect(chosen.body.groups.map(({ name }: ImportedGroup) => name)).toEqual(['Band']);
    expect(await groupsNamed('ghosts')).toEqual([]);
  });

  test('into one group: the group may be left out, and no other may be named', async () => {
    const group = (await admin.call(endpoints.create, { body: { name: 'Debate', school_id: schoolId } })).body.data;
    const only = { invitation_group_id: group.id };
    expect((await upload(await book([[ada.email]], ['Email']), only)).body).toMatchObject({
      imported: true,
      groups: [{ id: group.id, is_new: false, added_count: 1, accounts_count: 1 }],
    });
    const mixed = await send(
      [
        ['debate', bo.email],
        ['Other', bo.email],
        ['', far.email],
      ],
      { ...only, partial: true },
    );
    expect(messages(mixed)).toEqual([
      [3, 'group', 'This import is for the group Debate. Leave the cell empty, or import from the list of groups.'],
      [4, 'email', 'This person does not belong to the school of the group.'],
    ]);
    expect(mixed.body.groups).toMatchObject([{ added_count: 1, accounts_count: 2 }]);
    expect(await groupsNamed('other')).toEqual([]);
    expect(await send([['', ada.email]], { invitation_group_id: 2_000_000_000 })).toMatchObject({ status: 404 });
    expect(await send([['', ada.email]], { invitation_group_id: 'x' })).toMatchObject({
      status: 422,
      error: { errors: { invitation_group_id: [expect.any(String)] } },
    });
  });

  test('the keeper of a school finds people and groups of that school alone', async () => {
    const keeper = await scenario.person('teachers', schoolId);
    await giveRights(app.db, keeper.accountId, ['invitation-groups:edit', 'invitation-groups:create']);
    await admin.call(endpoints.create, { body: { name: 'Hidden' } });
    const reply = await send(
      [
        ['Hidden', ada.email],
        ['Hidden', far.email],
      ],
      { partial: true },
      keeper,
    );
    expect(messages(reply)).toEqual([[3, 'email', 'Nobody you can invite has this address. Correct it, or create the account first.']]);
    expect(reply.body.groups).toMatchObject([{ name: 'Hidden', is_new: true }]);
    expect((await groupsNamed('hidden')).map(({ school_id }: { school_id: number | null }) => school_id).sort()).toEqual([schoolId, null]);
    const unclear = await send([['hidden', ada.email]]);
    expect(messages(unclear)).toEqual([[2, 'group', 'Several groups have this name, in different schools. Import from within one of them.']]);

    const editor = await scenario.person('teachers', schoolId);
    await giveRights(app.db, editor.accountId, ['invitation-groups:edit']);
    expect(messages(await send([['Unheard', ada.email]], {}, editor))).toEqual([
      [2, 'group', 'There is no group with this name. Ask someone who can create groups.'],
    ]);
  });

  test('a group that would become too large is refused, whole', async () => {
    const group = (await admin.call(endpoints.create, { body: { name: 'Crowd' } })).body.data;
    const crowd = Array.from({ length: 1001 }, (_, number) => `crowd${number}@group.test`);
    const like = await app.db.selectFrom('accounts').select(['account_type_id', 'role_id']).where('id', '=', ada.id).executeTakeFirstOrThrow();
    await app.db
      .insertInto('accounts')
      .values(crowd.map((email) => ({ ...like, first_name: 'A', last_name: 'B', email, email_key: email })))
      .execute();
    const reply = await send(crowd.map((email) => ['Crowd', email]));
    expect(reply.body.errors).toEqual({ file: ['A group can have at most 1,000 people, and Crowd would have 1,001. Create a second group.'] });
    expect((await groupsNamed('crowd'))[0]).toMatchObject({ id: group.id, accounts_count: 0 });
    expect((await send(crowd.slice(1).map((email) => ['Crowd', email]))).body.groups).toMatchObject([{ added_count: 1000 }]);
  });

  test('very many errors are counted all and listed up to a thousand', async () => {
    const reply = await send(Array.from({ length: 1500 }, (_, number) => ['Void', `no${number}@void.test`]));
    expect(reply.body).toMatchObject({ error_count: 1500, imported: false });
    expect(reply.body.errors).toHaveLength(1000);
  });

  test('hostile texts are names like others, or errors', async () => {
    const names = ['<img src=x onerror=alert(1)>', "'; DROP TABLE invitation_groups; --", '=cmd|calc', '{name}', '🎻'];
    const reply = await send(names.map((name) => [name, ada.email]));
    expect(reply.body.groups.map(({ name }: ImportedGroup) => name)).toEqual(names);
  });
});

describe('[Q349] [Q350] what is no spreadsheet is refused at the file', () => {
  const words = 'Select a valid xlsx file';

  test('no file, an empty one, a text, a list without the columns, a list without rows', async () => {
    expect((await admin.call(importGroupAccounts, { body: {} })).body.errors).toEqual({ file: [words] });
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('Group Name,Email\n'),
      Buffer.from('PK\u0003\u0004 not really'),
      await book([]),
      await book([['a']], ['Colour']),
    ])
      expect((await upload(bytes)).body).toMatchObject({ status: 'error', errors: { file: [expect.stringContaining(words)] } });
    expect((await upload(await book([[ada.email]], ['Email']))).error?.errors?.['file']?.[0]).toContain('no column Group Name');
  });
});

test('nobody imports who may not edit groups', async () => {
  const viewer = await scenario.person('teachers', schoolId);
  await giveRights(app.db, viewer.accountId, ['invitation-groups:view', 'invitation-groups:create']);
  for (const person of [viewer, await scenario.person('teachers', schoolId), await scenario.person('student', schoolId)])
    expect(await send([['No', ada.email]], {}, person)).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
  expect(await groupsNamed('No')).toEqual([]);
  expect(await app.call(groupAccountsAdd)).toMatchObject({ status: 401 });
});

test('[Q487] the template opens without a token, with a hand-off code too, and is a list that can be imported', async () => {
  const get = (query: string) => app.server.app.inject({ method: 'GET', url: `/api${importGroupAccountTemplate.path}${query}` });
  for (const query of ['', '?code=anything']) {
    const reply = await get(query);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toContain('spreadsheetml');
    expect(reply.headers['content-disposition']).toContain('invitation-group-import-template.xlsx');
    const rows: unknown[] = [];
    for await (const batch of readTable(reply.rawPayload, columnsOf({ isForOne: false }))) rows.push(...batch);
    expect(rows).toEqual([]);
  }
});
