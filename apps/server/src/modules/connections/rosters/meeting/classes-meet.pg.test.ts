import {
  peopleSourceChange,
  peopleSourceGet,
  peopleSourcePreview,
  peopleSourceUndo,
  rosterApply,
  rosterGet,
  type RosterImportView,
  rosterMeet,
  rosterMeetingClasses,
  rosterMeetings,
  rosterRows,
  rosterUndo,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClasses, enrollMany } from '../../../class/classes/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../../testing/index.ts';
import { oneRoster, type SmallRoster } from '../testing/roster-files.ts';
import { createNamedSchool } from '../testing/named-school.ts';
import { uploadRoster } from '../testing/upload-roster.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({
    google: { issuer: new URL('http://127.0.0.1:9'), clientId: 'client', clientSecret: 'secret' },
    classroom: { url: new URL('http://127.0.0.1:9'), quota: { project: 20, person: 20 } },
  });
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

interface HandMade {
  id: number;
  /** The class for each key of the roster, and the account of each of its people. */
  classes: Map<string, number>;
  people: Map<string, number>;
  roster: SmallRoster;
}

let made = 0;
/** Creates a school by hand, and its information system's roster: the same people and classes, under other ids. */
async function madeByHand({ classes = 12, studentsOf = 24 } = {}): Promise<HandMade> {
  made += 1;
  const prefix = `hand${made}`;
  const school = `By hand ${made}`;
  const id = await createNamedSchool({ app, scenario }, school);
  const keys = Array.from({ length: classes }, (_, at) => `c${at + 1}`);
  const membersOf = new Map(keys.map((key) => [key, [`t-${key}`, ...Array.from({ length: studentsOf }, (_, at) => `s-${key}-${at}`)]]));
  const all = [...membersOf.values()].flat();
  const emails = Object.fromEntries(all.map((one) => [one, `${prefix}-${one}@roster.test`]));
  await sql`
    INSERT INTO accounts (first_name, last_name, email, email_key, school_id, account_type_id, status)
    SELECT 'First ' || one, 'Last ' || one, ${prefix} || '-' || one || '@roster.test', ${prefix} || '-' || one || '@roster.test', ${id},
           (SELECT id FROM account_types WHERE lower(name) LIKE CASE WHEN one LIKE 't-%' THEN 'teacher%' ELSE 'student' END ORDER BY id LIMIT 1), true
      FROM unnest(${all}::text[]) AS one`.execute(app.db);
  const { rows } = await sql<{ id: number; email: string }>`SELECT id, email FROM accounts WHERE school_id = ${id}`.execute(app.db);
  const byEmail = new Map(rows.map((row) => [row.email, Number(row.id)]));
  const people = new Map(all.map((one) => [one, byEmail.get(emails[one]!)!]));
  const ids = await inTransaction(app.db, async (tx) => {
    const courses = await createClasses(
      tx,
      keys.map((key) => ({ schoolId: id, ownerId: people.get(`t-${key}`)!, name: `Class ${key}`, section: '', subject: '', room: '' })),
    );
    await enrollMany(
      tx,
      keys.flatMap((key, at) =>
        membersOf
          .get(key)!
          .slice(1)
          .map((one) => ({ courseId: courses[at]!, accountId: people.get(one)!, role: 'STUDENT' as const })),
      ),
    );
    return courses;
  });
  const ofRole = (first: string): string[] => all.filter((one) => one.startsWith(first));
  const roster = { school, teachers: ofRole('t-'), students: ofRole('s-'), classes: Object.fromEntries(membersOf), emails };
  return { id, people, classes: new Map(keys.map((key, at) => [key, ids[at]!])), roster };
}

/**
 * Returns everything about a school that a roster may change: its classes, their members, its accounts and the links of
 * its sources.
 */
