import { attendanceDashboard, type DefinedDashboard, gradesDashboard } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { createRandom, createScenario, type Random, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { type DashboardSource, filtersOf } from '../../../platform/dashboards/index.ts';
import { readRows } from '../../../platform/dashboards/queries.ts';
import { attendanceSources } from './attendance-queries.ts';
import { gradesSources } from './pieces-queries.ts';
import { updateSums } from './sums.ts';
import { count, readTables, type Who } from './testing/oracle.ts';
import { makeRandomSchools, type RandomSchools } from './testing/random-school.ts';

const SEEDS = [11, 12];
const CHANGES = 20;
let app: TestApp;
let made: RandomSchools;
let random: Random;

type Change = (random: Random, schoolId: number) => RawBuilder<unknown>;
const anyOf = (table: string, random: Random): RawBuilder<number> =>
  sql`(SELECT id FROM ${sql.table(table)} ORDER BY (id * ${1 + random.below(97)}) % 101, id LIMIT 1)`;
const anyMember = (random: Random) =>
  sql`(course_id, account_id) = (SELECT course_id, account_id FROM course_members WHERE role = 'STUDENT' ORDER BY (course_id * 7 + account_id * ${1 + random.below(97)}) % 101, account_id LIMIT 1)`;

/** All changes that affect what dashboards count, made directly in the tables: sums must follow any writer. */
const CHANGE: Record<string, Change> = {
  'handed in': (r) => sql`UPDATE submissions SET state = 'TURNED_IN' WHERE id = ${anyOf('submissions', r)}`,
  'taken back': (r) => sql`UPDATE submissions SET state = 'CREATED' WHERE id = ${anyOf('submissions', r)}`,
  returned: (r) => sql`UPDATE submissions SET state = 'RETURNED', assigned_grade = draft_grade WHERE id = ${anyOf('submissions', r)}`,
  graded: (r) => sql`UPDATE submissions SET draft_grade = ${r.below(21)} WHERE id = ${anyOf('submissions', r)}`,
  'grade taken': (r) => sql`UPDATE submissions SET draft_grade = NULL, assigned_grade = NULL WHERE id = ${anyOf('submissions', r)}`,
  excused: (r) => sql`UPDATE submissions SET excused = NOT excused WHERE id = ${anyOf('submissions', r)}`,
  unassigned: (r) => sql`UPDATE submissions SET assigned_at = CASE WHEN assigned_at IS NULL THEN now() END WHERE id = ${anyOf('submissions', r)}`,
  'all of a class graded': (r) => sql`UPDATE submissions SET draft_grade = 7 WHERE course_id = ${anyOf('courses', r)}`,
  'no row at all': () => sql`UPDATE submissions SET draft_grade = 7 WHERE false`,
  deleted: (r) => sql`DELETE FROM submissions WHERE id = ${anyOf('submissions', r)}`,
  'given again': (r) => sql`
    INSERT INTO submissions (course_id, course_work_id, account_id) SELECT w.course_id, w.id, m.account_id FROM course_works w JOIN course_members m USING (course_id)
     WHERE w.id = ${anyOf('course_works', r)} AND m.role = 'STUDENT' AND w.kind <> 'MATERIAL' ON CONFLICT (course_work_id, account_id) DO UPDATE SET assigned_at = now()`,
  'given to who had none': () => sql`
    INSERT INTO submissions (course_id, course_work_id, account_id) SELECT w.course_id, w.id, m.account_id FROM course_works w JOIN course_members m USING (course_id)
     WHERE m.role = 'STUDENT' AND w.kind <> 'MATERIAL' ON CONFLICT DO NOTHING`,
  removed: (r) => sql`DELETE FROM course_members WHERE ${anyMember(r)}`,
  'put back': () => sql`
    INSERT INTO course_members (course_id, account_id, role) SELECT course_id, account_id, 'STUDENT' FROM lesson_students UNION SELECT course_id, account_id, 'STUDENT' FROM submissions
    ON CONFLICT DO NOTHING`,
  left: (r) => sql`UPDATE course_members SET left_at = now() WHERE ${anyMember(r)}`,
  'come back': () => sql`UPDATE course_members SET left_at = NULL WHERE role = 'STUDENT'`,
  joined: (r, schoolId) => sql`
    INSERT INTO course_members (course_id, account_id, role)
    SELECT c.id, a.id, 'STUDENT' FROM courses c, accounts a WHERE c.id = ${anyOf('courses', r)} AND a.school_id = ${schoolId} AND a.last_name LIKE 'student%' ON CONFLICT DO NOTHING`,
  deactivated: (_r, schoolId) =>
    sql`UPDATE accounts SET status = NOT status WHERE id = (SELECT max(id) FROM accounts WHERE school_id = ${schoolId} AND last_name LIKE 'student%')`,
  'class archived': (r) => sql`UPDATE courses SET archived_at = CASE WHEN archived_at IS NULL THEN now() END WHERE id = ${anyOf('courses', r)}`,
  'class suspended': (r) =>
    sql`UPDATE courses SET course_state = CASE course_state WHEN 'ACTIVE' THEN 'SUSPENDED' ELSE 'ACTIVE' END WHERE id = ${anyOf('courses', r)}`,
  'work archived': (r) => sql`UPDATE course_works SET archived_at = CASE WHEN archived_at IS NULL THEN now() END WHERE id = ${anyOf('course_works', r)}`,
  'points taken': (r) => sql`UPDATE course_works SET max_points = CASE WHEN max_points IS NULL THEN 20 END WHERE id = ${anyOf('course_works', r)}`,
  'due later': (r) => sql`UPDATE course_works SET due_on = current_date + 3, due_at = current_date + 3 WHERE id = ${anyOf('course_works', r)}`,
  'level of a class': (r) => sql`UPDATE courses SET level_id = ${r.pick(made.levels)} WHERE id = ${anyOf('courses', r)}`,
};

const figuresIn = ({ declaration }: DefinedDashboard, body: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(declaration.figures).map((name) => [name, (body['stats'] as Record<string, unknown>)[name]]));
const DASHBOARDS: [string, DefinedDashboard][] = [
  ['grade-book', gradesDashboard as DefinedDashboard],
  ['attendance', attendanceDashboard as DefinedDashboard],
];
const lookers = (): [Who, TestPerson][] => [
  [{ of: 'everything' }, made.admin],
  ...made.schools.map(({ id, head }): [Who, TestPerson] => [{ of: 'school', id }, head]),
];

/**
 * Expects heads and administrators to see what plain loops count, without a filter and with those that sums support.
 */
async function expectTrue(after: string, asked: 'all' | 'unfiltered' = 'all'): Promise<void> {
  const tables = await readTables(app.db);
  for (const [name, dashboard] of DASHBOARDS) {
    const [from, to] = dashboard.declaration.period!;
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const [who, person] of lookers()) {
      for (const filters of asked === 'all' ? [{}, { grade: made.levels[0] }, { [from]: day(-20), [to]: day(5) }] : [{}]) {
        const { body } =
          Object.keys(filters).length === 0 ? await person.call(dashboard.endpoints.get) : await person.call(dashboard.endpoints.filter, { body: filters });
        expect([after, name, who, filters, figuresIn(dashboard, body)]).toEqual([after, name, who, filters, count(name, tables, who, filters)]);
      }
    }
  }
}

