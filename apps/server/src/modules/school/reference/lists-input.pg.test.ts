import { createTranslate, en, type ListField, type MessageKey, type ReferenceList, referenceLists } from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createListSamples, createScenario, type ListSamples, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let admin: TestPerson;
let samples: ListSamples;
const t = createTranslate(en);

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  admin = await scenario.person('admin', null);
  samples = createListSamples(scenario, admin);
});
afterAll(() => app.close());

/** The specified messages for a missing field, written by hand. */
const REQUIRED: Record<string, Record<string, string>> = {
  questionType: { name: 'Name is required', description: 'Description is required' },
  questionGrade: { name: 'Name is required', description: 'Description is required' },
  questionSubject: { name: 'Name is required', description: 'Description is required' },
  questionCluster: { name: 'Name is required', description: 'Description is required' },
  level: { name: 'Name is required' },
  protocol: { name: 'Name is required' },
  standard: { name: 'Name is required', description: 'Description is required', level_id: 'Level is required' },
  group: { name: 'Name is required', color: 'Color is required', style: 'Style is required', is_active: 'Active Status is required' },
  requestedClass: {
    name: 'Name is required',
    section: 'Section is required',
    subject: 'Subject is required',
    room: 'Room is required',
    level_id: 'Level is required',
  },
  school: {
    school_name: 'Name is required',
    city: 'City is required',
    state: 'State is required',
    zip: 'Zip is required',
    district: 'District is required',
    address: 'Address is required',
    contact_name: 'Contact Name is required',
    phone: 'Phone is required',
  },
  markingPeriod: { name: 'Name is required', start_date: 'Start Date is required', end_date: 'End Date is required', school_id: 'Select a School' },
  assessmentPeriod: { name: 'Name is required', start_time: 'Start time is required', end_time: 'End time is required' },
  role: { name: 'Name is required' },
  action: { name: 'Name is required' },
  policy: { name: 'Name is required', role_id: 'Role is required', action_id: 'Action is required' },
  resource: { name: 'Name is required', res_url: 'Resource URL is required' },
  resourcePolicy: { resource_id: 'Resource is required', policy_id: 'Policy is required' },
  censorshipLevel: { name: 'Name is required' },
  censorshipWord: {
    name: 'Name is required',
    censorship_id: 'Censorship Level is required',
    replace_with: 'Replace with is required',
    is_active: 'Active Status is required',
  },
  accountRole: { account_id: 'Account is required', role_id: 'Role is required' },
};

const fieldsOf = (list: ReferenceList, ...kinds: ListField['kind'][]) =>
  Object.entries(list.fields).filter(([, { kind, setBy }]) => setBy === 'caller' && (kinds.length === 0 || kinds.includes(kind)));
/** Returns the messages; newer lists have messages that follow from their labels. */
const requiredOf = (list: ReferenceList): Record<string, string> =>
  REQUIRED[list.name] ??
  Object.fromEntries(
    fieldsOf(list)
      .filter(([, { isRequired }]) => isRequired)
      .map(([name, { label }]) => [name, `${t(label as MessageKey)} is required`]),
  );

