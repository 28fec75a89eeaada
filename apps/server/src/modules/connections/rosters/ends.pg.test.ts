import { rosterApply, rosterGet, type RosterImportView, rosterMeet, rosterRows, rosterUndo } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { createClass, enrol } from '../../class/classes/index.ts';
import { walkEnds } from '../../class/ends/testing/walk-ends.ts';
import { rosterKinds, STUDENTS_OF_A, WHOLE } from './testing/roster-ends.ts';
import { oneRoster } from './testing/roster-files.ts';
import { createNamedSchool } from './testing/named-school.ts';
import { uploadRoster } from './testing/upload-roster.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

let made = 0;
async function newSchool(): Promise<{ schoolId: number; school: string; prefix: string }> {
  made += 1;
  const school = `Ends of a roster ${made}`;
  const schoolId = await createNamedSchool({ app, scenario }, school);
  return { schoolId, school, prefix: `ends${made}` };
}

/** Creates a school whose roster comes as a complete set of files. */
async function start() {
  const { schoolId, school, prefix } = await newSchool();
  let state = WHOLE;
  let hasSaid = false;
  const people = ['t1', ...STUDENTS_OF_A, 's4'];
  const emails = Object.fromEntries(people.map((id) => [id, `${prefix}${id}@roster.test`]));
  const files = () => {
    const { left, classA } = state;
    const ofA = classA === 'listed' ? ['t1', ...STUDENTS_OF_A.slice(Math.min(left, STUDENTS_OF_A.length))] : [];
    const classes = { ...(classA === 'missing' ? {} : { a: ofA }), b: ['t1', 's4'] };
    return oneRoster({ school, teachers: ['t1'], students: people.slice(1), classes, emails, statuses: classA === 'ended' ? { a: 'tobedeleted' } : {} });
  };
  return {
    schoolId,
    say(next: typeof state): void {
      state = next;
      hasSaid = false;
    },
    hasSaid: () => hasSaid,
    async read() {
      const { import: roster } = await uploadRoster(app, admin, files());
      hasSaid = true;
      return { roster: (await admin.call(rosterGet, { params: { id: roster!.id } })).body.import, asks: roster!.many_ends.length > 0 };
    },
  };
}

walkEnds(
  'roster_file',
  rosterKinds(() => ({ app, admin, start })),
  { isShown: true },
);

describe('ends of rosters are counted', () => {
  const range = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => `s${from + at}`);
  /** Creates a school with the given classes; its roster's next version is read and applied without consent. */
  async function startSchool(classes: Readonly<Record<string, readonly string[]>>) {
    const { schoolId, school, prefix } = await newSchool();
    const people = [...new Set(Object.values(classes).flat())];
    const emails = Object.fromEntries(['t1', ...people].map((id) => [id, `${prefix}${id}@roster.test`]));
    const read = async (now: Readonly<Record<string, readonly string[]>>): Promise<RosterImportView> => {
      const withTeacher = Object.fromEntries(Object.entries(now).map(([id, students]) => [id, ['t1', ...students]]));
      const { import: roster } = await uploadRoster(app, admin, oneRoster({ school, teachers: ['t1'], students: people, classes: withTeacher, emails }));
      return roster!;
    };
    const apply = async ({ id }: RosterImportView, body: object = {}) => {
      const { error } = await admin.call(rosterApply, { params: { id }, body: { create_accounts: true, ...body } });
      if (!error) await app.server.jobs.runDue();
      return error?.code ?? null;
    };
    expect(await apply(await read(classes))).toBeNull();
    return { schoolId, school, prefix, read, apply };
  }

  test('[B1891] over the school: half of each of many small classes asks, though no class by itself does', async () => {
    const classes = { a: range(0, 6), b: range(6, 12), c: range(12, 18) };
    const { read, apply, school } = await startSchool(classes);
    const half = await read({ a: range(0, 3), b: range(6, 9), c: range(12, 15) });
    expect(half.many_ends).toEqual([{ name: school, ending: 9, current: 21 }]);
    expect(await apply(half)).toBe('ROSTER_ENDS_MANY');
  });

  test('[B1891] over the run: those who go from a class that was found here count together with the others', async () => {
    const { read, schoolId, school, prefix } = await startSchool({ a: range(0, 30), b: range(30, 60) });
    // class c was created by hand, with the same teacher and the students of b
    const { rows } = await sql<{ id: number; email: string }>`SELECT id, email FROM accounts WHERE school_id = ${schoolId}`.execute(app.db);
    const accountOf = new Map(rows.map(({ id, email }) => [email, Number(id)]));
    const idOf = (person: string): number => accountOf.get(`${prefix}${person}@roster.test`)!;
    await inTransaction(app.db, async (tx) => {
      const id = await createClass(tx, { schoolId, ownerId: idOf('t1'), name: 'Class c' });
      await enrol(tx, id, range(30, 60).map(idOf), 'STUDENT');
    });
    const shown = await read({ a: range(5, 30), b: range(30, 60), c: range(35, 60) });
    expect(shown).toMatchObject({ many_ends: [], meetings: { undecided: 1 } });
    const { body } = await admin.call(rosterMeet, { params: { id: shown.id }, body: { as: 'proposals' } });
    expect(body.import).toMatchObject({ counts: { member: { ends: 10 } }, many_ends: [{ name: school, ending: 10, current: 93 }] });
    const back = await admin.call(rosterMeet, { params: { id: shown.id }, body: { as: 'undecided' } });
    expect(back.body.import.many_ends).toEqual([]);
  });

  test('[B1891] over a day: what earlier rosters ended without a question counts, what was undone or consented to does not', async () => {
    const all = range(0, 40);
    const { read, apply, school } = await startSchool({ a: all });
    const first = await read({ a: all.slice(4) });
    expect([first.many_ends, await apply(first)]).toEqual([[], null]);
    const second = await read({ a: all.slice(8) });
    expect(second.many_ends).toEqual([{ name: school, ending: 4, current: 37 }]);
    expect(await apply(second)).toBe('ROSTER_ENDS_MANY');
    expect((await admin.call(rosterUndo, { params: { id: first.id } })).error).toBeNull();
    await app.server.jobs.runDue();
    expect((await read({ a: all.slice(4) })).many_ends).toEqual([]);
    const many = await read({ a: all.slice(10) });
    expect([many.many_ends.length, await apply(many, { confirm_many_ends: true })]).toEqual([2, null]);
    const after = await read({ a: all.slice(13) });
    expect([after.many_ends, await apply(after)]).toEqual([[], null]);
    expect((await read({ a: all.slice(16) })).many_ends).toHaveLength(1);
    await app.clock.advanceMs(86_400_000);
    expect((await read({ a: all.slice(16) })).many_ends).toEqual([]);
  });
});

