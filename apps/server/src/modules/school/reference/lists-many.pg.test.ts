import {
  accountRoles,
  assessmentPeriods,
  censorshipLevels,
  censorshipWords,
  invitationGroups,
  levels,
  markingPeriods,
  policies,
  type ReferenceList,
  referenceLists,
  roles,
  schools,
  standards,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldErasedRows } from '../../../platform/reference-lists/index.ts';
import {
  createListSamples,
  createScenario,
  giveRights,
  type ListSamples,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let samples: ListSamples;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  await scenario.person('admin', null); // someone who can always repair access
  samples = createListSamples(scenario, admin);
});
afterAll(() => app.close());

type Cells = Record<string, string>;
const writable = referenceLists.filter((list) => list.writable).map((list) => [list.name, list] as const);
const erasing = writable.filter(([, { deletion }]) => deletion === 'erase');
const archiving = writable.filter(([, { deletion }]) => deletion === 'archive');
const many = (list: ReferenceList, rows: readonly Cells[], { preview = false, by = admin } = {}) =>
  by.call(list.endpoints.createMany, { body: { rows, preview } });
const removeMany = (list: ReferenceList, ids: readonly number[], by = admin) => by.call(list.endpoints.removeMany, { body: { ids } });
const restoreMany = (list: ReferenceList, ids: readonly number[], by = admin) => by.call(list.endpoints.restoreMany, { body: { ids } });
const idsIn = async (list: ReferenceList, query: object = {}): Promise<number[]> =>
  (await admin.call(list.endpoints.list, { query: { per_page: 0, ...query } })).body.data.map(({ id }: { id: number }) => id);
const idsOf = (reply: { body: { rows: { id: number | null }[] } }): number[] => reply.body.rows.flatMap(({ id }) => id ?? []);
const trail = async (list: ReferenceList, verb: string, ids: readonly number[]) =>
  (
    await sql<{ subject_id: number; batch_size: number | null; is_part: boolean; before: Cells | null; after: Cells | null }>`
      SELECT subject_id, batch_size, is_part, before, after FROM audit_entries
       WHERE action = ${`${list.name}.${verb}`} AND subject_id = ANY(${[...ids]}::bigint[]) ORDER BY id`.execute(app.db)
  ).rows;

/** Returns a row as a person writes it: names in place of ids. */
async function cellsOf(list: ReferenceList): Promise<{ cells: Cells; body: Record<string, unknown> }> {
  const body = await samples.body(list);
  const cells: Cells = {};
  for (const [name, { reference, kind }] of Object.entries(list.fields)) {
    if (body[name] === undefined) continue;
    if (!reference) cells[name] = kind === 'flag' ? (body[name] ? 'Yes' : 'no') : String(body[name]);
    else {
      const { table, naming } = reference.to;
      const { rows } = await sql<{ name: string }>`
        SELECT ${table === 'accounts' ? sql.ref('email') : sql.ref(naming[0] as string)} AS name FROM ${sql.table(table)}
         WHERE id = ANY(${[body[name]].flat()}::bigint[])`.execute(app.db);
      cells[name] = rows.map((row) => ` ${row.name.toUpperCase()} `).join(';');
    }
  }
  return { cells, body };
}

