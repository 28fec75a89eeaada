import {
  announcementCreate,
  courseArchiveMany,
  courseCodeRenew,
  courseJoin,
  courseWorkCreate,
  courseWorkDelete,
  courseWorkGet,
  gradeSubmission,
  invitationAccept,
  inviteStudents,
  notificationList,
  returnSubmission,
  studentRemove,
  studentWorkDetails,
  submissionList,
  submissionSubmit,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { postWork, submissionsOf } from './testing/work.ts';

// Two processes on one database, with simultaneous actions on the same thing at both.
let app: TestApp;
let other: TestApp;
let scenario: Scenario;

beforeAll(async () => {
  app = await startTestApp();
  other = await app.another();
  scenario = createScenario(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const ROUNDS = 6;
/** Returns the same person, whose calls go to the second process. */
const there = (person: TestPerson): TestPerson => ({
  ...person,
  call: (endpoint, args, options) => other.call(endpoint, args, { token: person.token, ...options }),
});
const submit = (by: TestPerson, { courseId }: TestClass, courseWorkId: number, answer = 'Heat') =>
  by.call(submissionSubmit, { body: { courseId, courseWorkId, answer } });
const rowOf = (id: number) => app.db.selectFrom('submissions').select(['state', 'short_answer']).where('id', '=', id).executeTakeFirstOrThrow();
const handInsOf = async (id: number) =>
  (await app.db.selectFrom('submission_history').select('id').where('submission_id', '=', id).where('state', '=', 'TURNED_IN').execute()).length;

/** Checks that the stored data equals the response: all of it, or nothing. */
async function expectKept(status: number, id: number): Promise<void> {
  expect([status === 200, await handInsOf(id)]).toEqual([status === 200, status === 200 ? 1 : 0]);
  expect(await rowOf(id)).toEqual(status === 200 ? { state: 'TURNED_IN', short_answer: 'Heat' } : { state: 'CREATED', short_answer: null });
}

describe('[B714] handing in meets', () => {
  test('the deletion of the work: handed in and kept with it, or refused', async () => {
    const room = await scenario.class({ students: 1 });
    const student = room.students[0]!;
    for (let round = 0; round < ROUNDS; round += 1) {
      const workId = await postWork(app, room);
      const [id] = await submissionsOf(app, workId, [student]);
      const [sent, deleted] = await Promise.all([
        submit(student, room, workId),
        there(room.teacher).call(courseWorkDelete, { params: { id: room.courseId, workId }, query: {} }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(sent.status);
      await expectKept(sent.status, id!);
      expect((await submit(student, room, workId)).error?.code).toBe('WORK_NOT_FOUND');
    }
  });

  test('the archiving of the class', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const room = await scenario.class({ students: 1 });
      const student = room.students[0]!;
      const workId = await postWork(app, room);
      const [id] = await submissionsOf(app, workId, [student]);
      const [sent, archived] = await Promise.all([
        submit(student, room, workId),
        there(room.teacher).call(courseArchiveMany, { body: { ids: [room.courseId] } }),
      ]);
      expect(archived.body.ids).toEqual([room.courseId]);
      expect(sent.error?.code ?? 'CLASS_ARCHIVED').toBe('CLASS_ARCHIVED');
      await expectKept(sent.status, id!);
    }
  });

  test('the student being taken out of the class', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const room = await scenario.class({ students: 1 });
      const student = room.students[0]!;
      const workId = await postWork(app, room);
      const [id] = await submissionsOf(app, workId, [student]);
      const [sent, removed] = await Promise.all([
        submit(student, room, workId),
        there(room.teacher).call(studentRemove, { params: { class_id: room.courseId, account_id: student.accountId } }),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 404]).toContain(sent.status);
      await expectKept(sent.status, id!);
    }
  });

  test('itself in the other process: once', async () => {
    const room = await scenario.class({ students: 1 });
    const student = room.students[0]!;
    for (let round = 0; round < ROUNDS; round += 1) {
      const workId = await postWork(app, room);
      const [id] = await submissionsOf(app, workId, [student]);
      const sent = await Promise.all([submit(student, room, workId), submit(there(student), room, workId)]);
      expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      await expectKept(200, id!);
    }
  });

  test('a grade for work that is not handed in: locked, or handed in and graded', async () => {
    const room = await scenario.class({ students: 1 });
    const student = room.students[0]!;
    for (let round = 0; round < ROUNDS; round += 1) {
      const workId = await postWork(app, room);
      const [id] = await submissionsOf(app, workId, [student]);
      const body = { courseId: room.courseId, courseWorkId: workId, submissionId: id, submission: { type: 'DRAFT_GRADE', draftGrade: 5 } };
      const [sent, graded] = await Promise.all([submit(student, room, workId), there(room.teacher).call(gradeSubmission, { body })]);
      expect(graded.status).toBe(200);
      expect(sent.error?.code ?? 'SUBMISSION_GRADED').toBe('SUBMISSION_GRADED');
      await expectKept(sent.status, id!);
    }
  });
});

describe('[B715] two processes on one database', () => {
  // sockets receive the events of their own process (docs/operations.md); reads come from the database
  test('handed in at one and graded at the other: each reads at once what the other did, bell and open work included', async () => {
    const room = await scenario.class({ students: 1 });
    const student = room.students[0]!;
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [student]);
    const bell = await hear(app, student, `private-account-${student.accountId}`);
    expect((await submit(there(student), room, workId)).status).toBe(200);
    const named = { courseId: room.courseId, courseWorkId: workId };
    const listed = (await room.teacher.call(submissionList, { params: { courseId: room.courseId, workId } })).body.submissions;
    expect(listed).toMatchObject([{ id, state: 'TURNED_IN' }]);
    const submission = { type: 'DRAFT_GRADE', draftGrade: 44 };
    expect((await room.teacher.call(gradeSubmission, { body: { ...named, submissionId: id, submission } })).status).toBe(200);
    expect((await room.teacher.call(returnSubmission, { body: { ...named, id, message: 'Well done' } })).status).toBe(200);
    await expect.poll(() => bell.events.length).toBeGreaterThan(0);
    bell.close();
    const query = { course_id: room.courseId, course_work_id: workId };
    expect((await there(student).call(studentWorkDetails, { query })).body.submission).toMatchObject({ state: 'RETURNED', assignedGrade: 44 });
    expect((await there(student).call(notificationList, { query: {} })).body.data).toMatchObject([{ kind: 'work-returned' }]);
  });

  test('an invitation that is accepted at both at once is accepted once', async () => {
    const room = await scenario.class({ students: 0 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const pupil = await scenario.person('student', room.schoolId);
      const { email } = await app.db.selectFrom('accounts').select('email').where('id', '=', pupil.accountId).executeTakeFirstOrThrow();
      const invited = await room.teacher.call(inviteStudents, { body: { userId: email, courseId: room.courseId, role: 'STUDENT' } });
      const params = { id: invited.body.invitations[0]!.id };
      const replies = await Promise.all([pupil.call(invitationAccept, { params }), there(pupil).call(invitationAccept, { params })]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  test('a code that is renewed at one lets in at the other only who was faster', async () => {
    const room = await scenario.class({ students: 0 });
    for (let round = 0; round < ROUNDS; round += 1) {
      const pupil = await scenario.person('student', room.schoolId);
      const code = async () =>
        (await app.db.selectFrom('courses').select('enrollment_code').where('id', '=', room.courseId).executeTakeFirstOrThrow()).enrollment_code;
      const old = await code();
      const [joined, renewed] = await Promise.all([
        pupil.call(courseJoin, { body: { code: old } }),
        there(room.teacher).call(courseCodeRenew, { params: { id: room.courseId } }),
      ]);
      expect(renewed.status).toBe(200);
      const place = await app.db.selectFrom('course_members').select('role').where('account_id', '=', pupil.accountId).execute();
      expect(place).toHaveLength(joined.status === 200 ? 1 : 0);
      expect((await (await scenario.person('student', room.schoolId)).call(courseJoin, { body: { code: old } })).error?.code).toBe('CLASS_CODE_REFUSED');
      expect(await code()).not.toBe(old);
    }
  });

  test('a class that is archived at one while somebody posts at the other: posted and told, or refused and nobody told', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const room = await scenario.class({ students: 1 });
      const body = { text: 'Bring a magnet', students: 'ALL_STUDENTS', courses: [room.courseId] };
      const [posted, archived] = await Promise.all([
        room.teacher.call(announcementCreate, { body }),
        there(room.coTeacher).call(courseArchiveMany, { body: { ids: [room.courseId] } }),
      ]);
      expect(archived.status).toBe(200);
      const told = (await room.students[0]!.call(notificationList, { query: {} })).body.data;
      expect([posted.status < 300, told.length]).toEqual([posted.status < 300, posted.status < 300 ? 1 : 0]);
    }
  });

  test('scheduled work is posted once, when both come to it at the same time', async () => {
    const room = await scenario.class({ students: 2 });
    const tend = async (one: TestApp) => {
      await one.server.jobs.runSchedules();
      await one.server.jobs.runDue();
    };
    await tend(app);
    const { now } = await app.db.selectNoFrom(({ fn }) => fn<Date>('app_now').as('now')).executeTakeFirstOrThrow();
    const scheduledTime = new Date(now.getTime() + 600_000).toISOString();
    const works: number[] = [];
    for (const title of ['Later', 'Later too'])
      works.push((await room.teacher.call(courseWorkCreate, { params: { id: room.courseId }, body: { title, scheduledTime } })).body.courseWork.id);
    await app.clock.advanceMs(661_000);
    await Promise.all([tend(app), tend(other)]);
    const posted = async () => app.db.selectFrom('course_works').select(['state', 'posted_at']).where('id', 'in', works).orderBy('id').execute();
    // one process may still be working when the other has nothing left to do
    await expect.poll(posted).toMatchObject([{ state: 'PUBLISHED' }, { state: 'PUBLISHED' }]);
    const before = await posted();
    await app.clock.advanceMs(61_000);
    await Promise.all([tend(app), tend(other)]);
    expect(await posted()).toEqual(before);
    for (const student of room.students) {
      expect((await student.call(notificationList, { query: {} })).body.data).toHaveLength(2);
      expect((await there(student).call(courseWorkGet, { params: { id: room.courseId, workId: works[0] } })).status).toBe(200);
    }
    expect(await submissionsOf(app, works[0]!, room.students)).not.toContain(0);
  });
});
