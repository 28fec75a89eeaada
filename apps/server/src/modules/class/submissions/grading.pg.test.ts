import {
  courseWorkUpdate,
  gradeActUndo,
  gradeBulk,
  gradeSubmission,
  notificationList,
  returnMany,
  returnSubmission,
  studentWorkDetails,
  submissionGet,
  submissionList,
  submissionSubmit,
  type SubmissionView,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { bindListeners } from '../../../platform/module-events.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { type GradesSaved, gradesSaved, saveGrades } from './index.ts';
import { postWork, submissionsOf } from './testing/work.ts';

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

const submit = (by: TestPerson, workId: number, answer = 'Heat') =>
  by.call(submissionSubmit, { body: { courseId: room.courseId, courseWorkId: workId, answer } });
const grade = (workId: number, submissionId: number, draftGrade: unknown, extra: Record<string, unknown> = {}, by = room.teacher) =>
  by.call(gradeSubmission, {
    body: { courseId: room.courseId, courseWorkId: workId, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade }, ...extra },
  });
const excuse = (workId: number, submissionId: number, excused: boolean, by = room.teacher) =>
  by.call(gradeSubmission, { body: { courseId: room.courseId, courseWorkId: workId, submissionId, submission: { type: 'EXCUSED', excused } } });
const giveBack = (workId: number, id: number, extra: Record<string, unknown> = {}, by = room.teacher) =>
  by.call(returnSubmission, { body: { id, courseId: room.courseId, courseWorkId: workId, message: 'Well done', ...extra } });
const giveBackMany = (workId: number, ids: readonly number[], extra: Record<string, unknown> = {}, by = room.teacher) =>
  by.call(returnMany, { body: { courseId: room.courseId, courseWorkId: workId, ids, message: 'Here it is', ...extra } });
const undo = (id: unknown, by = room.teacher) => by.call(gradeActUndo, { params: { id } });
const details = async (by: TestPerson, workId: number) =>
  (await by.call(studentWorkDetails, { query: { course_id: room.courseId, course_work_id: workId } })).body;
const changesOf = (id: number) =>
  app.db
    .selectFrom('grade_changes')
    .innerJoin('grade_acts', 'grade_acts.id', 'act_id')
    .select(['revision', 'kind', 'draft', 'assigned', 'excused', 'state'])
    .where('submission_id', '=', id)
    .orderBy('revision')
    .execute();
/** Creates work that a student has handed in. */
async function handedIn(by = student): Promise<{ workId: number; id: number }> {
  const workId = await postWork(app, room);
  await submit(by, workId);
  const [id] = await submissionsOf(app, workId, [by]);
  return { workId, id: id! };
}

