import { assessmentGet, assessmentList, authLogin, draftList, questionList, type QuestionView } from '@classwright/contract';
import { STATUS_LABELS } from '@classwright/rules/questions/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { createAccount } from '../modules/accounts/index.ts';
import { createFileStorage } from '../modules/files/index.ts';
import { connect, type Db, inTransaction } from '../platform/database/index.ts';
import { getInstallation } from '../queries.ts';
import { cloneDatabase, startTestApp, type TestApp, type TestDatabase } from '../testing/index.ts';
import { shelves } from './content/index.ts';
import { demoPassword, resetDemo, seedDemoSchool, studentEmail } from './index.ts';

let app: TestApp;
const storageOf = (one: TestApp) => createFileStorage(one.dataDir);
const countOf = async (db: Db, table: 'accounts' | 'questions' | 'assessments' | 'courses' | 'files' | 'schools' | 'access_tokens') =>
  (
    await db
      .selectFrom(table as 'accounts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const signIn = async (email: string) => (await app.call(authLogin, { body: { email, password: demoPassword } })).body;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('two processes that start together make one demo school', async () => {
  const made = await Promise.all([seedDemoSchool(app.db, { storage: storageOf(app) }), seedDemoSchool(app.db, { storage: storageOf(app) })]);
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await countOf(app.db, 'schools')).toBe(1);
  expect(await countOf(app.db, 'accounts')).toBe(125);
  expect(await countOf(app.db, 'courses')).toBe(6);
  expect(await countOf(app.db, 'assessments')).toBe(8);
  expect(await countOf(app.db, 'questions')).toBe(16 + shelves.flatMap(({ questions }) => questions).length);
  expect(await seedDemoSchool(app.db, { storage: storageOf(app) })).toBe(false);
});

test('the teacher signs in and finds the class’s assessments, the first lesson on top, planned for the coming days', async () => {
  const { api_token: token, user } = await signIn('teacher@demo.school');
  expect(user).toMatchObject({ user_type: 'Teachers', school: { school_name: 'Rowan Bridge School', time_zone: 'Europe/London' } });
  const { data } = (await app.call(assessmentList, {}, { token })).body;
  expect(data.length).toBeGreaterThanOrEqual(3);
  expect(data[0]!.title).toBe('Simple circuits: closing a switch');
  expect(new Set(data.map(({ class_name }) => class_name))).toEqual(new Set(['Science 10B']));
  for (const { schedule_date } of data) expect([0, 6]).not.toContain(new Date(`${schedule_date}T12:00Z`).getUTCDay());
});

test('its figures can be seen: in the question and beside it', async () => {
  const { api_token: token } = await signIn('admin@demo.school');
  const { data } = (await app.call(assessmentList, { query: { per_page: 200 } }, { token })).body;
  const urls: string[] = [];
  for (const { id } of data) {
    const { questions } = (await app.call(assessmentGet, { params: { id } }, { token })).body.assessment;
    for (const { description, resources } of questions) {
      urls.push(
        ...description.content.flatMap(({ type, attrs }) => (type === 'image' ? [String(attrs!['src'])] : [])),
        ...resources.map(({ url }: { url: string }) => url),
      );
    }
  }
  expect(urls).toHaveLength(6);
  for (const url of urls) {
    const reply = await app.server.app.inject({ url });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('image/png');
  }
});

test('every one of the people can sign in; students 1 to 30 share one class of the demo teacher, the others have none', async () => {
  const classesOfTeacher = await app.db
    .selectFrom('course_members as learner')
    .innerJoin('course_members as staff', 'staff.course_id', 'learner.course_id')
    .innerJoin('accounts as teacher', 'teacher.id', 'staff.account_id')
    .innerJoin('accounts as student', 'student.id', 'learner.account_id')
    .select(['student.email', 'learner.course_id'])
    .where('learner.role', '=', 'STUDENT')
    .where('staff.role', '=', 'TEACHER')
    .where('teacher.email', '=', 'teacher@demo.school')
    .execute();
  expect(classesOfTeacher.map(({ email }) => email).sort()).toEqual(Array.from({ length: 30 }, (_, index) => studentEmail(index + 1)).sort());
  expect(new Set(classesOfTeacher.map(({ course_id }) => course_id)).size).toBe(1);
  for (const email of ['admin@demo.school', 'teacher4@demo.school', 'student1@demo.school', 'student120@demo.school'])
    expect((await signIn(email)).api_token).toEqual(expect.any(String));
});