async function expectRowsTrue(): Promise<void> {
  for (const [name, dashboard] of DASHBOARDS) {
    const tables = await readTables(app.db);
    for (const [who, person] of lookers()) {
      const figure = random.pick(
        name === 'attendance' ? ['total_logged_in', 'total_absent', 'total_engaged', 'total_graded'] : ['total_classwork', 'total_overdue', 'total_graded'],
      );
      for (const direction of ['asc', 'desc'] as const) {
        const read = async (page: number, per_page: number) =>
          (await person.call(dashboard.endpoints.rows, { query: { figure, sort: 'student', direction, page, per_page } })).body as unknown as {
            value: number;
            data: { id: number; student: string }[];
            pagination: { total: number };
          };
        const all = await read(1, 200);
        expect([name, who, figure, all.value, all.data.length]).toEqual([name, who, figure, count(name, tables, who, {})[figure], all.pagination.total]);
        const pages = await Promise.all(Array.from({ length: Math.ceil(all.data.length / 7) }, (_, index) => read(index + 1, 7)));
        expect(pages.flatMap(({ data }) => data)).toEqual(all.data);
      }
    }
  }
}

/** Expects the same order from both plans: the first rows are read person by person, many are sorted. */
async function expectOneOrder(): Promise<void> {
  const reach = { of: 'everything' } as const;
  const asked = (name: string) => ({ figure: name, sort: 'student', direction: 'desc', texts: new Set(['student']), page: 1 }) as const;
  const sources: [string, DashboardSource][] = [
    ['total_classwork', gradesSources.pieces({ reach, now: new Date(), filters: filtersOf(gradesDashboard.declaration, {}) })],
    ['total_logged_in', attendanceSources.attendances({ reach, now: new Date(), filters: filtersOf(attendanceDashboard.declaration, {}) })],
  ];
  for (const [name, source] of sources) {
    const [first, many] = [
      await readRows(app.db, source, { ...asked(name), per_page: 1000 }),
      await readRows(app.db, source, { ...asked(name), per_page: 1001 }),
    ];
    expect(first.data.length).toBeGreaterThan(4);
    expect(many).toEqual(first);
  }
}

