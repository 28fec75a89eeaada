import {
  accountDelete,
  channels,
  courseWorkList,
  gradeBook,
  gradeBookWhy,
  notificationList,
  privateNoteGet,
  privateNoteSave,
  studentGradeBook,
  studentWorkDetails,
  submissionAnswer,
  submissionGet,
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
});
afterAll(() => app.close());
beforeEach(async () => {
  room = await scenario.class({ students: 2 });
  [student, other] = room.students as [TestPerson, TestPerson];
  workId = await postWork(app, room);
  [id] = (await submissionsOf(app, workId, [student])) as [number];
});

const save = (note: unknown, was: unknown, by = room.teacher, to: unknown = id) => by.call(privateNoteSave, { params: { id: to }, body: { note, was } });
const read = async (by = room.teacher) => (await by.call(privateNoteGet, { params: { id } })).body.note;
const noted = async () => (await room.teacher.call(gradeBook, { query: { class: room.courseId } })).body.items.columns.noted;

test('the staff of a class write a private note of a cell, whose author and time all of them see, and the gradebook marks the cell', async () => {
  expect(await read()).toEqual({ submission_id: id, note: '', written_by: null, updated_at: null });
  expect(await noted()).toEqual([[]]);
  expect(await save('Talk to the parents ☎ 請', '')).toMatchObject({
    status: 200,
    body: { note: { note: 'Talk to the parents ☎ 請' }, message: 'The private note was saved' },
  });
  const written = await read(room.coTeacher);
  expect(written).toMatchObject({ note: 'Talk to the parents ☎ 請', written_by: expect.any(String), updated_at: expect.stringMatching(/^\d{4}-/) });
  const place = (await room.teacher.call(gradeBook, { query: { class: room.courseId } })).body.students.columns.account_id.indexOf(student.accountId);
  expect(await noted()).toEqual([[place]]);
  expect((await read(room.admin)).note).toBe('Talk to the parents ☎ 請');
  // white space alone is not a note
  expect(await save(' \u200b ', 'Talk to the parents ☎ 請')).toMatchObject({
    status: 200,
    body: { note: { note: '', written_by: null }, message: 'The private note was cleared' },
  });
  expect(await noted()).toEqual([[]]);
  // the audit trail records the author, not the text
  const entries = await app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'privateNote.save').where('subject_id', '=', id).execute();
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toContain('parents');
});

test('its student reads it nowhere: in no call, no event, no notification; nor does anybody out of reach', async () => {
  const ears = [
    await hear(app, student, channels.account(student.accountId)),
    await hear(app, student, channels.classroom(room.courseId)),
    await hear(app, other, channels.account(other.accountId)),
  ];
  const staff = await hear(app, room.coTeacher, channels.classStaff(room.courseId));
  await save('SECRET OKAPI', '');
  await staff.first('class.submissions.changed');
  const tried = [
    await student.call(privateNoteGet, { params: { id } }),
    await save('Mine', 'SECRET OKAPI', student),
    await other.call(privateNoteGet, { params: { id } }),
    await save('Mine', 'SECRET OKAPI', other),
  ];
  expect(tried.map(({ status }) => status)).toEqual([403, 403, 404, 403]);
  expect(JSON.stringify(tried.map(({ error }) => error))).not.toContain('OKAPI');
  const { courseId } = room;
  const seen = [
    await student.call(submissionGet, { params: { id } }),
    await student.call(submissionAnswer, { params: { id } }),
    await student.call(studentWorkDetails, { query: { course_id: courseId, course_work_id: workId } }),
    await student.call(studentGradeBook, { query: { class: courseId } }),
    await student.call(gradeBookWhy, { query: { class: courseId } }),
    await student.call(courseWorkList, { params: { id: courseId } }),
    await student.call(notificationList, { query: {} }),
  ];
  for (const { status, body } of seen) {
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/OKAPI|noted|private/i);
  }
  for (const ear of ears) {
    expect(ear.events.filter(({ name }) => /work|submission|note/.test(name))).toEqual([]);
    ear.close();
  }
  staff.close();
  for (const call of [privateNoteGet, privateNoteSave]) {
    expect((await room.otherTeacher.call(call, { params: { id }, body: { note: 'Mine', was: '' } } as never)).status).toBe(404);
    expect((await app.call(call, { params: { id }, body: { note: 'Mine', was: '' } } as never)).status).toBe(401);
  }
  await scenario.remove(courseId, room.coTeacher.accountId);
  expect((await room.coTeacher.call(privateNoteGet, { params: { id } })).status).toBe(404);
  expect((await read()).note).toBe('SECRET OKAPI');
});

