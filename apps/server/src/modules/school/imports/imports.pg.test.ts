import {
  accountDelete,
  accountList,
  importAccount,
  importAccountTemplate,
  importApply,
  importErrors,
  importGet,
  importProblems,
  importResolve,
  importRows,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows, readTable } from '../../../platform/spreadsheets/index.ts';
import { makeWorkbook } from '../../../platform/spreadsheets/testing/make-workbook.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';
import { accountColumns } from './accounts/columns.ts';
import { deleteOldImports } from './queries.ts';
import { manyStudents, peopleBook, TITLES } from './testing/people-book.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let schoolId: number;
let school: string;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  schoolId = await scenario.school();
  school = (await app.db.selectFrom('schools').select('school_name').where('id', '=', schoolId).executeTakeFirstOrThrow()).school_name;
  await scenario.school();
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

const upload = (bytes: Buffer, fields: Record<string, unknown> = {}, by = admin, name = 'people.xlsx') =>
  by.call(importAccount, { file: { name, bytes }, body: fields });
const send = async (rows: readonly (readonly string[])[], fields: Record<string, unknown> = {}, by = admin) => upload(await peopleBook(rows), fields, by);
const rowsOf = async (id: number, query: Record<string, unknown> = {}, by = admin) => (await by.call(importRows, { params: { id }, query })).body;
const countAccounts = async () =>
  Number(
    (
      await app.db
        .selectFrom('accounts')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );
async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readRows(bytes)) rows.push(...batch.map(({ cells }) => Array.from(cells, (cell) => cell ?? '')));
  return rows;
}
const ada = (email: string) => ['Ada', 'King', email, '555 0100', school, 'Teachers', ''];