describe('a grade', () => {
  test('[K264] [K393] [K441] [K337] is a draft of the teachers’, and the answer gives draftGrade and assignedGrade', async () => {
    const { workId, id } = await handedIn();
    const reply = await grade(workId, id, 46.5);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        draftGrade: 46.5,
        assignedGrade: null,
        state: 'TURNED_IN',
        late: false,
        revision: 1,
        act_id: expect.any(Number),
        message: 'Student Grade Update Successfully',
      },
    });
    expect(await changesOf(id)).toEqual([{ revision: 1, kind: 'edit', draft: 46.5, assigned: null, excused: false, state: 'TURNED_IN' }]);
    expect((await details(student, workId)).submission).toMatchObject({ draftGrade: null, assignedGrade: null });
    expect((await grade(workId, id, '47', {}, room.coTeacher)).body).toMatchObject({ draftGrade: 47, revision: 2 });
    expect((await grade(workId, id, 0, {}, room.admin)).body).toMatchObject({ draftGrade: 0, revision: 3 });
    expect((await grade(workId, id, 0)).body).toMatchObject({ revision: 3, act_id: null, message: 'Grade unchanged.' });
    expect((await grade(workId, id, null)).body).toMatchObject({ draftGrade: null, revision: 4 });
    expect((await grade(workId, id, 99_999.99)).body).toMatchObject({ draftGrade: 99_999.99 });
    const byAccount = {
      body: { courseId: room.courseId, courseWorkId: workId, account_id: student.accountId, submission: { type: 'DRAFT_GRADE', draftGrade: 3 } },
    };
    expect((await room.teacher.call(gradeSubmission, byAccount)).body.submission).toMatchObject({ submissionId: id, draftGrade: 3 });
    const entries = await app.db.selectFrom('audit_entries').select('action').where('subject_type', '=', 'submission').where('subject_id', '=', id).execute();
    expect(new Set(entries.map(({ action }) => action))).toEqual(new Set(['submission.grade']));
  });

  test.each([
    ['none at all', undefined, 'Name is required'],
    ['an empty text', '', 'Name is required'],
    ['a negative one', -1, 'A grade cannot be below 0.'],
    ['three decimals', 4.125, 'A grade has at most two decimals.'],
    ['more than can be kept', 100_000, 'A grade cannot be above 99,999.99.'],
    ['a thousands separator', '1,000', 'Write the grade as a number, such as 46 or 46.5.'],
    ['other digits', '٤٦', 'Write the grade as a number, such as 46 or 46.5.'],
  ])('[K304] %s is refused at its field', async (_, draftGrade, message) => {
    const { workId, id } = await handedIn();
    expect(await grade(workId, id, draftGrade)).toMatchObject({ status: 422, error: { errors: { 'submission.draftGrade': [message] } } });
    expect(await changesOf(id)).toEqual([]);
  });

  test('is refused to students, to other teachers, for others’ work and where there is no such cell', async () => {
    const { workId, id } = await handedIn();
    expect((await grade(workId, id, 5, {}, student)).status).toBe(403);
    expect((await grade(workId, id, 5, {}, room.otherTeacher)).status).toBe(404);
    expect((await grade(workId, 999_999, 5)).status).toBe(404);
    expect((await grade(await postWork(app, room), id, 5)).status).toBe(404);
    expect((await grade(999_999, id, 5)).error?.code).toBe('WORK_NOT_FOUND');
    expect((await grade(workId, id, 5, { submissionId: null })).error?.errors).toHaveProperty('submissionId');
    for (const work of [{ max_points: null }, { work_type: 'MATERIAL' as const }]) {
      const pointless = await postWork(app, room, work);
      const [cell] = await submissionsOf(app, pointless, [student]);
      expect((await grade(pointless, cell!, 5)).error?.code).toBe('WORK_WITHOUT_POINTS');
    }
  });

  test('that somebody changed since is refused with the newer one, who and when; by value, and only where it is asked for', async () => {
    const { workId, id } = await handedIn();
    await grade(workId, id, 40, { was: null }, room.coTeacher);
    const reply = await grade(workId, id, 45, { was: null });
    expect(reply).toMatchObject({
      status: 409,
      error: {
        code: 'GRADE_CHANGED',
        params: {
          newer: { draftGrade: 40, revision: 1, changed_by: `${room.coTeacher.firstName} ${room.coTeacher.lastName}`, changed_at: expect.any(String) },
        },
      },
    });
    expect(reply.error?.message).toContain(room.coTeacher.firstName);
    expect((await grade(workId, id, 40, { was: null })).body).toMatchObject({ act_id: null });
    await grade(workId, id, 41);
    await grade(workId, id, 40);
    expect((await grade(workId, id, 45, { was: 40 })).body).toMatchObject({ draftGrade: 45 });
    const both = await Promise.all([50, 51].map((points) => grade(workId, id, points, { was: 45 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await grade(workId, id, 1, { was: 'x' })).error?.errors).toHaveProperty('was');
  });

  test('may be excused: the number stays, the student sees it at once, and a number typed over it takes its place', async () => {
    const { workId, id } = await handedIn();
    await grade(workId, id, 30);
    expect((await excuse(workId, id, true)).body).toMatchObject({ excused: true, draftGrade: 30 });
    expect((await details(student, workId)).submission).toMatchObject({ excused: true, draftGrade: null });
    expect((await grade(workId, id, 30, { was: 30 })).error?.code).toBe('GRADE_CHANGED');
    expect((await grade(workId, id, 31, { was: 'EX' })).body).toMatchObject({ excused: false, draftGrade: 31 });
    expect((await changesOf(id)).map(({ kind }) => kind)).toEqual(['edit', 'excuse', 'edit']);
  });

  test('handing in never meets grading', async () => {
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [student]);
    await Promise.all([submit(student, workId), grade(workId, id!, null, { was: null })]);
    expect((await grade(workId, id!, 5, { was: null })).status).toBe(200);
  });
});

