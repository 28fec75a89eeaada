import {
  accountSignOut,
  auditList,
  createTranslate,
  en,
  erasureCreate,
  incidentClose,
  incidentCreate,
  incidentExport,
  incidentGet,
  incidentList,
  incidentNumbers,
  incidentPeople,
  incidentPrograms,
  incidentReopen,
  incidentSessions,
  incidentStepAdd,
  incidentSubjectAdd,
  incidentSubjectRemove,
  incidentUpdate,
  MAX_INCIDENT_SUBJECTS,
  recordReadingList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSchema } from '../../../platform/personal-data/read-schema.ts';
import { readRows } from '../../../platform/spreadsheets/index.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createFileStorage } from '../../school/files/index.ts';
import { toNeighbourhood } from '../../people/accounts/index.ts';
import { runErasures } from '../records/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let other: TestClass;
let ann: TestPerson;
let ben: TestPerson;
let office: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ schoolId: await scenario.school('America/Chicago') });
  other = await scenario.class({ schoolId: await scenario.school(), students: 1 });
  [ann, ben] = room.students as [TestPerson, TestPerson];
  office = await officeOf(room.schoolId);
  stranger = await officeOf(other.schoolId);
}, 60_000);
afterAll(() => app.close());
beforeEach(async () => {
  await sql`DELETE FROM record_readings`.execute(app.db);
  await sql`DELETE FROM incidents`.execute(app.db);
});

/** Makes somebody of one school who keeps its incidents. */
async function officeOf(schoolId: number): Promise<TestPerson> {
  const person = await scenario.person('teachers', schoolId);
  await giveRights(app.db, person.accountId, ['incidents:view', 'incidents:create', 'incidents:edit', 'accounts:edit', 'accounts:view']);
  return person;
}
const dayAgo = async (days: number) =>
  (await sql<{ day: string }>`SELECT ((app_now() AT TIME ZONE 'America/Chicago')::date - ${days}::integer)::text AS day`.execute(app.db)).rows[0]!.day;
const fieldsOf = async (more: object = {}) => ({
  title: 'The password of a teacher was stolen',
  noticed_on: await dayAgo(1),
  noticed_time: '08:30',
  from: await dayAgo(10),
  to: null,
  ...more,
});
const open = async (by = office, more: object = {}) => (await by.call(incidentCreate, { body: await fieldsOf(more) })).body;
const add = (id: number, body: object, by = office) => by.call(incidentSubjectAdd, { params: { id }, body: body as never });
const ofTeacher = async () => {
  const { incident } = await open();
  expect((await add(incident.id, { kind: 'account', account_id: room.teacher.accountId })).status).toBe(200);
  return incident.id;
};
const people = async (id: number, list: 'read' | 'reachable', page: object = {}) =>
  (await office.call(incidentPeople, { params: { id }, query: { list, ...page } })).body;
const numbers = async (id: number) => (await office.call(incidentNumbers, { params: { id } })).body;
const get = async (id: number) => (await office.call(incidentGet, { params: { id } })).body;
/** Notes a look of some days ago. */
const look = (
  person: TestPerson,
  { reader = null, client = null, dataClass = 'grade', days = 1 }: { reader?: TestPerson | null; client?: number | null; dataClass?: string; days?: number },
) =>
  sql`INSERT INTO record_readings (account_id, reader_id, api_client_id, data_class, day, first_at, last_at, times, was_teacher)
      SELECT ${person.accountId}, ${reader?.accountId ?? null}, ${client}, ${dataClass}, (at.at AT TIME ZONE 'America/Chicago')::date, at.at, at.at, 1, false
        FROM (SELECT app_now() - make_interval(days => ${days}) AS at) at`.execute(app.db);
const program = async (schoolId: number, scopes: string) =>
  (
    await sql<{ id: number }>`
      INSERT INTO api_clients (school_id, name, client_id, scopes, secret_hash, created_by)
      VALUES (${schoolId}, 'Bus planner', ${`bus ${Math.random()}`}, ${scopes}::text[], '', ${room.admin.accountId}) RETURNING id`.execute(app.db)
  ).rows[0]!.id;

