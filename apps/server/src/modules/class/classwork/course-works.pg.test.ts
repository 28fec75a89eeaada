import {
  courseWorkCreate,
  courseWorkDelete,
  courseWorkGet,
  courseWorkList,
  courseWorkListAll,
  courseWorkUpdate,
  submissionSubmit,
  topicCreate,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { countRead, explain } from '../../../testing/plans.ts';
import { postWork } from '../submissions/testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let far: TestClass;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class();
  far = await scenario.class();
});
afterAll(() => app.close());

const create = (body: Record<string, unknown>, by: TestPerson = room.teacher, courseId: unknown = room.courseId) =>
  by.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Read chapter 3', ...body } as never });
const made = async (body: Record<string, unknown> = {}, by = room.teacher) => {
  const reply = await create(body, by);
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.body.courseWork;
};
const get = (workId: unknown, by: TestPerson = room.teacher, courseId: unknown = room.courseId) => by.call(courseWorkGet, { params: { id: courseId, workId } });
const change = (workId: unknown, body: Record<string, unknown>, by: TestPerson = room.teacher, courseId: unknown = room.courseId) =>
  by.call(courseWorkUpdate, { params: { id: courseId, workId }, body: body as never });
const titlesOf = async (by: TestPerson, query: Record<string, unknown> = {}, courseId: unknown = room.courseId): Promise<string[]> => {
  const reply = await by.call(courseWorkList, { params: { id: courseId }, query });
  return reply.body.data.map(({ title }: { title: string }) => title);
};