describe.each(writable)('many rows of %s', (_name, list) => {
  test('[B336] are made together of what somebody wrote, with one entry in the trail that opens, and taken back together', async () => {
    const written = [await cellsOf(list), await cellsOf(list), await cellsOf(list)];
    const before = await idsIn(list);
    const looked = await many(
      list,
      written.map(({ cells }) => cells),
      { preview: true },
    );
    expect(looked).toMatchObject({ status: 200, body: { rows: written.map(() => ({ id: null, errors: {} })) } });
    expect((await idsIn(list)).toSorted()).toEqual(before.toSorted());

    const made = await many(
      list,
      written.map(({ cells }) => cells),
    );
    expect(made).toMatchObject({ status: 200, body: { message: '3 added' } });
    const ids = idsOf(made);
    expect(ids).toHaveLength(3);
    for (const [at, { body }] of written.entries()) {
      const { data } = (await admin.call(list.endpoints.get, { params: { id: ids[at] as number } })).body;
      for (const [name, value] of Object.entries(body))
        expect([name, Array.isArray(data[name]) ? data[name].toSorted() : data[name]]).toEqual([name, Array.isArray(value) ? value.toSorted() : value]);
    }
    expect((await trail(list, 'create', ids)).map(({ batch_size, is_part, after }) => [batch_size, is_part, after !== null])).toEqual([
      [3, false, true],
      [3, true, true],
      [3, true, true],
    ]);

    const gone = await removeMany(list, ids);
    expect(gone).toMatchObject({ status: 200, body: { message: '3 deleted', ids, refused: [] } });
    expect((await idsIn(list)).toSorted()).toEqual(before.toSorted());
    expect(await trail(list, 'delete', ids)).toHaveLength(3);
  });

  test('[B336] line by line: what is missing or too much is told at its field, the right ones are made', async () => {
    const { cells } = await cellsOf(list);
    const required = Object.entries(list.fields).find(([, { isRequired, setBy }]) => isRequired && setBy === 'caller')?.[0] as string;
    const reply = await many(list, [{}, { ...cells, [required]: '  ' }, cells, { ...cells, [required]: 'x'.repeat(4000) }]);
    expect(reply.status).toBe(200);
    const [empty, blank, right, long] = reply.body.rows;
    for (const row of [empty, blank, long]) expect([row.id, row.errors[required]?.length]).toEqual([null, 1]);
    expect(right).toEqual({ id: expect.any(Number), errors: {} });
    await removeMany(list, [right.id]);
  });

  test('[ACCESS] are for those alone who may make, delete and bring back single ones', async () => {
    const looker = await scenario.person('student', await scenario.school());
    const { cells } = await cellsOf(list);
    const calls = [() => many(list, [cells], { by: looker }), () => removeMany(list, [1], looker), () => restoreMany(list, [1], looker)];
    const known = await idsIn(list);
    for (const call of calls) expect((await call()).status).toBe(403);
    expect((await idsIn(list)).toSorted()).toEqual(known.toSorted());
  });

  test('are 300 at most; none, other shapes and hostile names of fields are refused or heeded not', async () => {
    const { cells } = await cellsOf(list);
    for (const rows of [[], Array.from({ length: 301 }, () => cells), 'rows', [[1]], [{ name: 1 }], [{ name: 'x'.repeat(5001) }]])
      expect((await many(list, rows as never)).status).toBe(422);
    for (const ids of [[], [0], ['x'], Array.from({ length: 301 }, (_, at) => at + 1)])
      expect((await admin.call(list.endpoints.removeMany, { body: { ids: ids as never } })).status).toBe(422);
    expect((await many(list, [JSON.parse('{"__proto__":"x"}') as Cells])).status).toBe(400);
    const forged = { constructor: 'y', id: '1', key: 'admin', archived_at: '2001-01-01' };
    const reply = await many(list, [{ ...forged, ...cells }]);
    const [id] = idsOf(reply) as [number];
    expect(id).toBeGreaterThan(1);
    const { data } = (await admin.call(list.endpoints.get, { params: { id } })).body;
    expect(data.key ?? null).toBeNull();
    await removeMany(list, [id]);
  });
});

