import { accountLinkCreate, auditBlocks, auditExport, auditList, invitationGroups, levels, schools } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditMany, auditView } from '../../../platform/audit/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { readRows } from '../../../platform/spreadsheets/index.ts';
import { describeEntry } from './sentence.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let levelId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null, { firstName: 'Rita', lastName: 'Halvorsen' });
  levelId = (await admin.call(levels.endpoints.create, { body: { name: 'Grade 9' } })).body.data.id;
  await admin.call(levels.endpoints.update, { params: { id: levelId }, body: { name: 'Grade 10' } });
});
afterAll(() => app.close());

const search = async (query: Record<string, unknown> = {}, person = admin) => (await person.call(auditList, { query })).body;

test('who changed which record, when, from what to what: newest first', async () => {
  const { data, pagination } = await search({ subject_type: 'level', subject_id: levelId });
  expect(pagination).toMatchObject({ total: 2, current_page: 1 });
  expect(data).toMatchObject([
    {
      account_id: admin.accountId,
      account_name: 'Rita Halvorsen',
      action: 'level.update',
      subject_label: 'Level',
      subject_id: levelId,
      subject_name: 'Grade 10',
      before: { name: 'Grade 9' },
      after: { name: 'Grade 10' },
      changes: [{ field: 'name', from: 'Grade 9', to: 'Grade 10' }],
      request_id: expect.any(String),
    },
    { action: 'level.create', before: null, changes: [{ field: 'name', from: null, to: 'Grade 9' }] },
  ]);
  expect(Date.parse(data[0]!.at)).toBeGreaterThanOrEqual(Date.parse(data[1]!.at));
});

describe('the trail is searched', () => {
  test('by person, by action, by what the record says and by the person’s name', async () => {
    const other = await scenario.person('admin', null, { firstName: 'Bao', lastName: 'Nguyen' });
    const made = (
      await other.call(schools.endpoints.create, {
        body: { school_name: 'Northfield 100%', city: 'c', state: 's', zip: 'z', district: 'd', contact_name: 'n', phone: 'p', address: 'a' },
      })
    ).body.data;
    const found = async (query: Record<string, unknown>) => (await search(query)).data.map(({ action }: { action: string }) => action);
    expect(await found({ account_id: other.accountId })).toEqual(['school.create']);
    expect(await found({ action: 'school' })).toEqual(['school.create']);
    expect(await found({ action: 'school.create', subject_id: made.id })).toEqual(['school.create']);
    expect(await found({ action: 'schoo' })).toEqual([]);
    expect(await found({ search_text: 'field 100%' })).toEqual(['school.create']);
    expect(await found({ search_text: 'bao nguyen' })).toEqual(['school.create']);
    expect(await found({ search_text: 'Grade 9' })).toEqual(['level.update', 'level.create']);
    expect(await found({ search_text: '100_' })).toEqual([]);
    expect(await search()).toMatchObject({
      actions: ['level.create', 'level.update', 'school.create'],
      subject_types: [
        { name: 'level', label: 'Level' },
        { name: 'school', label: 'School' },
      ],
    });
  });

  test('by days of the school’s time zone, both of which count', async () => {
    const school = await scenario.school('Pacific/Auckland');
    const keeper = await scenario.person('teachers', school);
    await giveRights(app.db, keeper.accountId, ['audit:view']);
    const at = async (instant: string) =>
      void (await sql`INSERT INTO audit_entries (at, school_id, action, subject_type) VALUES (${instant}::timestamptz, ${school}, ${`day.${instant}`}, 'day')`.execute(
        app.db,
      ));
    for (const instant of ['2031-03-09T10:59:59Z', '2031-03-09T11:00:00Z', '2031-03-10T10:59:59Z', '2031-03-10T11:00:00Z']) await at(instant); // midnight there is 11:00 UTC
    const days = async (query: object) =>
      (await search({ subject_type: 'day', ...query }, keeper)).data.map(({ action }: { action: string }) => action.slice(4));
    expect((await search({}, keeper)).time_zone).toBe('Pacific/Auckland');
    expect(await days({ from: '2031-03-10', to: '2031-03-10' })).toEqual(['2031-03-10T10:59:59Z', '2031-03-09T11:00:00Z']);
    expect(await days({ from: '2031-03-10' })).toHaveLength(3);
    expect(await days({ to: '2031-03-09' })).toEqual(['2031-03-09T10:59:59Z']);
    for (const [query, field] of [
      [{ from: '2031-03-10', to: '2031-03-09' }, 'to'],
      [{ from: 'yesterday' }, 'from'],
      [{ to: '2031-02-30' }, 'to'],
      [{ account_id: 'x' }, 'account_id'],
    ] as const) {
      expect(await keeper.call(auditList, { query })).toMatchObject({ status: 422, error: { errors: { [field]: [expect.any(String)] } } });
    }
  });

  test('by pages', async () => {
    const all = (await search({ per_page: 200 })).data.map(({ id }: { id: number }) => id);
    const paged: number[] = [];
    for (let page = 1; paged.length < all.length; page += 1) paged.push(...(await search({ page, per_page: 2 })).data.map(({ id }: { id: number }) => id));
    expect(paged).toEqual(all);
  });
});