/** The tables in which a row must differ from all others. */
let UNIQUE: string[] = [];
beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_indexes WHERE indexname = tablename || '_unique'`.execute(app.db);
  UNIQUE = rows.map(({ name }) => name);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  "Robert'); DROP TABLE levels;--",
  '=cmd|calc!A1',
  '{{constructor}}${7*7}',
  'José Müller 李明 محمد',
  'ZWJ \u{1F469}‍\u{1F3EB}',
  'e\u0301 and \u00e9',
  'a\u202eb',
  '\\u0000 %00 \\',
  'NULL',
  '‮',
];
/** Returns the stored form of a text: trimmed, and a name loses invisible and direction-changing characters. */
const stored = (text: string, kind: string): string => (kind === 'text' ? cleanedText(text) : text.trim());

const WRONG: Record<ListField['kind'], unknown[]> = {
  text: [5, true, ['a'], { a: 1 }, 'nul \u0000', '\ud800 half'],
  longText: [5, ['a'], { a: 1 }, 'nul \u0000', 'half \udc00'],
  number: ['x', 1.5, Number.MAX_SAFE_INTEGER, [1]],
  flag: ['maybe', 2, 'YES ', [true], {}],
  date: ['tomorrow', '2027-02-30', '2027-13-01', '27-1-1', '0001-01-01', '2027-01-01T00:00:00Z', 20270101, ['2027-01-01']],
  time: ['25:00', '12:60', '13:00 PM', '0:30 AM', 'noon', 830, ['08:00']],
  colour: ['url(javascript:alert(1))', 'red; background: url(x)', '#12', '#xyzxyz', '"><b>', 7, ['red']],
  style: ['<b>', 'a;b', '\u0000', 7, ['solid'], 'x'.repeat(51)],
  reference: [987_654_321, 0, -1, 1.5, 'abc', '1 OR 1=1', Number.MAX_SAFE_INTEGER, 1e300, [1], { id: 1 }, true],
  references: [[987_654_321], [0], ['abc'], [[1]], '1,abc', { id: 1 }, true, Array.from({ length: 1001 }, (_, index) => index + 1)],
  fixed: [],
};

describe.each(referenceLists.filter((list) => list.writable).map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const { create, update, updateByPost } = list.endpoints;
  const required = requiredOf(list);
  const optional = fieldsOf(list).filter(([name]) => !(name in required));

  test('[L320–L335] [Q308–Q324] [Q326–Q338] [Q340–Q346] each required field that is missing is named in the specified words, in all three calls', async () => {
    const { id } = await samples.row(list);
    const errors = Object.fromEntries(Object.entries(required).map(([name, message]) => [name, [message]]));
    const nothing = Object.fromEntries(
      fieldsOf(list, 'text', 'longText', 'reference', 'date', 'time').map(([name]) => [name, name in required ? '' : undefined]),
    );
    const blank = Object.fromEntries(fieldsOf(list, 'text', 'longText').map(([name]) => [name, name in required ? ' \u200b\u00a0' : undefined]));
    const nil = Object.fromEntries(Object.keys(required).map((name) => [name, null]));
    for (const body of [{}, nothing, blank, nil]) {
      for (const reply of [
        await admin.call(create, { body }),
        await admin.call(update, { params: { id }, body }),
        await admin.call(updateByPost, { params: { id }, body: { ...body, _method: 'PUT' } }),
      ]) {
        expect(reply).toMatchObject({ status: 422, error: { code: 'VALIDATION_FAILED' } });
        expect(reply.error?.errors).toEqual(errors);
      }
    }
  });

  // An idea stays in its school.
  const schoolOf = (row: object) => (list.table === 'ideas' ? { school_id: (row as { school_id?: number }).school_id } : {});

  test('[Q339] optional fields may be left out, keep what they are on an edit, and have their default on a new row', async () => {
    // An Admin of several schools must say to which one a row belongs that is never shared.
    const isNeeded = (name: string): boolean => name in required || (list.table === 'ideas' && name === 'school_id');
    const full = await samples.row(list);
    const fewer = Object.fromEntries(Object.entries(await samples.body(list)).filter(([name]) => isNeeded(name)));
    const edited = await admin.call(update, { params: { id: full.id }, body: { ...fewer, ...schoolOf(full) } });
    const made = await admin.call(create, { body: Object.fromEntries(Object.entries(await samples.body(list)).filter(([name]) => isNeeded(name))) });
    expect([edited.status, made.status]).toEqual([200, 201]);
    for (const [name, { initial }] of optional.filter(([field]) => !isNeeded(field))) {
      expect(edited.body.data[name]).toEqual(full[name]);
      expect(made.body.data[name]).toEqual(initial);
    }
  });

  test('POST of a row needs _method=PUT', async () => {
    const { id } = await samples.row(list);
    const body = await samples.body(list);
    for (const method of [undefined, 'DELETE', 'POST', 5]) {
      const reply = await admin.call(updateByPost, { params: { id }, body: { ...body, _method: method } });
      expect(reply).toMatchObject({ status: 422, error: { errors: { _method: ['The field _method must be PUT here'] } } });
    }
  });

  test('an unreadable version is refused, not ignored', async () => {
    const { id } = await samples.row(list);
    expect(await admin.call(update, { params: { id }, body: { ...(await samples.body(list)), updated_at: 'yesterday' } })).toMatchObject({
      status: 422,
      error: { errors: { updated_at: [expect.any(String)] } },
    });
  });

  const texts = fieldsOf(list, 'text', 'longText');
  test.skipIf(texts.length === 0)('[B045] hostile and foreign text comes back as it went in', async () => {
    for (const [index, text] of HOSTILE.entries()) {
      const typed = Object.fromEntries(texts.map(([name, { max = 200 }]) => [name, [...text].slice(0, max - 3).join('') + (index % 10)]));
      const row = await samples.row(list, typed);
      const reply = await admin.call(list.endpoints.get, { params: { id: row.id } });
      for (const [name, value] of Object.entries(typed)) expect([name, reply.body.data[name]]).toEqual([name, stored(value, list.fields[name]!.kind)]);
      expect((await admin.call(update, { params: { id: row.id }, body: { ...(await samples.body(list)), ...typed, ...schoolOf(row) } })).status).toBe(200);
    }
  });

  test.skipIf(texts.length === 0)('[K319] [Q325] text may be as long as the definition says, in characters, and not one longer', async () => {
    for (const [name, { max = 0 }] of texts) {
      const words = `${list.name}.${name}` === 'group.name' ? /^Input too long!$/ : /^Input too long!$|can have at most/;
      expect((await admin.call(create, { body: { ...(await samples.body(list)), [name]: '\u{1D11E}'.repeat(max) } })).status).toBe(201);
      expect(await admin.call(create, { body: { ...(await samples.body(list)), [name]: 'x'.repeat(max + 1) } })).toMatchObject({
        status: 422,
        error: { errors: { [name]: [expect.stringMatching(words)] } },
      });
    }
  });

  test('[B049] what a field cannot be is refused at that field: other kinds of value, forged ids', async () => {
    const { id } = await samples.row(list);
    for (const [name, { kind }] of fieldsOf(list)) {
      for (const wrong of WRONG[kind]) {
        const body = { ...(await samples.body(list)), [name]: wrong };
        for (const reply of [await admin.call(create, { body }), await admin.call(update, { params: { id }, body })]) {
          expect([name, wrong, reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([name, wrong, 422, [name]]);
          expect(reply.error?.errors?.[name]?.[0]).not.toMatch(/undefined|\{|Invalid|list\.\w|validation\.\w/);
        }
      }
    }
  });

  test('a form may send everything as text', async () => {
    const body = await samples.body(list);
    const typed = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value ?? '')]));
    const reply = await app.server.app.inject({
      method: 'POST',
      url: `/api${list.path}`,
      headers: { authorization: `Bearer ${await app.signIn(admin.accountId)}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(typed).toString(),
    });
    expect(reply.statusCode).toBe(201);
    expect(reply.json().data).toMatchObject(body);
  });

  test('[B047] what must be unique is, whatever the case and the Unicode form; a deleted row leaves its place free', async () => {
    const field = list.unique.field;
    const isText = list.fields[field]?.kind === 'text';
    const first = await samples.row(list, isText ? { [field]: 'Caf\u00e9 ONE' } : {});
    const twin = { ...bodyOf(first), ...(isText ? { [field]: 'cafe\u0301 one' } : {}) };
    const isUnique = UNIQUE.includes(list.table);
    // Names of ideas are unique in their school.
    const other = await samples.row(list, list.table === 'ideas' ? { school_id: first['school_id'] } : {});
    const told = { errors: { [field]: [expect.any(String)] } };
    const reply = await admin.call(create, { body: twin });
    expect(reply).toMatchObject(isUnique ? { status: 422, error: told } : { status: 201 });
    expect(await admin.call(update, { params: { id: other.id }, body: twin })).toMatchObject(isUnique ? { status: 422, error: told } : { status: 200 });
    expect((await admin.call(update, { params: { id: first.id }, body: twin })).status).toBe(200);
    await admin.call(list.endpoints.remove, { params: { id: first.id } });
    expect((await admin.call(create, { body: twin })).status).toBe(201);
  });

  const bodyOf = (row: Record<string, unknown>) => Object.fromEntries(fieldsOf(list).map(([name]) => [name, row[name]]));
});