describe.each(archiving)('the archive of %s', (_name, list) => {
  test('gives many back at once; one whose name was taken meanwhile stays there, and so does what it does not hold', async () => {
    const rows = [await samples.row(list), await samples.row(list)];
    const ids = rows.map(({ id }) => id);
    await removeMany(list, ids);
    expect((await restoreMany(list, [...ids, 999_999_999])).body).toMatchObject({
      message: '2 restored',
      ids,
      refused: [{ id: 999_999_999, name: '#999999999', message: expect.stringMatching(/./) }],
    });
    expect(await idsIn(list)).toEqual(expect.arrayContaining(ids));
    expect(await trail(list, 'restore', ids)).toHaveLength(2);

    await removeMany(list, ids);
    const own = Object.keys(list.fields).filter((name) => list.fields[name]?.setBy === 'caller');
    const again = await admin.call(list.endpoints.create, { body: Object.fromEntries(own.map((name) => [name, rows[0]?.[name]])) });
    const back = await restoreMany(list, ids);
    const isUnique = (await sql`SELECT 1 FROM pg_class WHERE relname = ${`${list.table}_unique`}`.execute(app.db)).rows.length > 0;
    expect(back.body.ids).toEqual(isUnique ? [ids[1]] : ids);
    await removeMany(list, [again.body.data.id, ...ids]);
  });
});

describe.each(erasing)('[B231] deleted rows of %s', (_name, list) => {
  test('come back as they were, with the same ids, for an hour; what was never there does not', async () => {
    const rows = [await samples.row(list), await samples.row(list)];
    const ids = rows.map(({ id }) => id);
    const stored = async () =>
      (await sql`SELECT to_jsonb(t) AS row FROM ${sql.table(list.table)} t WHERE id = ANY(${ids}::bigint[]) ORDER BY id`.execute(app.db)).rows;
    const before = await stored();
    expect((await removeMany(list, ids)).body.ids).toEqual(ids);
    expect(await stored()).toEqual([]);
    expect((await restoreMany(list, [...ids, 999_999_999])).body).toMatchObject({
      message: '2 restored',
      ids,
      refused: [{ id: 999_999_999, name: '#999999999', message: expect.stringMatching(/./) }],
    });
    expect(await stored()).toEqual(before);
    expect(await trail(list, 'restore', ids)).toHaveLength(2);
    expect((await restoreMany(list, ids)).body.ids).toEqual([]); // once

    const [one] = ids as [number];
    await admin.call(list.endpoints.remove, { params: { id: one } });
    const back = await admin.call(list.endpoints.restore, { params: { id: one } });
    expect([back.status, back.body.data?.id]).toEqual([200, one]);
    await removeMany(list, ids);
    await sql`UPDATE erased_rows SET erased_at = erased_at - interval '61 minutes'`.execute(app.db);
    expect((await admin.call(list.endpoints.restore, { params: { id: one } })).status).toBe(404);
    await deleteOldErasedRows(app.db);
    expect((await sql`SELECT 1 FROM erased_rows`.execute(app.db)).rows).toEqual([]);
  });

  test('whose place another row took meanwhile stay away and say so', async () => {
    const row = await samples.row(list);
    await removeMany(list, [row.id]);
    const own = Object.keys(list.fields).filter((name) => list.fields[name]?.setBy === 'caller');
    const again = await admin.call(list.endpoints.create, { body: Object.fromEntries(own.map((name) => [name, row[name]])) });
    expect(again.status).toBe(201);
    const isUnique = (await sql`SELECT 1 FROM pg_class WHERE relname = ${`${list.table}_unique`}`.execute(app.db)).rows.length > 0;
    const back = await admin.call(list.endpoints.restore, { params: { id: row.id } });
    expect([back.status, back.body.code ?? null]).toEqual(isUnique ? [409, 'RESTORE_TAKEN'] : [200, null]);
    await removeMany(list, [row.id, again.body.data.id]);
  });
});

