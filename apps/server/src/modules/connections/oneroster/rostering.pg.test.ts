import { inTransaction } from '../../../platform/database/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, startTestApp, type Scenario, type TestApp, type TestClass } from '../../../testing/index.ts';
import { insertSource, saveLinks } from '../../class/sources/index.ts';
import { GRADEBOOK, approveApp, type Program } from './testing/program.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let other: TestClass;
let program: Program;

beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  other = await scenario.class({ students: 1 });
  program = await approveApp(app, room.admin, room.schoolId);
});
afterAll(() => app.close());

const ids = (rows: { sourcedId: string }[]): string[] => rows.map(({ sourcedId }) => sourcedId);
const user = (person: { accountId: number }): string => `user-${person.accountId}`;

describe('the roster of a school', () => {
  test('[B1050] a program reads its school, its people with their roles, its classes and who is in them', async () => {
    const school = (await program.get('/orgs')).body.orgs[0];
    expect(school).toMatchObject({ sourcedId: `school-${room.schoolId}`, type: 'school', status: 'active' });
    const { body } = await program.get(`/users/${user(room.teacher)}`);
    expect(body.user).toMatchObject({
      sourcedId: user(room.teacher),
      status: 'active',
      enabledUser: 'true',
      givenName: room.teacher.firstName,
      familyName: room.teacher.lastName,
      roles: [{ roleType: 'primary', role: 'teacher', org: { sourcedId: `school-${room.schoolId}`, type: 'org' } }],
    });
    const inClass = (await program.get(`/classes/class-${room.courseId}`)).body.class;
    expect(inClass).toMatchObject({
      course: { sourcedId: `course-${room.courseId}`, type: 'course' },
      school: { sourcedId: `school-${room.schoolId}` },
      terms: [{ type: 'academicSession' }],
    });
    const students = (await program.get(`/classes/class-${room.courseId}/students`)).body.users;
    expect(ids(students)).toEqual(room.students.map(user));
    const teachers = (await program.get(`/schools/school-${room.schoolId}/classes/class-${room.courseId}/teachers`)).body.users;
    expect(ids(teachers)).toEqual([user(room.teacher), user(room.coTeacher)]);
    const enrollments = (await program.get('/enrollments?filter=role=%27teacher%27')).body.enrollments;
    expect(enrollments).toMatchObject([
      { sourcedId: `enrollment-${room.courseId}-${room.teacher.accountId}`, role: 'teacher', primary: 'true', class: { sourcedId: `class-${room.courseId}` } },
      { primary: 'false' },
    ]);
    expect(enrollments[0].user.href).toMatch(/^http:\/\/[^/]+\/ims\/oneroster\/rostering\/v1p2\/users\/user-\d+$/);
  });

  test('[B1051] every list and every record of both services is answered, and demographics are not', async () => {
    const term = (await program.get('/terms')).body.academicSessions[0].sourcedId;
    const period = (await program.get(`/terms/${term}/gradingPeriods`)).body.academicSessions[0];
    expect(period).toMatchObject({ type: 'gradingPeriod', parent: { sourcedId: term }, schoolYear: expect.any(String) });
    const [school, course, classId] = [`school-${room.schoolId}`, `course-${room.courseId}`, `class-${room.courseId}`];
    for (const path of [
      ...[
        '/academicSessions',
        `/academicSessions/${term}`,
        `/terms/${term}`,
        `/gradingPeriods/${period.sourcedId}`,
        '/gradingPeriods',
        '/orgs',
        `/orgs/${school}`,
      ],
      ...['/schools', `/schools/${school}`, '/courses', `/courses/${course}`, `/courses/${course}/classes`, '/classes', '/users', '/students', '/teachers'],
      ...[`/students/${user(room.students[0]!)}`, `/teachers/${user(room.teacher)}`, `/classes/${classId}/teachers`, `/terms/${term}/classes`],
      ...['classes', 'courses', 'enrollments', 'students', 'teachers', 'terms'].map((list) => `/schools/${school}/${list}`),
      ...['enrollments', 'students', 'teachers'].map((list) => `/schools/${school}/classes/${classId}/${list}`),
      ...[`/students/${user(room.students[0]!)}/classes`, `/teachers/${user(room.teacher)}/classes`, `/users/${user(room.teacher)}/classes`],
      ...[`/enrollments/enrollment-${room.courseId}-${room.teacher.accountId}`],
      ...['categories', 'lineItems', 'results', 'scoreScales'].map((list) => `${GRADEBOOK}/${list}`),
      ...['categories', 'lineItems', 'results', 'scoreScales'].map((list) => `${GRADEBOOK}/classes/${classId}/${list}`),
      ...[`${GRADEBOOK}/categories/category-class-${room.courseId}`, `${GRADEBOOK}/schools/${school}/lineItems`, `${GRADEBOOK}/schools/${school}/scoreScales`],
      `${GRADEBOOK}/classes/${classId}/students/${user(room.students[0]!)}/results`,
    ]) {
      const reply = await program.get(path);
      expect([path, reply.status]).toEqual([path, 200]);
      expect(Object.keys(reply.body)).toHaveLength(1);
    }
    expect((await program.get('/demographics')).status).toBe(404);
    expect((await program.get(`/teachers/${user(room.students[0]!)}`)).status).toBe(404);
    expect((await program.get(`/teachers/${user(room.students[0]!)}/classes`)).body.classes).toEqual([]);
  });

  test('[B1052] nothing of another school is there, under any address', async () => {
    for (const path of [
      ...[`/users/${user(other.teacher)}`, `/classes/class-${other.courseId}`, `/orgs/school-${other.schoolId}`, `/schools/school-${other.schoolId}/classes`],
      ...[`/classes/class-${other.courseId}/students`, `/students/${user(other.students[0]!)}/classes`, `/courses/course-${other.courseId}/classes`],
      ...[`/enrollments/enrollment-${other.courseId}-${other.teacher.accountId}`, `${GRADEBOOK}/classes/class-${other.courseId}/results`],
      ...[`${GRADEBOOK}/categories/category-class-${other.courseId}`, `/schools/school-${room.schoolId}/classes/class-${other.courseId}/students`],
    ]) {
      const reply = await program.get(path);
      expect([path, reply.status, reply.body.imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue]).toEqual([path, 404, 'unknownobject']);
    }
    const { users } = (await program.get('/users?limit=10000')).body;
    expect(ids(users)).not.toContain(user(other.teacher));
    expect(ids((await program.get('/classes')).body.classes)).toEqual([`class-${room.courseId}`]);
  });

  test('[B1053] who left, and a class that ended, are marked as to be deleted, with the day', async () => {
    const [first] = room.students;
    await scenario.remove(room.courseId, first!.accountId);
    const { enrollment } = (await program.get(`/enrollments/enrollment-${room.courseId}-${first!.accountId}`)).body;
    expect(enrollment).toMatchObject({ status: 'tobedeleted', endDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect(ids((await program.get(`/classes/class-${room.courseId}/students`)).body.users)).not.toContain(user(first!));
    const since = new Date(Date.parse(enrollment.dateLastModified) - 1).toISOString();
    const changed = (await program.get(`/enrollments?filter=${encodeURIComponent(`dateLastModified>'${since}' AND status='tobedeleted'`)}`)).body.enrollments;
    expect(ids(changed)).toEqual([enrollment.sourcedId]);
    await scenario.deactivate(room.otherStudent.accountId);
    expect((await program.get(`/users/${user(room.otherStudent)}`)).body.user.enabledUser).toBe('false');
  });

  test('[B1054] a roster’s source lends its ids, and those given before go on naming the same thing', async () => {
    const { schoolId, courseId, teacher, admin } = await scenario.class({ students: 1 });
    const theirs = await approveApp(app, admin, schoolId);
    await inTransaction(app.db, async (tx) => {
      const sourceId = await insertSource(tx, { schoolId, kind: 'roster_file', name: 'Files' });
      await saveLinks(tx, sourceId, [
        { kind: 'person', parentId: null, externalId: 'T 1/ä', localId: teacher.accountId },
        { kind: 'class', parentId: null, externalId: 'user-1', localId: courseId },
        { kind: 'school', parentId: null, externalId: 'LINCOLN', localId: schoolId },
      ]);
    });
    expect((await theirs.get(`/users/${encodeURIComponent('T 1/ä')}`)).body.user.sourcedId).toBe('T 1/ä');
    expect((await theirs.get(`/users/${user(teacher)}`)).body.user).toMatchObject({ sourcedId: 'T 1/ä', primaryOrg: { sourcedId: 'LINCOLN' } });
    // an id that looks like one of ours is not used: it would name two things
    expect((await theirs.get(`/classes/class-${courseId}`)).body.class.sourcedId).toBe(`class-${courseId}`);
    const [enrollment] = (await theirs.get(`/enrollments?filter=${encodeURIComponent("user.sourcedId='T 1/ä'")}`)).body.enrollments;
    expect(enrollment.user.href).toMatch(/\/users\/T%201%2Fä$/);
    expect((await theirs.get('/schools/LINCOLN/teachers')).body.users).toHaveLength(3);
  });

  test('[B1055] marking periods are grading periods, under one term for each school year', async () => {
    const { schoolId, admin } = await scenario.class({ students: 0 });
    const theirs = await approveApp(app, admin, schoolId);
    const [whole] = (await theirs.get('/terms')).body.academicSessions;
    expect(whole).toMatchObject({ children: [{ sourcedId: expect.stringMatching(/^gradingPeriod-year-\d{4}$/) }] });
    for (const [name, from, to] of [
      ['Q1', '2025-09-01', '2025-11-15'],
      ['Q2', '2025-11-16', '2026-02-01'],
      ['Q1 next', '2026-09-01', '2026-11-15'],
    ]) {
      const { rows } = await sql<{
        id: number;
      }>`INSERT INTO marking_periods (name, start_date, end_date) VALUES (${name}, ${from}::date, ${to}::date) RETURNING id`.execute(app.db);
      await sql`INSERT INTO marking_period_schools VALUES (${rows[0]?.id}, ${schoolId})`.execute(app.db);
    }
    const terms = (await theirs.get('/terms')).body.academicSessions;
    expect(terms).toMatchObject([
      { sourcedId: 'term-2026', startDate: '2025-09-01', endDate: '2026-02-01', schoolYear: '2026' },
      { sourcedId: 'term-2027', startDate: '2026-09-01', endDate: '2026-11-15' },
    ]);
    const periods = (await theirs.get('/terms/term-2026/gradingPeriods')).body.academicSessions;
    expect(periods.map(({ title }: { title: string }) => title)).toEqual(['Q1', 'Q2']);
  });
});