describe('making work', () => {
  test('[K366] [K335] [K266] [K225] [K226] [K450] [K228] [K435] a title is enough: it is posted at once, for the whole class, for 10 points', async () => {
    const reply = await create({ title: '  Lab report  ' });
    expect(reply).toMatchObject({ status: 201, body: { message: 'Class Work created successfully.' } });
    expect(reply.body.data).toEqual(reply.body.courseWork);
    expect(reply.body.courseWork).toMatchObject({
      id: expect.any(Number),
      courseId: room.courseId,
      title: 'Lab report',
      description: { type: 'doc' },
      topicId: null,
      assessment_id: null,
      workType: 'ASSIGNMENT',
      courseWorkType: 'ASSIGNMENT',
      state: 'PUBLISHED',
      submissionModificationMode: 'MODIFIABLE',
      maxPoints: 10,
      dueDate: null,
      dueTime: null,
      scheduledTime: null,
      creationTime: expect.any(String),
      updateTime: expect.any(String),
      creatorUserId: room.teacher.accountId,
      assigneeMode: 'ALL_STUDENTS',
      individualStudentsOptions: { studentIds: [] },
      multipleChoiceQuestion: { choices: [] },
      materials: [],
      category: null,
    });
  });

  test('[K223] [K224] [K227] [K229] [K230] [K231] every field of the form comes back as it was sent', async () => {
    const topic = (await room.teacher.call(topicCreate, { body: { name: 'Forces', external_course_id: room.courseId } })).body.topic;
    const sent = {
      title: 'Which force?',
      description: 'First line\nSecond line',
      workType: 'MULTIPLE_CHOICE_QUESTION',
      topicId: topic.id,
      maxPoints: 50,
      dueDate: { year: 2030, month: 2, day: 28 },
      dueTime: { hours: 15, minutes: 30 },
      assigneeMode: 'INDIVIDUAL_STUDENTS',
      individualStudentsOptions: { studentIds: [room.students[0]?.accountId] },
      multipleChoiceQuestion: { choices: ['Gravity', ' Friction '] },
      materials: [
        { link: { url: 'https://example.org/a', title: 'A page' } },
        { youtubeVideo: { alternateLink: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } },
        { form: { formUrl: 'https://forms.example.org/1', title: 'A form' } },
      ],
    };
    const work = await made(sent);
    expect(work).toMatchObject({
      workType: 'MULTIPLE_CHOICE_QUESTION',
      courseWorkType: 'QUESTION',
      topicId: topic.id,
      topic_name: 'Forces',
      maxPoints: 50,
      dueDate: { year: 2030, month: 2, day: 28 },
      dueTime: { hours: 15, minutes: 30, seconds: 0, nanos: 0 },
      due_at: '2030-02-28T15:30:00.000Z',
      assigneeMode: 'INDIVIDUAL_STUDENTS',
      individualStudentsOptions: { studentIds: [room.students[0]?.accountId] },
      multipleChoiceQuestion: { choices: ['Gravity', 'Friction'] },
      materials: [
        { link: { url: 'https://example.org/a', title: 'A page' } },
        { youtubeVideo: { id: 'dQw4w9WgXcQ', alternateLink: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } },
        { form: { formUrl: 'https://forms.example.org/1', title: 'A form' } },
      ],
    });
    expect((await get(work.id)).body.courseWork).toEqual(work);
    const again = await create({ ...work, title: 'The same again' });
    expect(again.body.courseWork).toMatchObject({ materials: work.materials, multipleChoiceQuestion: work.multipleChoiceQuestion, due_at: work.due_at });
  });

  test('[K005] an assignment, a quiz assignment, a question and material; material has no points', async () => {
    for (const courseWorkType of ['ASSIGNMENT', 'QUIZ_ASSIGNMENT', 'QUESTION', 'MATERIAL']) {
      const workType = { QUESTION: 'SHORT_ANSWER_QUESTION', MATERIAL: 'MATERIAL' }[courseWorkType] ?? 'ASSIGNMENT';
      expect(await made({ courseWorkType, workType, title: courseWorkType })).toMatchObject({
        courseWorkType,
        workType,
        maxPoints: workType === 'MATERIAL' ? null : 10,
      });
    }
    expect(await titlesOf(room.teacher, { kind: 'QUIZ_ASSIGNMENT' })).toEqual(['QUIZ_ASSIGNMENT']);
  });

  test.each([
    ['no title', { title: '' }, 'title', 'Title is required'],
    ['a title of blanks', { title: '  \u200b ' }, 'title', 'Title is required'],
    ['too long a title', { title: 'x'.repeat(256) }, 'title', '255'],
    ['half a sign in the title', { title: 'a\ud800' }, 'title', 'cannot be stored'],
    ['points of 0', { maxPoints: 0 }, 'maxPoints', 'above 0'],
    ['three decimals', { maxPoints: 1.234 }, 'maxPoints', 'two decimals'],
    ['endless points', { maxPoints: '1e309' }, 'maxPoints', 'two decimals'],
    ['a day that is none', { dueDate: { year: 2025, month: 2, day: 29 } }, 'dueDate', 'This date does not exist'],
    ['a time without a day', { dueTime: { hours: 9 } }, 'dueDate', 'Choose the day first'],
    ['a 25th hour', { dueDate: { year: 2030, month: 1, day: 1 }, dueTime: { hours: 24 } }, 'dueTime.hours', 'not a time of day'],
    [
      'nobody',
      { assigneeMode: 'INDIVIDUAL_STUDENTS', individualStudentsOptions: { studentIds: [] } },
      'individualStudentsOptions.studentIds',
      'Select Students',
    ],
    ['no options', { workType: 'MULTIPLE_CHOICE_QUESTION' }, 'multipleChoiceQuestion.choices', 'Please add some options'],
    [
      'an empty option',
      { workType: 'MULTIPLE_CHOICE_QUESTION', multipleChoiceQuestion: { choices: ['A', ' '] } },
      'multipleChoiceQuestion.choices.1',
      'Write something',
    ],
    ['an address that runs', { materials: [{ link: { url: 'javascript:alert(1)' } }] }, 'materials.0.link.url', 'https://'],
    ['an address of another kind', { materials: [{ link: { url: 'ftp://example.org' } }] }, 'materials.0.link.url', 'https://'],
    [
      'two in one attachment',
      { materials: [{ link: { url: 'https://a.example' }, form: { formUrl: 'https://b.example' } }] },
      'materials.0',
      'An attachment is',
    ],
    ['a time that is over', { scheduledTime: '2020-01-01T00:00:00Z' }, 'scheduledTime', 'This time has passed'],
    ['a text for a topic', { topicId: 'x' }, 'topicId', 'not valid'],
    ['an unknown type', { workType: 'EXAM' }, 'workType', 'must be one of'],
  ])('[B729] [K295] [K299] [K300] %s is refused at its field', async (_what, body, field, words) => {
    const reply = await create(body);
    expect(reply.status).toBe(422);
    expect(reply.error?.errors?.[field]?.[0]).toContain(words);
  });

  test('topics, categories, students and files of others are refused', async () => {
    const topic = (await far.teacher.call(topicCreate, { body: { name: 'Theirs', external_course_id: far.courseId } })).body.topic;
    const { rows } = await sql<{ id: number }>`INSERT INTO files (name, storage_key, mime_type, size_bytes, sha256, account_id, school_id)
      SELECT 'x.pdf', 'k', 'application/pdf', 1, 'x', ${far.teacher.accountId}, ${far.schoolId} RETURNING id`
      .execute(app.db)
      .catch(() => ({ rows: [{ id: 2_000_000_000 }] }));
    const reply = await create({
      topicId: topic.id,
      category_id: 2_000_000_000,
      individualStudentsOptions: { studentIds: [far.students[0]?.accountId] },
    });
    expect(Object.keys(reply.error?.errors ?? {}).sort()).toEqual(['category_id', 'individualStudentsOptions.studentIds', 'topicId']);
    expect((await create({ materials: [{ driveFile: { id: rows[0]?.id } }] })).error?.errors).toHaveProperty('materials');
  });

  test('ids with commas, and ALL_STUDENTS among them, are taken as the form sends them', async () => {
    const [one, two] = room.students;
    expect(await made({ individualStudentsOptions: { studentIds: `${one?.accountId},${two?.accountId}` } })).toMatchObject({
      assigneeMode: 'INDIVIDUAL_STUDENTS',
      individualStudentsOptions: { studentIds: [one?.accountId, two?.accountId] },
    });
    expect(await made({ individualStudentsOptions: { studentIds: [one?.accountId, 'ALL_STUDENTS'] } })).toMatchObject({
      assigneeMode: 'ALL_STUDENTS',
      individualStudentsOptions: { studentIds: [] },
    });
  });

  test.each(['<script>alert(1)</script>', 'مرحبا', '🎻🎻', '{title} {count}', "'; DROP TABLE course_works; --"])('%s is a title', async (title) => {
    const { id } = await made({ title });
    expect((await get(id, room.students[0])).body.courseWork.title).toBe(title);
  });

  test('the same key makes it once', async () => {
    const call = () => room.teacher.call(courseWorkCreate, { params: { id: room.courseId }, body: { title: 'Once' } }, { key: 'once-only' });
    const [first, second] = [await call(), await call()];
    expect(second.body.courseWork.id).toBe(first.body.courseWork.id);
    expect(await titlesOf(room.teacher, { search_text: 'once' })).toEqual(['Once']);
  });
});