describe('[B2662] an administrator opens an incident with two times to keep', () => {
  test('72 hours and 7 days count from the moment at which it was noticed, in the time zone of the school', async () => {
    const reply = await office.call(incidentCreate, { body: await fieldsOf({ noticed_on: '2026-01-15', noticed_time: '8:05 PM', from: '2026-01-10' }) });
    expect(reply.status).toBe(201);
    expect(reply.body.incident).toMatchObject({
      school_id: room.schoolId,
      noticed_at: '2026-01-16T02:05:00.000Z',
      authority_due_at: '2026-01-19T02:05:00.000Z',
      families_due_at: '2026-01-23T02:05:00.000Z',
      authority_done_at: null,
      families_done_at: null,
      closed_at: null,
      opened_by: `${office.firstName} ${office.lastName}`,
      from: '2026-01-10',
      to: null,
    });
    expect(reply.body.readings_days).toBe(400);
    expect(reply.body.readings_since).toBe(await dayAgo(400));
  });

  test('a mark says who did it and when, with a note', async () => {
    const { incident } = await open();
    const marked = await office.call(incidentStepAdd, { params: { id: incident.id }, body: { kind: 'authority', note: 'By the form of the state' } });
    expect(marked.body.incident).toMatchObject({ authority_done_at: expect.any(String), families_done_at: null });
    expect(marked.body.steps).toEqual([
      expect.objectContaining({ kind: 'authority', words: 'By the form of the state', who: `${office.firstName} ${office.lastName}` }),
    ]);
    expect(
      (await office.call(incidentStepAdd, { params: { id: incident.id }, body: { kind: 'families', note: 'Sent' } })).body.incident.families_done_at,
    ).not.toBeNull();
  });

  test('what lies ahead, ends before it begins, is empty, invisible or too long is refused at its field', async () => {
    const tries: [object, string][] = [
      [{ noticed_on: await dayAgo(-2) }, 'noticed_on'],
      [{ from: await dayAgo(-1) }, 'from'],
      [{ to: await dayAgo(-1) }, 'to'],
      [{ to: await dayAgo(11) }, 'to'],
      [{ noticed_time: '25:10' }, 'noticed_time'],
      [{ noticed_on: '2026-02-30' }, 'noticed_on'],
      [{ title: '\u200b\u2060 ' }, 'title'],
      [{ title: 'x'.repeat(301) }, 'title'],
    ];
    for (const [more, field] of tries) {
      const reply = await office.call(incidentCreate, { body: await fieldsOf(more) });
      expect([reply.status, Object.keys((reply.body as unknown as { errors: object }).errors)]).toEqual([422, [field]]);
    }
    const { incident } = await open();
    for (const note of ['\u200b', '', 'x'.repeat(10_000)])
      expect((await office.call(incidentStepAdd, { params: { id: incident.id }, body: { kind: 'note', note } })).status).toBe(422);
    const { incident: changed } = (
      await office.call(incidentUpdate, { params: { id: incident.id }, body: await fieldsOf({ title: 'Another', to: await dayAgo(2) }) })
    ).body;
    expect(changed).toMatchObject({ title: 'Another', to: await dayAgo(2) });
    expect((await office.call(incidentUpdate, { params: { id: incident.id }, body: await fieldsOf({ to: await dayAgo(-3) }) })).status).toBe(422);
  });
});