describe('[B231] a deletion that is taken back', () => {
  test('of 300 rows at once', async () => {
    const reply = await many(
      censorshipLevels,
      Array.from({ length: 300 }, (_, at) => ({ name: `Level ${at}`, description: 'Words' })),
    );
    const ids = idsOf(reply);
    expect(ids).toHaveLength(300);
    await removeMany(censorshipLevels, ids);
    expect((await restoreMany(censorshipLevels, ids)).body.ids).toHaveLength(300);
    await removeMany(censorshipLevels, ids);
  });

  test('what a row names that is gone by now is told, and the row stays away', async () => {
    const level = await samples.row(censorshipLevels);
    const word = await samples.row(censorshipWords, { censorship_id: level.id });
    await removeMany(censorshipWords, [word.id]);
    await removeMany(censorshipLevels, [level.id]);
    const refused = await admin.call(censorshipWords.endpoints.restore, { params: { id: word.id } });
    expect([refused.status, refused.body.code]).toEqual([409, 'RESTORE_GONE']);
    expect((await restoreMany(censorshipWords, [word.id])).body).toMatchObject({
      ids: [],
      refused: [{ id: word.id, message: expect.stringContaining('no longer exists') }],
    });
    await restoreMany(censorshipLevels, [level.id]);
    expect((await restoreMany(censorshipWords, [word.id])).body.ids).toEqual([word.id]);
  });

  test('of a group brings its members back', async () => {
    const schoolId = await scenario.school();
    const group = await samples.row(invitationGroups, { school_id: schoolId });
    const member = await scenario.person('student', schoolId);
    await sql`INSERT INTO invitation_group_accounts (invitation_group_id, account_id) VALUES (${group.id}, ${member.accountId})`.execute(app.db);
    await removeMany(invitationGroups, [group.id]);
    await restoreMany(invitationGroups, [group.id]);
    const { rows } = await sql<{ account_id: number }>`SELECT account_id FROM invitation_group_accounts WHERE invitation_group_id = ${group.id}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ account_id: member.accountId }]);
  });

  test('[ACCESS] of another school’s row answers as if it had never been, also where its place is taken', async () => {
    const [own, other] = [await scenario.school(), await scenario.school()];
    const group = await samples.row(invitationGroups, { school_id: other });
    const keeper = await scenario.person('student', own);
    await giveRights(app.db, keeper.accountId, ['invitation-groups:view', 'invitation-groups:delete']);
    await removeMany(invitationGroups, [group.id]);
    const call = () => keeper.call(invitationGroups.endpoints.restore, { params: { id: group.id } });
    expect((await call()).status).toBe(404);
    expect((await restoreMany(invitationGroups, [group.id], keeper)).body).toMatchObject({ ids: [], refused: [{ name: `#${group.id}` }] });
    expect(await idsIn(invitationGroups)).not.toContain(group.id);
    expect((await restoreMany(invitationGroups, [group.id])).body.ids).toEqual([group.id]);
  });
});

describe('names', () => {
  test('taken twice are told: by whom in the list, by which line among these; case, width and spaces make no difference', async () => {
    await samples.row(levels, { name: 'Grade 8' });
    const reply = await many(levels, [{ name: 'ＧＲＡＤＥ 8' }, { name: 'Grade 9' }, { name: 'grade 9' }, { name: 'Grade 10' }]);
    expect(reply.body.rows.map(({ id, errors }: { id: number | null; errors: Cells }) => [id !== null, errors])).toEqual([
      [false, { name: ['Name is already used. Choose another one.'] }],
      [true, {}],
      [false, { name: ['The same as line 2. Remove one of the two.'] }],
      [true, {}],
    ]);
  });

  test('of what rows point at: unknown ones and those of several are told with a remedy, archived ones are unknown', async () => {
    await samples.row(levels, { name: 'Known Level' });
    const gone = await samples.row(levels, { name: 'Gone Level' });
    await removeMany(levels, [gone.id]);
    const twins = await Promise.all([samples.row(schools, { school_name: 'Twin' }), samples.row(schools, { school_name: 'Twin' })]);
    const line = (level_id: string) => ({ name: `Standard of ${level_id}`, description: 'x', level_id });
    const [known, unknown, archived] = (await many(standards, ['  known   LEVEL', 'No such', 'Gone Level'].map(line))).body.rows;
    expect(known.id).not.toBeNull();
    expect(unknown.errors).toEqual({ level_id: ['Level: nothing is named “No such”. Correct the name, or create it first.'] });
    expect(Object.keys(archived.errors)).toEqual(['level_id']);
    const period = { name: 'Autumn', school_id: 'twin', start_date: '2027-01-11', end_date: '2027-02-11' };
    expect((await many(markingPeriods, [period])).body.rows[0].errors.school_id[0]).toContain('2 are named “twin”');
    await removeMany(
      schools,
      twins.map(({ id }) => id),
    );
  });
});

