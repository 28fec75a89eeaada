import { createTranslate, en, type MessageKey, type ReferenceList, referenceLists } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListSamples, createScenario, type ListSamples, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

// One file for all lists: each definition of the contract goes through the same life cycle.
let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
let samples: ListSamples;
const t = createTranslate(en);

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  samples = createListSamples(scenario, admin);
});
afterAll(() => app.close());

const writable = referenceLists.filter((list) => list.writable).map((list) => [list.name, list] as const);
const thing = ({ title }: ReferenceList): string => t(title.one as MessageKey);
const auditOf = (list: ReferenceList, id: number) =>
  app.db.selectFrom('audit_entries').selectAll().where('subject_type', '=', list.name).where('subject_id', '=', id).orderBy('id').execute();
const callerFields = (list: ReferenceList) => Object.entries(list.fields).filter(([, { setBy }]) => setBy === 'caller');

describe.each(writable)('%s', (_name, list) => {
  const { endpoints } = list;
  /** A body for a row that exists: an idea stays in its school. */
  const bodyFor = async (row: object): Promise<Record<string, unknown>> => ({
    ...(await samples.body(list)),
    ...(list.table === 'ideas' ? { school_id: (row as { school_id?: number }).school_id } : {}),
  });
  const get = (id: number, person = admin) => person.call(endpoints.get, { params: { id } });

  test('[Q179] [Q180] [Q191–Q194] [Q405] [Q476–Q479] [Q506] [Q507] [Q104] a row is made, read, listed, edited and deleted, and each write says so in the specified words', async () => {
    const body = await samples.body(list);
    const made = await admin.call(endpoints.create, { body });
    expect(made).toMatchObject({ status: 201, body: { status: 'success', message: `${thing(list)} Created Successfully`, data: body, [list.noun]: body } });
    const { id } = made.body.data;
    expect((await get(id)).body.data).toEqual(made.body.data);
    const listed = await admin.call(endpoints.list, { query: { per_page: 0 } });
    expect(listed.body.data.filter((row: { id: number }) => row.id === id)).toEqual([made.body.data]);

    const changed = await bodyFor(made.body.data);
    const edited = await admin.call(endpoints.update, { params: { id }, body: { ...changed, updated_at: made.body.data.updated_at } });
    expect(edited).toMatchObject({ status: 200, body: { message: `${thing(list)} Updated Successfully`, data: { id, ...changed } } });
    const again = await bodyFor(made.body.data);
    const posted = await admin.call(endpoints.updateByPost, { params: { id }, body: { ...again, _method: 'PUT' } });
    expect(posted).toMatchObject({ status: 200, body: { message: `${thing(list)} Updated Successfully`, data: { id, ...again } } });

    const removed = await admin.call(endpoints.remove, { params: { id } });
    expect(removed).toMatchObject({ status: 200, body: { message: `${thing(list)} Deleted Successfully`, id } });
    expect(await get(id)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    expect((await admin.call(endpoints.list, { query: { per_page: 0 } })).body.data.some((row: { id: number }) => row.id === id)).toBe(false);
    for (const endpoint of [endpoints.update, endpoints.remove]) {
      expect(await admin.call(endpoint, { params: { id }, body: changed })).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    }
  });

  test('every write leaves an entry: who, from what to what', async () => {
    const before = await samples.row(list);
    const changed = await bodyFor(before);
    await admin.call(endpoints.update, { params: { id: before.id }, body: changed });
    await admin.call(endpoints.remove, { params: { id: before.id } });
    const entries = await auditOf(list, before.id);
    expect(entries.map(({ action, account_id }) => [action, account_id])).toEqual(
      ['create', 'update', 'delete'].map((verb) => [`${list.name}.${verb}`, admin.accountId]),
    );
    const [made, edited, deleted] = entries as [(typeof entries)[0], (typeof entries)[0], (typeof entries)[0]];
    for (const [name] of callerFields(list)) {
      expect([name, (made.after as never)[name], (edited.before as never)[name]]).toEqual([name, before[name], before[name]]);
      expect([name, (edited.after as never)[name], (deleted.before as never)[name]]).toEqual([name, changed[name], changed[name]]);
    }
    expect([made.before, deleted.after]).toEqual([null, null]);
  });

  test('saving without a change changes nothing and leaves no entry', async () => {
    const row = await samples.row(list);
    const body = Object.fromEntries(callerFields(list).map(([name]) => [name, row[name]]));
    expect(await admin.call(endpoints.update, { params: { id: row.id }, body })).toMatchObject({ status: 200, body: { data: { updated_at: row.updated_at } } });
    expect(await auditOf(list, row.id)).toHaveLength(1);
  });

  test('[Q473] of two people who edit one row the second is told, with the newer row, and nothing is overwritten', async () => {
    const other = await scenario.person('admin', null);
    const row = await samples.row(list);
    const [first, second] = [await bodyFor(row), await bodyFor(row)];
    const saved = await other.call(endpoints.update, { params: { id: row.id }, body: { ...first, updated_at: row.updated_at } });
    expect(saved.status).toBe(200);
    for (const [endpoint, further] of [
      [endpoints.update, {}],
      [endpoints.updateByPost, { _method: 'put' }],
    ] as const) {
      const late = await admin.call(endpoint, { params: { id: row.id }, body: { ...second, ...further, updated_at: row.updated_at } });
      expect(late).toMatchObject({ status: 409, error: { code: 'EDIT_CONFLICT', params: { row: saved.body.data } } });
    }
    expect((await get(row.id)).body.data).toEqual(saved.body.data);
    expect((await admin.call(endpoints.update, { params: { id: row.id }, body: { ...second, updated_at: saved.body.data.updated_at } })).status).toBe(200);
  });

  test('[B051] two people who save at once: one wins, the other is told', async () => {
    const row = await samples.row(list);
    const bodies = [await bodyFor(row), await bodyFor(row)];
    const replies = await Promise.all(
      bodies.map((body) => admin.call(endpoints.update, { params: { id: row.id }, body: { ...body, updated_at: row.updated_at } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = replies.find(({ status }) => status === 200);
    expect((await get(row.id)).body.data).toEqual(winner?.body.data);
  });

  test('fields that only the server sets, and fields that do not exist, are not taken from a call', async () => {
    const forged = { id: 1, key: 'admin', created_at: '2001-01-01T00:00:00Z', archived_at: '2001-01-01T00:00:00Z', settings: { a: 1 }, no_such: 1 };
    const own = Object.fromEntries(Object.entries(forged).filter(([name]) => list.fields[name]?.setBy !== 'caller'));
    const setByServer = Object.fromEntries(
      Object.entries(list.fields)
        .filter(([, { setBy }]) => setBy !== 'caller')
        .map(([name]) => [name, name === 'account_id' ? 1 : 'admin']),
    );
    const row = await samples.row(list, { ...own, ...setByServer });
    expect(row.id).not.toBe(1);
    expect(Date.parse(row.created_at as string)).toBeGreaterThan(Date.parse('2020-01-01'));
    const fields = Object.entries(list.fields);
    const setBy = (who: string) => fields.filter(([, field]) => field.setBy === who).map(([name]) => row[name]);
    expect(setBy('actor').every((value) => value === admin.accountId)).toBe(true);
    expect(setBy('server')).not.toContain('admin');
    expect((await get(row.id)).status).toBe(200);
  });

  test('a repeat under one Idempotency-Key makes one row', async () => {
    const body = await samples.body(list);
    const key = `once ${list.name}`.replaceAll(' ', '-');
    const replies = [await admin.call(endpoints.create, { body }, { key }), await admin.call(endpoints.create, { body }, { key })];
    expect(replies[1]?.body.data.id).toBe(replies[0]?.body.data.id);
    expect(await auditOf(list, replies[0]?.body.data.id)).toHaveLength(1);
  });
});

describe.each(referenceLists.map((list) => [list.name, list] as const))('reading %s', (_name, list) => {
  const read = (query: Record<string, unknown>) => admin.call(list.endpoints.list, { query });
  const ids = (reply: { body: { data: { id: number }[] } }) => reply.body.data.map(({ id }) => id);

  test('[Q471] [L509] pages have the size that is asked for, come in one order and hold every row once', async () => {
    if (list.writable) for (let count = 0; count < 3; count += 1) await samples.row(list);
    const all = await read({ per_page: 0 });
    const { total } = all.body.pagination;
    expect(all.body.pagination).toEqual({ total, per_page: 0, current_page: 1, last_page: 1, from: 1, to: total });
    expect(all.body.data).toHaveLength(total);
    const paged: number[] = [];
    for (let page = 1; page <= Math.ceil(total / 2); page += 1) {
      const reply = await read({ page, per_page: 2 });
      expect(reply.body.pagination).toMatchObject({ total, per_page: 2, current_page: page, last_page: Math.ceil(total / 2), from: page * 2 - 1 });
      paged.push(...ids(reply));
    }
    expect(paged).toEqual(ids(all));
    expect(await read({ page: 1_000_000 })).toMatchObject({ status: 200, body: { data: [], pagination: { from: null, to: null } } });
  });

  test('a lookup list that is asked for without a page comes whole, another one by pages of 25', async () => {
    const { pagination, data } = (await read({})).body;
    expect([data.length, pagination.per_page]).toEqual(list.read === 'signed-in' ? [pagination.total, 0] : [Math.min(25, pagination.total), 25]);
    expect((await read({ page: 1 })).body.pagination.per_page).toBe(25);
  });

  test.each([
    [{ per_page: 201 }, 'per_page'],
    [{ per_page: -1 }, 'per_page'],
    [{ per_page: 'x' }, 'per_page'],
    [{ page: 0 }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ sort: 'id); DROP TABLE levels; --' }, 'sort'],
    [{ sort: 'no_such' }, 'sort'],
    [{ sort: 'name', direction: 'sideways' }, 'direction'],
  ])('a question that makes no sense is refused at its field: %o', async (query, field) => {
    expect(await read(query)).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED', errors: { [field]: [expect.any(String)] } } });
  });

  test('rows can be ordered by every column, both ways, and none is lost', async () => {
    const everybody = ids(await read({ per_page: 0 })).sort();
    for (const { key } of list.known) {
      for (const direction of ['asc', 'desc']) {
        const reply = await read({ per_page: 0, sort: key, direction });
        expect([key, reply.status, ids(reply).sort()]).toEqual([key, 200, everybody]);
        const shown = reply.body.data.map((row: Record<string, unknown>) => row[key]).filter((value: unknown) => value !== null);
        const isText = typeof shown[0] === 'string' && !key.endsWith('_at');
        const { compare } = new Intl.Collator('und', { numeric: true });
        const expected = isText ? [...shown].sort((a: string, b: string) => (direction === 'asc' ? compare(a, b) : compare(b, a))) : shown;
        expect([key, shown]).toEqual([key, expected]);
      }
    }
  });

  test('a row is found by a part of what the search looks into, in any case; what is typed means itself', async () => {
    if (!list.writable) return;
    const row = await samples.row(list);
    for (const key of list.search) {
      const shown = row[key];
      const words = Array.isArray(shown) ? (shown[0] as { name: string }).name : (shown as string);
      expect([key, ids(await read({ per_page: 0, search_text: `  ${words.toUpperCase()} ` })).includes(row.id)]).toEqual([key, true]);
    }
    for (const typed of ['%', '_', '\\', "' OR 1=1 --", '*', '\u{1F9EA}'])
      expect([typed, (await read({ per_page: 0, search_text: typed })).body.data]).toEqual([typed, []]);
  });

  test('references and flags filter rows', async () => {
    if (!list.writable) return;
    const row = await samples.row(list);
    for (const [name, { kind }] of Object.entries(list.fields)) {
      if (kind !== 'flag' && kind !== 'reference' && kind !== 'references') continue;
      const value = Array.isArray(row[name]) ? (row[name] as number[])[0] : row[name];
      if (value === null) continue; // all schools share the row
      const reply = await read({ per_page: 0, [name]: value });
      const holds = (other: Record<string, unknown>) => (Array.isArray(other[name]) ? (other[name] as unknown[]).includes(value) : other[name] === value);
      expect(reply.body.data.every(holds)).toBe(true);
      expect(ids(reply)).toContain(row.id);
    }
  });

  test('an id that is no id, or nobody’s, answers as missing', async () => {
    expect((await admin.call(list.endpoints.get, { params: { id: 'abc' } })).status).toBe(422);
    for (const id of [987_654_321, Number.MAX_SAFE_INTEGER])
      expect(await admin.call(list.endpoints.get, { params: { id } })).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
    for (const id of ['-1', '1.5', '99999999999999999999', "1'--"]) expect((await admin.call(list.endpoints.get, { params: { id } })).status).toBe(422);
  });
});
