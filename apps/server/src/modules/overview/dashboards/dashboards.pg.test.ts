import { setTimeout as sleep } from 'node:timers/promises';
import {
  assignmentsDashboard,
  attendanceDashboard,
  attendanceDetails,
  attendanceStudents,
  auditList,
  courseArchiveMany,
  type DashboardList,
  dashboardDefinitions,
  dashboardLists,
  dashboards,
  enrollmentDashboard,
  gradesDashboard,
  liveDashboard,
  questionBankAccounts,
  questionBankDashboard,
  questionBankQuestions,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Gate } from '../../../platform/waiting/index.ts';
import {
  createScenario,
  giveRights,
  type RunningLesson,
  type Scenario,
  startLesson,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
/**
 * A class of two with a finished lesson: the first student answered every form, the first and last correctly; the
 * second never joined.
 */
let room: RunningLesson;
let present: TestPerson;
let absent: TestPerson;
let head: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await startLesson(app, scenario, { students: 2 });
  [present, absent] = room.students as [TestPerson, TestPerson];
  head = await scenario.person('teachers', room.schoolId);
  await giveRights(app.db, head.accountId, ['dashboards:view-school']);
  await room.login(present);
  await room.answer(present, 'Form - 1A', 1);
  await room.step('re-assign');
  await room.answer(present, 'Form - 1B', 0);
  await room.step('next');
  await room.answer(present, 'Form - 2', 1);
  await room.step('finished');
});
afterAll(() => app.close());

const today = async (): Promise<string> => (await sql<{ day: string }>`SELECT app_now()::date AS day`.execute(app.db)).rows[0]!.day;
const shift = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