async function wholeOf(schoolId: number) {
  const ask = async (query: ReturnType<typeof sql<{ line: string }>>) => (await query.execute(app.db)).rows.map(({ line }) => line);
  return {
    classes: await ask(
      sql`SELECT concat_ws('|', id, name, section, subject, room, course_state) AS line FROM courses WHERE school_id = ${schoolId} ORDER BY id`,
    ),
    places: await ask(sql`
      SELECT concat_ws('|', course_id, account_id, role, left_at IS NULL) AS line FROM course_members JOIN courses ON courses.id = course_id
       WHERE courses.school_id = ${schoolId} ORDER BY course_id, account_id`),
    people: await ask(sql`SELECT concat_ws('|', id, first_name, last_name, email, status) AS line FROM accounts WHERE school_id = ${schoolId} ORDER BY id`),
    links: await ask(sql`
      SELECT concat_ws('|', link.kind, link.external_id, link.local_id) AS line FROM external_links link JOIN external_sources source ON source.id = source_id
       WHERE source.school_id = ${schoolId} ORDER BY 1`),
  };
}

async function preview(roster: SmallRoster, body: Record<string, unknown> = {}): Promise<RosterImportView> {
  const { import: uploaded } = await uploadRoster(app, admin, oneRoster(roster), body);
  expect(uploaded?.status).toBe('preview');
  return uploaded!;
}
const meetings = async (id: number, query: Record<string, unknown> = {}) =>
  (await admin.call(rosterMeetings, { params: { id }, query: { per_page: 100, ...query } })).body;
const meet = (id: number, body: Record<string, unknown>, by = admin) => by.call(rosterMeet, { params: { id }, body });
async function apply(id: number, body: Record<string, unknown> = {}): Promise<RosterImportView> {
  const reply = await admin.call(rosterApply, { params: { id }, body });
  expect(reply.error).toBeNull();
  await app.server.jobs.runDue();
  return (await admin.call(rosterGet, { params: { id } })).body.import;
}
async function undo(id: number): Promise<RosterImportView> {
  expect((await admin.call(rosterUndo, { params: { id } })).error).toBeNull();
  await app.server.jobs.runDue();
  return (await admin.call(rosterGet, { params: { id } })).body.import;
}