test('response points follow from the rubric row of the match label', async () => {
  const rows = await app.db
    .selectFrom('question_responses')
    .innerJoin('question_versions', 'question_versions.id', 'question_responses.question_version_id')
    .select(['question_responses.match_label', 'question_responses.sub_grade', 'question_versions.rubrics', 'question_versions.overall_grade'])
    .execute();
  expect(rows.length).toBeGreaterThan(50);
  for (const { match_label, sub_grade, rubrics, overall_grade } of rows) {
    const levels = rubrics as { level: string; point: number }[];
    expect(levels.find(({ level }) => level === match_label)?.point).toBe(sub_grade);
    expect(overall_grade).toBe(Math.max(...levels.map(({ point }) => point)));
  }
});

test('the bank has questions at every step of approval, with ratings, and drafts that are their authors’ alone', async () => {
  const { api_token: token } = await signIn('teacher2@demo.school');
  const { questions } = (await app.call(questionList, { query: { per_page: 200 } }, { token })).body;
  for (const label of STATUS_LABELS) expect(questions.filter((question: QuestionView) => question.status_label === label).length).toBeGreaterThanOrEqual(3);
  expect(questions.find(({ title }: QuestionView) => title === 'One lamp unscrewed')).toMatchObject({
    total_approval: 2,
    rating_count: 4,
    rating_label: 'Exceptional',
  });
  expect((await app.call(draftList, {}, { token })).body.questions.map(({ title }: QuestionView) => title)).toEqual(['Rust on the scales']);
});

test('there is no demo school where somebody lives already', async () => {
  const other = await startTestApp();
  try {
    await inTransaction(other.db, (tx) =>
      createAccount(tx, { schoolId: null, accountType: 'Admin', roleKey: 'admin', firstName: 'A', lastName: 'B', email: 'a@b.test', passwordHash: null }),
    );
    expect(await seedDemoSchool(other.db, { storage: storageOf(other) })).toBe(false);
    expect(await countOf(other.db, 'schools')).toBe(0);
  } finally {
    await other.close();
  }
});

describe('resetting the demo', () => {
  let database: TestDatabase;
  let db: Db;
  const reset = (isProduction = false) => resetDemo({ connection: database.connection, storage: storageOf(app), isProduction });

  beforeAll(async () => {
    database = await cloneDatabase();
    const client = new pg.Client(database.connection); // a table of the tests' own would not be there after a migration
    await client.connect();
    await client.query('DROP TABLE IF EXISTS test_clock CASCADE');
    await client.query('CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() $$');
    await client.end();
    ({ db } = connect({ connection: database.connection, maxConnections: 2, onError: () => undefined }));
    await seedDemoSchool(db, { storage: storageOf(app) });
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  test('brings it back to its first day, the audit trail and stored files included; the installation keeps its secrets', async () => {
    const before = await getInstallation(db);
    const [oldFile] = await db.selectFrom('files').select('storage_key').execute();
    const { id } = await db.selectFrom('accounts').select('id').where('email', '=', 'teacher@demo.school').executeTakeFirstOrThrow();
    await db.insertInto('audit_entries').values({ account_id: id, action: 'test', subject_type: 'assessment' }).execute();
    await db.updateTable('assessments').set({ status: 'finished' }).execute();
    await reset();
    expect(await db.selectFrom('audit_entries').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('assessments').select('status').distinct().execute()).toEqual([{ status: 'Active' }]);
    expect(await countOf(db, 'accounts')).toBe(125);
    expect(await getInstallation(db)).toEqual(before);
    expect(await storageOf(app).read(oldFile!.storage_key, { start: 0, end: 1 })).toBeNull();
    await db.insertInto('audit_entries').values({ action: 'test', subject_type: 'assessment' }).execute();
    await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(/append-only/);
  });

  test('is refused in production, and leaves everything as it is', async () => {
    await expect(reset(true)).rejects.toThrow(/production/);
    expect(await countOf(db, 'accounts')).toBe(125);
  });

  test('is refused where anybody else lives, and leaves everything as it is', async () => {
    await db.insertInto('schools').values({ school_name: 'A real school' }).execute();
    await expect(reset()).rejects.toThrow(/A real school/);
    await db.deleteFrom('schools').where('school_name', '=', 'A real school').execute();
    const stranger = await inTransaction(db, (tx) =>
      createAccount(tx, {
        schoolId: null,
        accountType: 'Admin',
        roleKey: 'admin',
        firstName: 'A',
        lastName: 'B',
        email: 'head@school.test',
        passwordHash: null,
      }),
    );
    await expect(reset()).rejects.toThrow(/head@school.test/);
    expect(await countOf(db, 'accounts')).toBe(126);
    await db.deleteFrom('account_roles').where('account_id', '=', stranger).execute();
    await db.deleteFrom('accounts').where('id', '=', stranger).execute();
    await expect(reset()).resolves.toBeUndefined();
  });
});
