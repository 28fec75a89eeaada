import {
  type RosterSourceView,
  notificationList,
  notificationPreferences,
  rosterApply,
  rosterErrors,
  rosterGet,
  rosterList,
  rosterRows,
  rosterSourceCancel,
  rosterSourceCreate,
  rosterSourceDelete,
  rosterSourceList,
  rosterSourceRead,
  rosterSourceReads,
  rosterSourceTest,
  rosterSourceUpdate,
  rosterUndo,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { giveRights } from '../../../testing/rights.ts';
import { approveApp } from './testing/program.ts';
import { openSmallSource, type SmallSource } from './testing/small-source.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
const lines: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ isAlone: true, asksLoopback: true, logLevel: 'trace', logTo: { write: (line) => void lines.push(line) } });
  scenario = createScenario(app);
  await scenario.school();
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

let made = 0;
async function newSchool(zone?: string): Promise<number> {
  made += 1;
  const id = await scenario.school(zone);
  await sql`UPDATE schools SET school_name = ${`Reading School ${made}`} WHERE id = ${id}`.execute(app.db);
  return id;
}
const settingsOf = (source: SmallSource, more: object = {}) => ({
  ...{ name: 'Office system', service_url: `${source.url}/ims/oneroster`, token_url: `${source.url}/token`, version: '1.2' as const },
  ...{ client_id: 'school', client_secret: source.secret, ...more },
});
async function add(source: SmallSource, schoolId: number, more: object = {}, by = admin): Promise<RosterSourceView> {
  const reply = await by.call(rosterSourceCreate, { body: { ...settingsOf(source, more), school_id: schoolId } });
  expect([reply.status, reply.error]).toEqual([201, null]);
  return reply.body.source;
}
async function reading(id: number, by = admin) {
  expect((await by.call(rosterSourceRead, { params: { id } })).error).toBeNull();
  await app.server.jobs.runDue();
  return lastRead(id, by);
}
const lastRead = async (id: number, by = admin) => (await by.call(rosterSourceReads, { params: { id } })).body.data[0]!;
const rosterOf = async (id: number) => (await admin.call(rosterGet, { params: { id } })).body.import;
async function done(importId: number, body: object = {}) {
  const reply = await admin.call(rosterApply, { params: { id: importId }, body: { create_accounts: true, ...body } });
  expect(reply.error).toBeNull();
  await app.server.jobs.runDue();
  return rosterOf(importId);
}
/** Runs the scheduled jobs of an instant. */
const night = async (at: string) => {
  await sql`UPDATE test_clock SET offset_ms = offset_ms + ceil(extract(epoch FROM ${at}::timestamptz - app_now()) * 1000)::bigint`.execute(app.db);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
};
const members = async (schoolId: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string; email: string; role: string; left: boolean }>`
    SELECT courses.name, accounts.email, role, left_at IS NOT NULL AS left FROM course_members JOIN courses ON courses.id = course_id JOIN accounts ON accounts.id = account_id
     WHERE courses.school_id = ${schoolId} ORDER BY 1, 2`.execute(app.db);
  return rows.map(({ name, email, role, left }) => `${name} ${email} ${role}${left ? ' left' : ''}`);
};
/** Gives a source's people their own addresses, since addresses are unique here across tests. */
const withOwnPeople = (source: SmallSource, prefix: string): SmallSource => {
  for (const list of ['teachers', 'students'] as const)
    for (const one of source.lists[list]) one['email'] = `${prefix}-${String(one['sourcedId'])}@sis.example`;
  return source;
};

test('[B1590] an empty list of enrolments, once, ends nobody; the same twice asks', async () => {
  const source = withOwnPeople(await openSmallSource(3), 'twice');
  const schoolId = await newSchool();
  const { id } = await add(source, schoolId);
  await done((await reading(id)).import_id!);
  const before = await members(schoolId);
  expect(before).toHaveLength(4);
  const json = JSON.stringify({ enrollments: source.lists.enrollments.slice(0, 1) });
  let left = 1;
  source.interfere = ({ path }, response) => {
    if (!path.endsWith('/enrollments') || left-- <= 0) return false;
    response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': '1' }).end(json);
    return true;
  };
  expect(await reading(id)).toMatchObject({ status: 'finished', outcome: 'nothing' });
  expect(await members(schoolId)).toEqual(before);
  left = Infinity;
  expect(await reading(id)).toMatchObject({ status: 'finished', outcome: 'asks' });
  expect(await members(schoolId)).toEqual(before);
});