describe('POST /api/import/account', () => {
  test('[L519] answers the created accounts, which hold the role of the same name as their type', async () => {
    const reply = await send([
      ada('ada@import.test'),
      ['Bo', 'Ek', 'bo@import.test', '', school, 'student', ''],
      ['Cy', 'Fox', 'cy@import.test', '', school, 'Teacher', 'Student'],
    ]);
    expect(reply).toMatchObject({
      status: 201,
      body: {
        message: 'Import Completed with 0 errors',
        import: { status: 'finished', total_rows: 3, created_count: 3, existing_count: 0, error_count: 0, file_name: 'people.xlsx' },
      },
    });
    expect(
      reply.body.accounts.map(({ full_name, account_type_name, role_name, school_id }: Record<string, unknown>) => [
        full_name,
        account_type_name,
        role_name,
        school_id,
      ]),
    ).toEqual([
      ['Bo Ek', 'Student', 'Student', schoolId],
      ['Cy Fox', 'Teachers', 'Student', schoolId],
      ['Ada King', 'Teachers', 'Teachers', schoolId],
    ]);
    const ids = reply.body.accounts.map(({ id }: { id: number }) => id);
    expect(await app.db.selectFrom('account_roles').select('account_id').where('account_id', 'in', ids).where('is_active', '=', true).execute()).toHaveLength(
      3,
    );
    const entries = await app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'import.account').where('subject_id', 'in', ids).execute();
    expect(entries).toHaveLength(3);
    expect(entries[0]).toMatchObject({
      account_id: admin.accountId,
      subject_type: 'account',
      after: { import_id: reply.body.import.id, file_name: 'people.xlsx' },
    });
  });

  test('the same file again makes nobody twice', async () => {
    const again = await send([ada('ADA@import.test'), ['Bo', 'Ek', 'bo@import.test', '', school, 'student', '']]);
    expect(again.body).toMatchObject({
      accounts: [],
      import: { created_count: 0, existing_count: 2, error_count: 0 },
      message: 'Import Completed with 0 errors',
    });
  });

  test('titles in any order, case and wording; unknown columns do not matter', async () => {
    const bytes = await peopleBook(
      [['x', 'mail@import.test', 'Fig', 'Dee', 'TEACHERS', school.toUpperCase()]],
      ['Locker', ' E-MAIL ', 'family_name', 'given name', 'user type', 'school name'],
    );
    expect((await upload(bytes)).body.accounts).toMatchObject([{ first_name: 'Dee', last_name: 'Fig', email: 'mail@import.test', school_id: schoolId }]);
  });

  test('no file, no multipart, an empty file, a file in another field: "Select a valid xlsx file"', async () => {
    const words = 'Select a valid xlsx file';
    expect((await admin.call(importAccount, { body: {} })).body.errors).toEqual({ file: [words] });
    expect((await admin.call(importAccount)).body.errors).toEqual({ file: [words] });
    expect((await upload(Buffer.alloc(0))).body.errors!.file![0]).toContain(words);
    expect((await upload(Buffer.from('a,b\n'), {}, admin, 'people.csv')).body.errors!.file![0]).toContain(words);
    const form = '--b\r\ncontent-disposition: form-data; name="other"; filename="x.xlsx"\r\n\r\nx\r\n--b--\r\n';
    const post = (payload: string, boundary = 'b') =>
      app.server.app.inject({
        method: 'POST',
        url: '/api/import/account',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      });
    expect((await post(form)).json().errors).toEqual({ file: [words] });
    for (const broken of ['', '--b', '--b\r\ncontent-disposition: form-data; name="file"; filename="x.xlsx"\r\n\r\nx'])
      expect((await post(broken)).statusCode).toBeLessThan(500);
    expect((await post(form, '')).statusCode).toBeLessThan(500);
  });

  test('columns that are missing are named, with what the sheet has', async () => {
    expect((await upload(await peopleBook([['Ada', 'x']], ['First name', 'Mail']))).body.errors!.file).toEqual([
      'Select a valid xlsx file. This one has no column Last Name, Account Type. Its first row is: First name, Mail. See the template for the column names.',
    ]);
  });

  test('titles without people, and far too many rows, are told', async () => {
    expect((await upload(await peopleBook([]))).body.errors!.file![0]).toContain('no people');
    const reply = await upload(await peopleBook(manyStudents(20_001, school)), { mode: 'preview' });
    expect(reply).toMatchObject({ status: 422, body: { errors: { file: [expect.stringContaining('at most 20,000 rows')] } } });
  });

  test('a file above the limit is refused while it is read', async () => {
    expect(await upload(Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({ status: 413, error: { code: 'BODY_TOO_LARGE' } });
  });
});

const FAULTS: readonly (readonly [string, string[], string, string])[] = [
  ['an empty first name', ['', 'King', 'f1@bad.test', '', 'S', 'Student', ''], 'First Name', 'Fill in this cell.'],
  ['an empty e-mail', ['Ada', 'King', '', '', 'S', 'Student', ''], 'Email', 'Fill in this cell.'],
  ['no e-mail address', ['Ada', 'King', 'ada at school', '', 'S', 'Student', ''], 'Email', 'Write an email address like name@school.org.'],
  ['the same address twice', ['Ada', 'King', 'GOOD@bad.test', '', 'S', 'Student', ''], 'Email', 'Row 2 has the same address. Keep one of them.'],
  ['the same address a third time', ['Ada', 'King', 'good@BAD.test', '', 'S', 'Student', ''], 'Email', 'Row 2 has the same address. Keep one of them.'],
  ['a school that is not there', ['Ada', 'King', 'f2@bad.test', '', 'Hogwarts', 'Student', ''], 'School', 'There is no school with this name. Choose one of: '],
  ['no school where there are several', ['Ada', 'King', 'f3@bad.test', '', '', 'Student', ''], 'School', 'Write the name of a school: '],
  [
    'an account type that is not there',
    ['Ada', 'King', 'f4@bad.test', '', 'S', 'Wizard', ''],
    'Account Type',
    'There is no such account type. Choose one of: Admin, Teachers, Student, Guardian.',
  ],
  ['a role that is not there', ['Ada', 'King', 'f5@bad.test', '', 'S', 'Student', 'Prefect'], 'Role', 'There is no such role. Choose one of: '],
  ['a student as administrator', ['Ada', 'King', 'f8@bad.test', '', 'S', 'Student', 'Admin'], 'Role', 'A student cannot be an administrator.'],
  ['a name without end', ['x'.repeat(101), 'King', 'f6@bad.test', '', 'S', 'Student', ''], 'First Name', 'Shorten this to at most 100 characters.'],
  [
    'a character that cannot be stored',
    ['a\u0000b', 'King', 'f7@bad.test', '', 'S', 'Student', ''],
    'First Name',
    'Remove the characters that cannot be stored.',
  ],
];
const faulty = () => [
  ['Good', 'One', 'good@bad.test', '', school, 'Student', ''],
  ...FAULTS.map(([, cells]) => cells.map((cell) => (cell === 'S' ? school : cell))),
];

describe('rows with errors', () => {
  test('nothing is imported unless that is chosen; the answer stands at the file', async () => {
    const before = await countAccounts();
    const reply = await send(faulty());
    expect(reply).toMatchObject({ status: 422, error: { code: 'IMPORT_REFUSED', params: { errors: FAULTS.length, total: FAULTS.length + 1 } } });
    expect(reply.body.errors!.file![0]).toBe(
      `Nothing was imported: ${FAULTS.length} of ${FAULTS.length + 1} rows have errors. Correct them, or import the other rows only.`,
    );
    expect(await countAccounts()).toBe(before);
    const { body } = await admin.call(importGet, { params: { id: reply.body.params!.import_id } });
    expect(body).toMatchObject({ import: { status: 'refused', created_count: 0, error_count: FAULTS.length }, accounts: [] });
  });

  test('each names row, column, value and what to do, on the screen and in the sheet to download', async () => {
    const { import: done } = (await send(faulty(), { mode: 'preview' })).body;
    const { data, pagination } = await rowsOf(done.id, { outcome: 'error' });
    expect(pagination.total).toBe(FAULTS.length);
    for (const [index, [, , column, remedy]] of FAULTS.entries()) {
      expect(data[index]!.row).toBe(index + 3);
      expect(data[index]!.problems[0]).toMatchObject({ column_title: column, message: expect.stringContaining(remedy) });
    }
    const sheet = await admin.call(importErrors, { params: { id: done.id } });
    expect(sheet.headers['content-disposition']).toContain(`import-${done.id}-errors.xlsx`);
    const cells = await cellsOf(sheet.body);
    expect(cells[0]).toEqual(['Row', 'Column', 'Value', 'What to do']);
    expect(cells.slice(1).map((row) => row.slice(0, 2))).toEqual(FAULTS.map(([, , column], index) => [String(index + 3), column]));
    expect(cells[4]).toEqual(['6', 'Email', 'GOOD@bad.test', 'Row 2 has the same address. Keep one of them.']);
  });

  test('[L546] "Import Completed with N errors" once the other rows were chosen', async () => {
    const reply = await send(faulty(), { partial: 'true' });
    expect(reply.body).toMatchObject({
      message: `Import Completed with ${FAULTS.length} errors`,
      import: { status: 'finished', created_count: 1, error_count: FAULTS.length },
      accounts: [{ email: 'good@bad.test' }],
    });
    await admin.call(accountDelete, { params: { id: reply.body.accounts[0]!.id } });
  });
});

describe('a preview', () => {
  test('does nothing, and says row by row what will happen; then it is done as it said', async () => {
    const before = await countAccounts();
    const reply = await send([ada('new@preview.test'), ada('ada@import.test'), ada('nobody')], { mode: 'preview' });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        import: { status: 'preview', created_count: 1, existing_count: 1, error_count: 1 },
        message: '1 new, 1 already exist, 1 with errors',
        accounts: [],
      },
    });
    expect(await countAccounts()).toBe(before);
    const { id } = reply.body.import;
    const rows = await rowsOf(id);
    expect(rows.data.map(({ row, outcome }: { row: number; outcome: string }) => [row, outcome])).toEqual([
      [2, 'create'],
      [3, 'exists'],
      [4, 'error'],
    ]);
    expect(rows.data[0]!.cells).toMatchObject({ first_name: 'Ada', email: 'new@preview.test', school });
    const apply = (partial: boolean) => admin.call(importApply, { params: { id }, body: { partial } });
    expect((await apply(false)).error?.code).toBe('IMPORT_REFUSED');
    expect((await apply(true)).body).toMatchObject({
      import: { id, status: 'finished', created_count: 1, error_count: 1 },
      accounts: [{ email: 'new@preview.test' }],
    });
    expect((await apply(true)).error?.code).toBe('IMPORT_NOT_PREVIEW');
    expect((await rowsOf(id, { outcome: 'error' })).data).toHaveLength(1);
  });

  test('applied twice at once, it is done once', async () => {
    const { id } = (await send([ada('race@preview.test')], { mode: 'preview' })).body.import;
    const replies = await Promise.all([1, 2, 3].map(() => admin.call(importApply, { params: { id }, body: {} })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('somebody who takes an address in between is left as they are', async () => {
    const { id } = (await send([ada('between@preview.test')], { mode: 'preview' })).body.import;
    await send([['Other', 'Person', 'between@preview.test', '', school, 'Student', '']]);
    expect((await admin.call(importApply, { params: { id }, body: {} })).body).toMatchObject({ import: { created_count: 0, existing_count: 1 }, accounts: [] });
    expect((await admin.call(accountList, { query: { email: 'between@' } })).body.data).toMatchObject([{ first_name: 'Other' }]);
  });

  test('[B034] that fails in the middle keeps nothing and can be tried again', async () => {
    const { id } = (await send([ada('fails@preview.test')], { mode: 'preview' })).body.import;
    const apply = () => admin.call(importApply, { params: { id }, body: {} });
    await sql`ALTER TABLE accounts ADD CONSTRAINT nobody_today CHECK (email <> 'fails@preview.test')`.execute(app.db);
    expect((await apply()).status).toBe(500);
    await sql`ALTER TABLE accounts DROP CONSTRAINT nobody_today`.execute(app.db);
    expect((await rowsOf(id)).data).toMatchObject([{ outcome: 'create' }]);
    expect((await apply()).body).toMatchObject({ import: { status: 'finished' }, accounts: [{ email: 'fails@preview.test' }] });
  });

  test('[B035] its file is forgotten after a day, and all of it after a month', async () => {
    const { id } = (await send([ada('day@preview.test')], { mode: 'preview' })).body.import;
    const left = (await send([ada('left@preview.test')], { mode: 'preview' })).body.import.id;
    await app.db.updateTable('imports').set({ status: 'running' }).where('id', '=', left).execute(); // as a process leaves it that is gone
    await app.clock.advanceMs(25 * 3_600_000);
    await deleteOldImports(app.db);
    expect((await admin.call(importGet, { params: { id: left } })).body.import).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('nothing was saved'),
    });
    expect((await admin.call(importApply, { params: { id }, body: {} })).error?.code).toBe('IMPORT_NOT_PREVIEW');
    await app.db.updateTable('imports').set({ take_back_status: 'running' }).where('id', '=', left).execute();
    await app.clock.advanceMs(29 * 24 * 3_600_000);
    await deleteOldImports(app.db);
    const kept = async () => (await app.db.selectFrom('imports').select('id').where('id', 'in', [id, left]).orderBy('id').execute()).map((row) => row.id);
    expect(await kept()).toEqual([left]); // its undo is under way, and has a day to end
    await app.clock.advanceMs(24 * 3_600_000);
    await deleteOldImports(app.db);
    expect(await kept()).toEqual([]);
    await app.clock.advanceMs(-(31 * 24 + 1) * 3_600_000);
  });
});