describe('what people write', () => {
  test('one period for all schools at once: * or their names; days and times as spreadsheets have them', async () => {
    const [one, two] = [await samples.row(schools), await samples.row(schools)];
    const rows = [
      { name: 'Term 1', school_id: '*', start_date: '2031-01-11', end_date: '31.3.2031', active: 'x' },
      { name: 'Term 2', school_id: `${one.school_name}; ${two.school_name}`, start_date: '2031/4/1', end_date: '2031-06-30', active: 'No' },
      { name: 'Term 3', school_id: '*', start_date: '4/5/2031', end_date: '2031-06-30', active: 'perhaps' },
    ];
    const [all, both, wrong] = (await many(markingPeriods, rows)).body.rows;
    const read = async (id: number) => (await admin.call(markingPeriods.endpoints.get, { params: { id } })).body.data;
    expect((await read(all.id)).school_id.toSorted()).toEqual((await idsIn(schools)).toSorted());
    expect(await read(all.id)).toMatchObject({ start_date: '2031-01-11', end_date: '2031-03-31', active: true });
    expect(await read(both.id)).toMatchObject({ school_id: [one.id, two.id], active: false });
    expect(wrong.errors).toEqual({ start_date: ['Start Date must be a date like 2027-06-21'], active: [expect.stringContaining('Active')] });
    await removeMany(markingPeriods, [all.id, both.id]);
    const hours = await many(assessmentPeriods, [
      { name: 'First', start_time: '8:05 AM', end_time: '08:50' },
      { name: 'Second', start_time: '10:00', end_time: '9:00' },
    ]);
    expect(hours.body.rows).toMatchObject([{ errors: {} }, { id: null, errors: { end_time: ['The end is before the start'] } }]);
  });

  test('300 words in nine scripts in one call, none of them half', async () => {
    const level = await samples.row(censorshipLevels);
    const scripts = ['كلمة', '詞語', 'слово', 'λέξη', 'מילה', 'शब्द', 'คำ', '단어', 'wort'];
    const rows = Array.from({ length: 300 }, (_, at) => ({
      name: `${scripts[at % 9]} ${at}`,
      censorship_id: String(level.name),
      replace_with: '***',
      is_active: 'yes',
    }));
    const reply = await many(censorshipWords, rows);
    const ids = idsOf(reply);
    expect(ids).toHaveLength(300);
    const stored = await sql<{ name: string }>`SELECT name FROM censorship_words WHERE id = ANY(${ids}::bigint[]) ORDER BY id`.execute(app.db);
    expect(stored.rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
    expect((await many(censorshipWords, rows)).body.rows.every(({ id }: { id: number | null }) => id === null)).toBe(true);
    expect((await removeMany(censorshipWords, ids)).body.ids).toHaveLength(300);
  });

  test('[B336] two who add the same names at once: each name is made once', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => ({ name: `Race ${at}` }));
    const replies = await Promise.all([many(levels, rows), many(levels, rows.toReversed())]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const ids = replies.flatMap(idsOf);
    expect(ids).toHaveLength(40);
    await removeMany(levels, ids);
  });

  test('nothing of a text is run or half read: formulas, markup, quotes and $ stay as they are', async () => {
    const names = [`=HYPERLINK("x")`, `<img src=x onerror=1>`, `'; DROP TABLE levels; --`, `{"name": null}`, '\u202Eabc', '$1 ${x}'];
    const reply = await many(
      levels,
      names.map((name) => ({ name })),
    );
    const ids = idsOf(reply);
    const { rows } = await sql<{ name: string }>`SELECT name FROM levels WHERE id = ANY(${ids}::bigint[]) ORDER BY id`.execute(app.db);
    // direction-changing characters are not part of a name
    expect(rows.map(({ name }) => name)).toEqual(names.map((name) => name.replace('\u202E', '')));
    expect((await many(levels, [{ name: 'NUL \u0000 here' }, { name: '\uD800' }])).status).toBe(422);
    await removeMany(levels, ids);
  });
});