test('Admin alone reads it; who is let in by a right sees what people of the own school did', async () => {
  const school = await scenario.school();
  const people = [await scenario.person('teachers', school), await scenario.person('student', school)];
  for (const person of people) expect(await person.call(auditList)).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
  expect(await app.call(auditList)).toMatchObject({ status: 401 });
  const [keeper] = people as [TestPerson, TestPerson];
  await giveRights(app.db, keeper.accountId, ['audit:view', 'invitation-groups:create']);
  expect((await keeper.call(invitationGroups.endpoints.create, { body: { name: 'Of the school' } })).status).toBe(201);
  const { data } = await search({}, keeper);
  expect(data.map(({ subject_name }) => subject_name)).toEqual(['Of the school']);
  expect((await search({ account_id: admin.accountId }, keeper)).data).toEqual([]);
});

test('entries are never changed and never deleted, whoever tries', async () => {
  for (const statement of [sql`UPDATE audit_entries SET action = 'x'`, sql`DELETE FROM audit_entries`, sql`TRUNCATE audit_entries CASCADE`])
    await expect(statement.execute(app.db)).rejects.toThrow('append-only');
});

test('a write that fails leaves no entry', async () => {
  const count = async () => (await search({ subject_type: 'level' })).pagination.total;
  const before = await count();
  expect((await admin.call(levels.endpoints.create, { body: { name: 'grade 10' } })).status).toBe(422);
  expect(await count()).toBe(before);
});

test('looking at somebody else’s record is an entry, looking at one’s own is none', async () => {
  const student = await scenario.person('student', await scenario.school());
  const view = (actor: TestPerson) =>
    inTransaction(app.db, (tx) =>
      auditView(
        tx,
        { accountId: actor.accountId, schoolId: null },
        { action: 'profile.get', subjectType: 'profile', subjectId: student.accountId, ownerId: student.accountId, requestId: 'r' },
      ),
    );
  await view(student);
  await view(admin);
  expect((await search({ action: 'profile.get' })).data).toMatchObject([
    { account_id: admin.accountId, subject_type: 'profile', subject_label: 'Profile', subject_id: student.accountId, changes: [] },
  ]);
});