describe('returning', () => {
  test('[K259] [K260] [K261] [K394] the draft becomes the assigned grade, the student reads it with the message and is told', async () => {
    const { workId, id } = await handedIn();
    await grade(workId, id, 46);
    const hostile = 'مرحبا <script> 👩🏽‍🔬';
    const reply = await giveBack(workId, id, { message: hostile, account_id: student.accountId });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        return_message: { message: hostile, account_name: `${room.teacher.firstName} ${room.teacher.lastName}` },
        submission: { state: 'RETURNED', draftGrade: 46, assignedGrade: 46 },
        message: `Returned to ${student.firstName} ${student.lastName}`,
      },
    });
    expect(await details(student, workId)).toMatchObject({
      submission: { state: 'RETURNED', assignedGrade: 46, draftGrade: null },
      messages: [{ message: hostile }],
    });
    const { data } = (await student.call(notificationList)).body;
    expect(data[0]).toMatchObject({
      kind: 'work-returned',
      params: { title: 'Energy in a circuit' },
      path: `/class-classwork/${room.courseId}?work=${workId}&tab=work`,
    });
    expect((await giveBack(workId, id)).error?.code).toBe('RETURNED_ALREADY');
    await grade(workId, id, 48);
    expect((await details(student, workId)).submission).toMatchObject({ assignedGrade: 46 });
    expect((await giveBack(workId, id)).body.submission).toMatchObject({ assignedGrade: 48 });
    await grade(workId, id, null);
    expect((await giveBack(workId, id)).body.submission).toMatchObject({ assignedGrade: null });
    const { submissionHistory } = (await details(student, workId)).submission;
    const points = submissionHistory.flatMap((entry) => ('gradeHistory' in entry ? [entry.gradeHistory.pointsEarned] : []));
    expect(points).toEqual([46, 48, null]);
  });

  test.each([
    ['no message', ''],
    ['blanks', ' \n '],
  ])('[K305] %s is refused', async (_, message) => {
    const { workId, id } = await handedIn();
    expect((await giveBack(workId, id, { message })).error?.errors).toEqual({ message: ['Message is required'] });
    expect((await giveBackMany(workId, [id], { message })).error?.errors).toEqual({ message: ['Message is required'] });
  });

  test('[K259] what was not handed in is returned with a grade alone, and only as work on paper', async () => {
    const workId = await postWork(app, room);
    const [id] = await submissionsOf(app, workId, [student]);
    expect((await giveBack(workId, id!)).error?.code).toBe('NOTHING_TO_RETURN');
    expect((await giveBack(workId, id!, { paper: true })).error?.code).toBe('NOTHING_TO_RETURN');
    await grade(workId, id!, 40);
    expect((await giveBack(workId, id!)).error?.code).toBe('NOT_TURNED_IN');
    expect((await giveBack(workId, id!, { paper: true })).body.submission).toMatchObject({ state: 'RETURNED', assignedGrade: 40 });
  });

  test('is refused to students and other teachers, for another person’s id and after the cell has changed', async () => {
    const { workId, id } = await handedIn();
    await grade(workId, id, 46);
    expect((await giveBack(workId, id, {}, student)).status).toBe(403);
    expect((await giveBack(workId, id, {}, room.otherTeacher)).status).toBe(404);
    expect((await giveBack(workId, id, { account_id: room.students[1]!.accountId })).status).toBe(404);
    expect((await giveBack(await postWork(app, room), id)).status).toBe(404);
    expect((await giveBack(999_999, id)).error?.code).toBe('WORK_NOT_FOUND');
    expect((await giveBack(workId, id, { was: 40 })).error?.code).toBe('GRADE_CHANGED');
    expect((await giveBack(workId, id, { was: 46 }, room.admin)).status).toBe(200);
    expect((await giveBackMany(workId, [id], {}, student)).status).toBe(403);
    expect((await giveBackMany(workId, [id], {}, room.otherTeacher)).status).toBe(404);
    expect((await giveBackMany(999_999, [id])).error?.code).toBe('WORK_NOT_FOUND');
  });

  test('several at once with one message, in one act; what cannot be is named, and all of it is taken back and done again', async () => {
    const workId = await postWork(app, room);
    const ids = await submissionsOf(app, workId, room.students);
    for (const person of room.students.slice(0, 3)) await submit(person, workId);
    await grade(workId, ids[0]!, 46);
    await grade(workId, ids[1]!, 30);
    const reply = await giveBackMany(workId, [...ids, 999_999]);
    expect(reply.body).toMatchObject({
      message: 'Returned to 3 students',
      refused: [
        { submissionId: ids[3], code: 'NOTHING_TO_RETURN' },
        { submissionId: 999_999, code: 'NOT_FOUND' },
      ],
    });
    expect(reply.body.saved.map(({ assignedGrade }: { assignedGrade: number | null }) => assignedGrade)).toEqual([46, 30, null]);
    const told = async (by: TestPerson) =>
      (await by.call(notificationList)).body.data.filter(({ path }: { path: string }) => path.includes(`work=${workId}&`)).length;
    expect(await told(room.students[1]!)).toBe(1);
    // One of them hands in again; that one is unchanged.
    await submit(room.students[2]!, workId, 'Better');
    const back = await undo(reply.body.act_id);
    expect(back.body).toMatchObject({
      message: 'Undone for 2 students',
      refused: [{ submissionId: ids[2], code: 'SUBMISSION_TURNED_IN', message: 'The student has handed it in again.' }],
    });
    expect(await details(room.students[0]!, workId)).toMatchObject({
      submission: { state: 'TURNED_IN', assignedGrade: null, returned_at: null },
      messages: [],
    });
    expect((await details(room.students[2]!, workId)).messages).toHaveLength(1);
    expect(await told(room.students[1]!)).toBe(0);
    expect((await undo(reply.body.act_id)).error?.code).toBe('ACT_UNDONE');
    const again = await undo(back.body.act_id);
    expect(again.body).toMatchObject({
      refused: [],
      saved: [
        { state: 'RETURNED', assignedGrade: 46 },
        { state: 'RETURNED', assignedGrade: 30 },
      ],
    });
    expect((await details(room.students[0]!, workId)).messages).toMatchObject([{ message: 'Here it is' }]);
    expect(await told(room.students[1]!)).toBe(1);
    await undo(again.body.act_id);
    expect((await details(room.students[0]!, workId)).messages).toEqual([]);
  });
});

