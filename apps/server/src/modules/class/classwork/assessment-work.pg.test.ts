import * as contract from '@classwright/contract';
import {
  assessmentArchive,
  assessmentCreate,
  assessmentDelete,
  assessmentUpdate,
  courseUpcoming,
  courseWorkGet,
  courseWorkList,
  courseWorkQuestions,
  courseWorkUpdate,
  type CourseWorkRowView,
  type Endpoint,
  gradeBook,
  studentWorkDetails,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { assessmentChoices } from '../../../testing/assessment-choices.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { runLesson } from '../../../testing/running-lesson.ts';
import type { TestQuestion } from '../../../testing/scenario.ts';
import { finishAssessment } from '../assessments/index.ts';
import { createClass, createTopic, enrol } from '../classes/index.ts';

let app: TestApp;
let scenario: Scenario;
let choices: Record<string, number>;
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(app.db, work);

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  choices = await inTx(assessmentChoices);
});
afterAll(() => app.close());

interface Prepared extends TestClass {
  topicId: number;
  questions: [TestQuestion, TestQuestion];
  /** The word that appears in the instructions and in both questions, and nowhere else. */
  word: string;
}
async function prepare(): Promise<Prepared> {
  const room = await scenario.class();
  const word = `zebra${room.courseId}x`;
  const ask = () => scenario.question(room.teacher, room.schoolId, { description: `Which ${word} accelerates?` });
  const topicId = await inTx((tx) => createTopic(tx, room.courseId, 'Motion'));
  return { ...room, topicId, questions: [await ask(), await ask()], word };
}
const formOf = (room: Prepared, changes: Record<string, unknown> = {}) => ({
  title: 'Free fall',
  ...choices,
  class_id: room.courseId,
  topic_id: room.topicId,
  schedule_date: '2031-03-31',
  max_point: 77.25,
  description: `Bring the ${room.word}.`,
  status: 0,
  questions: room.questions.map(({ questionId }) => questionId),
  ...changes,
});
async function save(room: Prepared, changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await room.teacher.call(assessmentCreate, { body: formOf(room, changes) as never });
  if (reply.error) throw new Error(JSON.stringify(reply.error));
  return reply.body.assessment.id;
}
const edit = async (room: Prepared, id: number, changes: Record<string, unknown>) => {
  const reply = await room.teacher.call(assessmentUpdate, { params: { id }, body: formOf(room, changes) as never });
  expect(reply.status).toBe(200);
};
const archive = async (room: Prepared, id: number, is_archived: boolean) =>
  expect((await room.teacher.call(assessmentArchive, { body: { id, is_archived } as never })).status).toBe(200);
const listOf = async (room: TestClass, by: TestPerson, query: Record<string, unknown> = {}): Promise<CourseWorkRowView[]> =>
  (await by.call(courseWorkList, { params: { id: room.courseId }, query })).body.data;
const workOf = async (room: TestClass, assessmentId: number): Promise<CourseWorkRowView> => {
  const work = (await listOf(room, room.teacher)).find((one) => one.assessment_id === assessmentId);
  if (!work) throw new Error('the assessment stands in no work of its class');
  return work;
};
const ownOf = async (room: TestClass, student: TestPerson): Promise<number> => (await listOf(room, student))[0]?.submission?.id as number;