describe('entries are said in sentences', () => {
  test('[B295] with names in place of numbers, and kinds of record', async () => {
    const made = (await admin.call(levels.endpoints.create, { body: { name: 'Grade 12' } })).body.data.id;
    const teacher = await scenario.person('teachers', await scenario.school(), { firstName: 'Lib', lastName: 'Rarian' });
    await admin.call(accountLinkCreate, { params: { id: teacher.accountId }, body: { mail: false } });
    const said = async (query: Record<string, unknown>) => (await search(query)).data[0];
    expect(await said({ subject_type: 'level', subject_id: made })).toMatchObject({ sentence: 'Rita Halvorsen created Grade 12 (Level)' });
    expect(await said({ subject_type: 'account', subject_id: teacher.accountId })).toMatchObject({
      action: 'account.link.create',
      sentence: 'Rita Halvorsen created a sign-in link for Lib Rarian',
      subject_name: 'Lib Rarian',
    });
    const { action_labels } = await search();
    expect(action_labels).toMatchObject({ 'account.link.create': '… created a sign-in link for …', 'level.update': '… changed … (Level)' });
  });

  test('[B295] every action of the product has words of its own or of its verb', async () => {
    const spoken = (action: string) => describeEntry({ action, who: 'A', name: 'N', kind: 'K', subjectId: 1, batchSize: null }, (key) => key);
    for (const action of ['auth.login', 'auth.login.refused', 'import.account', 'level.purge', 'question.copy', 'live.start'])
      expect([action, spoken(action)]).not.toEqual([action, 'audit.said.other']);
    expect(spoken('unheard.of')).toBe('audit.said.other');
  });
});

test('[B296] [B339] what was done to many in one go is one line that opens, also in the middle of other entries', async () => {
  const school = await scenario.school();
  const people: number[] = [];
  for (let each = 0; each < 3; each += 1) people.push((await scenario.person('student', school, { firstName: 'Pupil', lastName: 'Newcomer' })).accountId);
  await inTransaction(app.db, (tx) =>
    auditMany(
      tx,
      { accountId: admin.accountId, schoolId: null },
      { action: 'import.account', subjectType: 'account', after: {}, requestId: 'one-batch' },
      people,
    ),
  );
  const folded = await search({ action: 'import.account', folded: '1' });
  expect(folded).toMatchObject({ data: [{ batch_size: 3, request_id: 'one-batch' }], pagination: { total: 1 } });
  expect(folded.data[0]!.sentence).toMatch(/^Rita Halvorsen imported the account of Pupil Newcomer, and 2 more at the same time$/);
  const opened = await search({ batch: 'one-batch', folded: '1' });
  expect(opened.data.map(({ subject_id }) => subject_id).sort()).toEqual(people.sort());
  expect((await search({ subject_type: 'account', subject_id: people[2], folded: '1' })).data).toHaveLength(1);
});

describe('GET /api/audit/blocks', () => {
  const block = async (query: Record<string, unknown>, person = admin) => person.call(auditBlocks, { query });

  test('the trail in blocks is the trail in pages, entries of one microsecond too, while new ones come above', async () => {
    await sql`INSERT INTO audit_entries (at, action, subject_type, subject_id)
      SELECT '2031-01-01T00:00:00Z'::timestamptz + n / 9 * interval '1 microsecond', 'bead.create', 'bead', n FROM generate_series(1, 90) n`.execute(app.db);
    const pages = (await search({ subject_type: 'bead', per_page: 100 })).data;
    const found: number[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { body } = await block({ subject_type: 'bead', limit: 7, ...(after ? { after } : {}) });
      expect(body.total).toEqual(after ? null : { count: 90, is_more: false });
      found.push(...body.data.map(({ id }) => id));
      after = body.cursors.after;
      await sql`INSERT INTO audit_entries (at, action, subject_type) VALUES ('2031-01-02T00:00:00Z', 'bead.create', 'bead')`.execute(app.db);
    }
    expect(found).toEqual(pages.map(({ id }) => id));
    const { data } = (await block({ subject_type: 'bead', limit: 3, skip: 50 })).body;
    expect(data[0]).toMatchObject({ sentence: expect.any(String), changes: [] });
  });

  test('[ACCESS] nobody else reads the blocks; whoever has one school reads what people of it did, whatever a cursor says', async () => {
    const keeper = await scenario.person('teachers', await scenario.school());
    expect((await block({}, keeper)).error?.code).toBe('NOT_ALLOWED');
    await giveRights(app.db, keeper.accountId, ['audit:view']);
    const { after } = (await block({ limit: 1 })).body.cursors;
    for (const query of [{ limit: 500 }, { limit: 500, after }])
      expect((await block(query, keeper)).body.data.every(({ account_id }) => account_id === keeper.accountId)).toBe(true);
    const forged = Buffer.from(JSON.stringify(['newest', '2031-01-01', '1'])).toString('base64url');
    for (const query of [{ after: forged }, { before: `${after}!` }, { from: '2027-02-01', to: '2027-01-01' }]) expect((await block(query)).status).toBe(422);
  });
});