describe('many people', () => {
  test('[L519] are imported as a job that can be followed; all of them or none', async () => {
    const bytes = await peopleBook(manyStudents(3000, school));
    const started = (await upload(bytes)).body;
    expect(started).toMatchObject({ import: { status: 'waiting', message: null }, accounts: [], message: 'The import of people.xlsx has started.' });
    await app.server.jobs.runDue();
    const { body } = await admin.call(importGet, { params: { id: started.import.id } });
    expect(body.import).toMatchObject({
      status: 'finished',
      total_rows: 3000,
      done_rows: 3000,
      created_count: 3000,
      error_count: 0,
      message: 'Import Completed with 0 errors',
    });
    expect(body.accounts).toHaveLength(500);
    expect((await admin.call(accountList, { query: { email: '@many.test' } })).body.pagination.total).toBe(3000);
  });

  test('with an error among them nobody is imported, and the errors can be read', async () => {
    const before = await countAccounts();
    const rows = [...manyStudents(2500, school, 10_000), ['', '', 'x@many.test', '', school, 'Student', '']];
    const { id } = (await upload(await peopleBook(rows))).body.import;
    await app.server.jobs.runDue();
    expect((await admin.call(importGet, { params: { id } })).body.import).toMatchObject({
      status: 'refused',
      error_count: 1,
      created_count: 0,
      total_rows: 2501,
    });
    expect(await countAccounts()).toBe(before);
    expect((await rowsOf(id)).data).toMatchObject([{ row: 2502, problems: [{ column_title: 'First Name' }, { column_title: 'Last Name' }] }]);
  });

  test('a process that dies in the middle has kept nothing; another one does it', async () => {
    const before = await countAccounts();
    const { id } = (await upload(await peopleBook(manyStudents(2000, school, 20_000)))).body.import;
    await app.db.updateTable('imports').set({ status: 'running', done_rows: 1200 }).where('id', '=', id).execute(); // as a process leaves it that is gone
    await app.server.jobs.runDue();
    expect((await admin.call(importGet, { params: { id } })).body.import).toMatchObject({ status: 'finished', done_rows: 2000 });
    expect(await countAccounts()).toBe(before + 2000);
  });

  test('whoever lost the right meanwhile imports nobody', async () => {
    const leaver = await scenario.person('admin', null);
    const { id } = (await upload(await peopleBook(manyStudents(1500, school, 30_000)), {}, leaver)).body.import;
    await app.db.deleteFrom('account_roles').where('account_id', '=', leaver.accountId).execute();
    await app.server.jobs.runDue();
    expect(await app.db.selectFrom('imports').select(['status', 'failure']).where('id', '=', id).executeTakeFirst()).toEqual({
      status: 'failed',
      failure: 'error.NOT_ALLOWED',
    });
  });
});