describe('one installation reads the roster of another', () => {
  let there: TestApp;
  let room: TestClass;
  let second: TestClass;
  beforeAll(async () => {
    there = await startTestApp({ isAlone: true });
    const far = createScenario(there);
    room = await far.class({ students: 12 });
    second = await far.class({ students: 3, schoolId: room.schoolId });
    // both create the same people, and an address belongs to one person here
    await sql`UPDATE accounts SET email = 'far-' || email, email_key = 'far-' || email_key`.execute(there.db);
  });
  afterAll(() => there.close());

  test('[B1182] a whole school goes across by OneRoster 1.2; the second time nothing changes and no row is written; an enrolment that ended there ends here', async () => {
    const url = await there.listen();
    const program = await approveApp(there, room.admin, room.schoolId, ['roster.readonly']);
    const schoolId = await newSchool();
    const body = {
      ...{ name: 'Other house', service_url: `${url}/ims/oneroster`, token_url: `${url}/ims/oneroster/token`, version: '1.2' as const },
      ...{ client_id: program.clientId, client_secret: program.secret, school_id: schoolId },
    };
    const tested = await admin.call(rosterSourceTest, { body });
    expect(tested.body).toMatchObject({ ok: true, message: 'The connection works. It has 1 school.', schools: [{ id: `school-${room.schoolId}` }] });
    const { id } = (await admin.call(rosterSourceCreate, { body })).body.source;
    const read = await reading(id);
    expect(read).toMatchObject({ status: 'finished', outcome: 'preview', message: 'Review the changes and apply them.' });
    expect(await members(schoolId)).toEqual([]);
    const shown = await rosterOf(read.import_id!);
    expect(shown).toMatchObject({ status: 'preview', file_name: 'Other house', format: 'OneRoster 1.2', counts: { class: { new: 2 }, person: { error: 0 } } });
    expect((await done(shown.id)).status).toBe('finished');
    const now = await members(schoolId);
    expect(now.filter((line) => line.endsWith('STUDENT'))).toHaveLength(room.students.length + second.students.length);
    expect(now.filter((line) => line.endsWith('TEACHER'))).toHaveLength(4);

    expect((await admin.call(rosterSourceRead, { params: { id } })).error).toBeNull();
    const statements = await app.recordStatements(async () => void (await app.server.jobs.runDue()));
    const written = statements.flatMap(({ text }) => /(?:insert into|update|delete from)\s+"?(\w+)"?/i.exec(text)?.[1] ?? []);
    const own = ['audit_entries', 'ended', 'jobs', 'mine', 'oneroster_source_pages', 'oneroster_source_reads', 'roster_imports', 'roster_rows'];
    expect(written.filter((table) => !own.includes(table))).toEqual([]);
    const again = await lastRead(id);
    expect(again).toMatchObject({ outcome: 'nothing', message: 'Everything is already here. Nothing would change.' });
    expect((await admin.call(rosterRows, { params: { id: again.import_id! } })).body.data.filter(({ outcome }) => outcome !== 'not_taken')).toEqual([]);

    await sql`UPDATE course_members SET left_at = app_now() WHERE course_id = ${room.courseId} AND account_id = ${room.students[0]!.accountId}`.execute(
      there.db,
    );
    const third = await reading(id);
    expect(third.outcome).toBe('preview');
    expect((await rosterOf(third.import_id!)).counts.member).toMatchObject({ ends: 1, new: 0 });
    const ended = await done(third.import_id!);
    expect((await members(schoolId)).filter((line) => line.endsWith(' left'))).toHaveLength(1);
    expect((await admin.call(rosterUndo, { params: { id: ended.id } })).error).toBeNull();
    await app.server.jobs.runDue();
    expect((await members(schoolId)).filter((line) => line.endsWith(' left'))).toHaveLength(0);
  });
});