describe('[B2663] readers are accounts, sign-ins, programs and networks of the school', () => {
  test('each kind is added, once, and removed', async () => {
    const { incident } = await open();
    const client = await program(room.schoolId, '{roster.readonly}');
    const { sessions } = (await office.call(incidentSessions, { params: { id: incident.id }, query: { account_id: room.teacher.accountId } })).body;
    expect(sessions).toHaveLength(1);
    expect((await office.call(incidentPrograms, { params: { id: incident.id } })).body.programs).toContainEqual({ id: client, name: 'Bus planner' });
    const bodies = [
      { kind: 'account', account_id: room.teacher.accountId },
      { kind: 'session', account_id: room.teacher.accountId, session_id: sessions[0]!.id },
      { kind: 'program', api_client_id: client },
      { kind: 'network', address: '203.0.113.7' },
    ];
    for (const body of bodies) {
      expect((await add(incident.id, body)).status).toBe(200);
      expect((await add(incident.id, body)).status).toBe(422);
    }
    const { subjects } = await get(incident.id);
    expect(subjects.map(({ kind, name, is_active, count }) => [kind, name.length > 3, is_active, count])).toEqual([
      ['account', true, true, 1],
      ['session', true, true, 1],
      ['program', true, true, 0],
      ['network', true, true, 0],
    ]);
    expect(JSON.stringify(subjects)).not.toContain('203.0.113');
    const removed = await office.call(incidentSubjectRemove, { params: { id: incident.id, subject_id: subjects[1]!.id } });
    expect(removed.body.subjects.map(({ kind }) => kind)).toEqual(['account', 'program', 'network']);
    expect((await office.call(incidentSubjectRemove, { params: { id: incident.id, subject_id: subjects[1]!.id } })).status).toBe(404);
  });

  test('[B3047] every change of an incident leaves an entry of the audit trail, with who did it', async () => {
    const { incident } = await open();
    const { id } = incident;
    const { subjects } = (await add(id, { kind: 'account', account_id: room.teacher.accountId })).body;
    await office.call(incidentSubjectRemove, { params: { id, subject_id: subjects[0]!.id } });
    await office.call(incidentStepAdd, { params: { id }, body: { kind: 'note', note: 'Seen' } });
    await office.call(incidentUpdate, { params: { id }, body: await fieldsOf({ title: 'Another' }) });
    await office.call(incidentClose, { params: { id }, body: { note: 'Done' } });
    await office.call(incidentReopen, { params: { id }, body: { note: 'One more' } });
    const { data } = (await room.admin.call(auditList, { query: { subject_id: id, subject_type: 'incident' } })).body;
    const by = `${office.firstName} ${office.lastName}`;
    expect(data.map(({ action, account_name }) => [action, account_name]).toReversed()).toEqual(
      [incidentCreate, incidentSubjectAdd, incidentSubjectRemove, incidentStepAdd, incidentUpdate, incidentClose, incidentReopen].map(({ name }) => [name, by]),
    );
  });

  test('what is of another school is not there, and what is missing is named', async () => {
    const { incident } = await open();
    const foreign = await program(other.schoolId, '{roster.readonly}');
    expect((await add(incident.id, { kind: 'account', account_id: other.teacher.accountId })).status).toBe(404);
    expect((await add(incident.id, { kind: 'program', api_client_id: foreign })).status).toBe(404);
    expect((await add(incident.id, { kind: 'session', account_id: room.teacher.accountId, session_id: 1e9 })).status).toBe(404);
    expect((await office.call(incidentSessions, { params: { id: incident.id }, query: { account_id: other.teacher.accountId } })).status).toBe(404);
    for (const [body, field] of [
      [{ kind: 'account' }, 'account_id'],
      [{ kind: 'session', account_id: room.teacher.accountId }, 'session_id'],
      [{ kind: 'session', session_id: 5 }, 'account_id'],
      [{ kind: 'program' }, 'api_client_id'],
      [{ kind: 'network', address: '' }, 'address'],
      [{ kind: 'network', address: 'example.com' }, 'address'],
    ] as const)
      expect((await add(incident.id, body)).body).toMatchObject({ errors: { [field]: [expect.any(String)] } });
  });

  test('there are so many at most', async () => {
    const { incident } = await open();
    await sql`INSERT INTO incident_subjects (incident_id, kind, network) SELECT ${incident.id}, 'network', n::text FROM generate_series(1, ${MAX_INCIDENT_SUBJECTS}::integer) n`.execute(
      app.db,
    );
    expect((await add(incident.id, { kind: 'account', account_id: room.teacher.accountId })).body).toMatchObject({
      errors: { account_id: [expect.any(String)] },
    });
  });
});

