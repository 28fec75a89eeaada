import {
  channels,
  gradeActUndo,
  gradeSubmission,
  notificationList,
  returnSubmission,
  studentWorkDetails,
  submissionAnswer,
  submissionMessage,
} from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { postWork, submissionsOf } from './testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;
let other: TestPerson;
let workId: number;
let id: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  [student, other] = room.students as [TestPerson, TestPerson];
});
afterAll(() => app.close());
beforeEach(async () => {
  workId = await postWork(app, room);
  [id] = (await submissionsOf(app, workId, [student])) as [number];
});

const write = (message: unknown, by = room.teacher, to: unknown = id) => by.call(submissionMessage, { params: { id: to }, body: { message } });
const read = async (by: TestPerson) => (await by.call(studentWorkDetails, { query: { course_id: room.courseId, course_work_id: workId } })).body;
const toldOf = async (by: TestPerson) => (await by.call(notificationList, { query: {} })).body.data.filter(({ path }) => path.includes(`work=${workId}`));

test('a teacher writes to a student who has handed nothing in: the student reads it, is told, and may still submit', async () => {
  const reply = await write('Do you need more time?');
  expect(reply).toMatchObject({
    status: 200,
    body: { return_message: { message: 'Do you need more time?', account_id: room.teacher.accountId }, message: expect.stringMatching(/^Message sent to /) },
  });
  expect(await read(student)).toMatchObject({ submission: { state: 'CREATED', can_submit: true }, messages: [{ message: 'Do you need more time?' }] });
  expect(await toldOf(student)).toMatchObject([
    { kind: 'work-message', params: { title: 'Energy in a circuit' }, path: `/class-classwork/${room.courseId}?work=${workId}&tab=work` },
  ]);
  await write('Then hand it in on Friday.', room.coTeacher);
  expect((await read(student)).messages.map(({ message }) => message)).toEqual(['Do you need more time?', 'Then hand it in on Friday.']);
  expect(await toldOf(student)).toHaveLength(1);
  expect((await room.teacher.call(submissionAnswer, { params: { id } })).body.messages).toHaveLength(2);
  const entries = await app.db.selectFrom('audit_entries').select('action').where('subject_type', '=', 'submission').where('subject_id', '=', id).execute();
  expect(entries.map(({ action }) => action)).toEqual(['submission.message', 'submission.message']);
});

test('what was written reaches that student and the staff at once, and nobody else of the class', async () => {
  const ears = {
    own: await hear(app, student, channels.account(student.accountId)),
    other: await hear(app, other, channels.account(other.accountId)),
    all: await hear(app, other, channels.classroom(room.courseId)),
    staff: await hear(app, room.coTeacher, channels.classStaff(room.courseId)),
  };
  await write('Only for you');
  expect((await ears.own.first('own-work.changed')).data).toEqual({ course_id: room.courseId });
  expect((await ears.staff.first('class.submissions.changed')).data).toMatchObject({ items: [workId] });
  for (const ear of [ears.other, ears.all]) expect(ear.events.filter(({ name }) => /work|submission/.test(name))).toEqual([]);
  expect((await read(other)).messages).toEqual([]);
  expect(await toldOf(other)).toEqual([]);
  for (const ear of Object.values(ears)) ear.close();
});

test('a grade, a return and its undoing reach the student’s open pages', async () => {
  const ear = await hear(app, student, channels.account(student.accountId));
  const heard = () => ear.events.filter(({ name }) => name === 'own-work.changed').length;
  const cell = { courseId: room.courseId, courseWorkId: workId };
  await room.teacher.call(gradeSubmission, { body: { ...cell, submissionId: id, submission: { type: 'DRAFT_GRADE', draftGrade: 40 } } });
  await expect.poll(heard).toBe(1);
  const back = await room.teacher.call(returnSubmission, { body: { ...cell, id, message: 'Good', paper: true } });
  await expect.poll(heard).toBe(2);
  await room.teacher.call(gradeActUndo, { params: { id: back.body.act_id } });
  await expect.poll(heard).toBe(3);
  // unchanged: nobody to notify
  await room.teacher.call(gradeSubmission, { body: { ...cell, submissionId: id, submission: { type: 'DRAFT_GRADE', draftGrade: 40 } } });
  await write('After that');
  await expect.poll(heard).toBe(4);
  ear.close();
});

test.each([
  ['none', undefined, 'Message is required'],
  ['blanks', '   ', 'Message is required'],
  ['5,001 characters', 'a'.repeat(5_001), expect.stringContaining('5,000')],
])('[B600] a message of %s is refused at its field, and the student is told nothing', async (_, message, words) => {
  expect(await write(message)).toMatchObject({ status: 422, error: { errors: { message: [words] } } });
  expect((await read(student)).messages).toEqual([]);
  expect(await toldOf(student)).toEqual([]);
});

test('[B601] students, teachers of other classes and strangers write to nobody; neither does anybody where there is no such work', async () => {
  expect((await write('Hi', student)).status).toBe(403);
  expect((await write('Hi', other)).status).toBe(403);
  expect(await write('Hi', room.otherTeacher)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } });
  expect((await write('Hi', room.teacher, 999_999)).status).toBe(404);
  expect((await write('Hi', room.teacher, 'x')).status).toBe(422);
  expect((await app.call(submissionMessage, { params: { id }, body: { message: 'Hi' } })).status).toBe(401);
  await app.db.updateTable('submissions').set({ assigned_at: null }).where('id', '=', id).execute();
  expect((await write('Hi')).status).toBe(404);
  await app.db.updateTable('course_works').set({ archived_at: new Date() }).where('id', '=', workId).execute();
  const [ofOther] = (await submissionsOf(app, workId, [other])) as [number];
  expect((await write('Hi', room.teacher, ofOther)).status).toBe(404);
  expect(await app.db.selectFrom('submission_messages').select('id').where('submission_id', 'in', [id, ofOther]).execute()).toEqual([]);
});

test('[B602] the same message sent twice for a lost answer is there once; in an archived class nothing is written', async () => {
  const once = () => room.teacher.call(submissionMessage, { params: { id }, body: { message: 'Once' } }, { key: 'message-1' });
  await once();
  await once();
  expect((await read(student)).messages).toHaveLength(1);
  await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', room.courseId).execute();
  expect(await write('Late')).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
});