describe('[ACCESS] imports', () => {
  test('belong to whoever makes them, and need the right to make accounts', async () => {
    const { id } = (await send([ada('own@access.test')], { mode: 'preview' })).body.import;
    const other = await scenario.person('admin', null);
    for (const endpoint of [importGet, importRows, importErrors]) expect((await other.call(endpoint, { params: { id } })).status).toBe(404);
    expect((await other.call(importApply, { params: { id }, body: {} })).status).toBe(404);
    const teacher = await scenario.person('teachers', schoolId);
    expect((await send([ada('no@access.test')], {}, teacher)).error?.code).toBe('NOT_ALLOWED');
    for (const bad of ['x', 0, -1, 1.5, 999_999]) expect([404, 422]).toContain((await admin.call(importGet, { params: { id: bad } })).status);
  });

  test('with accounts of one school in hand: nobody of another school, no role that may do more', async () => {
    const clerk = await scenario.person('teachers', schoolId);
    await giveRights(app.db, clerk.accountId, ['accounts:create', 'accounts:view']);
    const elsewhere = await scenario.school();
    const name = (await app.db.selectFrom('schools').select('school_name').where('id', '=', elsewhere).executeTakeFirstOrThrow()).school_name;
    const stranger = await scenario.person('student', elsewhere);
    const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', stranger.accountId).executeTakeFirstOrThrow();
    const { id } = (
      await send(
        [
          ['A', 'B', 'c1@access.test', '', name, 'Teachers', ''],
          ['A', 'B', 'c2@access.test', '', '', 'Teachers', 'Admin'],
          ['A', 'B', email, '', '', 'Teachers', ''],
          ['A', 'B', 'c3@access.test', '', '', 'Teachers', ''],
        ],
        { mode: 'preview' },
        clerk,
      )
    ).body.import;
    const { data } = await rowsOf(id, {}, clerk);
    expect(
      data.map((row: { outcome: string; problems: { column_title: string; message: string }[] }) => [row.outcome, row.problems[0]?.message.slice(0, 24)]),
    ).toEqual([
      ['error', 'There is no school with '],
      ['error', 'This role has rights tha'],
      ['error', 'Someone outside your sch'],
      ['create', undefined],
    ]);
    expect(data[0]!.problems[0]!.message).not.toContain(name);
  });
});