describe('deleting many', () => {
  test('what is in use stays and says by what, the others go', async () => {
    const [used, free] = [await samples.row(levels), await samples.row(levels)];
    await samples.row(standards, { level_id: used.id });
    const { body } = await removeMany(levels, [used.id, free.id, used.id, 999_999_999]);
    expect(body).toEqual({
      status: 'success',
      message: '1 deleted',
      ids: [free.id],
      refused: [
        { id: used.id, name: used.name, message: 'In use by 1 standard.' },
        { id: 999_999_999, name: '#999999999', message: expect.any(String) },
      ],
    });
  });

  test('what names something archived is not restored before that', async () => {
    const level = await samples.row(levels);
    const standard = await samples.row(standards, { level_id: level.id });
    await removeMany(standards, [standard.id]);
    await removeMany(levels, [level.id]);
    expect((await restoreMany(standards, [standard.id])).body).toMatchObject({
      ids: [],
      refused: [{ id: standard.id, message: expect.stringContaining('Level') }],
    });
    await restoreMany(levels, [level.id]);
    expect((await restoreMany(standards, [standard.id])).body.ids).toEqual([standard.id]);
  });

  test('what is built in stays', async () => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM roles WHERE key IS NOT NULL ORDER BY id`.execute(app.db);
    const own = await samples.row(roles);
    const { body } = await removeMany(roles, [...rows.map(({ id }) => id), own.id]);
    expect([body.ids, body.refused.length]).toEqual([[own.id], rows.length]);
  });
});

describe('[ACCESS] nobody does to many what they may not do to one', () => {
  test('no rights are granted by pasting them', async () => {
    const clerk = await scenario.person('teachers', await scenario.school());
    const rights = ['roles', 'policies', 'account-roles'].flatMap((resource) => ['view', 'create', 'delete'].map((action) => `${resource}:${action}`));
    await giveRights(app.db, clerk.accountId, rights);
    const { rows } = await sql<{ email: string }>`SELECT email FROM accounts WHERE id = ${clerk.accountId}`.execute(app.db);
    const reply = await many(accountRoles, [{ account_id: rows[0]?.email ?? '', role_id: 'Admin' }], { by: clerk });
    expect(reply.status === 403 || reply.body.rows[0].id === null).toBe(true);
    const admins = await sql`
      SELECT 1 FROM account_roles a JOIN roles r ON r.id = a.role_id WHERE a.account_id = ${clerk.accountId} AND r.key = 'admin'`.execute(app.db);
    expect(admins.rows).toEqual([]);
    // all schools share the role
    const [policy] = (await many(policies, [{ name: 'P', role_id: 'Admin', action_id: 'View' }], { by: clerk })).body.rows;
    expect(policy).toEqual({ id: null, errors: { '': [expect.stringContaining('All schools share this')] } });
  });

  test('somebody of one school makes periods of that school alone, and finds no other by *', async () => {
    const [own, other] = [await samples.row(schools), await samples.row(schools)];
    const office = await scenario.person('teachers', own.id);
    await giveRights(
      app.db,
      office.accountId,
      ['view', 'create', 'delete'].map((action) => `periods:${action}`),
    );
    const period = (school_id: string) => ({ name: `P of ${school_id}`, school_id, start_date: '2033-01-11', end_date: '2033-02-11' });
    const [all, foreign] = (await many(markingPeriods, [period('*'), period(String(other.school_name))], { by: office })).body.rows;
    expect((await admin.call(markingPeriods.endpoints.get, { params: { id: all.id } })).body.data.school_id).toEqual([own.id]);
    expect(foreign.id).toBeNull();
    const theirs = await samples.row(markingPeriods, { school_id: [other.id] });
    expect((await removeMany(markingPeriods, [theirs.id], office)).body.ids).toEqual([]);
  });
});