describe('a school made by hand meets its information system', () => {
  test('[B1721] accepting all proposals doubles no class and nobody, the next roster changes nothing, and taking it back returns the whole', async () => {
    const school = await madeByHand();
    const before = await wholeOf(school.id);
    expect([before.classes.length, before.people.length]).toEqual([12, 300]);
    const shown = await preview(school.roster);
    expect(shown.meetings).toEqual({ undecided: 12, sure: 12, new: 0, ours: 0, decided: 0 });
    expect(shown.counts).toMatchObject({ class: { new: 0, undecided: 12 }, member: { new: 0, undecided: 300 } });
    const { data } = await meetings(shown.id, { per_page: 5 });
    expect(data[0]).toMatchObject({
      ...{ name: 'Class c1', code: 'code-c1', teachers: ['First t-c1 Last t-c1'], terms: ['Autumn'], decision: 'undecided' },
      course: { id: school.classes.get('c1'), name: 'Class c1', teacher: 'First t-c1 Last t-c1', people_from: null, taken_by: null, is_archived: false },
      grounds: { code: 'nameTeacher', is_sure: true, message: 'Same name and teacher' },
      people: { come: 0, go: 0, stay: 25, coming: [], going: [] },
    });
    const met = await meet(shown.id, { as: 'proposals' });
    expect(met.body).toMatchObject({
      message: '12 classes are matched to yours.',
      import: { meetings: { undecided: 0, ours: 12 }, counts: { member: { same: 300, new: 0 } } },
    });
    expect(await apply(shown.id, { create_accounts: true })).toMatchObject({ status: 'finished', failed_rows: 0 });
    const after = await wholeOf(school.id);
    expect([after.people, after.places, after.classes.length]).toEqual([before.people, before.places, 12]);
    const again = await preview(school.roster);
    expect([again.total_rows, again.meetings]).toEqual([0, { undecided: 0, sure: 0, new: 0, ours: 0, decided: 0 }]);
    expect((await undo(shown.id)).undo).toMatchObject({ status: 'finished', stays: 0 });
    expect(await wholeOf(school.id)).toEqual(before);
  });

  test('[B1722] nothing of an undecided class is done, and what was decided is remembered by the next preview', async () => {
    const school = await madeByHand({ classes: 3, studentsOf: 2 });
    const first = await preview(school.roster);
    const [one, two] = (await meetings(first.id)).data;
    expect((await meet(first.id, { as: 'ours', rows: [one!.number], course_id: one!.course!.id })).error).toBeNull();
    expect((await meet(first.id, { as: 'new', rows: [two!.number] })).body.message).toBe('One class will be new.');
    const second = await preview(school.roster);
    expect(second.meetings).toEqual({ undecided: 1, sure: 1, new: 1, ours: 1, decided: 2 });
    expect((await meetings(second.id)).data.map(({ decision, course }) => [decision, course?.id ?? null])).toEqual([
      ['ours', school.classes.get('c1')],
      ['new', null],
      ['undecided', school.classes.get('c3')],
    ]);
    expect(await apply(second.id)).toMatchObject({ status: 'finished', failed_rows: 0 });
    const { classes } = await wholeOf(school.id);
    expect(classes.map((line) => line.split('|')[1])).toEqual(['Class c1', 'Class c2', 'Class c3', 'Class c2']);
    // only the undecided one is asked about again
    expect((await meetings((await preview(school.roster)).id)).data.map(({ name, decision }) => [name, decision])).toEqual([['Class c3', 'undecided']]);
    expect((await undo(second.id)).undo).toMatchObject({ stays: 0 });
    expect((await wholeOf(school.id)).classes.length).toBe(3);
  });

  test('[B1723] a whole list says who goes, asks above the thresholds, and brings them back when it is taken back; teachers stay', async () => {
    const school = await madeByHand({ classes: 2, studentsOf: 20 });
    const coTeacher = await scenario.person('teachers', school.id);
    const [c1] = [school.classes.get('c1')!];
    await inTransaction(app.db, (tx) => enrollMany(tx, [{ courseId: c1, accountId: coTeacher.accountId, role: 'TEACHER' }]));
    const before = await wholeOf(school.id);
    const { c1: listed = [], c2: others = [] } = school.roster.classes;
    const shorter = { ...school.roster, classes: { c1: [...listed.slice(0, 13), others[1]!], c2: others } };
    const shown = await preview(shorter);
    expect((await meetings(shown.id)).data[0]).toMatchObject({
      people: { come: 1, go: 8, stay: 13, coming: ['First s-c2-0 Last s-c2-0'], going: expect.arrayContaining(['First s-c1-12 Last s-c1-12']) },
    });
    const { body } = await meet(shown.id, { as: 'proposals' });
    expect(body.import).toMatchObject({
      many_ends: [
        { name: 'Class c1', ending: 8, current: 22 },
        { name: school.roster.school, ending: 8, current: 43 },
      ],
      counts: { member: { ends: 8, new: 1 } },
    });
    const rows = (await admin.call(rosterRows, { params: { id: shown.id }, query: { within_class: 'c1', per_page: 200 } })).body.data;
    expect(rows.filter(({ outcome }) => outcome === 'same').length).toBe(13);
    expect(rows.find(({ outcome }) => outcome === 'ends')).toMatchObject({
      name: 'First s-c1-12 Last s-c1-12',
      detail: 'Class c1',
      said: [{ code: 'notOnList' }],
    });
    expect((await admin.call(rosterApply, { params: { id: shown.id }, body: {} })).error?.code).toBe('ROSTER_ENDS_MANY');
    expect(await apply(shown.id, { confirm_many_ends: true })).toMatchObject({ status: 'finished', failed_rows: 0 });
    const inClass = (await wholeOf(school.id)).places.filter((line) => line.startsWith(`${c1}|`) && line.endsWith('|t'));
    expect([inClass.length, inClass.some((line) => line.includes(`|${coTeacher.accountId}|TEACHER`))]).toEqual([15, true]);
    expect((await undo(shown.id)).undo).toMatchObject({ stays: 0 });
    const back = await wholeOf(school.id);
    expect(back.places.filter((line) => line.endsWith('|t'))).toEqual(before.places);
  });

  test('[B1897] hundreds are decided by one press and by one press decided again, whatever was pressed; classes that nobody took for ours stay new', async () => {
    const school = await madeByHand({ classes: 150, studentsOf: 1 });
    const fresh = Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`f${at}`, ['t-c1']]));
    const shown = await preview({ ...school.roster, classes: { ...school.roster.classes, ...fresh } });
    const asShown = { undecided: 150, sure: 150, new: 3, ours: 0, decided: 0 };
    expect(shown.meetings).toEqual(asShown);
    for (const as of ['new', 'proposals', 'sure'] as const) {
      const pressed = (await meet(shown.id, { as })).body.import;
      expect([pressed.meetings?.undecided, pressed.meetings?.decided]).toEqual([0, 150]);
      const again = (await meet(shown.id, { as: 'undecided' })).body.import;
      expect([again.meetings, again.counts, again.total_rows]).toEqual([asShown, shown.counts, shown.total_rows]);
    }
    expect((await meet(shown.id, { as: 'undecided' })).error?.code).toBe('VALIDATION_FAILED');
  });

  test('[B1724] two classes of the roster cannot be one of ours; another school’s class and an archived one cannot be chosen', async () => {
    const school = await madeByHand({ classes: 3, studentsOf: 1 });
    const other = await madeByHand({ classes: 1, studentsOf: 1 });
    await sql`UPDATE courses SET course_state = 'ARCHIVED' WHERE id = ${school.classes.get('c3')}`.execute(app.db);
    const shown = await preview(school.roster);
    expect(shown.meetings).toEqual({ undecided: 2, sure: 2, new: 1, ours: 0, decided: 0 });
    const [one, two, three] = (await meetings(shown.id)).data;
    const c1 = school.classes.get('c1')!;
    expect((await meet(shown.id, { as: 'ours', rows: [one!.number], course_id: c1 })).error).toBeNull();
    const taken = await meet(shown.id, { as: 'ours', rows: [two!.number], course_id: c1 });
    expect([taken.status, taken.error?.code, taken.error?.message]).toEqual([
      409,
      'ROSTER_CLASS_TAKEN',
      'Class c1 is already matched to Class c1 in this roster. A class can be matched only once: choose another one, or change Class c1 first.',
    ]);
    expect((await meet(shown.id, { as: 'ours', rows: [two!.number], course_id: other.classes.get('c1') })).status).toBe(404);
    const archived = await meet(shown.id, { as: 'ours', rows: [three!.number], course_id: school.classes.get('c3') });
    expect([archived.status, archived.error?.code]).toEqual([409, 'CLASS_ARCHIVED']);
    expect((await meet(shown.id, { as: 'ours', rows: [one!.number, two!.number], course_id: c1 })).error?.errors).toHaveProperty('rows');
    expect((await meet(shown.id, { as: 'ours', rows: [two!.number] })).error?.errors).toHaveProperty('course_id');
    expect((await meet(shown.id, { as: 'proposals', rows: [999_999] })).error?.errors).toHaveProperty('rows');
    const found = (await admin.call(rosterMeetingClasses, { params: { id: shown.id }, query: { row: two!.number } })).body.data;
    expect(found.map(({ name, is_archived }) => [name, is_archived])).toEqual([
      ['Class c1', false],
      ['Class c2', false],
      ['Class c3', true],
    ]);
    const searched = (await admin.call(rosterMeetingClasses, { params: { id: shown.id }, query: { row: two!.number, query: 't-c2' } })).body.data;
    expect(searched.map(({ name }) => name)).toEqual(['Class c2']);
    const clerk = await scenario.person('teachers', other.id);
    expect((await meet(shown.id, { as: 'new' }, clerk)).status).toBe(403);
  });

  test('[B1725] what changed here between the preview and doing it is asked again', async () => {
    const school = await madeByHand({ classes: 3, studentsOf: 1 });
    const shown = await preview(school.roster);
    const [c1, c2] = [school.classes.get('c1')!, school.classes.get('c2')!];
    await sql`UPDATE courses SET name = 'Renamed' WHERE id = ${c1}`.execute(app.db);
    const met = await meet(shown.id, { as: 'proposals' });
    expect(met.body.message).toBe('2 classes are matched to yours. One class has changed here, so check its suggestion again.');
    expect(met.body.import.meetings).toEqual({ undecided: 1, sure: 0, new: 0, ours: 2, decided: 2 });
    await sql`UPDATE courses SET course_state = 'ARCHIVED' WHERE id = ${c2}`.execute(app.db);
    const refused = await admin.call(rosterApply, { params: { id: shown.id }, body: { mode: 'partial' } });
    expect([refused.error?.code, refused.error?.message]).toEqual([
      'ROSTER_MEETING_CHANGED',
      'Nothing was changed: Class c2 was changed here after this preview was made. Check it again under “Classes that may already exist”, and decide again.',
    ]);
    const row = (await meetings(shown.id, { search_text: 'Class c2' })).data[0]!;
    expect((await meet(shown.id, { as: 'undecided', rows: [row.number] })).error).toBeNull();
    // the question is asked again, without proposing the archived class
    expect((await meetings(shown.id, { search_text: 'Class c2' })).data[0]).toMatchObject({ decision: 'undecided', course: null });
    expect(await apply(shown.id)).toMatchObject({ status: 'finished', failed_rows: 0 });
  });

  test('[B1726] a name of ours stays and is said, and what was empty here is filled in', async () => {
    const school = await madeByHand({ classes: 1, studentsOf: 2 });
    const c1 = school.classes.get('c1')!;
    await sql`UPDATE courses SET room = 'Lab' WHERE id = ${c1}`.execute(app.db);
    const renamed = { ...school.roster, titles: { c1: 'CLASS  C1' } };
    const shown = await preview(renamed);
    await meet(shown.id, { as: 'proposals' });
    const [row] = (await admin.call(rosterRows, { params: { id: shown.id }, query: { kind: 'class' } })).body.data;
    expect(row).toMatchObject({
      outcome: 'changed',
      changes: [{ field: 'Section', after: 'code-c1' }, { field: 'Subject', after: 'Physics' }, { field: 'Terms' }],
      said: [{ message: 'Here it is “Class c1”, which is kept.' }, { message: 'Here it is “Lab”, which is kept.' }],
    });
    await apply(shown.id);
    expect((await wholeOf(school.id)).classes).toEqual([`${c1}|Class c1|code-c1|Physics|Lab|ACTIVE`]);
    expect((await preview(renamed)).total_rows).toBe(0);
  });

  test('[B1727] the audit says in words who decided what', async () => {
    const school = await madeByHand({ classes: 1, studentsOf: 1 });
    const shown = await preview(school.roster);
    await meet(shown.id, { as: 'sure' });
    await apply(shown.id);
    const { rows } = await sql<{ action: string }>`
      SELECT DISTINCT action FROM audit_entries WHERE (subject_type = 'roster' AND subject_id = ${shown.id}) OR (subject_type = 'course' AND subject_id = ${school.classes.get('c1')})`.execute(
      app.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['roster.meet', 'roster.met']));
  });
});