describe('taking grades back', () => {
  test('[K265] [K442] many grades are one act; what is wrong is named with its cell, and undo leaves what was changed since', async () => {
    const workId = await postWork(app, room);
    const ids = await submissionsOf(app, workId, room.students);
    await grade(workId, ids[0]!, 10);
    const cells = (values: readonly unknown[]) =>
      values.map((draftGrade, index) => ({ courseWorkId: workId, submissionId: ids[index], submission: { type: 'DRAFT_GRADE', draftGrade }, was: null }));
    const reply = await room.teacher.call(gradeBulk, {
      body: { courseId: room.courseId, kind: 'paste', changes: [...cells([20, 21, 22]), { ...cells([5])[0], submissionId: 999_999 }] },
    });
    expect(reply.body).toMatchObject({
      message: 'Grade Updated Successfully',
      saved: [{ draftGrade: 21 }, { draftGrade: 22 }],
      refused: [
        { submissionId: ids[0], code: 'GRADE_CHANGED', newer: { draftGrade: 10 } },
        { submissionId: 999_999, code: 'NOT_FOUND' },
      ],
    });
    await grade(workId, ids[2]!, 23, {}, room.coTeacher);
    const back = await undo(reply.body.act_id, room.coTeacher);
    expect(back.body).toMatchObject({
      saved: [{ submissionId: ids[1], draftGrade: null }],
      refused: [{ submissionId: ids[2], code: 'GRADE_CHANGED', newer: { draftGrade: 23 } }],
    });
    expect((await undo(back.body.act_id)).body.saved).toMatchObject([{ submissionId: ids[1], draftGrade: 21 }]);
  });

  test('is for the staff of the class', async () => {
    const { workId, id } = await handedIn();
    const { act_id } = (await grade(workId, id, 5)).body;
    expect((await undo(act_id, student)).status).toBe(403);
    expect((await undo(act_id, room.otherTeacher)).status).toBe(404);
    expect((await undo(999_999)).status).toBe(404);
    expect((await undo('x')).status).toBe(422);
    expect((await undo(act_id, room.admin)).body.saved).toMatchObject([{ draftGrade: null }]);
    expect((await room.teacher.call(submissionGet, { params: { id } })).body.submission.revision).toBe(2);
  });

  test('an archived class is read and not changed', async () => {
    const { workId, id } = await handedIn();
    const { act_id } = (await grade(workId, id, 5)).body;
    const setState = (course_state: 'ACTIVE' | 'ARCHIVED') => app.db.updateTable('courses').set({ course_state }).where('id', '=', room.courseId).execute();
    await setState('ARCHIVED');
    const one = { courseWorkId: workId, submissionId: id, submission: { type: 'DRAFT_GRADE', draftGrade: 1 } };
    const replies = [
      await grade(workId, id, 6),
      await giveBack(workId, id),
      await giveBackMany(workId, [id]),
      await undo(act_id),
      await room.teacher.call(gradeBulk, { body: { courseId: room.courseId, kind: 'paste', changes: [one] } }),
    ];
    expect(replies.map(({ error }) => error?.code)).toEqual(Array.from({ length: 5 }, () => 'CLASS_ARCHIVED'));
    expect((await room.teacher.call(submissionGet, { params: { id } })).status).toBe(200);
    await setState('ACTIVE');
  });
});