test('colleagues with the gradebook open hear whether the cell has a note, and never what it says', async () => {
  const ear = await hear(app, room.coTeacher, channels.gradebook(room.courseId));
  await save('SECRET OKAPI', '');
  await save('', 'SECRET OKAPI');
  // unchanged: nobody to notify
  await save('', 'anything');
  await expect.poll(() => ear.events.length).toBe(2);
  const cell = { course_work_id: workId, account_id: student.accountId };
  expect(ear.events.map(({ name, data }) => [name, data])).toMatchObject([
    ['gradebook.note.changed', { ...cell, has_note: true }],
    ['gradebook.note.changed', { ...cell, has_note: false }],
  ]);
  expect(JSON.stringify(ear.events)).not.toContain('OKAPI');
  ear.close();
});

test('of two who write at once the second is told of the newer note and chooses; the same words twice are one', async () => {
  await save('By the teacher', '');
  const late = await save('By the colleague', '', room.coTeacher);
  expect(late).toMatchObject({ status: 409, error: { code: 'NOTE_CHANGED', params: { newer: { submission_id: id, note: 'By the teacher' } } } });
  expect(await save('By the teacher', '', room.coTeacher)).toMatchObject({ status: 200, body: { note: { note: 'By the teacher' } } });
  expect(await save('By the colleague', 'By the teacher', room.coTeacher)).toMatchObject({ status: 200 });
  const both = await Promise.all([save('One', 'By the colleague'), save('Two', 'By the colleague', room.coTeacher)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await save('', (await read()).note);
  expect(await save('Late', 'One')).toMatchObject({ status: 409, error: { code: 'NOTE_CHANGED', params: { newer: { note: '' } } } });
  expect((await read()).note).toBe('');
});

test.each([
  ['2,001 characters', { note: 'ñ'.repeat(2_001), was: '' }, 'note', expect.stringContaining('2,000')],
  ['a NUL', { note: 'a\u0000b', was: '' }, 'note', expect.any(String)],
  ['a number', { note: 7, was: '' }, 'note', expect.any(String)],
  ['none', { was: '' }, 'note', expect.any(String)],
  ['what was seen left out', { note: 'A' }, 'was', 'Send the note as you saw it, or an empty text if there was none.'],
])('a note of %s is refused at its field', async (_, body, field, words) => {
  const reply = await room.teacher.call(privateNoteSave, { params: { id }, body });
  expect(reply).toMatchObject({ status: 422, error: { errors: { [field]: [words] } } });
  expect((await read()).note).toBe('');
});

test('a note may have 2,000 characters; of a student who left, of work taken back and in an archived class none is written, and what there is stays to be read', async () => {
  expect((await save('語'.repeat(2_000), '')).status).toBe(200);
  const { courseId } = room;
  await scenario.remove(courseId, student.accountId);
  expect(await save('Changed', '語'.repeat(2_000))).toMatchObject({ status: 409, error: { code: 'STUDENT_LEFT' } });
  expect((await read()).note).toBe('語'.repeat(2_000));
  const [ofOther] = (await submissionsOf(app, workId, [other])) as [number];
  await app.db.updateTable('submissions').set({ assigned_at: null }).where('id', '=', ofOther).execute();
  expect((await save('Hi', '', room.teacher, ofOther)).status).toBe(404);
  expect((await save('Hi', '', room.teacher, 999_999)).status).toBe(404);
  expect((await save('Hi', '', room.teacher, 'x')).status).toBe(422);
  await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', courseId).execute();
  expect(await save('Changed', '')).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
  expect((await read()).note).toBe('語'.repeat(2_000));
});

test('who wrote a private note, or of whom one is, is not erased while it stands', async () => {
  await save('Talk to the parents', '');
  for (const accountId of [student.accountId, room.teacher.accountId])
    expect(await room.admin.call(accountDelete, { params: { id: accountId } })).toMatchObject({ status: 409, error: { code: 'ACCOUNT_IN_USE' } });
  expect((await read()).note).toBe('Talk to the parents');
});
