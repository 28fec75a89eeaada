import { Socket } from 'node:net';
import {
  announcementList,
  authMe,
  courseList,
  courseWorkCreate,
  courseWorkGet,
  courseWorkList,
  gradeSubmission,
  pendingInvitations,
  returnSubmission,
  rewardPointList,
  studentWorkDetails,
  submissionAnswer,
  submissionList,
  submissionSubmit,
  topicCreate,
  topicList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

test('[K016] classes, classwork, answers, grades and messages are held here: from making work to its return no other machine is asked', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  const room = await scenario.class();
  const [student] = room.students as [TestPerson];
  const { courseWork } = (
    await room.teacher.call(courseWorkCreate, { params: { id: room.courseId }, body: { title: 'Why?', workType: 'SHORT_ANSWER_QUESTION', maxPoints: 10 } })
  ).body;
  const of = { courseId: room.courseId, courseWorkId: courseWork.id };
  const { submission } = (await student.call(studentWorkDetails, { query: { course_id: room.courseId, course_work_id: courseWork.id } })).body;
  expect((await student.call(submissionSubmit, { body: { ...of, submissionId: submission.id, answer: 'Because of gravity.' } })).status).toBe(200);
  const graded = { ...of, submissionId: submission.id, submission: { type: 'DRAFT_GRADE', draftGrade: 9 } };
  expect((await room.teacher.call(gradeSubmission, { body: graded as never })).status).toBe(200);
  expect((await room.teacher.call(returnSubmission, { body: { ...of, id: submission.id, message: 'Well argued.' } })).status).toBe(200);
  for (const by of [student, room.teacher]) {
    expect((await by.call(courseList)).body.data).toMatchObject([{ id: room.courseId }]);
    expect((await by.call(courseWorkGet, { params: { id: room.courseId, workId: courseWork.id } })).status).toBe(200);
    expect((await by.call(submissionAnswer, { params: { id: submission.id } })).body).toMatchObject({
      local: { response: 'Because of gravity.' },
      submission: { state: 'RETURNED', assignedGrade: 9 },
      messages: [{ message: 'Well argued.' }],
    });
  }
  const asked = connect.mock.calls.flat(2) as unknown[];
  const hosts = asked.flatMap((to) => (to as { host?: string } | null | undefined)?.host ?? []);
  expect(hosts.filter((host) => !['127.0.0.1', 'localhost', '::1'].includes(host))).toEqual([]);
  const { rows } = await sql<{ external: object }>`SELECT external FROM course_works WHERE id = ${courseWork.id}`.execute(app.db);
  expect(rows).toEqual([{ external: {} }]);
});

test('[K233] work says to how many of now it is given and how many of them have handed in', async () => {
  const room = await scenario.class({ students: 4 });
  const [one, two, three] = room.students as [TestPerson, TestPerson, TestPerson];
  const make = async (body: Record<string, unknown>): Promise<number> =>
    (await room.teacher.call(courseWorkCreate, { params: { id: room.courseId }, body: { workType: 'SHORT_ANSWER_QUESTION', ...body } as never })).body
      .courseWork.id;
  const forAll = await make({ title: 'For all' });
  await make({ title: 'For two', individualStudentsOptions: { studentIds: [one.accountId, two.accountId] } });
  const counts = async () =>
    Object.fromEntries(
      (await room.teacher.call(courseWorkList, { params: { id: room.courseId } })).body.data.map(({ title, turnedIn, totalAssignee }) => [
        title,
        [turnedIn, totalAssignee],
      ]),
    );
  expect(await counts()).toEqual({ 'For all': [0, 4], 'For two': [0, 2] });
  const { submissions } = (await room.teacher.call(submissionList, { params: { courseId: room.courseId, workId: forAll } })).body;
  for (const by of [one, three]) {
    const id = submissions.find(({ account_id }) => account_id === by.accountId)?.id;
    await by.call(submissionSubmit, { body: { courseId: room.courseId, courseWorkId: forAll, submissionId: id, answer: 'Done' } });
  }
  expect(await counts()).toEqual({ 'For all': [2, 4], 'For two': [0, 2] });
  expect((await room.teacher.call(courseWorkGet, { params: { id: room.courseId, workId: forAll } })).body.courseWork).toMatchObject({
    turnedIn: 2,
    totalAssignee: 4,
  });
  await scenario.remove(room.courseId, three.accountId);
  await scenario.remove(room.courseId, two.accountId);
  expect(await counts()).toEqual({ 'For all': [1, 2], 'For two': [0, 1] });
});

test('[L007] teachers and students see their pending invitations, points, announcements and topics', async () => {
  const room = await scenario.class();
  await room.teacher.call(topicCreate, { body: { name: 'Forces', external_course_id: room.courseId } });
  for (const by of [room.teacher, room.students[0] as TestPerson]) {
    const { menus } = (await by.call(authMe)).body.user;
    const entries = Object.values(menus).flatMap((group) => group.map(({ res_url }) => res_url));
    expect(entries).toEqual(expect.arrayContaining(['invitations', 'reward-point', 'notifications']));
    for (const endpoint of [pendingInvitations, rewardPointList, announcementList]) expect((await by.call(endpoint)).status).toBe(200);
    expect((await by.call(topicList, { query: { courseId: room.courseId } })).body.data).toMatchObject([{ name: 'Forces' }]);
  }
  const { menus } = (await room.teacher.call(authMe)).body.user;
  expect(Object.values(menus).flatMap((group) => group.map(({ res_url }) => res_url))).toContain('topics');
});