describe('GET /api/import/account/download', () => {
  test('[L520] a template that imports as it is filled in, with the names of this installation', async () => {
    const { body } = await admin.call(importAccountTemplate);
    expect(await cellsOf(body)).toEqual([TITLES]);
    const rows: unknown[] = [];
    await expect(
      (async () => {
        for await (const batch of readTable(body, accountColumns)) rows.push(...batch);
      })(),
    ).resolves.toBeUndefined();
    expect(rows).toEqual([]);
  });
});

test('formulas in cells are the texts they look like', async () => {
  const reply = await send([['=1+1', '@SUM(A1)', 'formula@import.test', '+44 20', school, 'Student', '']]);
  expect(reply.body.accounts).toMatchObject([{ first_name: '=1+1', last_name: '@SUM(A1)', phone_number: '+44 20' }]);
});

describe('[B287] [B290] [B298] what is wrong with many rows at once', () => {
  const unknown = (index: number, name = 'Lakeside') => ['Kim', `Row ${index}`, `group-${index}-${name.length}@import.test`, '', name, 'Student', ''];

  test('rows of which the same is to be said are one group, the commonest first, with what would mend them', async () => {
    const rows = [
      ...Array.from({ length: 4 }, (_, index) => unknown(index)),
      unknown(9, 'Hogwarts'),
      ['Kim', 'x', 'kim', '', school, 'Student', ''],
      ada('boss@import.test'),
    ];
    rows.push(['Max', 'Boss', 'max@import.test', '', '', 'Admin', '']);
    const { import: read } = (await send(rows, { mode: 'preview' })).body;
    const { data, total } = (await admin.call(importProblems, { params: { id: read.id } })).body;
    expect(
      data.map(({ kind, code, value, row_count, first_row, is_resolvable, can_create }: Record<string, unknown>) => [
        kind,
        code,
        value,
        row_count,
        first_row,
        is_resolvable,
        can_create,
      ]),
    ).toEqual([
      ['error', 'school', 'Lakeside', 4, 2, true, true],
      ['error', 'school', 'Hogwarts', 1, 6, true, true],
      ['error', 'email', 'kim', 1, 7, false, false],
      ['note', 'makesAdmin', 'Admin', 1, 9, false, false],
    ]);
    expect(total).toBe(4);
    expect(data[0]).toMatchObject({ column: 'school', column_title: 'School', message: expect.stringContaining('There is no school with this name.') });
    const about = (query: object) => rowsOf(read.id, query as Record<string, unknown>).then(({ data: found }) => found.map(({ row }: { row: number }) => row));
    expect(await about({ column: 'school', code: 'school', value: 'Lakeside' })).toEqual([2, 3, 4, 5]);
    expect(await about({ column: 'school', code: 'school' })).toEqual([2, 3, 4, 5, 6]);
    expect(await about({ column: 'role', code: 'makesAdmin' })).toEqual([9]);
    expect(await about({ column: 'school', code: 'school', value: `' OR "1"` })).toEqual([]);
    expect((await admin.call(importRows, { params: { id: read.id }, query: { column: 'password', code: 'x' } })).status).toBe(422);
    const shown = await rowsOf(read.id, { outcome: 'create' });
    expect(
      shown.data.map(({ cells, makes_admin }: { cells: Record<string, string>; makes_admin: boolean }) => [
        cells.school,
        cells.account_type,
        cells.role,
        makes_admin,
      ]),
    ).toEqual([
      [school, 'Teachers', 'Teachers', false],
      ['', 'Admin', 'Admin', true],
    ]);
    expect((await rowsOf(read.id, { outcome: 'note' })).pagination.total).toBe(1);
  });

  test('a text that stands for a school of the list, or a new one, comes in as such; made once, and audited', async () => {
    const rows = [unknown(21), unknown(22), unknown(23, 'lake-side'), unknown(24, 'Old town'), ['No', 'School', 'no-school@import.test', '', '', 'Pupils', '']];
    const { import: read } = (await send(rows, { mode: 'preview' })).body;
    expect(read).toMatchObject({ error_count: 5 });
    const types = await app.db.selectFrom('account_types').select(['id', 'name']).execute();
    const resolutions = [
      { column: 'school', value: 'Lakeside', to: 'create' },
      { column: 'school', value: 'lake-side', to: 'create' },
      { column: 'school', value: 'OLD  TOWN', to: schoolId },
      { column: 'school', value: '', to: schoolId },
      { column: 'account_type', value: 'Pupils', to: types.find(({ name }) => name === 'Student')?.id },
    ];
    const resolved = (await admin.call(importResolve, { params: { id: read.id }, body: { resolutions } })).body;
    expect(resolved.import).toMatchObject({ id: read.id, status: 'preview', created_count: 5, error_count: 0, note_count: 3 });
    const before = await app.db.selectFrom('schools').select('id').where('school_name', 'in', ['Lakeside', 'lake-side']).execute();
    expect(before).toEqual([]);
    const done = await admin.call(importApply, { params: { id: read.id }, body: {} });
    expect(done.body.import).toMatchObject({ status: 'finished', created_count: 5, error_count: 0 });
    const made = await app.db.selectFrom('schools').select(['id', 'school_name']).where('school_name', 'in', ['Lakeside', 'lake-side']).execute();
    expect(made.map(({ school_name }) => school_name).sort()).toEqual(['Lakeside', 'lake-side']);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select('subject_id')
      .where('action', '=', 'school.create')
      .where(
        'subject_id',
        'in',
        made.map(({ id }) => id),
      )
      .execute();
    expect(entries).toHaveLength(2);
    const { data } = await rowsOf(read.id);
    expect(data.map(({ cells }: { cells: Record<string, string> }) => [cells.first_name, cells.last_name, cells.email, cells.school])).toEqual([
      ['Kim', 'Row 21', 'group-21-8@import.test', 'Lakeside'],
      ['Kim', 'Row 22', 'group-22-8@import.test', 'Lakeside'],
      ['Kim', 'Row 23', 'group-23-9@import.test', 'lake-side'],
      ['Kim', 'Row 24', 'group-24-8@import.test', school],
      ['No', 'School', 'no-school@import.test', school],
    ]);
  });

  test('a new school needs the right to make one; a meaning nobody has, another column and a finished import are refused', async () => {
    const { import: read } = (await send([unknown(31)], { mode: 'preview' })).body;
    const resolve = async (resolution: object, by = admin) => by.call(importResolve, { params: { id: read.id }, body: { resolutions: [resolution] } });
    expect((await resolve({ column: 'role', value: 'Wizard', to: 'create' })).body.errors!.resolutions![0]).toContain('Choose what each text means');
    expect((await resolve({ column: 'school', value: ' ', to: 'create' })).status).toBe(422);
    expect((await resolve({ column: 'school', value: 'Lakeside', to: 'make' })).status).toBe(422);
    expect((await resolve({ column: 'school', value: 'Lakeside', to: 999_999 })).body.import).toMatchObject({ error_count: 0 }); // made above: the name itself is known now
    const office = await scenario.person('teachers', schoolId);
    await giveRights(app.db, office.accountId, ['accounts:create']);
    const own = (await send([unknown(32, 'Elsewhere')], { mode: 'preview' }, office)).body.import;
    const refused = await office.call(importResolve, {
      params: { id: own.id },
      body: { resolutions: [{ column: 'school', value: 'Elsewhere', to: 'create' }] },
    });
    const mayNot = ['You cannot create schools. Choose an existing one.'];
    expect(refused.body.errors!.resolutions).toEqual(mayNot);
    // even with the right, if the person reaches only one school: they could not see the school they created
    const head = await scenario.person('teachers', schoolId);
    await giveRights(app.db, head.accountId, ['accounts:create', 'schools:create']);
    const theirs = (await send([unknown(33, 'Elsewhere')], { mode: 'preview' }, head)).body.import;
    const asked = { params: { id: theirs.id }, body: { resolutions: [{ column: 'school', value: 'Elsewhere', to: 'create' }] } };
    expect((await head.call(importResolve, asked)).body.errors!.resolutions).toEqual(mayNot);
    const kept = JSON.stringify({ resolutions: asked.body.resolutions });
    await app.db.updateTable('imports').set({ options: kept }).where('id', '=', theirs.id).execute(); // said while they reached every school
    await head.call(importApply, { params: { id: theirs.id }, body: {} });
    expect(await app.db.selectFrom('schools').select('id').where('school_name', '=', 'Elsewhere').execute()).toEqual([]);
    expect(await office.call(importResolve, { params: { id: read.id }, body: { resolutions: [] } })).toMatchObject({ status: 404 });
    expect(await office.call(importProblems, { params: { id: read.id } })).toMatchObject({ status: 404 });
    await admin.call(importApply, { params: { id: read.id }, body: {} });
    expect(await admin.call(importResolve, { params: { id: read.id }, body: { resolutions: [] } })).toMatchObject({ error: { code: 'IMPORT_NOT_PREVIEW' } });
  });
});