describe('what is read of another system', () => {
  test('[B1183] comes in pages, by either version and either form of the token; people are known by the ids of that source alone', async () => {
    const source = withOwnPeople(await openSmallSource(7), 'p1');
    source.mostRecords = 3;
    const schoolId = await newSchool();
    // only the body is accepted, and only its own scope
    source.interfere = ({ path, authorization, body }, response) => {
      if (!path.endsWith('/token')) return false;
      const isWrong = authorization !== '' || body.includes('scope=');
      if (isWrong) response.writeHead(400).end(JSON.stringify({ error: body.includes('scope=') ? 'invalid_scope' : 'invalid_client' }));
      return isWrong;
    };
    const { id } = await add(source, schoolId, { version: '1.1' });
    const read = await reading(id);
    expect(read).toMatchObject({ status: 'finished', outcome: 'preview', records: 1 + 1 + 1 + 1 + 1 + 7 + 8 });
    expect(source.calls.filter((call) => call.includes('/students'))).toEqual(
      [0, 3, 6].map((offset) => `GET /ims/oneroster/v1p1/students?limit=500&offset=${offset}`),
    );
    await done(read.import_id!);
    expect(await members(schoolId)).toHaveLength(8);
    const { rows } = await sql<{ kind: string; school_id: number }>`
      SELECT DISTINCT source.kind, source.school_id FROM external_links link JOIN external_sources source ON source.id = link.source_id WHERE link.external_id = 's7' AND source.id = ${id}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ kind: 'oneroster_rest', school_id: schoolId }]);
    // another source with the same ids matches nobody by them
    const twin = withOwnPeople(await openSmallSource(1), 'p2');
    const other = await add(twin, schoolId, { name: 'Another' });
    expect((await rosterOf((await reading(other.id)).import_id!)).counts).toMatchObject({ person: { new: 2, same: 0 }, class: { new: 0, undecided: 1 } });
  });

  test('[B1184] [B1338] who both teaches and learns is one; what is longer or of another kind than it should be is a fault at its row', async () => {
    const source = withOwnPeople(await openSmallSource(2), 'p3');
    source.lists.students.push({ ...source.lists.teachers[0] });
    source.lists.students.push({
      sourcedId: 'odd',
      status: 'active',
      givenName: '=HYPERLINK("x")',
      familyName: 'y'.repeat(50_000),
      email: { no: 1 },
      roles: 'no',
    });
    source.lists.students.push(null as never, 7 as never, [] as never);
    const { id } = await add(source, await newSchool());
    const read = await reading(id);
    const { counts } = await rosterOf(read.import_id!);
    expect(counts.person).toMatchObject({ new: 3, error: 1 });
    expect((await admin.call(rosterErrors, { params: { id: read.import_id! } })).status).toBe(200);
    // [B1338] places are named as the source names them
    expect(await rosterOf(read.import_id!)).toMatchObject({ from: 'source', file_name: 'Office system' });
    const rows = (await admin.call(rosterRows, { params: { id: read.import_id! }, query: { per_page: 100 } })).body.data;
    const places = { school: 'schools', session: 'terms', person: 'people', class: 'classes', member: 'who is in which class' };
    expect(new Set(rows.map(({ kind, file }) => `${kind} ${file}`))).toEqual(new Set(Object.entries(places).map((entry) => entry.join(' '))));
  });

  test('[B1185] of several schools a person says which one; the others’ people are not read', async () => {
    const source = withOwnPeople(await openSmallSource(1), 'p4');
    source.lists.orgs.push({ sourcedId: 'org-2', status: 'active', name: 'Elsewhere', type: 'school' }, { sourcedId: 'district', name: 'D', type: 'district' });
    const schoolId = await newSchool();
    const { id } = await add(source, schoolId);
    expect(await reading(id)).toMatchObject({ status: 'failed', message: expect.stringContaining('has several schools') });
    const tested = await admin.call(rosterSourceTest, { body: { ...settingsOf(source, { client_secret: '' }), id } });
    expect(tested.body).toMatchObject({
      ok: true,
      schools: [
        { id: 'org-1', name: 'There' },
        { id: 'org-2', name: 'Elsewhere' },
      ],
    });
    await admin.call(rosterSourceUpdate, { params: { id }, body: settingsOf(source, { client_secret: '', org_id: 'org-1' }) });
    const read = await reading(id);
    expect(read).toMatchObject({ status: 'finished', outcome: 'preview' });
    expect((await rosterOf(read.import_id!)).counts.school).toMatchObject({ new: 1, error: 0 });
    expect(source.calls.at(-1)).toBe('GET /ims/oneroster/rostering/v1p2/schools/org-1/enrollments?limit=500&offset=0');
    await admin.call(rosterSourceUpdate, { params: { id }, body: settingsOf(source, { client_secret: '', org_id: 'gone' }) });
    expect(await reading(id)).toMatchObject({ status: 'failed', message: expect.stringContaining('has no school with this ID') });
  });

  test('[B1186] a roster that would empty a class stops and asks, at night too', async () => {
    const source = withOwnPeople(await openSmallSource(20), 'p5');
    const schoolId = await newSchool();
    const { id } = await add(source, schoolId, { schedule: 'nightly', night_does: 'apply', create_accounts: true });
    await done((await reading(id)).import_id!);
    source.lists.enrollments.splice(1, 15);
    for (const at of ['2026-11-26T02:20:00Z', '2026-11-26T03:20:00Z']) await night(at);
    const asks = await lastRead(id);
    expect(asks).toMatchObject({ mode: 'nightly', status: 'finished', outcome: 'asks', message: expect.stringContaining('Review the changes and confirm') });
    expect((await members(schoolId)).filter((line) => line.endsWith(' left'))).toEqual([]);
    expect((await admin.call(rosterApply, { params: { id: asks.import_id! }, body: {} })).error?.code).toBe('ROSTER_ENDS_MANY');
    await done(asks.import_id!, { confirm_many_ends: true });
    expect((await members(schoolId)).filter((line) => line.endsWith(' left'))).toHaveLength(15);
  });

  test('[B1187] at night a source is read by itself, once, and done where the school wants it; off it is not read', async () => {
    const source = withOwnPeople(await openSmallSource(2), 'p6');
    const idle = withOwnPeople(await openSmallSource(2), 'p7');
    const schoolId = await newSchool();
    const { id } = await add(source, schoolId, { schedule: 'nightly', night_does: 'apply', create_accounts: true });
    const off = await add(idle, schoolId, { name: 'Off' });
    await night('2026-11-28T02:10:00Z');
    expect(source.calls).toEqual([]);
    await night('2026-11-28T03:10:00Z');
    expect(await lastRead(id)).toMatchObject({ mode: 'nightly', outcome: 'applied' });
    expect(await members(schoolId)).toHaveLength(3);
    const calls = source.calls.length;
    await night('2026-11-28T03:50:00Z');
    expect([source.calls.length, idle.calls.length]).toEqual([calls, 0]);
    expect((await admin.call(rosterSourceReads, { params: { id: off.id } })).body.data).toEqual([]);
    await night('2026-11-29T03:10:00Z');
    expect(await lastRead(id)).toMatchObject({ mode: 'nightly', outcome: 'nothing' });
  });

  describe('what of a night waits for somebody', () => {
    const tell = async () => {
      await app.clock.advanceMs(16 * 60_000);
      await app.server.jobs.runSchedules();
      await app.server.jobs.runDue();
    };
    const inBell = async (by = admin) =>
      (await by.call(notificationList)).body.data.map(({ kind, params, path, read_at }) => [
        kind,
        params['title'],
        String(params['what']).slice(1),
        path,
        read_at === null,
      ]);
    const readAll = () => sql`UPDATE notifications SET read_at = app_now()`.execute(app.db);
    const waits = (what: string, name: string, path = '/rosters', isNew = true) => ['roster-source', name, `notification.roster-source.${what}`, path, isNew];
    beforeEach(async () => {
      await sql`UPDATE oneroster_sources SET schedule = 'off'`.execute(app.db);
      await tell();
    });
    let day = 0;
    const nextNight = async () => {
      day += 1;
      await night(new Date(Date.UTC(2026, 10, 29 + day, 3, 10)).toISOString());
      await tell();
    };

    test('[B1334] a night that fails is told to administrators and whoever saved the source, once; another trouble anew; a good night takes it back', async () => {
      const source = withOwnPeople(await openSmallSource(2), 'p30');
      const schoolId = await newSchool();
      const keeper = await scenario.person('teachers', schoolId);
      const stranger = await scenario.person('teachers', await newSchool());
      for (const { accountId } of [keeper, stranger]) await giveRights(app.db, accountId, ['rosters:view', 'rosters:edit']);
      const { id } = await add(source, schoolId, { name: 'Night office', schedule: 'nightly', night_does: 'apply', create_accounts: true }, keeper);
      await done((await reading(id)).import_id!);
      let status = 403;
      source.interfere = ({ path }, response) => {
        if (status === 200 || !path.endsWith('/classes')) return false;
        response.writeHead(status).end();
        return true;
      };
      await nextNight();
      const told = [waits('failed', 'Night office')];
      expect([await inBell(), await inBell(keeper), await inBell(stranger)]).toEqual([told, told, []]);
      const shown = (await keeper.call(rosterSourceList)).body.data.find((one) => one.id === id)?.last_read;
      expect(shown).toMatchObject({ status: 'failed', needs_look: true, message: expect.stringContaining('does not allow reading classes (403)') });
      await readAll();
      await nextNight();
      expect(await inBell(keeper)).toEqual([waits('failed', 'Night office', '/rosters', false)]);
      status = 404;
      await nextNight();
      expect(await inBell(keeper)).toEqual(told);
      status = 200;
      await nextNight();
      expect(await lastRead(id, keeper)).toMatchObject({ mode: 'nightly', outcome: 'nothing', needs_look: false });
      expect([await inBell(), await inBell(keeper)]).toEqual([[], []]);
      expect((await keeper.call(notificationPreferences)).body.preferences.map(({ kind }) => kind)).toContain('roster-source');
      expect((await (await scenario.person('teachers', schoolId)).call(notificationPreferences)).body.preferences.map(({ kind }) => kind)).not.toContain(
        'roster-source',
      );
      // the same error after a success counts as a new one
      status = 404;
      await nextNight();
      expect(await inBell(keeper)).toEqual(told);
      // a person who starts a reading by hand has seen it
      status = 200;
      await reading(id, keeper);
      await tell();
      expect(await inBell(keeper)).toEqual([]);
      await keeper.call(rosterSourceDelete, { params: { id } });
    });

    test('[B1335] a night that stops and asks, or waits to be done, leads to what it shows; done or dropped it is over', async () => {
      const source = withOwnPeople(await openSmallSource(20), 'p31');
      const { id } = await add(source, await newSchool(), { name: 'Asking office', schedule: 'nightly', night_does: 'preview' });
      await nextNight();
      const first = (await lastRead(id)).import_id!;
      expect(await inBell()).toEqual([waits('preview', 'Asking office', `/rosters?roster=${first}`)]);
      await readAll();
      await nextNight(); // shows the same again
      const second = (await lastRead(id)).import_id!;
      expect(await inBell()).toEqual([waits('preview', 'Asking office', `/rosters?roster=${first}`, false)]);
      await done(second);
      await tell();
      expect(await inBell()).toEqual([]);
      source.lists.enrollments.splice(1, 15);
      await nextNight();
      const asks = await lastRead(id);
      expect(asks).toMatchObject({ outcome: 'asks', needs_look: true });
      expect(await inBell()).toEqual([waits('asks', 'Asking office', `/rosters?roster=${asks.import_id}`)]);
      await admin.call(rosterSourceDelete, { params: { id } });
      await tell();
      expect(await inBell()).toEqual([]);
    });

    test('[B1336] rows that are wrong, classes that both sides changed, and what could not be done by itself are told and stand at the source', async () => {
      const source = withOwnPeople(await openSmallSource(2), 'p32');
      const schoolId = await newSchool();
      const { id } = await add(source, schoolId, { name: 'Wrong office', schedule: 'nightly', night_does: 'apply', create_accounts: true });
      await nextNight();
      expect(await inBell()).toEqual([]);
      const courses = await app.db.selectFrom('courses').select(['id', 'name']).where('school_id', '=', schoolId).execute();
      await sql`UPDATE courses SET name = 'Ours' WHERE id = ${courses[0]!.id}`.execute(app.db);
      source.lists.classes[0]!['title'] = 'Theirs';
      await nextNight();
      expect(await lastRead(id)).toMatchObject({
        needs_look: true,
        message: 'Nothing would change. One row is wrong, or was changed on both sides. Review it.',
      });
      expect((await inBell()).map(([, , what]) => what)).toEqual(['notification.roster-source.faults']);
      await readAll();
      await nextNight();
      expect((await inBell()).map(([, , , , isNew]) => isNew)).toEqual([false]);
      source.lists.students.push({
        sourcedId: 'odd',
        status: 'active',
        givenName: 'No',
        familyName: 'Address',
        email: 'nothing',
        roles: [{ role: 'student' }],
      });
      await nextNight();
      expect((await lastRead(id)).message).toContain('2 rows are wrong');
      expect((await inBell()).map(([, , , , isNew]) => isNew)).toEqual([true]);
      // the automatic night run, which could not do everything
      source.lists.students.splice(2, 1);
      source.lists.classes[0]!['title'] = 'Ours';
      await nextNight();
      expect(await inBell()).toEqual([]);
      const last = await lastRead(id);
      await sql`UPDATE oneroster_source_reads SET outcome = 'applied' WHERE id = ${last.id}`.execute(app.db);
      await sql`UPDATE roster_imports SET status = 'partly', total_rows = 3, done_rows = 3, failed_rows = 2 WHERE id = ${last.import_id}`.execute(app.db);
      await tell();
      expect((await inBell()).map(([, , what]) => what)).toEqual(['notification.roster-source.stopped']);
      expect(await lastRead(id)).toMatchObject({ needs_look: true, message: 'Some changes could not be made. See which ones, and why.' });
      // nobody on whose behalf the night could read
      await sql`UPDATE oneroster_sources SET account_id = NULL WHERE source_id = ${id}`.execute(app.db);
      await tell();
      expect((await inBell()).map(([, , what]) => what)).toEqual(['notification.roster-source.nobody']);
      await admin.call(rosterSourceDelete, { params: { id } });
    });
  });

  test('[B1188] a server that dies in the middle is followed by one that goes on behind the last page', async () => {
    const source = withOwnPeople(await openSmallSource(6), 'p8');
    source.mostRecords = 2;
    const { id } = await add(source, await newSchool());
    let isDown = true;
    source.interfere = ({ path, offset }, response) => {
      const fails = isDown && path.endsWith('/students') && offset === 4;
      if (fails) response.writeHead(503).end('down');
      return fails;
    };
    await reading(id);
    expect(await lastRead(id)).toMatchObject({ status: 'running', records: 1 + 1 + 1 + 1 + 1 + 4, message: expect.stringContaining('failed (503)') });
    isDown = false;
    await sql`UPDATE jobs SET run_at = app_now()`.execute(app.db);
    await app.server.jobs.runDue();
    expect(await lastRead(id)).toMatchObject({ status: 'finished', records: 1 + 1 + 1 + 1 + 1 + 6 + 7 });
    expect(source.calls.filter((call) => call.includes('/students?')).map((call) => call.split('=').at(-1))).toEqual(['0', '2', '4', '4']);
    expect((await sql`SELECT 1 FROM oneroster_source_pages WHERE read_id = ${(await lastRead(id)).id}`.execute(app.db)).rows).toEqual([]);
  });

  test('[B1189] a collection that changes while it is read is read again, so that nobody is missed and ended', async () => {
    const source = withOwnPeople(await openSmallSource(6), 'p9');
    source.mostRecords = 2;
    const { id } = await add(source, await newSchool());
    let isFirst = true;
    source.interfere = ({ path, offset }) => {
      if (isFirst && path.endsWith('/students') && offset === 2) {
        isFirst = false;
        source.lists.students.shift(); // the others move up, and one of them is on no page
      }
      return false;
    };
    const read = await reading(id);
    expect((await rosterOf(read.import_id!)).counts.person.new).toBe(1 + 5);
    expect(read.records).toBe(1 + 1 + 1 + 1 + 1 + 5 + 7);
  });

  test('[B1190] reading stops when somebody stops it, between two pages; two presses are one reading; what was read is forgotten', async () => {
    const source = withOwnPeople(await openSmallSource(6), 'p10');
    source.mostRecords = 2;
    const { id } = await add(source, await newSchool());
    const [one, other] = [await admin.call(rosterSourceRead, { params: { id } }), await admin.call(rosterSourceRead, { params: { id } })];
    expect(one.body.read.id).toBe(other.body.read.id);
    let stopped: Promise<unknown> | null = null;
    source.interfere = ({ path, offset }) => {
      if (path.endsWith('/students') && offset === 2) stopped = admin.call(rosterSourceCancel, { params: { id } });
      return false;
    };
    const wait = source.interfere;
    source.interfere = (request, response) => {
      wait(request, response);
      if (stopped === null || request.offset !== 2) return false;
      void stopped.then(() => response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': '6' }).end('{"users":[]}'));
      return true;
    };
    await app.server.jobs.runDue();
    expect(await lastRead(id)).toMatchObject({ status: 'cancelled', import_id: null, message: 'Stopped. Nothing was changed.' });
    expect(source.calls.filter((call) => call.includes('/students?'))).toHaveLength(2);
    expect((await sql`SELECT 1 FROM oneroster_source_pages WHERE read_id = ${one.body.read.id}`.execute(app.db)).rows).toEqual([]);
    expect((await admin.call(rosterSourceCancel, { params: { id } })).body.message).toBe('Office system is not being checked.');
  });

  test('[B1341] reading stops while it is compared, too, and shows nothing', async () => {
    const source = withOwnPeople(await openSmallSource(4_000), 'p33');
    const { id } = await add(source, await newSchool());
    await admin.call(rosterSourceRead, { params: { id } });
    const reading = app.server.jobs.runDue();
    const step = async () =>
      (await sql<{ step: number }>`SELECT step FROM oneroster_source_reads WHERE source_id = ${id} AND status = 'running'`.execute(app.db)).rows[0]?.step;
    await expect.poll(step, { interval: 1, timeout: 60_000 }).toBe(7);
    expect((await admin.call(rosterSourceCancel, { params: { id } })).body.message).toBe('Stopped checking Office system. Nothing was changed.');
    await reading;
    expect(await lastRead(id)).toMatchObject({ status: 'cancelled', outcome: null, needs_look: false, import_id: null });
    expect((await sql`SELECT 1 FROM roster_imports WHERE source_id = ${id}`.execute(app.db)).rows).toEqual([]);
  });

  test('[B1191] a preview that nobody had done gives way to the next one', async () => {
    const source = withOwnPeople(await openSmallSource(1), 'p11');
    const { id } = await add(source, await newSchool());
    const [first, second] = [await reading(id), await reading(id)];
    expect([(await rosterOf(first.import_id!)).status, (await rosterOf(second.import_id!)).status]).toEqual(['cancelled', 'preview']);
    const said = async () => (await admin.call(rosterSourceReads, { params: { id } })).body.data.map(({ outcome }) => outcome);
    expect(await said()).toEqual(['preview', 'dropped']);
    await done(second.import_id!);
    expect(await said()).toEqual(['applied', 'dropped']);
    await admin.call(rosterUndo, { params: { id: second.import_id! } });
    await app.server.jobs.runDue();
    expect(await said()).toEqual(['dropped', 'dropped']);
  });
});

describe('[B1192] what goes wrong is told with what to do', () => {
  type Answer = [status: number, body: string, headers?: Record<string, string>];
  const html = '<!doctype html><title>Sign in</title>';
  test.each<[where: 'token' | 'orgs', answer: Answer, words: string]>([
    ['token', [401, '{"error":"invalid_client"}'], 'refused the client ID or the secret (401)'],
    ['token', [403, ''], 'gives it no token (403)'],
    ['token', [404, ''], 'nothing at the token URL (404)'],
    ['token', [200, html], 'did not return a token'],
    ['token', [200, '{"access_token":"a b\\r\\nc"}'], 'did not return a token'],
    ['token', [302, '', { location: 'http://169.254.169.254/' }], 'redirects to another one'],
    ['orgs', [401, '{}'], 'did not accept its own token (401)'],
    ['orgs', [403, '{}'], 'does not allow reading schools (403)'],
    ['orgs', [404, ''], 'nothing at /orgs (404)'],
    ['orgs', [422, '{}'], 'refused the request (422)'],
    ['orgs', [200, html], 'a web page instead of data'],
    ['orgs', [200, '{"users":[]}'], 'does not list schools the way OneRoster does'],
    ['orgs', [200, '{"orgs":[]}', { 'x-total-count': '0' }], 'has no school with this ID'],
  ])('%s with %j', async (where, [status, body, headers = {}], words) => {
    const source = await openSmallSource();
    source.interfere = ({ path }, response) => {
      if (!path.endsWith(where)) return false;
      response.writeHead(status, headers).end(body);
      return true;
    };
    const { id } = await add(source, await newSchool());
    const read = await reading(id);
    expect(read.status).toBe('failed');
    expect(read.message).toContain(words);
    expect(source.calls.length).toBeLessThan(9);
  });

  test.each<[name: string, answer: Answer | 'silence', words: string]>([
    ['a failure', [500, 'oops'], 'failed (500)'],
    ['half a JSON', [200, '{"orgs":[{"sourcedId"'], 'is not complete JSON'],
  ])('%s is tried again four times, and then told', async (_name, answer, words) => {
    const source = await openSmallSource();
    source.interfere = ({ path }, response) => {
      if (!path.endsWith('orgs') || answer === 'silence') return false;
      response.writeHead(answer[0]).end(answer[1]);
      return true;
    };
    const { id } = await add(source, await newSchool());
    expect((await reading(id)).message).toContain('It retries automatically.');
    for (let tries = 0; tries < 3; tries += 1) {
      await sql`UPDATE jobs SET run_at = app_now() WHERE state = 'waiting'`.execute(app.db);
      await app.server.jobs.runDue();
    }
    const read = await lastRead(id);
    expect([read.status, read.message.includes(words)]).toEqual(['failed', true]);
    expect(source.calls.filter((call) => call.includes('orgs'))).toHaveLength(4);
  });

  test('more than a page may be ends it', async () => {
    const source = await openSmallSource();
    source.interfere = ({ path }, response) => {
      if (!path.endsWith('orgs')) return false;
      response.writeHead(200).end(`{"orgs":[${'{},'.repeat(1_500_000)}{}]}`);
      return true;
    };
    const { id } = await add(source, await newSchool());
    expect((await reading(id)).message).toContain('sent far more data than expected');
  });

  test('a page that comes again whatever is asked for ends it', async () => {
    const source = await openSmallSource();
    source.interfere = ({ path }, response) => {
      if (!path.endsWith('students')) return false;
      response.writeHead(200, { 'content-type': 'application/json', link: '<x>; rel="next"' }).end('{"users":[{"sourcedId":"s1"}]}');
      return true;
    };
    const { id } = await add(source, await newSchool());
    expect((await reading(id)).message).toContain('keeps sending the same page');
  });

  test('[B1193] asked to wait, it waits as long as that, says until when, and counts no failure', async () => {
    const source = withOwnPeople(await openSmallSource(1), 'p12');
    let refusals = 6;
    source.interfere = ({ path }, response) => {
      if (!path.endsWith('classes') || refusals === 0) return false;
      refusals -= 1;
      response.writeHead(429, { 'retry-after': '120' }).end();
      return true;
    };
    const { id } = await add(source, await newSchool());
    const waiting = await reading(id);
    expect(waiting).toMatchObject({ status: 'running', message: 'The other system asked us to wait. The check continues automatically.' });
    const now = (await sql<{ now: Date }>`SELECT app_now() AS now`.execute(app.db)).rows[0]!.now.getTime();
    expect(Math.round((Date.parse(waiting.waits_until!) - now) / 10_000)).toBe(12);
    for (let tries = 0; tries < 6; tries += 1) {
      await app.clock.advanceMs(125_000);
      await app.server.jobs.runDue();
    }
    expect(await lastRead(id)).toMatchObject({ status: 'finished', outcome: 'preview', waits_until: null });
  });

  test('a token that ends in the middle is fetched anew', async () => {
    const source = withOwnPeople(await openSmallSource(1), 'p13');
    let isEnded = true;
    source.interfere = ({ path }, response) => {
      if (!path.endsWith('enrollments') || !isEnded) return false;
      isEnded = false;
      response.writeHead(401).end();
      return true;
    };
    const { id } = await add(source, await newSchool());
    expect((await reading(id)).status).toBe('finished');
    expect(source.calls.filter((call) => call.includes('/token'))).toHaveLength(2);
  });
});

describe('a source is kept', () => {
  test('[B1194] its secret is in no answer, no log line and no row as it is; it goes only where it was entered for', async () => {
    const source = withOwnPeople(await openSmallSource(1), 'p14');
    source.secret = 'tell-nobody-7f3a';
    const schoolId = await newSchool();
    const { id } = await add(source, schoolId);
    const answers = [
      await admin.call(rosterSourceList),
      await admin.call(rosterSourceReads, { params: { id } }),
      await admin.call(rosterSourceTest, { body: { ...settingsOf(source, { client_secret: '' }), id } }),
      await admin.call(rosterSourceUpdate, { params: { id }, body: settingsOf(source, { client_secret: '', name: 'Renamed' }) }),
    ];
    expect((await reading(id)).status).toBe('finished');
    const { rows } = await sql`
      SELECT (SELECT jsonb_agg(to_jsonb(audit_entries)) FROM audit_entries)::text AS audit, (SELECT jsonb_agg(to_jsonb(jobs)) FROM jobs)::text AS jobs,
             (SELECT bool_or(position('tell-nobody'::bytea IN secret_sealed) > 0) FROM oneroster_sources) AS plain`.execute(app.db);
    expect(rows).toMatchObject([{ plain: false }]);
    expect(JSON.stringify([answers.map(({ body }) => body), rows, lines])).not.toContain('tell-nobody');
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

    const thief = await openSmallSource(1);
    for (const more of [{ token_url: `${thief.url}/token` }, { client_id: 'else' }]) {
      const body = settingsOf(source, { client_secret: '', ...more });
      for (const reply of [await admin.call(rosterSourceUpdate, { params: { id }, body }), await admin.call(rosterSourceTest, { body: { ...body, id } })])
        expect([reply.status, reply.error?.errors?.['client_secret']?.[0]]).toEqual([422, expect.stringContaining('Enter the secret again')]);
    }
    expect(thief.calls).toEqual([]);
    expect(
      (await admin.call(rosterSourceCreate, { body: { ...settingsOf(source, { client_secret: '' }), school_id: schoolId } })).error?.errors,
    ).toHaveProperty('client_secret');
  });

  test('[B1195] removed it is read no more, what it brought stays; added again by its address it is the same', async () => {
    const source = withOwnPeople(await openSmallSource(2), 'p15');
    const schoolId = await newSchool();
    const { id } = await add(source, schoolId, { schedule: 'nightly' });
    await done((await reading(id)).import_id!);
    expect((await admin.call(rosterSourceDelete, { params: { id } })).body.message).toContain('was removed');
    expect(await members(schoolId)).toHaveLength(3);
    expect((await sql<{ secret: Buffer | null }>`SELECT secret_sealed AS secret FROM oneroster_sources WHERE source_id = ${id}`.execute(app.db)).rows).toEqual([
      { secret: null },
    ]);
    for (const endpoint of [rosterSourceRead, rosterSourceCancel, rosterSourceDelete, rosterSourceReads])
      expect((await admin.call(endpoint, { params: { id } })).status).toBe(404);
    expect((await add(source, schoolId)).id).toBe(id);
    expect(await reading(id)).toMatchObject({ outcome: 'nothing' });
  });

  test('[B1196] addresses that nobody may ask are refused at their field, and of a school there are twenty sources at most', async () => {
    const source = await openSmallSource();
    const schoolId = await newSchool();
    for (const [address, words] of [
      ['nothing', 'This is not a valid address'],
      ['http://sis.example/ims', 'begins with https://'],
      ['https://10.0.0.7/ims', 'private network'],
      ['https://[::ffff:169.254.169.254]/', 'private network'],
      ['https://me:pw@sis.example/', 'This is not a valid address'],
    ] as const)
      for (const field of ['service_url', 'token_url'] as const) {
        const body = { ...settingsOf(source, { [field]: address }), school_id: schoolId };
        for (const reply of [await admin.call(rosterSourceCreate, { body }), await admin.call(rosterSourceTest, { body })])
          expect([reply.status, reply.error?.errors?.[field]?.[0]]).toEqual([422, expect.stringContaining(words)]);
      }
    for (let count = 0; count < 20; count += 1) await add(source, schoolId, { service_url: `${source.url}/${count}` });
    const more = await admin.call(rosterSourceCreate, { body: { ...settingsOf(source), school_id: schoolId } });
    expect(more.error?.errors?.['name']?.[0]).toContain('already has 20 sources');
  });

  test('[B1197] a school’s own administrator keeps the sources of that school alone; teachers, students and strangers none', async () => {
    const source = withOwnPeople(await openSmallSource(1), 'p16');
    const [mine, others] = [await newSchool(), await newSchool()];
    const keeper = await scenario.person('teachers', mine);
    await giveRights(app.db, keeper.accountId, ['rosters:view', 'rosters:edit']);
    const { id } = await add(source, others);
    const body = settingsOf(source);
    const calls = (by: TestPerson) => [
      by.call(rosterSourceUpdate, { params: { id }, body }),
      by.call(rosterSourceDelete, { params: { id } }),
      by.call(rosterSourceRead, { params: { id } }),
      by.call(rosterSourceCancel, { params: { id } }),
      by.call(rosterSourceReads, { params: { id } }),
      by.call(rosterSourceTest, { body: { ...body, id } }),
    ];
    expect((await Promise.all(calls(keeper))).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await keeper.call(rosterSourceCreate, { body: { ...body, school_id: others } })).error?.errors).toHaveProperty('school_id');
    expect((await keeper.call(rosterSourceList)).body).toMatchObject({ data: [], schools: [{ id: mine }] });
    const own = await add(source, mine, {}, keeper);
    const read = await reading(own.id, keeper);
    expect([read.status, (await keeper.call(rosterList)).body.data.map(({ id: one }) => one)]).toEqual(['finished', [read.import_id]]);
    for (const role of ['teachers', 'student'] as const) {
      const nobody = await scenario.person(role, others);
      const statuses = [...calls(nobody), nobody.call(rosterSourceList), nobody.call(rosterSourceCreate, { body: { ...body, school_id: others } })];
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual(statuses.map(() => 403));
    }
    const looks = await scenario.person('teachers', others);
    await giveRights(app.db, looks.accountId, ['rosters:view']);
    expect((await Promise.all(calls(looks))).map(({ status }) => status)).toEqual([403, 403, 403, 403, 200, 403]);
    for (const endpoint of [rosterSourceList, rosterSourceRead, rosterSourceTest] as const)
      expect((await app.call(endpoint as never, { params: { id }, body: {} } as never)).status).toBe(401);
  });

  test('[B1198] whoever lost the right has nothing read in their name', async () => {
    const source = await openSmallSource();
    const schoolId = await newSchool();
    const keeper = await scenario.person('teachers', schoolId);
    await giveRights(app.db, keeper.accountId, ['rosters:view', 'rosters:edit']);
    const { id } = await add(source, schoolId, {}, keeper);
    await keeper.call(rosterSourceRead, { params: { id } });
    await sql`UPDATE accounts SET status = false WHERE id = ${keeper.accountId}`.execute(app.db);
    await app.server.jobs.runDue();
    expect(await lastRead(id)).toMatchObject({ status: 'failed', message: expect.stringContaining('can no longer manage rosters') });
    expect(source.calls).toEqual([]);
  });
});