describe('[B2664] whose data was read follows from the readings of the span', () => {
  test('by person, with classes of data and the first and last look, by name and in pages', async () => {
    const id = await ofTeacher();
    await look(ann, { reader: room.teacher, days: 3 });
    await look(ann, { reader: room.teacher, dataClass: 'contact', days: 2 });
    await look(ben, { reader: room.teacher, days: 1 });
    await look(room.students[2]!, { reader: room.coTeacher, days: 1 });
    await look(ben, { reader: room.teacher, days: 11 });
    await look(other.students[0]!, { reader: room.teacher, days: 1 });
    const { data, pagination } = await people(id, 'read');
    expect(pagination.total).toBe(2);
    expect(data.find(({ account_id }) => account_id === ann.accountId)).toMatchObject({ classes: ['contact', 'grade'] });
    const [first, last] = [data[0]!, data[1]!];
    expect([first.account_id, last.account_id].toSorted()).toEqual([ann.accountId, ben.accountId].toSorted());
    expect((await people(id, 'read', { page: 2, per_page: 1 })).data).toEqual([last]);
    const { read } = await numbers(id);
    expect(read).toMatchObject({ people: 2, classes: { grade: 2, contact: 1 } });
    expect(read.first_at! < read.last_at!).toBe(true);
  });

  test('a sign-in counts from its beginning to its end, and a program by its own looks', async () => {
    const { incident } = await open();
    const { sessions } = (await office.call(incidentSessions, { params: { id: incident.id }, query: { account_id: room.teacher.accountId } })).body;
    await sql`UPDATE access_tokens SET created_at = app_now() - interval '3 days' WHERE id = ${sessions[0]!.id}`.execute(app.db);
    await add(incident.id, { kind: 'session', account_id: room.teacher.accountId, session_id: sessions[0]!.id });
    await look(ann, { reader: room.teacher, days: 5 });
    await look(ben, { reader: room.teacher, days: 1 });
    expect((await people(incident.id, 'read')).data.map(({ account_id }) => account_id)).toEqual([ben.accountId]);
    const client = await program(room.schoolId, '{gradebook.readonly}');
    await look(room.students[2]!, { client, dataClass: 'grade', days: 2 });
    await add(incident.id, { kind: 'program', api_client_id: client });
    expect((await numbers(incident.id)).read.people).toBe(2);
  });

  test('a network stands for those who signed in from it, from then on', async () => {
    const { incident } = await open();
    const place = toNeighbourhood({ placeSecret: await linkSecret() }, '203.0.113.99');
    await sql`INSERT INTO audit_entries (at, account_id, school_id, action, subject_type, subject_id, after)
              VALUES (app_now() - interval '4 days', ${room.teacher.accountId}, ${room.schoolId}, 'auth.login', 'account', ${room.teacher.accountId}, ${JSON.stringify({ place })}::jsonb)`.execute(
      app.db,
    );
    await add(incident.id, { kind: 'network', address: '203.0.113.7' });
    await look(ann, { reader: room.teacher, days: 6 });
    await look(ben, { reader: room.teacher, days: 2 });
    expect((await people(incident.id, 'read')).data.map(({ account_id }) => account_id)).toEqual([ben.accountId]);
    expect((await get(incident.id)).subjects).toMatchObject([{ kind: 'network', count: 1 }]);
  });

  test('looking at the list is a reading itself', async () => {
    const id = await ofTeacher();
    await look(ann, { reader: room.teacher });
    await people(id, 'read');
    await app.server.modules.readings.parts.writeReadings();
    const { data } = (await room.admin.call(recordReadingList, { query: { reader_id: office.accountId, account_id: ann.accountId } })).body;
    expect(data).toMatchObject([{ data_class: 'log' }]);
  });
});

const linkSecret = async (): Promise<string> => (await sql<{ secret: string }>`SELECT link_secret AS secret FROM installation`.execute(app.db)).rows[0]!.secret;