describe('who may', () => {
  test('[K350] [K346] students of the class look and change nothing; others do not know that it is there', async () => {
    const { id } = await made({ title: 'Seen by some' });
    const student = room.students[0] as TestPerson;
    expect((await get(id, student)).status).toBe(200);
    for (const reply of [await create({}, student), await change(id, { title: 'x' }, student), await remove(id, student)]) expect(reply.status).toBe(403);
    for (const person of [room.otherTeacher, far.teacher]) {
      expect((await get(id, person)).status).toBe(404);
      for (const reply of [await create({}, person), await change(id, { title: 'x' }, person), await remove(id, person)]) expect(reply.status).toBe(404);
      expect((await person.call(courseWorkList, { params: { id: room.courseId } })).status).toBe(404);
    }
    expect((await get(id, room.otherStudent)).status).toBe(404);
    expect((await get(id, room.teacher, far.courseId)).status).toBe(404);
    expect((await get(id, far.teacher, far.courseId)).status).toBe(404);
    for (const person of [room.coTeacher, room.admin]) expect((await change(id, { title: 'Changed' }, person)).status).toBe(200);
    for (const none of [2_000_000_000, 'x', -1]) expect((await get(none)).status).toBeGreaterThanOrEqual(404);
  });

  test('whoever left the class sees nothing of it', async () => {
    const here = await scenario.class();
    const leaver = here.students[0] as TestPerson;
    const work = (await create({}, here.teacher, here.courseId)).body.courseWork;
    await scenario.remove(here.courseId, leaver.accountId);
    expect((await get(work.id, leaver, here.courseId)).status).toBe(404);
    expect((await leaver.call(courseWorkListAll)).body.data).toEqual([]);
  });
});