describe('one source of people per class', () => {
  /** Creates a class managed by a roster and linked with Google, which has three of its students and another one. */
  async function withGoogle() {
    const school = await madeByHand({ classes: 1, studentsOf: 5 });
    const shown = await preview(school.roster);
    await meet(shown.id, { as: 'proposals' });
    await apply(shown.id);
    const courseId = school.classes.get('c1')!;
    const { rows } = await sql<{ id: number }>`
      WITH source AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${school.id}, 'google_classroom', 'Google Classroom') RETURNING id)
      INSERT INTO external_links (source_id, kind, external_id, local_id) SELECT id, 'class', '77', ${courseId} FROM source RETURNING id`.execute(app.db);
    const linkId = Number(rows[0]!.id);
    const newcomer = await scenario.person('student', school.id);
    const there = [...['s-c1-0', 's-c1-1', 's-c1-2', 's-c1-3'].map((one) => school.people.get(one)!), newcomer.accountId];
    const list = (accounts: number[]) =>
      sql`
      INSERT INTO external_links (source_id, kind, parent_id, external_id, local_id, base, state)
      SELECT source_id, kind, parent_id, account, local_id, base, state FROM (
        SELECT link.source_id, 'person' AS kind, NULL::bigint AS parent_id, 'g' || account AS account, account AS local_id, '{}'::jsonb AS base, 'linked' AS state
          FROM external_links link, unnest(${accounts}::bigint[]) account WHERE link.id = ${linkId}
        UNION ALL SELECT link.source_id, 'member', link.id, 'g' || account, NULL, '{"role": "STUDENT"}', 'only_there'
          FROM external_links link, unnest(${accounts}::bigint[]) account WHERE link.id = ${linkId}) AS given`.execute(app.db);
    return { school, courseId, linkId, newcomer, there, list };
  }
  const change = (courseId: number, body: Record<string, unknown>, by = admin) => by.call(peopleSourceChange, { params: { id: courseId }, body });
  const inClass = async (courseId: number) => {
    const { rows } = await sql<{ account_id: number }>`
      SELECT account_id FROM course_members WHERE course_id = ${courseId} AND left_at IS NULL ORDER BY account_id`.execute(app.db);
    return rows.map(({ account_id }) => Number(account_id));
  };

  test('[B1729] is changed to Google with who comes and goes, whose roster then changes nobody, and taken back whole', async () => {
    const { school, courseId, linkId, newcomer, there, list } = await withGoogle();
    const before = await inClass(courseId);
    const shown = (await admin.call(peopleSourceGet, { params: { id: courseId } })).body;
    expect(shown.sources.map(({ kind, is_chosen }) => [kind, is_chosen])).toEqual([
      ['by_hand', false],
      ['roster_file', true],
      ['google_classroom', false],
    ]);
    const ask = async () => (await admin.call(peopleSourcePreview, { params: { id: courseId }, query: { link_id: linkId } })).body;
    expect(await ask()).toMatchObject({ is_known: false, come: [], go: [], stay: 6 });
    await list(there);
    expect(await ask()).toMatchObject({ is_known: true, come: [{ role: 'STUDENT' }], go: [{ name: 'First s-c1-4 Last s-c1-4' }], stay: 5, asks: false });
    const first = await change(courseId, { link_id: linkId });
    expect(first.body.message).toBe('The list is now managed this way: Google Classroom.');
    expect((await change(courseId, { link_id: linkId })).error?.code).toBe('PEOPLE_SOURCE_SAME');
    expect(await inClass(courseId)).toEqual([school.people.get('t-c1')!, ...there].sort((one, other) => one - other));
    // the roster, which still lists the student who left, only reports and changes nobody
    const { counts } = await preview(school.roster);
    expect(counts.member).toMatchObject({ new: 0, ends: 0, changed: 0, not_taken: 1 });
    expect((await admin.call(peopleSourceUndo, { params: { id: courseId }, body: {} })).body.message).toBe(
      'Undone. The list is managed as before: Roster files.',
    );
    expect(await inClass(courseId)).toEqual(before);
    expect(before).not.toContain(newcomer.accountId);
    expect((await preview(school.roster)).total_rows).toBe(0);
    expect((await admin.call(peopleSourceUndo, { params: { id: courseId }, body: {} })).error?.code).toBe('ROSTER_NOTHING_TO_UNDO');
  });

  test('[B1729] by hand means that no source changes it; losing all students asks; other schools and archived classes are left alone', async () => {
    const { school, courseId, linkId, newcomer, list } = await withGoogle();
    expect((await change(courseId, { link_id: 0 })).error).toBeNull();
    const shorter = { ...school.roster, classes: { c1: ['t-c1', 's-c1-0'] } };
    expect((await preview(shorter)).counts.member).toMatchObject({ ends: 0, new: 0, changed: 0 });
    await list([newcomer.accountId]);
    expect((await change(courseId, { link_id: linkId })).error?.code).toBe('ROSTER_ENDS_MANY');
    expect((await change(courseId, { link_id: linkId, confirm_many_ends: true })).error).toBeNull();
    expect((await change(courseId, { link_id: linkId + 1_000_000 })).status).toBe(404);
    const teacher = await scenario.person('teachers', school.id);
    expect((await teacher.call(peopleSourceGet, { params: { id: courseId } })).status).toBe(404);
    expect((await change(courseId, { link_id: 0 }, teacher)).status).toBe(403);
    await inTransaction(app.db, (tx) => enrollMany(tx, [{ courseId, accountId: teacher.accountId, role: 'TEACHER' }]));
    expect((await teacher.call(peopleSourceGet, { params: { id: courseId } })).body).toMatchObject({ can_change: false });
    await sql`UPDATE courses SET course_state = 'ARCHIVED' WHERE id = ${courseId}`.execute(app.db);
    expect((await change(courseId, { link_id: 0 })).error?.code).toBe('CLASS_ARCHIVED');
    expect((await admin.call(peopleSourceUndo, { params: { id: courseId }, body: {} })).error?.code).toBe('CLASS_ARCHIVED');
  });
});