describe.each(SEEDS)('[B950] sums that are kept, of schools drawn from seed %i', (seed) => {
  beforeAll(async () => {
    app = await startTestApp();
    random = createRandom(seed);
    made = await makeRandomSchools(app.db, createScenario(app), random);
  });
  afterAll(() => app.close());

  test('agree with what is counted one by one, whatever changes before, between and after they are made', async () => {
    await expectTrue('nothing summed');
    await updateSums(app.db);
    await expectTrue('all summed');
    await expectRowsTrue();
    await expectOneOrder();
    for (let left = CHANGES; left > 0; left -= 1) {
      const [what, change] = random.pick(Object.entries(CHANGE));
      await inTransaction(app.db, (tx) => change(random, random.pick(made.schools).id).execute(tx));
      await expectTrue(what);
      if (random.percent(40)) await updateSums(app.db);
      if (random.percent(40)) await expectTrue(`${what}, summed`);
    }
    await expectRowsTrue();
  });
});

describe('[B951] while sums are made', () => {
  beforeAll(async () => {
    app = await startTestApp();
    random = createRandom(5);
    made = await makeRandomSchools(app.db, createScenario(app), random);
  });
  afterAll(() => app.close());

  /** Runs `beside` while a change is written and not committed. */
  const during = (change: RawBuilder<unknown>, beside: (db: Db) => Promise<unknown>) =>
    inTransaction(app.db, async (tx) => {
      await change.execute(tx);
      await beside(app.db);
    });

  test('what others have not committed yet is in no sum, and in the figures as soon as it is', async () => {
    for (const [what, change] of Object.entries(CHANGE)) {
      const school = random.pick(made.schools);
      await during(change(random, school.id), async (db) => {
        await updateSums(db);
        await expectTrue(`${what}, not committed`, 'unfiltered');
      });
      await expectTrue(`${what}, committed`, 'unfiltered');
      await Promise.all([updateSums(app.db), updateSums(app.db)]);
      await expectTrue(`${what}, summed by two at once`, 'unfiltered');
    }
  });

  test('what is rolled back changes neither figures nor sums', async () => {
    await updateSums(app.db);
    const before = await sql`SELECT * FROM dashboard_settled_works ORDER BY course_work_id`.execute(app.db);
    const rolledBack = during(CHANGE['all of a class graded']!(random, 0), () => Promise.reject(new Error('taken back')));
    await expect(rolledBack).rejects.toThrow('taken back');
    await updateSums(app.db);
    expect((await sql`SELECT * FROM dashboard_settled_works ORDER BY course_work_id`.execute(app.db)).rows).toEqual(before.rows);
    await expectTrue('rolled back');
  });

  test('a head is answered from them: one that were wrong would show, until something of its class changes', async () => {
    await app.db.deleteFrom('dashboard_changes').execute();
    await updateSums(app.db);
    const { head } = made.schools[0]!;
    const totalOf = async () => ((await head.call(gradesDashboard.endpoints.get)).body['stats'] as Record<string, number>)['total_classwork']!;
    const before = await totalOf();
    const { rows } = await sql<{ course_work_id: number }>`
      UPDATE dashboard_work_sums SET created = created + 1000 WHERE course_work_id = (
        SELECT sums.course_work_id FROM dashboard_settled_works sums JOIN course_works w ON w.id = sums.course_work_id AND w.archived_at IS NULL
          JOIN courses c ON c.id = sums.course_id AND c.archived_at IS NULL AND c.course_state = 'ACTIVE' AND c.school_id = ${made.schools[0]!.id} LIMIT 1)
      RETURNING course_work_id`.execute(app.db);
    expect(await totalOf()).toBe(before + 1000);
    await sql`UPDATE submissions SET short_answer = 'x' WHERE course_work_id = ${rows[0]!.course_work_id}`.execute(app.db);
    expect(await totalOf()).toBe(before);
  });
});