describe('GET /api/audit/export', () => {
  const rowsOf = async (reply: { body: unknown }): Promise<string[][]> => {
    const rows: string[][] = [];
    for await (const batch of readRows(reply.body as never)) rows.push(...batch.map(({ cells }) => Array.from(cells, (cell) => cell ?? '')));
    return rows;
  };

  test('[B339] writes what the same search finds, newest first, in words; what begins like a formula stays text; that it was taken stands in the trail', async () => {
    const names = ['=cmd|calc!A1', '@SUM(A1)', 'الصف', '九年级'];
    for (const name of names) await admin.call(levels.endpoints.create, { body: { name } });
    const reply = await admin.call(auditExport, { query: { action: 'level.create', search_text: '', account_id: admin.accountId } });
    expect(reply.headers).toMatchObject({
      'content-type': auditExport.download,
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.xlsx"/),
    });
    const rows = await rowsOf(reply);
    expect(rows[0]).toEqual(['When (UTC)', 'Person', 'Email', 'School', 'What happened', 'Record type', 'Record', 'Action', 'Changes']);
    expect(rows.slice(1, 5).map((cells) => cells[4])).toEqual(names.toReversed().map((name) => `Rita Halvorsen created ${name} (Level)`));
    expect(rows[1]?.[8]).toBe('Name: 九年级');
    const listed = await search({ action: 'level.create', account_id: admin.accountId, per_page: 200 });
    expect(rows).toHaveLength(listed.pagination.total + 1);
    const [entry] = (await search({ action: 'audit.export' })).data;
    expect(entry).toMatchObject({ sentence: 'Rita Halvorsen downloaded the audit trail', after: { action: 'level.create', account_id: admin.accountId } });
  });

  test('[B339] 2,500 entries of one moment come whole, each once', async () => {
    await sql`INSERT INTO audit_entries (at, action, subject_type, subject_id) SELECT '2032-01-01T00:00:00.123456Z', 'moment.create', 'moment', n FROM generate_series(1, 2500) n`.execute(
      app.db,
    );
    const rows = (await rowsOf(await admin.call(auditExport, { query: { subject_type: 'moment' } }))).slice(1);
    expect([rows.length, new Set(rows.map((cells) => cells[6])).size]).toEqual([2500, 2500]);
  });

  test('[ACCESS] whoever may not read the trail takes nothing; somebody of one school takes what people of it did', async () => {
    const school = await scenario.school();
    const keeper = await scenario.person('teachers', school);
    expect((await keeper.call(auditExport, { query: {} })).error?.code).toBe('NOT_ALLOWED');
    expect((await keeper.call(auditExport, { query: { from: '2027-02-01', to: '2027-01-01' } })).status).toBeGreaterThanOrEqual(400);
    await giveRights(app.db, keeper.accountId, ['audit:view']);
    expect((await keeper.call(auditExport, { query: { from: '2027-02-01', to: '2027-01-01' } })).status).toBe(422);
    const rows = await rowsOf(await keeper.call(auditExport, { query: {} }));
    expect(rows.slice(1).every((cells) => cells[1] === `${keeper.firstName} ${keeper.lastName}`)).toBe(true);
  });
});