const remove = (workId: unknown, by: TestPerson = room.teacher, query: Record<string, unknown> = {}) =>
  by.call(courseWorkDelete, { params: { id: room.courseId, workId }, query });

describe('the list', () => {
  test('[K365] [K234] [K141] it is paged, newest first, and found by title, topic and kind', async () => {
    const here = await scenario.class();
    const topic = (await here.teacher.call(topicCreate, { body: { name: 'Waves', external_course_id: here.courseId } })).body.topic;
    for (let at = 1; at <= 5; at += 1) await create({ title: `Work ${at}`, topicId: at % 2 ? topic.id : null }, here.teacher, here.courseId);
    const page = await here.teacher.call(courseWorkList, { params: { id: here.courseId }, query: { per_page: 2, page: 2 } });
    expect(page.body.data.map(({ title }: { title: string }) => title)).toEqual(['Work 3', 'Work 2']);
    expect(page.body.course_works).toEqual(page.body.data);
    expect(page.body.pagination).toEqual({ from: 3, to: 4, total: 5, per_page: 2, current_page: 2, last_page: 3 });
    expect(await titlesOf(here.teacher, { topic_id: topic.id }, here.courseId)).toEqual(['Work 5', 'Work 3', 'Work 1']);
    expect(await titlesOf(here.students[0] as TestPerson, { search_text: 'WORK 4' }, here.courseId)).toEqual(['Work 4']);
    expect(await titlesOf(here.teacher, { search_text: '%' }, here.courseId)).toEqual([]);
    for (const query of [{ page: 0 }, { per_page: 201 }, { topic_id: 'x' }, { kind: 'EXAM' }])
      expect((await here.teacher.call(courseWorkList, { params: { id: here.courseId }, query })).status).toBe(422);
  });

  test('[K349] [K340] counts of who handed in are for staff; students have their own state and no count', async () => {
    const work = await made({ title: 'Counted' });
    const row = async (by: TestPerson) => (await by.call(courseWorkList, { params: { id: room.courseId }, query: { search_text: 'Counted' } })).body.data[0];
    expect(await row(room.teacher)).toMatchObject({ id: work.id, turnedIn: expect.any(Number), totalAssignee: expect.any(Number) });
    const seen = await row(room.students[0] as TestPerson);
    for (const field of ['turnedIn', 'totalAssignee', 'graded_count', 'individualStudentsOptions']) expect(seen).not.toHaveProperty(field);
    expect((await get(work.id, room.students[0])).body.courseWork).not.toHaveProperty('turnedIn');
  });

  test('[K346] students see what is posted and theirs; drafts and the work of others are not there', async () => {
    const [one, two] = room.students as [TestPerson, TestPerson];
    const mine = await made({ title: 'For one', individualStudentsOptions: { studentIds: [one.accountId] } });
    const draft = await made({ title: 'A draft', state: 'DRAFT' });
    expect(draft).toMatchObject({ state: 'DRAFT', posted_at: null });
    expect(await titlesOf(one)).toContain('For one');
    expect(await titlesOf(two)).not.toContain('For one');
    expect(await titlesOf(one)).not.toContain('A draft');
    expect((await get(mine.id, two)).status).toBe(404);
    expect((await get(draft.id, one)).status).toBe(404);
    expect(await titlesOf(room.coTeacher)).toEqual(expect.arrayContaining(['For one', 'A draft']));
    expect((await one.call(courseWorkListAll)).body.data.map(({ title }: { title: string }) => title)).toContain('For one');
    expect((await change(draft.id, { state: 'PUBLISHED' })).body.courseWork).toMatchObject({ state: 'PUBLISHED', posted_at: expect.any(String) });
    expect(await titlesOf(two)).toContain('A draft');
  });
});