describe('an assessment stands in its class’s Classwork', () => {
  test('[Q425] saving it for a class publishes work with its assessment_id, for all students, due on its day, for its points', async () => {
    const room = await prepare();
    const id = await save(room);
    expect(await listOf(room, room.teacher)).toMatchObject([
      {
        assessment_id: id,
        assessment_status: 'Active',
        title: 'Free fall',
        workType: 'ASSIGNMENT',
        state: 'PUBLISHED',
        topic_name: 'Motion',
        maxPoints: 77.25,
        dueDate: { year: 2031, month: 3, day: 31 },
        due_at: '2031-03-31T23:59:59.000Z',
        totalAssignee: room.students.length,
        turnedIn: 0,
      },
    ]);
    expect(await listOf(room, room.students[0] as TestPerson)).toMatchObject([{ assessment_id: id, submission: { state: 'CREATED' } }]);
    expect((await save(room, { max_point: null, title: 'Without points' })) > id).toBe(true);
    expect(await listOf(room, room.teacher, { search_text: 'without' })).toMatchObject([{ maxPoints: 10 }]);
  });

  test('[Q426] it stands in the Gradebook of its class, with its day and its points, and a cell for each student', async () => {
    const room = await prepare();
    const id = await save(room);
    const { items } = (await room.teacher.call(gradeBook, { query: { class: room.courseId } })).body;
    expect(items.columns).toMatchObject({
      ...{ assessment_id: [id], title: ['Free fall'], due_date: ['2031-03-31'], maxPoints: [77.25], state: ['PUBLISHED'] },
      marks: ['c'.repeat(room.students.length)],
    });
  });

  test('[Q425] the work follows title, date and points; editing it once more changes nothing else', async () => {
    const room = await prepare();
    const id = await save(room);
    const before = await workOf(room, id);
    await edit(room, id, { title: 'Free fall, again', schedule_date: '2031-04-01', max_point: 20 });
    expect(await listOf(room, room.teacher)).toMatchObject([
      { id: before.id, title: 'Free fall, again', dueDate: { year: 2031, month: 4, day: 1 }, due_at: '2031-04-01T23:59:59.000Z', maxPoints: 20 },
    ]);
    const topicId = await inTx((tx) => createTopic(tx, room.courseId, 'Gravity'));
    await edit(room, id, { title: 'Free fall, again', schedule_date: '2031-04-01', max_point: 20, topic_id: topicId });
    expect(await workOf(room, id)).toMatchObject({ topicId });
    await edit(room, id, { title: 'Free fall, again', schedule_date: '2031-04-01', max_point: 20 });
    const { updated_at } = await workOf(room, id);
    await edit(room, id, { title: 'Free fall, again', schedule_date: '2031-04-01', max_point: 20 });
    expect((await workOf(room, id)).updated_at).toBe(updated_at);
    const change = (body: Record<string, unknown>) =>
      room.teacher.call(courseWorkUpdate, { params: { id: room.courseId, workId: before.id }, body: body as never });
    expect((await change({ title: 'Mine' })).error?.errors).toHaveProperty('title');
    expect((await change({ dueDate: null })).error?.errors).toHaveProperty('dueDate');
  });

  test('[Q425] moved to another class it leaves the first one and is published in the other', async () => {
    const room = await prepare();
    const student = room.students[1] as TestPerson;
    const courseId = await inTx(async (tx) => {
      const id = await createClass(tx, { schoolId: room.schoolId, ownerId: room.teacher.accountId, name: 'The other class' });
      await enrol(tx, id, [student.accountId], 'STUDENT');
      return id;
    });
    const other: Prepared = { ...room, courseId, topicId: await inTx((tx) => createTopic(tx, courseId, 'Motion')) };
    const id = await save(room);
    await edit(other, id, {});
    expect(await listOf(room, room.teacher)).toEqual([]);
    expect(await listOf(room, room.students[0] as TestPerson)).toEqual([]);
    for (const by of [room.teacher, student]) expect(await listOf(other, by)).toMatchObject([{ assessment_id: id, title: 'Free fall' }]);
  });

  test('[Q425] archiving and deleting take the work away, restoring brings it back with what students had of it', async () => {
    const room = await prepare();
    const student = room.students[0] as TestPerson;
    const id = await save(room);
    const own = await ownOf(room, student);
    await archive(room, id, true);
    for (const by of [room.teacher, student]) expect(await listOf(room, by)).toEqual([]);
    await archive(room, id, false);
    expect(await listOf(room, student)).toMatchObject([{ assessment_id: id, submission: { id: own } }]);
    expect((await room.teacher.call(assessmentDelete, { params: { id } })).status).toBe(200);
    for (const by of [room.teacher, student]) expect(await listOf(room, by)).toEqual([]);
  });

  test('[Q425] a finished one stays when it is archived, with the points that its work has by then', async () => {
    const room = await prepare();
    const id = await save(room, { max_point: null });
    const work = await workOf(room, id);
    await inTx((tx) => finishAssessment(tx, id));
    const params = { id: room.courseId, workId: work.id };
    expect((await room.teacher.call(courseWorkUpdate, { params, body: { maxPoints: 50 } })).status).toBe(200);
    await archive(room, id, true);
    expect(await listOf(room, room.teacher)).toMatchObject([{ id: work.id, maxPoints: 50 }]);
    await archive(room, id, false);
    expect(await listOf(room, room.teacher)).toMatchObject([{ id: work.id, maxPoints: 50 }]);
  });
});