describe('[B2665] who could have been read follows from rights, classes and ties', () => {
  const reachable = async (person: TestPerson, more: object = {}) => {
    const { incident } = await open(office, more);
    await add(incident.id, { kind: 'account', account_id: person.accountId });
    const { data } = await people(incident.id, 'reachable', { per_page: 200 });
    return new Map(data.map(({ account_id, classes }) => [account_id, classes]));
  };

  test('a teacher: the students of the classes of the span, and the names of colleagues in them', async () => {
    const found = await reachable(room.coTeacher);
    expect(found.get(ann.accountId)).toEqual(expect.arrayContaining(['contact', 'grade', 'schoolwork']));
    expect(found.get(room.teacher.accountId)).toEqual(['identity']);
    expect(found.has(room.otherStudent.accountId)).toBe(false);
    expect((await reachable(room.coTeacher, { from: await dayAgo(10), to: await dayAgo(5) })).has(ann.accountId)).toBe(false);
  });

  test('a student: the own record, and names of classmates', async () => {
    const found = await reachable(ann);
    expect(found.get(ann.accountId)).toEqual(expect.arrayContaining(['grade', 'contact', 'log']));
    expect(found.get(ben.accountId)).toEqual(['identity']);
  });

  test('the office: everybody of the school, and nobody of another', async () => {
    const found = await reachable(office);
    expect(found.get(room.otherStudent.accountId)).toEqual(['contact', 'identity']);
    expect(found.has(other.students[0]!.accountId)).toBe(false);
  });

  test('a guardian: the tied child', async () => {
    const family = await scenario.person('guardian', room.schoolId);
    await sql`INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${ben.accountId}, ${family.accountId}, 'Aunt')`.execute(app.db);
    const found = await reachable(family);
    expect(found.get(ben.accountId)).toEqual(expect.arrayContaining(['grade', 'schoolwork']));
    expect([...found.keys()].toSorted()).toEqual([ben.accountId, family.accountId].toSorted());
  });

  test('a program: by what it was granted', async () => {
    const { incident } = await open();
    await add(incident.id, { kind: 'program', api_client_id: await program(room.schoolId, '{gradebook.readonly}') });
    expect((await numbers(incident.id)).reachable).toMatchObject({ people: 3, classes: { grade: 3 } });
    await add(incident.id, { kind: 'program', api_client_id: await program(room.schoolId, '{roster.readonly}') });
    const { classes } = (await numbers(incident.id)).reachable;
    expect(classes.contact).toBeGreaterThan(6);
  });
});

describe('[B2666] the people are exported for letters', () => {
  test('with guardians, under a line of the audit trail and a reading', async () => {
    const id = await ofTeacher();
    const family = await scenario.person('guardian', room.schoolId);
    await sql`INSERT INTO guardian_ties (child_id, guardian_id, relation) VALUES (${ann.accountId}, ${family.accountId}, 'Aunt')`.execute(app.db);
    await look(ann, { reader: room.teacher });
    const reply = await office.call(incidentExport, { params: { id }, query: { list: 'read' } });
    expect(reply.status).toBe(200);
    const rows: string[][] = [];
    for await (const batch of readRows(reply.body as never)) rows.push(...batch.map(({ cells }) => Array.from(cells, (cell) => cell ?? '')));
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual(expect.arrayContaining([ann.firstName, ann.lastName, `${family.firstName} ${family.lastName}`, 'grades']));
    const { data } = (await room.admin.call(auditList, { query: { action: 'incident.export' } })).body;
    expect(data[0]).toMatchObject({ subject_type: 'incident', subject_id: id, account_id: office.accountId });
    await app.server.modules.readings.parts.writeReadings();
    const seen = (await room.admin.call(recordReadingList, { query: { reader_id: office.accountId, account_id: ann.accountId } })).body.data;
    expect(seen.map(({ data_class }) => data_class).toSorted()).toEqual(['contact', 'log']);
    expect((await office.call(incidentExport, { params: { id }, query: { list: 'all' as never } })).status).toBe(422);
  });
});

