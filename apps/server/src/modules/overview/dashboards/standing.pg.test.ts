import { assignmentsDashboard, dashboardDefinitions, dashboardLists, dashboards, gradeBook, gradesDashboard } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

// one of two places at opposite ends of the day is always on another date than the server
describe.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('assessments of a school in %s', (zone) => {
  let room: TestClass;
  const dayOf = async (from: number): Promise<string> =>
    (await sql<{ day: string }>`SELECT ((app_now() AT TIME ZONE ${zone})::date + ${from}::integer)::text AS day`.execute(app.db)).rows[0]!.day;

  async function schedule(title: string, on: number | null, finishedOn?: number): Promise<void> {
    const date = on === null ? null : await dayOf(on);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO assessments (account_id, class_id, title, schedule_date, status)
      VALUES (${room.teacher.accountId}, ${room.courseId}, ${title}, ${date}, ${finishedOn === undefined ? 'Active' : 'finished'}) RETURNING id`.execute(
      app.db,
    );
    if (finishedOn === undefined) return;
    const finished = await dayOf(finishedOn);
    const session = await sql<{ id: number }>`
      INSERT INTO live_sessions (assessment_id, course_id, state, started_by, started_at, ended_at)
      VALUES (${rows[0]!.id}, ${room.courseId}, 'finished', ${room.teacher.accountId}, app_now(), app_now()) RETURNING id`.execute(app.db);
    await sql`
      INSERT INTO lesson_figures (session_id, assessment_id, course_id, school_id, held_on, finished_on, students, logged_in, asked, mcq, answers, correct,
                                  kept_right, wrong_to_right, right_to_wrong, kept_wrong, comments_given, replies_given, likes_given, comments_received, likes_received)
      VALUES (${session.rows[0]!.id}, ${rows[0]!.id}, ${room.courseId}, ${room.schoolId}, ${finished}, ${finished}, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`.execute(
      app.db,
    );
  }

  beforeAll(async () => {
    room = await scenario.class({ students: 1, schoolId: await scenario.school(zone) });
    await schedule('for yesterday', -1);
    await schedule('for today', 0);
    await schedule('for tomorrow', 1);
    await schedule('for no day', null);
    await schedule('held on its day', -3, -3);
    await schedule('held today', 0, 0);
    await schedule('held too late', -3, -2);
    await schedule('held too early', 1, 0);
    await schedule('held without a day', null, 0);
  });

  const titles = async (figure: string): Promise<string[]> =>
    (await room.teacher.call(assignmentsDashboard.endpoints.rows, { query: { figure, sort: 'title' } })).body.data.map(({ title }: { title: string }) => title);

  test('[L128] are completed when finished, due from the school’s today on, over due before it, and on time when finished on their very day', async () => {
    expect((await room.teacher.call(assignmentsDashboard.endpoints.get)).body).toMatchObject({
      total: 9,
      total_completed: 5,
      total_due: 2,
      total_over_due: 1,
      total_unscheduled: 1,
      total_completed_on_time: 2,
    });
    expect(await titles('total_completed')).toEqual(['held on its day', 'held today', 'held too early', 'held too late', 'held without a day']);
    expect(await titles('total_due')).toEqual(['for today', 'for tomorrow']);
    expect(await titles('total_over_due')).toEqual(['for yesterday']);
    expect(await titles('total_unscheduled')).toEqual(['for no day']);
    expect(await titles('total_completed_on_time')).toEqual(['held on its day', 'held today']);
  });
});

describe('/dashboard/grade-book', () => {
  test('[L470] serves the figures of the dashboard, and with a class the gradebook of that class; each to those who may', async () => {
    const room = await scenario.class({ students: 1 });
    const { get, getAtPath } = gradesDashboard.endpoints;
    expect([get.path, getAtPath?.path]).toEqual(['/dashboard/grade-book/filter', '/dashboard/grade-book']);
    const at = (endpoint: typeof get, query: Record<string, unknown>) => room.teacher.call(endpoint, { query });
    const figures: Record<string, unknown> = (await at(get, {})).body;
    expect(figures['stats']).toMatchObject({ total_classwork: 0, total_graded: 0 });
    for (const query of [{}, { class: '' }, { startDate: '2026-01-01', class: '' }]) {
      const body: Record<string, unknown> = (await at(getAtPath!, query)).body;
      expect([query, body['stats'], 'gradebook' in body]).toEqual([query, figures['stats'], false]);
    }
    expect((await at(getAtPath!, { endDate: 'tomorrow' })).error?.errors).toEqual({ endDate: [expect.any(String)] });
    const book = await room.teacher.call(gradeBook, { query: { class: room.courseId } });
    expect([book.body.gradebook.course_id, 'stats' in book.body]).toEqual([room.courseId, false]);
    expect((await room.otherTeacher.call(gradeBook, { query: { class: room.courseId } })).status).toBe(404);
    expect((await app.call(getAtPath!)).status).toBe(401);
    const own = await room.students[0]!.call(getAtPath!);
    expect([own.status, own.body['stats']]).toEqual([200, figures['stats']]);
  });
});

describe('what screens are told of dashboards', () => {
  test('[B900] definitions say the day and the marking periods of the caller’s own school, and where each dashboard is', async () => {
    const [east, west] = [
      await scenario.class({ schoolId: await scenario.school('Pacific/Kiritimati') }),
      await scenario.class({ schoolId: await scenario.school('Pacific/Pago_Pago') }),
    ];
    const period = async (name: string, schoolId: number, from: string, active = true): Promise<number> => {
      const { rows } = await sql<{ id: number }>`
        INSERT INTO marking_periods (name, start_date, end_date, active) VALUES (${name}, ${from}::date, ${from}::date + 60, ${active}) RETURNING id`.execute(
        app.db,
      );
      await sql`INSERT INTO marking_period_schools (marking_period_id, school_id) VALUES (${rows[0]!.id}, ${schoolId})`.execute(app.db);
      return rows[0]!.id;
    };
    const [second, first] = [await period('Second', east.schoolId, '2026-11-01'), await period('First', east.schoolId, '2026-09-01')];
    await period('Over', east.schoolId, '2026-01-01', false);
    await period('Elsewhere', west.schoolId, '2026-09-01');
    const of = async (room: TestClass) => (await room.teacher.call(dashboardDefinitions)).body;
    const [ofEast, ofWest] = [await of(east), await of(west)];
    expect(ofEast.periods).toEqual([
      { id: first, name: 'First', from: '2026-09-01', to: '2026-10-31' },
      { id: second, name: 'Second', from: '2026-11-01', to: '2026-12-31' },
    ]);
    expect(ofWest.periods.map(({ name }: { name: string }) => name)).toEqual(['Elsewhere']);
    expect(Date.parse(ofEast.today) - Date.parse(ofWest.today)).toBeGreaterThanOrEqual(86_400_000);
    for (const { declaration, endpoints } of dashboards) {
      const told = ofEast.data.find(({ name }: { name: string }) => name === declaration.name)!;
      expect(told).toMatchObject({
        path: declaration.path,
        figures_path: endpoints.get.path,
        filter_path: endpoints.filter.path,
        route: declaration.route,
        is_flat: declaration.isFlat,
        chart: { of: declaration.chart.of, axis_from: declaration.chart.axisFrom },
      });
    }
    const columns = dashboards.flatMap(({ declaration: { rows } }) => Object.values(rows).flatMap((of) => Object.values(of.columns)));
    const codes = columns.flatMap(({ values = [] }) => [...values]);
    for (const code of codes) expect([code, ofEast.words[code]]).toEqual([code, expect.stringMatching(/^[A-Z]/)]);
  });

  test('[B901] a list answers the one with an id, where it is in reach, and nothing for any other', async () => {
    const [room, other] = [await scenario.class({ students: 2 }), await scenario.class({ students: 1 })];
    const found = async (id: unknown) => (await room.teacher.call(dashboardLists.student, { query: { id } })).body;
    const [student] = room.students;
    expect((await found(student!.accountId)).data).toEqual([{ id: student!.accountId, name: `${student!.firstName} ${student!.lastName}` }]);
    expect((await found(other.students[0]!.accountId)).data).toEqual([]);
    expect((await found(999_999)).data).toEqual([]);
    for (const id of ['x', 0, -1, 1.5]) expect([id, (await room.teacher.call(dashboardLists.student, { query: { id } })).status]).toEqual([id, 422]);
  });
});