describe('[B298] what texts may have meant', () => {
  const problemsOf = async (rows: readonly (readonly string[])[], by: TestPerson) => {
    const { import: read } = (await send(rows, { mode: 'preview' }, by)).body;
    return (await by.call(importProblems, { params: { id: read.id } })).body;
  };

  test('the nearest names are suggested, all that can be meant are listed', async () => {
    const misspelt = `${school.slice(0, 2)}${school.slice(3)}`;
    const rows = [
      ['Kim', 'x', 'near-1@import.test', '', misspelt, 'Student', ''],
      ['Kim', 'y', 'near-2@import.test', '', 'Zzyzx', 'Studnet', ''],
    ];
    const { data, choices } = await problemsOf(rows, admin);
    const suggested = Object.fromEntries(data.map(({ value, suggestions }) => [value, suggestions.map(({ name }) => name)]));
    expect(suggested[misspelt]).toContain(school);
    expect(suggested).toMatchObject({ Zzyzx: [], Studnet: ['Student'] });
    expect(choices.account_type.map(({ name }: { name: string }) => name)).toEqual(['Admin', 'Teachers', 'Student', 'Guardian']);
    expect(choices.school).toContainEqual({ id: schoolId, name: school });
  });

  test('to people of one school only their own is named, no role beyond their rights, and no school to make', async () => {
    const office = await scenario.person('teachers', schoolId);
    await giveRights(app.db, office.accountId, ['accounts:create']);
    const { data, choices } = await problemsOf([['Kim', 'x', 'near-3@import.test', '', 'Zzyzx', 'Student', '']], office);
    expect(choices.school).toEqual([{ id: schoolId, name: school }]);
    expect(choices.role.map(({ name }: { name: string }) => name)).not.toContain('Admin');
    expect(data.find(({ column }: { column: string }) => column === 'school')).toMatchObject({ is_resolvable: true, can_create: false });
  });
});