test('[B2814] the file for letters has all people, also of a school with more than 50,000', { timeout: 120_000 }, async () => {
  const schoolId = await scenario.school();
  const [keeper, reader] = [await officeOf(schoolId), await scenario.person('teachers', schoolId)];
  const count = 51_500;
  await sql`
    WITH made AS (
      INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
      SELECT ${schoolId}, (SELECT id FROM account_types WHERE lower(name) = 'student'), 'A', 'N' || lpad(n::text, 5, '0'), n || '@many.test', n || '@many.test'
        FROM generate_series(1, ${count}::integer) n RETURNING id)
    INSERT INTO record_readings (account_id, reader_id, data_class, day, first_at, last_at, times, was_teacher)
    SELECT id, ${reader.accountId}, 'grade', (at.at AT TIME ZONE 'America/Chicago')::date, at.at, at.at, 1, false
      FROM made CROSS JOIN (SELECT app_now() - interval '1 day' AS at) at`.execute(app.db);
  const { incident } = await open(keeper);
  await add(incident.id, { kind: 'account', account_id: reader.accountId }, keeper);
  const reply = await keeper.call(incidentExport, { params: { id: incident.id }, query: { list: 'read' } });
  expect(reply.status).toBe(200);
  const names: string[] = [];
  for await (const batch of readRows(reply.body as never)) names.push(...batch.map(({ cells }) => cells[1] ?? ''));
  expect([names.length, names[1], names.at(-1), new Set(names).size]).toEqual([count + 1, 'N00001', `N${count}`, count + 1]);
  const { data } = (await room.admin.call(auditList, { query: { action: 'incident.export', subject_id: incident.id, subject_type: 'incident' } })).body;
  expect(data).toHaveLength(1);
});

describe('[B2667] what the product did, and what the accounts changed, stands in the incident without anybody’s note', () => {
  test('ending all sign-ins of a reader is a line of the log', async () => {
    const { incident } = await open();
    const id = incident.id;
    const thief = await scenario.person('teachers', room.schoolId);
    await add(id, { kind: 'account', account_id: thief.accountId });
    await office.call(incidentStepAdd, { params: { id }, body: { kind: 'note', note: 'Called the police' } });
    expect((await office.call(accountSignOut, { params: { id: thief.accountId } })).status).toBe(200);
    const { steps, subjects } = await get(id);
    expect(steps.map(({ kind }) => kind)).toEqual(['note', 'done']);
    expect(steps[1]!.words).toBe(`${office.firstName} ${office.lastName} signed ${thief.firstName} ${thief.lastName} out everywhere`);
    expect(subjects[0]!.count).toBe(0);
  });

  test('entries of the readers in the span are counted', async () => {
    const { incident } = await open();
    await add(incident.id, { kind: 'account', account_id: office.accountId });
    expect((await numbers(incident.id)).changes).toMatchObject([{ account_id: office.accountId, count: expect.any(Number) }]);
    await office.call(incidentUpdate, { params: { id: incident.id }, body: await fieldsOf({ from: await dayAgo(9), to: await dayAgo(8) }) });
    expect((await numbers(incident.id)).changes).toEqual([]);
  });
});

describe('[B2668] a closed incident does not change', () => {
  test('its numbers stay, every edit is refused, and it opens again with a reason', async () => {
    const id = await ofTeacher();
    await look(ann, { reader: room.teacher });
    const before = await numbers(id);
    const closed = await office.call(incidentClose, { params: { id }, body: { note: 'Letters are out' } });
    expect(closed.body.incident).toMatchObject({ closed_at: expect.any(String), closed_by: `${office.firstName} ${office.lastName}` });
    await look(ben, { reader: room.teacher });
    expect((await numbers(id)).read).toEqual(before.read);
    const subject = closed.body.subjects[0]!.id;
    const refused = [
      await office.call(incidentUpdate, { params: { id }, body: await fieldsOf() }),
      await add(id, { kind: 'account', account_id: ann.accountId }),
      await office.call(incidentSubjectRemove, { params: { id, subject_id: subject } }),
      await office.call(incidentStepAdd, { params: { id }, body: { kind: 'note', note: 'More' } }),
      await office.call(incidentClose, { params: { id }, body: { note: 'More' } }),
    ];
    expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(refused.map(() => [409, 'INCIDENT_CLOSED']));
    expect((await office.call(incidentReopen, { params: { id }, body: { note: ' ' } })).status).toBe(422);
    expect((await office.call(incidentReopen, { params: { id }, body: { note: 'Another account' } })).body.incident.closed_at).toBeNull();
    expect((await office.call(incidentReopen, { params: { id }, body: { note: 'Once more' } })).error?.code).toBe('INCIDENT_OPEN');
    expect((await numbers(id)).read.people).toBe(2);
    expect((await get(id)).steps.map(({ kind }) => kind)).toEqual(['closed', 'reopened']);
  });
});

