import { fileGet, gradeSubmission, returnSubmission, studentWorkDetails, submissionAnswer, submissionGet, submissionSubmit } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createClassRoom, enrol } from '../classes/index.ts';
import { attachWorkProduct, assignPostedWork } from './index.ts';
import { fileOf, postWork, submissionsOf } from './testing/work.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 4 });
  student = room.students[0]!;
});
afterAll(() => app.close());

const submit = (by: TestPerson, workId: number, body: Record<string, unknown>, options?: { key?: string }) =>
  by.call(submissionSubmit, { body: { courseId: room.courseId, courseWorkId: workId, ...body } }, options);
const details = (by: TestPerson, workId: number) => by.call(studentWorkDetails, { query: { course_id: room.courseId, course_work_id: workId } });
const grade = (workId: number, submissionId: number, draftGrade: unknown) =>
  room.teacher.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: workId, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade } },
  });
const giveBack = (workId: number, id: number, message = 'Well done') =>
  room.teacher.call(returnSubmission, { body: { id, courseId: room.courseId, courseWorkId: workId, message } });
const rowOf = (id: number) => app.db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('who has what to hand in', () => {
  test('[K256] posted work is in state CREATED for each of its students, and for one who joins later where it is for all', async () => {
    const forAll = await postWork(app, room);
    const forTwo = await postWork(app, room, { to: room.students.slice(0, 2) });
    const stateOf = async (workId: number) =>
      (await app.db.selectFrom('submissions').select(['account_id', 'state']).where('course_work_id', '=', workId).execute()).map(({ state }) => state);
    expect(await stateOf(forAll)).toEqual(['CREATED', 'CREATED', 'CREATED', 'CREATED']);
    expect(await stateOf(forTwo)).toEqual(['CREATED', 'CREATED']);
    const late = await scenario.person('student', room.schoolId);
    await inTransaction(app.db, (tx) => enrol(tx, room.courseId, [late.accountId], 'STUDENT'));
    expect(await stateOf(forAll)).toHaveLength(5);
    expect(await stateOf(forTwo)).toHaveLength(2);
    await inTransaction(app.db, (tx) => assignPostedWork(tx, [forAll]));
    expect(await stateOf(forAll)).toHaveLength(5);
    await scenario.remove(room.courseId, late.accountId);
  });

  test('work turned in by its due time earns points once, work turned in late none', async () => {
    const hour = 3_600_000;
    const dueIn = async (ms: number) => {
      const workId = await postWork(app, room, { due_at: new Date((await app.clock.now()).getTime() + ms), due_on: '2026-01-01' });
      const [id] = await submissionsOf(app, workId, [student]);
      await submit(student, workId, { answer: 'Heat' });
      const earned = await app.db.selectFrom('reward_points').select(['type', 'points']).where('cause', '=', `submission:${id}`).execute();
      return { workId, id: id!, earned };
    };
    const early = await dueIn(hour);
    expect(early.earned).toEqual([{ type: 'turned-in-on-time', points: expect.any(Number) }]);
    await giveBack(early.workId, early.id);
    expect((await submit(student, early.workId, { answer: 'Again' })).status).toBe(200);
    expect(await app.db.selectFrom('reward_points').select('id').where('cause', '=', `submission:${early.id}`).execute()).toHaveLength(1);
    expect((await dueIn(-hour)).earned).toEqual([]);
    const undated = await postWork(app, room);
    const [id] = await submissionsOf(app, undated, [student]);
    expect((await submit(student, undated, { answer: 'Heat' })).status).toBe(200);
    expect(await app.db.selectFrom('reward_points').select('id').where('cause', '=', `submission:${id}`).execute()).toEqual([]);
  });

  test('[B721] a draft and archived work are nobody’s', async () => {
    for (const hidden of [{ state: 'DRAFT' as const, posted_at: null }, { archived_at: new Date() }]) {
      const workId = await postWork(app, room, hidden);
      expect(await submissionsOf(app, workId, [student])).toEqual([0]);
      expect(await submit(student, workId, { answer: 'Mine' })).toMatchObject({ status: 404, error: { code: 'WORK_NOT_FOUND' } });
    }
  });

  test('who is taken off work keeps what was there, and finds it when put back', async () => {
    const workId = await postWork(app, room, { to: room.students.slice(0, 2) });
    const [id] = await submissionsOf(app, workId, [student]);
    await submit(student, workId, { answer: 'Heat' });
    const reassign = (ids: readonly number[]) =>
      inTransaction(app.db, async (tx) => {
        await tx.deleteFrom('course_work_assignees').where('course_work_id', '=', workId).execute();
        for (const account_id of ids) await tx.insertInto('course_work_assignees').values({ course_work_id: workId, account_id }).execute();
        await assignPostedWork(tx, [workId]);
      });
    await reassign([room.students[1]!.accountId]);
    expect((await details(student, workId)).status).toBe(404);
    expect((await rowOf(id!)).assigned_at).toBeNull();
    expect((await grade(workId, id!, 5)).status).toBe(404);
    await reassign([student.accountId]);
    expect((await details(student, workId)).body.submission).toMatchObject({ state: 'TURNED_IN', shortAnswerSubmission: { answer: 'Heat' } });
  });

  test('[B723] [K257] who leaves the class loses sight of it and finds it as it was after coming back', async () => {
    const leaver = room.students[3]!;
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [leaver]);
    await submit(leaver, workId, { answer: 'Before I left' });
    await grade(workId, id!, 40);
    await giveBack(workId, id!);
    await scenario.remove(room.courseId, leaver.accountId);
    expect((await details(leaver, workId)).status).toBe(404);
    expect((await leaver.call(submissionGet, { params: { id } })).status).toBe(404);
    await inTransaction(app.db, (tx) => enrol(tx, room.courseId, [leaver.accountId], 'STUDENT'));
    expect((await details(leaver, workId)).body.submission).toMatchObject({ id, assignedGrade: 40, state: 'RETURNED' });
  });
});