describe('what they answer', () => {
  test('[L228] [L464] Live Instruction answers its ten figures, flat, of lessons that finished', async () => {
    const { body } = await room.teacher.call(liveDashboard.endpoints.get);
    expect(body).toMatchObject({
      total_sessions: 1,
      total_mcq: 2,
      total_question: 2,
      total_others: 0,
      total_correct: 2,
      total_incorrect: 1,
      total_comments_given: 0,
      total_comments_received: 0,
      total_likes_given: 0,
      total_likes_received: 0,
      running: 0,
      before: null,
      weeks: [{ sessions: 1, share_right: 2 / 3 }],
    });
  });

  test('[L222] [L223] [L133] [L462] Attendance answers its stats, and its students with what each did', async () => {
    const { stats } = (await room.teacher.call(attendanceDashboard.endpoints.get)).body as { stats: Record<string, unknown> };
    expect(stats).toMatchObject({ total_average_session: 1, total_submitted: 1, total_sessions: 1, total_logged_in: 1, total_absent: 1, total_engaged: 0 });
    for (const name of ['total_overdue', 'total_complete', 'total_graded', 'total_ungraded', 'total_returned']) expect(stats[name]).toEqual(expect.any(Number));
    const first = (await room.teacher.call(attendanceStudents, { body: {} })).body.students;
    expect([(await room.teacher.call(attendanceDashboard.endpoints.get)).body.students, first.length]).toEqual([first, expect.any(Number)]);
    expect((await present.call(attendanceDashboard.endpoints.get)).body.students).toMatchObject([{ id: present.accountId }]);
    const { students } = (await room.teacher.call(attendanceStudents, { body: { search: present.lastName } })).body;
    expect(students).toEqual([
      {
        id: present.accountId,
        name: `${present.firstName} ${present.lastName}`,
        logged_in: 1,
        submitted_assessment: 1,
        engaged_in_session: 0,
        lessons: 1,
        newest: [{ held_on: await today(), state: 'submitted' }],
      },
    ]);
  });

  test('[L224] [L463] [L474] a student’s details say each day with a lesson, absent ones too; the name that is sent is not looked at', async () => {
    const details = async (by: TestPerson, id: number) => by.call(attendanceDetails, { query: { id, name: 'Somebody Else' } });
    const one = { date: await today(), lessons: 1 };
    expect((await details(room.teacher, absent.accountId)).body).toMatchObject({
      student: { id: absent.accountId, name: `${absent.firstName} ${absent.lastName}` },
      data: [{ ...one, logged_in: 0, submitted_assessment: 0, engaged_in_session: 0 }],
    });
    expect((await details(present, present.accountId)).body.data).toEqual([{ ...one, logged_in: 1, submitted_assessment: 1, engaged_in_session: 0 }]);
    for (const person of [absent, room.otherTeacher]) expect((await details(person, present.accountId)).status).toBe(404);
  });

  test('[L225] [L226] [L227] [L229] the others answer the fields that their names say, flat or as stats', async () => {
    const named = (stats: object) => Object.keys(stats);
    expect(named((await room.teacher.call(enrollmentDashboard.endpoints.get)).body.stats)).toEqual([
      'total_student',
      'total_enrollment',
      'total_course',
      'total_coursework',
    ]);
    expect(named((await room.teacher.call(gradesDashboard.endpoints.get)).body.stats)).toEqual(
      expect.arrayContaining(['total_classwork', 'total_complete', 'total_overdue', 'total_graded', 'total_ungraded', 'total_returned']),
    );
    expect((await room.teacher.call(assignmentsDashboard.endpoints.get)).body).toMatchObject({ total: 1, total_completed: 1, total_due: 0, total_over_due: 0 });
    expect((await room.teacher.call(questionBankDashboard.endpoints.get)).body).toMatchObject({
      total_question: 2,
      total_admin_approved: 0,
      total_reused: 0,
      total_teacher_approved: 0,
      account_types: [{ id: expect.any(Number), name: 'Teachers' }],
      questions: [{ title: room.transfer.title }, { title: room.first.title }],
    });
  });

  test('[L465] [L467] [L468] questions and their authors are searched, by account type too', async () => {
    const { questions } = (await room.teacher.call(questionBankQuestions, { body: { search: room.first.title } })).body;
    expect(questions.map(({ title }: { title: string }) => title)).toEqual([room.first.title]);
    const authors = async (body: object) => (await room.teacher.call(questionBankAccounts, { body })).body.accounts;
    const author = (await authors({}))[0]!;
    expect(author).toMatchObject({ id: room.teacher.accountId, questions: 2 });
    expect(await authors({ account_type_id: author.account_type_id })).toHaveLength(1);
    expect((await room.teacher.call(questionBankAccounts, { body: { account_type_id: 999_999 } })).error?.errors).toEqual({
      account_type_id: [expect.any(String)],
    });
    expect(await authors({ search: 'nobody of that name' })).toEqual([]);
  });

  test('[L458] [L459] [L461] over a period the equal one before is told beside it', async () => {
    const day = await today();
    const ask = async (from: string, to: string) => (await room.teacher.call(liveDashboard.endpoints.get, { query: { from, to } })).body;
    expect(await ask(day, day)).toMatchObject({ total_sessions: 1, before: { total_sessions: 0, from: shift(day, -1), to: shift(day, -1) } });
    expect(await ask(shift(day, 1), shift(day, 7))).toMatchObject({
      total_sessions: 0,
      total_correct: 0,
      before: { total_sessions: 1, from: shift(day, -6), to: day },
    });
  });

  test('[L142] nobody answered, nothing held: zeros, and no mean of nothing', async () => {
    const empty = await scenario.class({ students: 1 });
    const { stats } = (await empty.teacher.call(attendanceDashboard.endpoints.get)).body as { stats: Record<string, unknown> };
    expect(stats['total_average_session']).toBeNull();
    expect((await empty.teacher.call(liveDashboard.endpoints.get)).body).toMatchObject({ total_sessions: 0, weeks: [] });
  });
});