describe('what students see of it before it is finished', () => {
  test('[Q427] [K370] title and date, and nothing else; all of it once it is finished', async () => {
    const room = await prepare();
    const student = room.students[0] as TestPerson;
    const id = await save(room);
    const { id: workId } = await workOf(room, id);
    const params = { id: room.courseId, workId };
    const date = { title: 'Free fall', dueDate: { year: 2031, month: 3, day: 31 } };
    const nothing = { summary: '', topicId: null, topic_name: null, category: null, maxPoints: null };
    const bare = { description: { type: 'doc', content: [] }, materials: [], multipleChoiceQuestion: { choices: [] } };
    expect(await listOf(room, student)).toMatchObject([{ ...date, ...nothing }]);
    expect((await student.call(courseWorkGet, { params })).body.courseWork).toMatchObject({ ...date, ...nothing, ...bare });
    const details = () => student.call(studentWorkDetails, { query: { course_id: room.courseId, course_work_id: workId } });
    expect((await details()).body.work).toMatchObject({ title: 'Free fall', maxPoints: null, multipleChoiceQuestion: { choices: [] } });
    expect(await listOf(room, student, { topic_id: room.topicId })).toEqual([]);
    expect((await listOf(room, room.teacher, { topic_id: room.topicId })).map(({ id: one }) => one)).toEqual([workId]);
    await inTx((tx) => finishAssessment(tx, id));
    const whole = { topic_name: 'Motion', maxPoints: 77.25 };
    expect(await listOf(room, student, { topic_id: room.topicId })).toMatchObject([{ ...date, ...whole, summary: `Bring the ${room.word}.` }]);
    expect(JSON.stringify((await student.call(courseWorkGet, { params })).body.courseWork.description)).toContain(room.word);
    expect((await details()).body.work.maxPoints).toBe(77.25);
  });

  test('[K369] [K370] its questions come with title, description and links, to staff at once, to students once it is finished, to others never', async () => {
    const room = await prepare();
    const student = room.students[0] as TestPerson;
    const id = await save(room);
    const ask = (by: TestPerson, assessment_id: unknown = id) => by.call(courseWorkQuestions, { query: { assessment_id } as never });
    const both = room.questions.map(({ title }) => ({ title, description: { type: 'doc' }, google_drive_link: [] }));
    for (const by of [room.teacher, room.coTeacher, room.admin]) expect((await ask(by)).body.data).toMatchObject(both);
    expect((await ask(student)).body.data).toEqual([]);
    await inTx((tx) => finishAssessment(tx, id));
    const seen = (await ask(student)).body.data;
    expect(seen).toMatchObject(both);
    expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual(['description', 'google_drive_link', 'title']);
    for (const by of [room.otherTeacher, room.otherStudent]) expect(await ask(by)).toMatchObject({ status: 404, error: { code: 'ASSESSMENT_NOT_FOUND' } });
    expect((await ask(room.teacher, 2_000_000_000)).status).toBe(404);
    expect((await ask(room.teacher, 'x')).status).toBe(422);
  });

  test('[K370] [Q427] [B632] no call that a student can make tells a word of its questions or its description, nor its points: before, and while its first form is open', async () => {
    const room = await prepare();
    const [student] = room.students as [TestPerson];
    const assessmentId = await save(room, { schedule_date: '2024-05-06' });
    const { id: workId } = await workOf(room, assessmentId);
    const own = await ownOf(room, student);
    const [first, transfer] = room.questions;
    const words = [room.word, '77.25', ...transfer.titles, transfer.title];
    const ids: Record<string, readonly number[]> = {
      id: [room.courseId, workId, assessmentId, own, transfer.questionId, first.questionId],
      workId: [workId],
      courseId: [room.courseId],
    };
    const values: Record<string, unknown> = {
      ...Object.fromEntries(['course_id', 'courseId', 'class_id', 'class'].map((name) => [name, room.courseId])),
      ...{ course_work_id: workId, assessment_id: assessmentId, topic_id: room.topicId, search_text: '', query: 'question', per_page: 200 },
      ...{ from: '2024-05-01', to: '2024-06-30', type: 'STUDENT' },
    };
    const read = (Object.values(contract) as unknown[]).filter(
      (one): one is Endpoint => typeof one === 'object' && one !== null && 'method' in one && 'path' in one && one.method === 'GET',
    );
    const shapeOf = (schema: unknown): string[] => Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
    const leaksIn = async (): Promise<{ answered: string[]; leaks: string[] }> => {
      const [answered, leaks] = [new Set<string>(), new Set<string>()];
      for (const endpoint of read) {
        const names = shapeOf(endpoint.params);
        const query = Object.fromEntries(shapeOf(endpoint.query).flatMap((name) => (name in values ? [[name, values[name]]] : [])));
        for (const id of names.includes('id') ? (ids['id'] as number[]) : [0]) {
          const params = Object.fromEntries(names.map((name) => [name, name === 'id' ? id : (ids[name]?.[0] ?? id)]));
          const { status, body } = await student.call(endpoint, { params, query } as never);
          if (status !== 200) continue;
          answered.add(endpoint.name);
          for (const word of words) if (JSON.stringify(body ?? '').includes(word)) leaks.add(`${endpoint.name} says ${word}`);
        }
      }
      return { answered: [...answered], leaks: [...leaks] };
    };
    const before = await leaksIn();
    expect(before.answered).toEqual(
      expect.arrayContaining([
        'courseWork.list',
        'courseWork.get',
        'courseWork.listAll',
        'course.upcoming',
        'home.get',
        'calendar.list',
        'notification.list',
        'submission.get',
      ]),
    );
    expect(before.leaks).toEqual([]);
    const running = await runLesson(app, { ...room, assessmentId, first, transfer }, 30);
    await running.login(student);
    // students read the open question in the lesson, but not the other one
    words.shift();
    expect((await leaksIn()).leaks).toEqual([]);
    expect((await student.call(courseUpcoming, { params: { id: room.courseId } })).status).toBe(200);
  });
});