test('[B305] a telephone number without digits comes in, and is told', async () => {
  const { import: read } = (await send([['Kim', 'x', 'phone@import.test', 'ask Ada', school, 'Student', '']], { mode: 'preview' })).body;
  expect(read).toMatchObject({ created_count: 1, error_count: 0, note_count: 1 });
  expect((await rowsOf(read.id)).data[0]!.notes[0]).toMatchObject({
    column: 'phone_number',
    value: 'ask Ada',
    message: expect.stringContaining('is imported as written'),
  });
});

test('[B299] a .csv file is read as an .xlsx one is', async () => {
  const text = `${TITLES.join(';')}\nZoë;"O’Neill; Jr.";zoe@csv.test;;${school};Student;\n`;
  const reply = await upload(Buffer.from(text), {}, admin, 'people.csv');
  expect(reply.body.accounts).toMatchObject([{ first_name: 'Zoë', last_name: 'O’Neill; Jr.', email: 'zoe@csv.test' }]);
});

describe('[B279] [B288] what a sheet says wrongly', () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const titles = `<row r="1">${TITLES.map(cell).join('')}</row>`;
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd.mm.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>';
  const book = (rows: string) =>
    makeWorkbook({
      sheet: `<worksheet><sheetData>${titles}${rows}</sheetData></worksheet>`,
      parts: {
        'xl/styles.xml': styles,
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="s1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="y1" Type="x/styles" Target="styles.xml"/></Relationships>',
      },
    });

  test('a date or TRUE that a spreadsheet made of a name is refused, with what it shows', async () => {
    const rest = `${cell('x@odd.test')}${cell('')}${cell(school)}${cell('Student')}`;
    const bytes = await book(
      `<row r="2"><c t="b"><v>1</v></c>${cell('King')}${rest}</row><row r="3">${cell('May')}<c s="1"><v>45352</v></c>${rest.replace('x@', 'y@')}</row>`,
    );
    const { import: read } = (await upload(bytes, { mode: 'preview' })).body;
    const { data } = await rowsOf(read.id, { outcome: 'error' });
    expect(
      data.map(({ problems }: { problems: { column: string; code: string; value: string }[] }) =>
        problems.map(({ column, code, value }) => [column, code, value]),
      ),
    ).toEqual([[['first_name', 'isBoolean', 'TRUE']], [['last_name', 'isDate', '2024-03-01']]]);
  });

  test('marks that turn letters round and line breaks are taken out of names, and told; joiners that scripts need stay', async () => {
    const { import: done } = (
      await send([
        ['\u202eAda', 'Ki\nng', 'bidi\u200b@odd.test', '', school, 'Student', ''],
        ['می\u200cخواهم', 'B', 'zwnj@odd.test', '', school, 'Student', ''],
      ])
    ).body;
    expect(done).toMatchObject({ created_count: 2, note_count: 1 });
    const rows = await app.db.selectFrom('accounts').select(['first_name', 'last_name', 'email']).where('email', 'like', '%@odd.test').orderBy('id').execute();
    expect(rows).toEqual([
      { first_name: 'Ada', last_name: 'Ki ng', email: 'bidi@odd.test' },
      { first_name: 'می\u200cخواهم', last_name: 'B', email: 'zwnj@odd.test' },
    ]);
  });

  test('two columns of one required meaning are refused by name; a very hidden sheet is not read', async () => {
    const twice = await upload(
      await peopleBook([['a@b.test', 'c@d.test', 'A', 'B', 'Student']], ['Email', 'E-Mail', 'First Name', 'Last Name', 'Account Type']),
    );
    expect(twice.body.errors!.file![0]).toContain('Two columns of this one mean the same: Email, E-Mail');
    const hidden = await makeWorkbook({ sheet: `<worksheet><sheetData>${titles}</sheetData></worksheet>`, sheetState: 'veryHidden' });
    expect((await upload(hidden)).status).toBe(422);
  });

  test('[B289] far too many rows are said as such by the job as well', async () => {
    const started = await upload(await peopleBook(manyStudents(20_001, school, 500_000)), { mode: 'apply' });
    await app.server.jobs.runDue();
    const { body } = await admin.call(importGet, { params: { id: started.body.import.id } });
    expect(body.import).toMatchObject({ status: 'failed', message: expect.stringContaining('at most 20,000 rows') });
  });

  test('a .csv is read like a spreadsheet, whatever wrote it', async () => {
    const text = `Vorname;Nachname;E-Mail;Type;School\r\nJürgen;"Groß; Müller";juergen@csv.test;Student;${school}\r\n`;
    for (const [index, encoding] of (['latin1', 'utf16le', 'utf8'] as const).entries()) {
      const bytes = Buffer.from(`${encoding === 'utf16le' ? '\ufeff' : ''}${text.replace('juergen', `juergen${index}`)}`, encoding);
      const { accounts } = (await upload(bytes, {}, admin, 'people.csv')).body;
      expect(accounts).toMatchObject([{ first_name: 'Jürgen', last_name: 'Groß; Müller', email: `juergen${index}@csv.test` }]);
    }
  });
});