test('[B1531] the list of all of one’s work reads no work of other classes, however many there are', { timeout: 60_000 }, async () => {
  const here = await scenario.class({ students: 1 });
  const ids: number[] = [];
  for (const title of ['First', 'Second', 'Third']) ids.push(await postWork(app, here, { title }));
  await sql`
    WITH made AS (
      INSERT INTO courses (school_id, owner_id, name, enrollment_code)
      SELECT school_id, owner_id, 'Elsewhere ' || n, 'else' || n FROM courses CROSS JOIN generate_series(1, 100) n WHERE courses.id = ${here.courseId} RETURNING id, owner_id),
    member AS (INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM made)
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at)
    SELECT made.id, made.owner_id, 'ASSIGNMENT', 'ASSIGNMENT', 'Work ' || n, app_now() FROM made CROSS JOIN generate_series(1, 50) n`.execute(app.db);
  await sql`ANALYZE course_works, courses, course_members`.execute(app.db);
  const student = here.students[0]!;
  let listed: number[] = [];
  const statements = await app.recordStatements(async () => {
    listed = (await student.call(courseWorkListAll)).body.data.map(({ id }: { id: number }) => id);
  });
  expect(listed).toEqual([...ids].reverse());
  const plan = await explain(app.db, statements.find((statement) => statement.text.includes('course_works'))!, { isRun: true });
  expect(countRead(plan, 'course_works')).toBeLessThanOrEqual(3 * ids.length);
});

test('[B1536] a student’s list narrows to what is to do, overdue or done, and goes by due date; excused work is done, and material is in none', async () => {
  const here = await scenario.class({ students: 1 });
  const student = here.students[0]!;
  const dayFrom = (days: number) => {
    const due_at = new Date(Date.now() + days * 86_400_000);
    return { due_on: due_at.toISOString().slice(0, 10), due_at, due_zone: 'UTC' };
  };
  const later = await postWork(app, here, { title: 'Later', ...dayFrom(9) });
  await postWork(app, here, { title: 'Soon', ...dayFrom(2) });
  await postWork(app, here, { title: 'Whenever' });
  const missed = await postWork(app, here, { title: 'Missed', ...dayFrom(-1) });
  const before = new Date(Date.now() - 5 * 86_400_000);
  await app.db.updateTable('submissions').set({ assigned_at: before }).where('course_work_id', '=', missed).execute();
  await postWork(app, here, { title: 'Due before it was posted', ...dayFrom(-2) });
  await postWork(app, here, { title: 'To read', work_type: 'MATERIAL', kind: 'MATERIAL', max_points: null });
  const [sent, excused] = [await postWork(app, here, { title: 'Sent' }), await postWork(app, here, { title: 'Excused', ...dayFrom(-1) })];
  await student.call(submissionSubmit, { body: { courseId: here.courseId, courseWorkId: sent, answer: 'They bend' } });
  await app.db.updateTable('submissions').set({ assigned_at: before, excused: true }).where('course_work_id', '=', excused).execute();
  const titles = async (query: Record<string, unknown>, by = student) =>
    (await by.call(courseWorkListAll, { query })).body.data.map(({ title }: { title: string }) => title);
  expect(await titles({ standing: 'todo', sort: 'due' })).toEqual(['Soon', 'Later', 'Whenever']);
  expect(await titles({ standing: 'overdue' })).toEqual(['Due before it was posted', 'Missed']);
  expect(await titles({ standing: 'done' })).toEqual(['Excused', 'Sent']);
  expect(await titles({ sort: 'due', per_page: 2, page: 2 })).toHaveLength(2);
  const ofClass = await student.call(courseWorkList, { params: { id: here.courseId }, query: { standing: 'todo', sort: 'due' } });
  expect([ofClass.body.pagination.total, ofClass.body.data[1]?.id]).toEqual([3, later]);
  expect(await titles({ standing: 'todo' }, here.teacher)).toEqual([]);
  for (const query of [{ standing: 'lost' }, { sort: 'colour' }]) {
    const refused = await student.call(courseWorkListAll, { query });
    expect([refused.status, Object.keys(refused.error?.errors ?? {})]).toEqual([422, Object.keys(query)]);
  }
});