describe('other points for graded work', () => {
  const setPoints = (workId: number, maxPoints: number, extra: Record<string, unknown> = {}) =>
    room.teacher.call(courseWorkUpdate, { params: { id: room.courseId, workId }, body: { maxPoints, ...extra } });
  const pointsActs = (workId: number) =>
    app.db.selectFrom('grade_acts').selectAll().where('kind', '=', 'points').where('note', 'like', `{"course_work_id":${workId},%`).orderBy('id').execute();

  test('[B710] are one act, once they are confirmed: the grades stay the points that they are, and what they were out of is kept', async () => {
    const { workId, id } = await handedIn();
    await grade(workId, id, 40);
    await giveBack(workId, id);
    expect((await setPoints(workId, 30)).error).toMatchObject({ code: 'GRADES_WOULD_CHANGE', params: { points: 30, grades: 1, above: 1 } });
    expect(await pointsActs(workId)).toEqual([]);
    expect((await setPoints(workId, 30, { confirm: true })).status).toBe(200);
    expect(await pointsActs(workId)).toMatchObject([
      { course_id: room.courseId, account_id: room.teacher.accountId, cell_count: 1, request_id: expect.any(String), undoes: null },
    ]);
    await grade(workId, id, 25);
    const { submission } = (await room.teacher.call(submissionGet, { params: { id } })).body;
    expect(submission).toMatchObject({ draftGrade: 25, assignedGrade: 40 });
    const grades = ({ submissionHistory }: SubmissionView) =>
      submissionHistory.flatMap((entry) => ('gradeHistory' in entry ? [[entry.gradeHistory.pointsEarned, entry.gradeHistory.maxPoints]] : []));
    expect(grades(submission)).toEqual([
      [40, 50],
      [40, 50],
      [25, 30],
    ]);
    expect(grades((await details(student, workId)).submission)).toEqual([[40, 50]]);
    // earlier acts can still be undone, but this one cannot: it changed no grade
    expect((await undo((await pointsActs(workId))[0]?.id)).status).toBe(404);
    const second = await handedIn(room.students[1]!);
    await grade(second.workId, second.id, 10);
    const returned = (await giveBack(second.workId, second.id)).body.act_id;
    await setPoints(second.workId, 20, { confirm: true });
    expect((await undo(returned)).body.saved).toMatchObject([{ assignedGrade: null, draftGrade: 10 }]);
  });

  test('[B710] are no act where no grade is there, where they stay as they are, or in a draft', async () => {
    const workId = await postWork(app, room);
    await setPoints(workId, 20);
    const graded = await handedIn();
    await grade(graded.workId, graded.id, 5);
    await setPoints(graded.workId, 50, { title: 'The same points' });
    expect([...(await pointsActs(workId)), ...(await pointsActs(graded.workId))]).toEqual([]);
  });

  test('[B710] a grade that comes at the same moment is either counted before or given for the new points', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { workId, id } = await handedIn();
      const [given, changed] = await Promise.all([grade(workId, id, 45), setPoints(workId, 30)]);
      expect(given.status).toBe(200);
      // refused: the grade was saved first; accepted: there was no grade to ask about, and no act for it
      expect([200, 409]).toContain(changed.status);
      expect(await pointsActs(workId)).toEqual([]);
    }
  });
});