test('[B1898] a preview says of a class that is archived here that nothing of it changes, and asks about no end of it', async () => {
  const { schoolId, school, prefix } = await newSchool();
  const people = ['t1', ...STUDENTS_OF_A, 's4'];
  const emails = Object.fromEntries(people.map((id) => [id, `${prefix}${id}@roster.test`]));
  const roster = (ofA: string[], titles: Record<string, string> = {}) =>
    oneRoster({ school, teachers: ['t1'], students: people.slice(1), classes: { a: ['t1', ...ofA], b: ['t1', 's4'] }, titles, emails });
  const brought = (await uploadRoster(app, admin, roster([...STUDENTS_OF_A]))).import!;
  expect((await admin.call(rosterApply, { params: { id: brought.id }, body: { create_accounts: true } })).error).toBeNull();
  await app.server.jobs.runDue();
  const setState = (state: 'ACTIVE' | 'ARCHIVED') =>
    app.db.updateTable('courses').set({ course_state: state }).where('school_id', '=', schoolId).where('name', '=', 'Class a').execute();
  const changed = roster(['s4'], { a: 'Physics a' });
  await setState('ARCHIVED');
  const shown = (await uploadRoster(app, admin, changed)).import!;
  expect(shown).toMatchObject({ many_ends: [], total_rows: 0, counts: { class: { changed: 0, not_taken: 1 }, member: { new: 0, ends: 0, not_taken: 4 } } });
  const { data } = (await admin.call(rosterRows, { params: { id: shown.id }, query: { per_page: 200 } })).body;
  const words = 'This class is archived here, so the roster does not change it. Restore it under Classes and import the roster again.';
  expect(data.map(({ kind, said }) => [kind, said[0]?.message])).toEqual([['class', words], ...Array.from({ length: 4 }, () => ['member', words])]);
  // a class of past years that the roster no longer names, and anything that it does not change, are not reported
  const without = oneRoster({ school, teachers: ['t1'], students: people.slice(1), classes: { b: ['t1', 's4'] }, emails });
  expect((await uploadRoster(app, admin, without)).import).toMatchObject({ total_rows: 0, many_ends: [], counts: { member: { ends: 0, not_taken: 0 } } });
  expect((await uploadRoster(app, admin, roster([...STUDENTS_OF_A]))).import).toMatchObject({ counts: { class: { same: 2 }, member: { not_taken: 0 } } });
  await setState('ACTIVE');
  expect((await uploadRoster(app, admin, changed)).import).toMatchObject({ counts: { class: { changed: 1 }, member: { new: 1, ends: 3 } } });
});