describe('[B2671] an erased person in an incident becomes a number', () => {
  test('the reader stays without a name, and the sentence and the notes lose it', async () => {
    const thief = await scenario.person('teachers', room.schoolId, { firstName: 'Zebulon', lastName: 'Quagmire' });
    const { incident } = await open(office, { title: 'The password of Zebulon Quagmire was stolen' });
    await add(incident.id, { kind: 'account', account_id: thief.accountId });
    await office.call(incidentStepAdd, { params: { id: incident.id }, body: { kind: 'note', note: 'Spoke with Zebulon Quagmire' } });
    const { body } = await room.admin.call(erasureCreate, { body: { account_id: thief.accountId } });
    await sql`UPDATE erasures SET due_at = app_now() WHERE id = ${body.erasure.id}`.execute(app.db);
    await runErasures(
      {
        backgroundDb: app.db,
        storage: createFileStorage(app.dataDir),
        dataDir: app.dataDir,
        t: createTranslate(en),
        sources: () => ({ declared: app.server.folded.personalData, schema: readSchema() }),
        listFileUses: () => app.server.folded.fileUses,
      },
      [body.erasure.id],
    );
    const after = await get(incident.id);
    expect(after.subjects).toHaveLength(1);
    expect(after.subjects[0]!.account_id).not.toBe(thief.accountId);
    expect(JSON.stringify(after)).not.toMatch(/Zebulon|Quagmire/);
  }, 60_000);
});

describe('[B2669] incidents of other schools are not there', () => {
  test('for every call, and in the list', async () => {
    const id = await ofTeacher();
    const { subjects } = await get(id);
    const params = { id };
    const replies = [
      await stranger.call(incidentGet, { params }),
      await stranger.call(incidentNumbers, { params }),
      await stranger.call(incidentPeople, { params, query: { list: 'read' } }),
      await stranger.call(incidentExport, { params, query: { list: 'read' } }),
      await stranger.call(incidentSessions, { params, query: { account_id: room.teacher.accountId } }),
      await stranger.call(incidentPrograms, { params }),
      await stranger.call(incidentUpdate, { params, body: await fieldsOf() }),
      await add(id, { kind: 'account', account_id: other.teacher.accountId }, stranger),
      await stranger.call(incidentSubjectRemove, { params: { id, subject_id: subjects[0]!.id } }),
      await stranger.call(incidentStepAdd, { params, body: { kind: 'note', note: 'Mine' } }),
      await stranger.call(incidentClose, { params, body: { note: 'Mine' } }),
      await stranger.call(incidentReopen, { params, body: { note: 'Mine' } }),
      await stranger.call(incidentCreate, { body: await fieldsOf({ school_id: room.schoolId }) }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    expect((await stranger.call(incidentList)).body).toMatchObject({ data: [], schools: [{ id: other.schoolId }] });
    expect((await office.call(incidentList)).body).toMatchObject({ data: [{ id }], schools: [{ id: room.schoolId }] });
    expect((await room.admin.call(incidentGet, { params })).status).toBe(200);
  });

  test('people without the right are refused', async () => {
    const id = await ofTeacher();
    for (const person of [room.teacher, ann]) {
      expect((await person.call(incidentList)).error?.code).toBe('NOT_ALLOWED');
      expect((await person.call(incidentGet, { params: { id } })).error?.code).toBe('NOT_ALLOWED');
      expect((await person.call(incidentCreate, { body: await fieldsOf() })).error?.code).toBe('NOT_ALLOWED');
      expect((await person.call(incidentClose, { params: { id }, body: { note: 'x' } })).error?.code).toBe('NOT_ALLOWED');
    }
  });
});