test('names are unique where they stand alone, pairs where a row is nothing else', () => {
  expect(UNIQUE).toEqual(expect.arrayContaining(['levels', 'groups', 'standards', 'roles', 'account_roles', 'resource_policies']));
});

test('two people who add one name at once make one row', async () => {
  const levels = referenceLists.find(({ name }) => name === 'level') as ReferenceList;
  const replies = await Promise.all(['Grade 11', 'grade 11', 'GRADE 11', 'Grade 11'].map((name) => admin.call(levels.endpoints.create, { body: { name } })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
});

test.each([
  ['8:05 AM', '08:05'],
  ['12:00 AM', '00:00'],
  ['12:30 pm', '12:30'],
  ['08:05:00', '08:05'],
])('a time of day may be written %s', async (typed, wire) => {
  const periods = referenceLists.find(({ name }) => name === 'assessmentPeriod') as ReferenceList;
  const row = await samples.row(periods, { start_time: typed, end_time: '23:59' });
  expect(row.start_time).toBe(wire);
});

test.each([
  ['assessmentPeriod', { start_time: '10:00', end_time: '09:00' }, { end_time: ['The end is before the start'] }],
  ['assessmentPeriod', { start_time: '10:00', end_time: '10:00 AM' }, { end_time: ['The end must be after the start'] }],
  ['markingPeriod', { start_date: '2027-06-21', end_date: '2027-06-18' }, { end_date: ['The end is before the start'] }],
  ['markingPeriod', { start_date: '2027-06-21', end_date: '2027-06-21' }, { end_date: ['The end must be after the start'] }],
])('%s: the end comes after the start: %o', async (name, values, errors) => {
  const list = referenceLists.find((candidate) => candidate.name === name) as ReferenceList;
  const { id } = await samples.row(list);
  const body = { ...(await samples.body(list)), ...values };
  for (const reply of [await admin.call(list.endpoints.create, { body }), await admin.call(list.endpoints.update, { params: { id }, body })])
    expect(reply).toMatchObject({ status: 422, error: { errors } });
});