describe('handing in', () => {
  test('[K258] [K390] [K440] [K347] a short answer is turned in as it was written, and says so', async () => {
    const workId = await postWork(app, room);
    const [submissionId] = await submissionsOf(app, workId, [student]);
    const answer = '  <script>alert(1)</script>\nمرحبا 👩🏽‍🔬 \n';
    const reply = await submit(student, workId, { submissionId, id: submissionId, answer, type: 'SHORT_ANSWER_QUESTION' });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        message: 'Answer has been submitted successfully',
        submission: { id: submissionId, state: 'TURNED_IN', late: false, shortAnswerSubmission: { answer }, can_submit: false, draftGrade: null },
      },
    });
    expect(reply.body.submission.submissionHistory).toEqual([
      { stateHistory: { state: 'TURNED_IN', stateTimestamp: expect.any(String), actorUserId: student.accountId, late: false } },
    ]);
    expect(await submit(student, workId, { answer: 'Again' })).toMatchObject({ status: 409, error: { code: 'SUBMISSION_TURNED_IN' } });
    expect((await rowOf(submissionId!)).short_answer).toBe(answer);
  });

  test('[K236] [K237] [K391] [K398] details and answer carry every field, and the student sees no draft', async () => {
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [student]);
    await submit(student, workId, { answer: 'Heat' });
    await grade(workId, id!, 31.5);
    const expected = {
      id,
      courseId: room.courseId,
      courseWorkId: workId,
      userId: student.accountId,
      state: 'TURNED_IN',
      late: false,
      assignedGrade: null,
      submissionHistory: expect.any(Array),
      assignmentSubmission: { attachments: [] },
      shortAnswerSubmission: { answer: 'Heat' },
      multipleChoiceSubmission: { answer: null },
    };
    const staff = (await room.coTeacher.call(submissionGet, { params: { id } })).body;
    expect(staff.submission).toMatchObject({ ...expected, draftGrade: 31.5 });
    expect(staff.work).toMatchObject({ id: workId, title: 'Energy in a circuit', maxPoints: 50 });
    const own = (await student.call(submissionAnswer, { params: { id } })).body;
    expect(own.submission).toMatchObject({ ...expected, draftGrade: null });
    expect(own).toMatchObject({ local: { response: 'Heat', meta_data: { hand_ins: 1 } }, external: { state: 'TURNED_IN', draftGrade: null }, messages: [] });
    expect(JSON.stringify(own)).not.toContain('31.5');
    expect((await room.admin.call(submissionAnswer, { params: { id } })).body.external).toEqual({ state: 'TURNED_IN', draftGrade: 31.5 });
    for (const call of [submissionGet, submissionAnswer] as const)
      for (const person of [room.students[1]!, room.otherTeacher, room.otherStudent]) expect((await person.call(call, { params: { id } })).status).toBe(404);
  });

  test('[K013] [B711] files of one’s own library are handed in, and read by the student and the staff of the class alone', async () => {
    const workId = await postWork(app, room, { work_type: 'ASSIGNMENT' });
    const [id] = await submissionsOf(app, workId, [student]);
    const file = await fileOf(app, student, room.schoolId);
    const foreign = await fileOf(app, room.students[1]!, room.schoolId);
    expect((await submit(student, workId, { attachment: [file, foreign] })).error?.errors).toHaveProperty('attachment');
    expect((await submit(student, workId, {})).error?.errors).toEqual({ attachment: ['Choose the file to hand in.'] });
    expect((await submit(student, workId, { attachment: [] })).error?.errors).toEqual({ attachment: ['Choose the file to hand in.'] });
    const reply = await submit(student, workId, { attachment: { id: file }, type: 'ASSIGNMENT' });
    expect(reply.body.submission.assignmentSubmission.attachments).toMatchObject([
      { title: 'lab report.pdf', driveFile: { id: file, alternateLink: expect.stringContaining(`/files/${file}?`) }, file: { id: file, kind: 'pdf' } },
    ]);
    const read = async (by: TestPerson) => (await by.call(fileGet, { params: { id: file } })).status;
    const { bystander } = { bystander: await scenario.person('teachers', await scenario.school()) };
    expect(await Promise.all([student, room.teacher, room.coTeacher].map(read))).toEqual([200, 200, 200]);
    expect(await Promise.all([room.students[1]!, room.otherTeacher, room.otherStudent, bystander].map(read))).toEqual([404, 404, 404, 404]);

    const named = { table: 'submissions', id: workId, name: 'Energy in a circuit', course_id: room.courseId };
    expect((await student.call(fileGet, { params: { id: file } })).body).toMatchObject({ dependents: ['1 submission'], things: [named] });

    await giveBack(workId, id!, 'Please sign it');
    const second = await fileOf(app, student, room.schoolId, 'signed.pdf');
    expect((await submit(student, workId, { attachment: [second] })).body.submission.assignmentSubmission.attachments).toMatchObject([{ title: 'signed.pdf' }]);
    expect(await read(room.coTeacher)).toBe(200);
    const kept = await app.db.selectFrom('submission_history').select('answer').where('submission_id', '=', id!).orderBy('id').execute();
    expect(kept.map(({ answer }) => (answer as { file_ids?: number[] } | null)?.file_ids)).toEqual([[file], undefined, [second]]);
  });

  test('a choice is one of the work’s, and one is needed', async () => {
    const workId = await postWork(app, room, { work_type: 'MULTIPLE_CHOICE_QUESTION', choices: ['It grows', 'It shrinks'] });
    expect((await submit(student, workId, {})).error?.errors).toEqual({ answer: ['Select a Option'] });
    expect((await submit(student, workId, { answer: 'It hums' })).error?.errors).toHaveProperty('answer');
    expect((await submit(student, workId, { answer: 'It grows' })).body.submission.multipleChoiceSubmission).toEqual({ answer: 'It grows' });
  });

  test.each([
    ['nothing', {}, 'answer', 'Answer is required'],
    ['blanks', { answer: ' \n\u200b ' }, 'answer', 'Answer is required'],
    ['more than can be kept', { answer: 'x'.repeat(20_001) }, 'answer', expect.stringContaining('20,000')],
    ['a number', { answer: 7 }, 'answer', expect.any(String)],
    ['a NUL', { answer: 'a\u0000b' }, 'answer', expect.any(String)],
    ['another kind of answer', { answer: 'a', type: 'ASSIGNMENT' }, 'type', expect.stringContaining('another kind')],
    ['a kind that there is not', { answer: 'a', type: 'ESSAY' }, 'type', expect.any(String)],
  ])('[K306] [K307] %s is refused at its field', async (_, body, field, message) => {
    const workId = await postWork(app, room);
    expect(await submit(student, workId, body)).toMatchObject({ status: 422, error: { errors: { [field]: [message] } } });
  });

  test('half of a sign is mended, and 10,000 signs of any script are kept', async () => {
    const workId = await postWork(app, room);
    expect((await submit(student, workId, { answer: 'a\ud83d' })).body.submission.shortAnswerSubmission.answer).toBe('a\ufffd');
    const long = 'ﷺ漢👩‍🚀'.repeat(1700);
    expect((await submit(student, await postWork(app, room), { answer: long })).body.submission.shortAnswerSubmission.answer).toBe(long);
  });

  test('[K263] late is what comes after the due instant by the database’s clock; it is marked and never refused', async () => {
    const due = async (seconds: number) => ({ due_on: '2026-05-04', due_at: new Date((await app.clock.now()).getTime() + seconds * 1000) });
    const inTime = await submit(student, await postWork(app, room, await due(600)), { answer: 'a' });
    const late = await submit(student, await postWork(app, room, await due(-1)), { answer: 'a' });
    expect([inTime.body.submission.late, late.body.submission.late]).toEqual([false, true]);
    const workId = await postWork(app, room, await due(60));
    expect((await details(student, workId)).body.submission.overdue).toBe(false);
    await app.clock.advanceMs(61_000);
    expect((await details(student, workId)).body.submission).toMatchObject({ overdue: true, late: false, state: 'CREATED' });
    expect((await submit(student, workId, { answer: 'a' })).body.submission).toMatchObject({ overdue: false, late: true });
    // a student who joins after the due time has missed nothing
    const newcomer = await scenario.person('student', room.schoolId);
    await inTransaction(app.db, (tx) => enrol(tx, room.courseId, [newcomer.accountId], 'STUDENT'));
    expect((await submit(newcomer, workId, { answer: 'a' })).body.submission).toMatchObject({ overdue: false, late: false });
    await scenario.remove(room.courseId, newcomer.accountId);
  });

  test('[B722] [K262] returned without a grade it can be handed in again; with a grade it is locked', async () => {
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [student]);
    await submit(student, workId, { answer: 'First' });
    await giveBack(workId, id!, 'Say more');
    expect((await details(student, workId)).body).toMatchObject({ submission: { state: 'RETURNED', can_submit: true }, messages: [{ message: 'Say more' }] });
    expect((await submit(student, workId, { answer: 'Second' })).body.submission).toMatchObject({ state: 'TURNED_IN' });
    await grade(workId, id!, 12);
    await giveBack(workId, id!);
    expect((await details(student, workId)).body.submission).toMatchObject({ state: 'RETURNED', can_submit: false, assignedGrade: 12 });
    expect(await submit(student, workId, { answer: 'Third' })).toMatchObject({ status: 409, error: { code: 'SUBMISSION_GRADED' } });
    const { body } = await room.teacher.call(submissionAnswer, { params: { id } });
    expect(body.local).toMatchObject({ response: 'Second', meta_data: { hand_ins: 2 } });
  });

  test('a draft grade locks work that was not handed in, until it is cleared', async () => {
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [student]);
    await grade(workId, id!, 0);
    expect(await submit(student, workId, { answer: 'a' })).toMatchObject({ status: 409, error: { code: 'SUBMISSION_GRADED' } });
    await grade(workId, id!, null);
    expect((await submit(student, workId, { answer: 'a' })).status).toBe(200);
  });

  test('[B721] nobody hands in for somebody else, in another class, as staff, or what takes no answer', async () => {
    const workId = await postWork(app, room);
    const [theirs] = await submissionsOf(app, workId, [room.students[1]!]);
    const asked = { answer: 'a' };
    expect((await submit(student, workId, { ...asked, submissionId: theirs })).status).toBe(404);
    expect((await submit(student, workId, { ...asked, id: theirs })).status).toBe(404);
    for (const person of [room.otherStudent]) expect((await submit(person, workId, asked)).status).toBe(404);
    for (const person of [room.teacher, room.otherTeacher, room.admin]) expect((await submit(person, workId, asked)).status).toBe(403);
    const far = await scenario.class({ students: 1 });
    expect((await submit(student, await postWork(app, far), asked)).status).toBe(404);
    expect((await student.call(submissionSubmit, { body: { courseId: far.courseId, courseWorkId: workId, ...asked } })).status).toBe(404);
    const notMine = await postWork(app, room, { to: [room.students[1]!] });
    expect((await submit(student, notMine, asked)).error?.code).toBe('WORK_NOT_FOUND');
    expect((await submit(student, await postWork(app, room, { work_type: 'MATERIAL' }), asked)).error?.code).toBe('WORK_TAKES_NO_ANSWER');
    await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', room.courseId).execute();
    expect((await submit(student, workId, asked)).error?.code).toBe('CLASS_ARCHIVED');
    await app.db.updateTable('courses').set({ course_state: 'ACTIVE' }).where('id', '=', room.courseId).execute();
    expect((await submit(student, workId, asked)).status).toBe(200);
  });

  test('[B720] twice at once under one key is once, and two at once under two keys are one and a refusal', async () => {
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [student]);
    const same = await Promise.all([1, 2].map(() => submit(student, workId, { answer: 'a' }, { key: 'hand-in-1' })));
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    expect(await app.db.selectFrom('submission_history').select('id').where('submission_id', '=', id!).execute()).toHaveLength(1);
    const other = await postWork(app, room);
    const both = await Promise.all(['k2', 'k3'].map((key) => submit(student, other, { answer: key }, { key })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('the staff’s open pages learn of a hand-in, by the work it belongs to', async () => {
    const workId = await postWork(app, room);
    const ear = await hear(app, room.teacher, `private-class-staff-${room.courseId}`);
    await submit(student, workId, { answer: 'a' });
    // events about earlier works may still arrive
    await expect.poll(() => ear.events.flatMap(({ name, data }) => (name === 'class.submissions.changed' ? (data.items as number[]) : []))).toContain(workId);
    ear.close();
    await expect(hear(app, student, `private-class-staff-${room.courseId}`)).rejects.toThrow();
  });
});

test('what was made of a lesson is attached once, handed in and never late; made again it takes the place of the first', async () => {
  const { assessmentId } = await scenario.assessment({ owner: room.teacher, schoolId: room.schoolId, classId: room.courseId });
  const told: string[] = [];
  const announcing = {
    room: createClassRoom({
      announce: async (_tx, announced) => void told.push(...[announced].flat().map(({ room, name, item }) => `${room} ${name} ${item}`)),
    }),
    realtime: { publish: (channel: string, name: string) => void told.push(`${channel} ${name}`) },
  };
  const product = (fileId: number) => ({ courseId: room.courseId, assessmentId, accountId: student.accountId, fileId, title: 'Work product' });
  const [first, second] = [await fileOf(app, student, room.schoolId), await fileOf(app, student, room.schoolId)];
  expect(await inTransaction(app.db, (tx) => attachWorkProduct(tx, announcing, product(first)))).toBeNull();
  const workId = await postWork(app, room, {
    assessment_id: assessmentId,
    work_type: 'ASSIGNMENT',
    due_on: '2026-01-01',
    due_at: new Date('2026-01-01T12:00:00Z'),
  });
  const id = await inTransaction(app.db, (tx) => attachWorkProduct(tx, announcing, product(first)));
  await inTransaction(app.db, (tx) => attachWorkProduct(tx, announcing, product(second)));
  const { submission, work } = (await details(student, workId)).body;
  expect(work).toMatchObject({ assessment_id: assessmentId, assessment_status: 'Active' });
  expect(submission).toMatchObject({ id, state: 'TURNED_IN', late: false, can_submit: false });
  expect(submission.assignmentSubmission.attachments).toMatchObject([{ driveFile: { id: second }, is_work_product: true }]);
  expect(submission.submissionHistory).toHaveLength(1);
  // the open pages of staff and student received both
  const heard = [
    `private-gradebook-${room.courseId} gradebook.columns.changed ${workId}`,
    `private-class-staff-${room.courseId} class.submissions.changed ${workId}`,
    `private-account-${student.accountId} own-work.changed`,
  ];
  expect(told).toEqual([...heard, ...heard]);
  expect((await submit(student, workId, { attachment: [first] })).error?.code).toBe('WORK_TAKES_NO_ANSWER');
});