test('[B902] who has left the class or was deactivated is in figures, rows, file, table and details where that is asked, and nowhere else', async () => {
  const past = await startLesson(app, scenario, { students: 3 });
  const [stays, leaves, goes] = past.students as [TestPerson, TestPerson, TestPerson];
  for (const student of past.students) await past.login(student);
  for (const event of ['re-assign', 'next', 'finished'] as const) await past.step(event);
  await scenario.remove(past.courseId, leaves.accountId);
  await scenario.deactivate(goes.accountId);
  const { endpoints } = attendanceDashboard;
  const counted = async (left?: unknown) => {
    const query = left === undefined ? {} : { left };
    const { stats } = (await past.teacher.call(endpoints.get, { query })).body as { stats: Record<string, number> };
    const rows = (await past.teacher.call(endpoints.rows, { query: { ...query, figure: 'total_logged_in' } })).body as { value: number; data: unknown[] };
    const file = String((await past.teacher.call(endpoints.export, { query: { ...query, figure: 'total_logged_in', format: 'csv' } })).body);
    const { students } = (await past.teacher.call(attendanceStudents, { body: { left: left === undefined ? undefined : left === '1' } })).body;
    return [stats['total_logged_in'], rows.value, rows.data.length, file.trim().split('\r\n').length - 1, students.length];
  };
  expect([await counted(), await counted('0'), await counted('1')]).toEqual([
    [1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
    [3, 3, 3, 3, 3],
  ]);
  const details = async (id: number, query: object) => (await past.teacher.call(attendanceDetails, { query: { id, ...query } })).status;
  for (const { accountId } of [leaves, goes]) expect(await details(accountId, { left: '1' })).toBe(200);
  expect([await details(leaves.accountId, {}), await details(stays.accountId, {}), await details(room.students[0]!.accountId, { left: '1' })]).toEqual([
    404, 200, 404,
  ]);
  const offered = async (query: Record<string, unknown>): Promise<number[]> =>
    (await past.teacher.call(dashboardLists.student, { query })).body.data
      .map(({ id }: { id: number }) => id)
      .sort((one: number, other: number) => one - other);
  const everyone = [stays, leaves, goes].map(({ accountId }) => accountId).sort((one, other) => one - other);
  expect([await offered({}), await offered({ left: '0' }), await offered({ left: '1' })]).toEqual([[stays.accountId], [stays.accountId], everyone]);
  for (const { accountId } of [leaves, goes])
    expect([await offered({ id: accountId }), await offered({ id: accountId, left: '1' })]).toEqual([[], [accountId]]);
  expect(await offered({ id: room.students[0]!.accountId, left: '1' })).toEqual([]);
  const ofGrades = async (body: object) => (await past.teacher.call(gradesDashboard.endpoints.filter, { body })).status;
  const student = leaves.accountId;
  expect([await ofGrades({ student }), await ofGrades({ student, left: true }), await ofGrades({ student: room.students[0]!.accountId, left: true })]).toEqual([
    422, 200, 422,
  ]);
  expect((await past.teacher.call(endpoints.filter, { body: { left: 'perhaps' } })).error?.errors).toEqual({ left: [expect.any(String)] });
  expect((await past.teacher.call(endpoints.filter, { body: { left: false } })).error?.errors).toEqual({ filter: ['Select a Filter Criteria'] });
  expect((await stays.call(endpoints.get, { query: { left: '1' } })).status).toBe(403);
});

describe('whose they are', () => {
  test('[L451] [L356] without a token nobody is answered, and a student sees themselves alone, without filters', async () => {
    for (const { declaration, endpoints } of dashboards) {
      for (const endpoint of Object.values(endpoints)) expect((endpoint ? await app.call(endpoint) : { status: 401 }).status).toBe(401);
      const isOfOthers = declaration.name === 'student-enrollment';
      expect([declaration.name, (await present.call(endpoints.get)).status]).toEqual([declaration.name, isOfOthers ? 403 : 200]);
      const [filter, { kind }] = Object.entries(declaration.filters).find(([, { kind }]) => kind !== 'choice')!;
      const value = kind === 'one' ? room.courseId : kind === 'day' ? '2026-01-01' : kind === 'mark' ? '50' : 'x';
      expect([declaration.name, (await present.call(endpoints.filter, { body: { [filter]: value } })).status]).toEqual([declaration.name, 403]);
    }
    expect((await present.call(liveDashboard.endpoints.get)).body).toMatchObject({ total_sessions: 1, total_correct: 2, total_incorrect: 1 });
    expect((await absent.call(liveDashboard.endpoints.get)).body).toMatchObject({ total_sessions: 0, total_correct: 0 });
    const { data } = (await absent.call(attendanceDashboard.endpoints.rows, { query: { figure: 'total_absent' } })).body as { data: { student: string }[] };
    expect(data.map(({ student }) => student)).toEqual([`${absent.firstName} ${absent.lastName}`]);
  });

  test('[L005] [L144] [L145] a right opens the whole school, and with it the filter by teacher; another teacher sees nothing of the class', async () => {
    const lessonsOf = async (person: TestPerson) => (await person.call(liveDashboard.endpoints.get)).body['total_sessions'];
    expect(await Promise.all([room.teacher, room.coTeacher, room.otherTeacher, head].map(lessonsOf))).toEqual([1, 1, 0, 1]);
    const by = (person: TestPerson, filter: object) => person.call(assignmentsDashboard.endpoints.filter, { body: filter });
    expect((await by(room.teacher, { teacher: room.coTeacher.accountId })).status).toBe(403);
    expect((await by(head, { teacher: room.coTeacher.accountId })).body).toMatchObject({ total: 1 });
    expect((await by(head, { teacher: room.otherTeacher.accountId })).body).toMatchObject({ total: 0 });
    expect((await head.call(gradesDashboard.endpoints.filter, { body: { school: room.schoolId } })).status).toBe(403);
    expect((await room.admin.call(gradesDashboard.endpoints.filter, { body: { school: room.schoolId } })).status).toBe(200);
    expect((await room.teacher.call(questionBankDashboard.endpoints.filter, { body: { status: 1 } })).status).toBe(403);
    expect((await room.teacher.call(questionBankDashboard.endpoints.filter, { body: { school_id: room.schoolId, teacher_status: 0 } })).body).toMatchObject({
      total_question: 2,
    });
  });

  test('[B831] [L146] definitions say, in words, which dashboards, filters and figures somebody has', async () => {
    const of = async (person: TestPerson) => (await person.call(dashboardDefinitions)).body;
    const filtersOf = (body: Awaited<ReturnType<typeof of>>, name: string) =>
      body.data.find((one: { name: string }) => one.name === name)?.filters.map((filter: { name: string }) => filter.name);
    const [student, teacher, admin] = [await of(present), await of(room.teacher), await of(room.admin)];
    expect(student).toMatchObject({ is_own: true, sees_school: false });
    expect(student.data.flatMap(({ figures }: { figures: { kind: string }[] }) => figures.map(({ kind }) => kind))).not.toContain('mean');
    expect(student.data.map(({ name }: { name: string }) => name)).toEqual(
      dashboards.map(({ declaration }) => declaration.name).filter((name) => name !== 'student-enrollment'),
    );
    expect(student.data.flatMap(({ filters }: { filters: unknown[] }) => filters)).toEqual([]);
    // no column of a student's own lessons shows the number of other students
    const columns = ({ data }: typeof student) =>
      data.find(({ name }) => name === 'live-instructions')!.rows.flatMap((rows) => rows.columns.map(({ name }) => name));
    expect([columns(student), columns(teacher)]).toEqual([
      ['held_on', 'title', 'class_name'],
      ['held_on', 'title', 'class_name', 'logged_in', 'students'],
    ]);
    const { body: file } = await present.call(liveDashboard.endpoints.export, { query: { figure: 'total_sessions', format: 'csv' } });
    expect(String(file).split('\r\n')[0]).toMatch(/Held on,Lesson,Class$/);
    expect(filtersOf(teacher, 'assignments')).toEqual(['student', 'grade', 'class', 'from', 'to']);
    expect(filtersOf(admin, 'assignments')).toEqual(['student', 'teacher', 'grade', 'class', 'from', 'to', 'school']);
    for (const { figures } of admin.data)
      for (const { label, says } of figures) expect([label, says].some((text) => text.startsWith('dashboard.'))).toBe(false);
  });

  test.each(Object.keys(dashboardLists) as DashboardList[])(
    '[L476] [L452] [L453] [L454] [L455] [L456] [L221] [L460] the list %s offers id and name, to staff, of what they reach',
    async (list) => {
      const { body } = await room.admin.call(dashboardLists[list]);
      for (const row of body.data) expect(row).toEqual({ id: expect.any(Number), name: expect.any(String) });
      expect((await present.call(dashboardLists[list])).status).toBe(403);
      expect((await room.teacher.call(dashboardLists[list], { query: { query: 'nothing is called so' } })).body.data).toEqual([]);
    },
  );

  test('a teacher is offered the own classes and their people, a head the school’s', async () => {
    const ids = async (list: DashboardList, person: TestPerson) =>
      (await person.call(dashboardLists[list], { query: { limit: 50 } })).body.data.map(({ id }: { id: number }) => id);
    expect(await ids('class', room.teacher)).toEqual([room.courseId]);
    expect((await ids('student', room.teacher)).sort()).toEqual(room.students.map(({ accountId }) => accountId).sort());
    expect(await ids('student', head)).toEqual(expect.arrayContaining([room.otherStudent.accountId]));
    expect(await ids('class', room.otherTeacher)).toEqual([]);
    expect(await ids('school', room.teacher)).toEqual([room.schoolId]);
  });
});

describe('what makes no sense', () => {
  const refused = async (dashboard: (typeof dashboards)[number], body: object, field: string) => {
    const reply = await room.admin.call(dashboard.endpoints.filter, { body });
    expect([reply.status, reply.error?.errors]).toEqual([422, { [field]: [expect.any(String)] }]);
    const errors = reply.error?.errors as Record<string, string[]> | undefined;
    return errors?.[field]?.[0];
  };

  test('[B832] [L348] a filter that asks nothing is refused in the words of the screens', async () => {
    for (const dashboard of dashboards) expect(await refused(dashboard, {}, 'filter')).toBe('Select a Filter Criteria');
    expect(await refused(assignmentsDashboard, { student: '', from: null, to: '' }, 'filter')).toBe('Select a Filter Criteria');
  });

  test('[B833] dates that are reversed, impossible or no dates are refused at their field; one day is a period', async () => {
    expect(await refused(assignmentsDashboard, { from: '2026-05-02', to: '2026-05-01' }, 'to')).toMatch(/./);
    for (const to of ['2026-02-30', 'tomorrow', '1/2/2026', 20260101]) await refused(liveDashboard, { to }, 'to');
    expect((await room.admin.call(attendanceDashboard.endpoints.filter, { body: { start_date: '2026-03-29', end_date: '2026-03-29' } })).status).toBe(200);
  });

  test('[B834] marks are percent, as people write them; anything else is refused at its field', async () => {
    for (const markingStart of ['abc', '7 5', '-5', '75 %%', '1e3'])
      expect(await refused(gradesDashboard, { markingStart }, 'markingStart')).toBe('Enter a number, for example 60');
    expect(await refused(gradesDashboard, { markingStart: '80', markingEnd: '60' }, 'markingEnd')).toMatch(/below/);
    for (const markingStart of ['75', '75 %', '75,5', '75.5', '٧٥', 75])
      expect((await room.admin.call(gradesDashboard.endpoints.filter, { body: { markingStart } })).status).toBe(200);
  });

  test('[B835] an id that does not exist, is archived or is another’s is refused in the same words', async () => {
    const other = await scenario.class({ students: 1 });
    const gone = await scenario.class({ students: 1 });
    await gone.teacher.call(courseArchiveMany, { body: { ids: [gone.courseId] } });
    const ask = async (id: unknown) => (await room.teacher.call(assignmentsDashboard.endpoints.filter, { body: { class: id } })).error?.errors;
    const [missing, foreign] = [await ask(999_999), await ask(other.courseId)];
    expect(missing).toEqual({ class: [expect.any(String)] });
    expect(foreign).toEqual(missing);
    expect((await gone.teacher.call(assignmentsDashboard.endpoints.filter, { body: { class: gone.courseId } })).error?.errors).toEqual(missing);
    for (const id of ['x', -1, 1.5, {}]) expect(await ask(id)).toEqual({ class: [expect.any(String)] });
  });

  test('[B926] an approval that is blank is none, and not “no”; a name that is null asks nothing, as every other filter', async () => {
    for (const teacher_status of [' ', '\t', '0x1', '1e0', '2', true, []]) await refused(questionBankDashboard, { teacher_status }, 'teacher_status');
    const ask = async (teacher_status: unknown) => (await room.teacher.call(questionBankDashboard.endpoints.filter, { body: { teacher_status } })).status;
    expect([await ask(0), await ask('0'), await ask(' 1 '), await ask(1)]).toEqual([200, 200, 200, 200]);
    const { endpoints } = enrollmentDashboard;
    const everyone = (await room.teacher.call(endpoints.get)).body.stats;
    const nobodyNamed = Object.fromEntries(Object.keys(enrollmentDashboard.declaration.filters).map((name) => [name, null]));
    expect((await room.teacher.call(endpoints.rowsTyped!, { body: { ...nobodyNamed, figure: 'total_student' } })).body).toMatchObject({
      value: (everyone as { total_student: number }).total_student,
    });
    await refused(enrollmentDashboard, nobodyNamed, 'filter');
  });

  test('[B836] a figure, a column or a format that is not there is refused at its name', async () => {
    const rows = (query: Record<string, unknown>) => room.teacher.call(liveDashboard.endpoints.rows, { query });
    expect((await rows({ figure: 'total_everything' })).error?.errors).toEqual({ figure: ['This dashboard has no such figure.'] });
    expect((await rows({ figure: 'total_sessions', sort: 'password_hash' })).error?.errors).toEqual({ sort: ['These rows have no such column.'] });
    expect((await rows({ figure: 'total_sessions', page: 0 })).status).toBe(422);
    const file = await room.teacher.call(liveDashboard.endpoints.export, { query: { figure: 'total_sessions', format: 'pdf' } });
    expect(file.error?.errors).toEqual({ format: ['Choose xlsx or csv.'] });
  });

  test('[B837] what is typed is text: signs of LIKE and of SQL find nothing and break nothing', async () => {
    for (const student of ["'; DROP TABLE accounts; --", '%', '_', '\\', '\u{1f600}', 'a b c d e f g h i j k'])
      expect([student, (await room.teacher.call(enrollmentDashboard.endpoints.filter, { body: { student } })).body.stats]).toMatchObject([
        student,
        { total_student: 0 },
      ]);
    expect((await room.teacher.call(enrollmentDashboard.endpoints.filter, { body: { student: 'x'.repeat(201) } })).status).toBe(422);
    expect(
      (await room.teacher.call(enrollmentDashboard.endpoints.rowsTyped!, { body: { figure: 'total_student', student: present.lastName } })).body.pagination
        .total,
    ).toBe(1);
  });
});

test('[B838] what was archived between a card and its rows is in neither from then on; a lesson that finished stays', async () => {
  const past = await startLesson(app, scenario, { students: 1 });
  await past.step('re-assign');
  await past.step('next');
  await past.step('finished');
  const rows = async (dashboard: (typeof dashboards)[number], figure: string) =>
    (await past.teacher.call(dashboard.endpoints.rows, { query: { figure } })).body.pagination.total;
  expect([await rows(assignmentsDashboard, 'total_completed'), await rows(liveDashboard, 'total_sessions')]).toEqual([1, 1]);
  await past.teacher.call(courseArchiveMany, { body: { ids: [past.courseId] } });
  expect([await rows(assignmentsDashboard, 'total_completed'), await rows(liveDashboard, 'total_sessions')]).toEqual([1, 1]);
  expect((await past.teacher.call(enrollmentDashboard.endpoints.get)).body.stats).toMatchObject({ total_course: 0, total_enrollment: 0, total_student: 0 });
});

test('[B839] a download stands in the audit trail with its figure and filters, and typed names do not', async () => {
  const csv = await room.teacher.call(enrollmentDashboard.endpoints.exportTyped!, {
    body: { figure: 'total_student', format: 'csv', student: present.lastName },
  });
  expect(String(csv.body)).toContain(present.lastName);
  const book = await room.teacher.call(liveDashboard.endpoints.export, { query: { figure: 'total_sessions', format: 'xlsx' } });
  expect((book.body as unknown as Buffer).subarray(0, 2).toString()).toBe('PK');
  const entries = (await room.admin.call(auditList, { query: { action: 'dashboard.export', account_id: room.teacher.accountId } })).body.data;
  expect(entries.map(({ after }: { after: unknown }) => after)).toEqual([
    { name: 'Live Instruction: Total Sessions', figure: 'total_sessions', format: 'xlsx' },
    { name: 'Student Enrollment: Total Students', figure: 'total_student', format: 'csv', student: '…' },
  ]);
  expect(JSON.stringify(entries)).not.toContain(present.lastName);
});

test('[L466] [L469] [L471] [L472] [L473] [L475] every dashboard is where it is looked for', () => {
  expect(dashboards.map(({ declaration, endpoints }) => [declaration.route, endpoints.filter.path])).toEqual([
    ['student-dashboard', '/dashboard/student-enrollment'],
    ['assignment-dashboard', '/dashboard/student-assignment'],
    ['live-instructions-dashboard', '/dashboard/live-instructions'],
    ['grade-book-dashboard', '/dashboard/grade-book/filter'],
    ['attendance-dashboard', '/dashboard/attendance'],
    ['question-dashboard', '/dashboard/question-bank'],
  ]);
});

test('[B840] a dashboard asks the database at most six times', async () => {
  for (const { declaration, endpoints } of dashboards) {
    const statements = await app.recordStatements(async () => {
      expect((await room.admin.call(endpoints.get)).status).toBe(200);
    });
    const asked = statements.filter(({ text }) => /^\s*(SELECT|WITH)/i.test(text) && !/access_tokens|access_version|account_access/.test(text));
    expect([declaration.name, asked.length]).toEqual([declaration.name, Math.min(asked.length, 6)]);
  }
});

test('[B840] counts of a whole school wait for each other, in fair turns of those who ask; those of one teacher wait for nothing', async () => {
  const waits = vi.spyOn(Gate.prototype, 'run');
  const turns = [];
  for (const person of [room.teacher, head, room.admin]) {
    waits.mockClear();
    expect((await person.call(enrollmentDashboard.endpoints.get)).status).toBe(200);
    turns.push(waits.mock.calls.map(([turn]) => turn));
  }
  waits.mockRestore();
  expect(turns).toEqual([
    [],
    [{ place: String(room.schoolId), who: String(head.accountId) }],
    [{ place: expect.any(String), who: String(room.admin.accountId) }],
  ]);
});

test('[B920] however many are asked at once, one count and one file of a whole school hold a connection, and whoever waits holds none', async () => {
  const { endpoints } = enrollmentDashboard;
  const [typed, file] = [{ student: present.lastName }, { figure: 'total_student', format: 'csv' }];
  const waits = vi.spyOn(Gate.prototype, 'run');
  const calls = await app.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE course_members IN ACCESS EXCLUSIVE MODE`.execute(tx); // the first count waits for it
    const asked = [
      head.call(endpoints.get),
      head.call(attendanceStudents),
      head.call(questionBankAccounts),
      head.call(endpoints.export, { query: file }),
      room.admin.call(endpoints.filter, { body: typed }),
      room.admin.call(endpoints.rowsTyped!, { body: { ...typed, figure: 'total_student' } }),
      room.admin.call(endpoints.exportTyped!, { body: { ...typed, ...file } }),
      room.teacher.call(endpoints.export, { query: file }),
    ];
    await expect.poll(() => waits.mock.calls.length).toBe(asked.length);
    const held = async (): Promise<number> => {
      const { rows } = await sql<{ held: number }>`
        SELECT count(*)::integer AS held FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND (state LIKE 'idle in transaction%' OR wait_event_type = 'Lock')`.execute(tx);
      return rows[0]!.held;
    };
    await expect.poll(held).toBe(2);
    await sleep(50);
    expect(await held()).toBe(2);
    return asked;
  });
  waits.mockRestore();
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
});