describe('the list of a work', () => {
  test('[K392] [B1532] has for a student the one row that is theirs, without a draft of the grade', async () => {
    const far = await scenario.class({ students: 2 });
    const [ann, bob] = far.students as [TestPerson, TestPerson];
    const workId = await postWork(app, far, { to: [ann] });
    const list = (by: TestPerson) => by.call(submissionList, { params: { courseId: far.courseId, workId } });
    const cell = { courseId: far.courseId, courseWorkId: workId, account_id: ann.accountId };
    await far.teacher.call(gradeSubmission, { body: { ...cell, submission: { type: 'DRAFT_GRADE', draftGrade: 31 } } });
    const { status, body } = await list(ann);
    expect(status).toBe(200);
    expect(body.submissions).toEqual([expect.objectContaining({ account_id: ann.accountId, draftGrade: null, assignedGrade: null, revision: 0 })]);
    expect((await list(bob)).error?.code).toBe('WORK_NOT_FOUND');
    expect((await list(far.otherStudent)).status).toBe(404);
    await scenario.remove(far.courseId, ann.accountId);
    expect((await list(ann)).status).toBe(404);
  });

  test('[K392] [K255] has everybody of the class now by name with state and grades, for its staff', async () => {
    const far = await scenario.class({ students: 3 });
    const workId = await postWork(app, far);
    const list = (by: TestPerson, courseId = far.courseId, id: unknown = workId) => by.call(submissionList, { params: { courseId, workId: id } });
    const { body } = await list(far.coTeacher);
    expect(body.work).toMatchObject({ id: workId, maxPoints: 50, workType: 'SHORT_ANSWER_QUESTION' });
    expect(body.submissions).toHaveLength(3);
    expect(body.submissions[0]).toMatchObject({
      state: 'CREATED',
      draftGrade: null,
      assignedGrade: null,
      overdue: false,
      late: false,
      first_name: expect.any(String),
    });
    await scenario.remove(far.courseId, far.students[0]!.accountId);
    expect((await list(far.admin)).body.submissions).toHaveLength(2);
    expect((await list(far.students[0]!)).status).toBe(404);
    expect((await list(far.otherTeacher)).status).toBe(404);
    expect((await list(far.teacher, far.courseId, 999_999)).error?.code).toBe('WORK_NOT_FOUND');
    expect((await list(far.teacher, room.courseId)).status).toBe(404);
    expect((await list(far.teacher, far.courseId, 'x')).status).toBe(422);
  });
});

test('whoever asked hears of each act after it is kept, and of nothing else', async () => {
  const { workId, id } = await handedIn();
  const heard: GradesSaved[] = [];
  const stop = bindListeners(app.db, [gradesSaved.listen((saved) => void heard.push(saved))]);
  await grade(workId, id, 5);
  await grade(workId, id, 5);
  await giveBack(workId, id);
  const act = { courseId: room.courseId, accountId: null, kind: 'edit', requestId: null, origin: 'elsewhere' };
  await inTransaction(app.db, (tx) => saveGrades(tx, act, [{ submissionId: id, set: 'draft', draft: 7 }]));
  await inTransaction(app.db, async (tx) => {
    await saveGrades(tx, act, [{ submissionId: id, set: 'draft', draft: 8 }]);
    throw new Error('rolled back');
  }).catch(() => undefined);
  stop();
  expect(heard.map(({ kind, origin, cells }) => [kind, origin, cells[0]?.revision])).toEqual([
    ['edit', 'here', 1],
    ['return', 'here', 2],
    ['edit', 'elsewhere', 3],
  ]);
});
