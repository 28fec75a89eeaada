import {
  consentDemand,
  consentEnd,
  consentRecord,
  courseWorkCreate,
  gradeSubmission,
  inviteStudents,
  syncCourses,
  syncCourseWorks,
  syncPeople,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../../testing/index.ts';
import { CALLS, drain, startSyncedClass, type SyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
let admin: TestPerson;
beforeAll(async () => {
  school = await startSyncedSchool();
  admin = await school.scenario.person('admin', null);
});
afterAll(() => school.close());

const ask = async (klass: SyncedClass) =>
  expect((await admin.call(consentDemand, { body: { school_id: klass.schoolId, asks: { classroom: 'guardian' } } })).status).toBe(200);
const agree = async (...people: TestPerson[]) =>
  expect((await admin.call(consentRecord, { body: { use: 'classroom', account_ids: people.map(({ accountId }) => accountId) } })).status).toBe(200);
const end = async (...people: TestPerson[]) =>
  expect((await admin.call(consentEnd, { body: { use: 'classroom', account_ids: people.map(({ accountId }) => accountId) } })).status).toBe(200);
const studentsOf = async ({ courseId }: SyncedClass): Promise<number[]> =>
  (await school.app.db.selectFrom('class_students').select('account_id').where('course_id', '=', courseId).execute()).map(({ account_id }) => account_id);

test('[B2622] a student without a consent stays out of the class that Google fills, is named on the page of the sync, and comes in after a yes', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const [known] = klass.learners;
  await ask(klass);
  const late = await school.bring('student', klass.schoolId);
  klass.asTeacher.add(klass.course, late.there, 'STUDENT');
  await klass.press();
  await klass.pressWork();
  // the student of before stays in the class; nobody new comes in
  expect(await studentsOf(klass)).toEqual([known!.accountId]);
  const people = (await klass.teacher.call(syncPeople, { query: { per_page: 200 } })).body.data;
  expect(people.find(({ account_id }) => account_id === known!.accountId)).toMatchObject({ note: expect.stringContaining('Left out') });
  await agree(late, known!);
  await klass.press();
  await klass.pressWork();
  expect((await studentsOf(klass)).toSorted()).toEqual([known!.accountId, late.accountId].toSorted());
});

test('[B2622] nothing of a student without a consent is read: neither work that is handed in, nor a grade, nor an end', async () => {
  const klass = await startSyncedClass(school, { students: 2 });
  const [left, kept] = klass.learners;
  await ask(klass);
  await agree(kept!);
  const work = klass.asTeacher.createWork(klass.course, { title: 'Sheet', maxPoints: 20 });
  for (const learner of [left!, kept!]) {
    school.google.asStudent(learner.there).turnIn(work);
    klass.asTeacher.grade(work, learner.there, { draftGrade: 11 });
  }
  await klass.pressWork();
  const [here] = await klass.worksHere();
  expect([await klass.cell(here!.id, kept!.accountId), await klass.cell(here!.id, left!.accountId)]).toMatchObject([
    { state: 'TURNED_IN', draft_grade: 11 },
    { draft_grade: null, turned_in_at: null },
  ]);
});

test('[B2623] a student who starts a sync without a consent learns why nothing is read', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  await ask(klass);
  expect((await klass.learners[0]!.call(syncCourses, { body: {} })).error).toMatchObject({
    code: 'CONSENT_NEEDED',
    message: expect.stringContaining('My Children'),
  });
});

test('[B2623] a consent that is withdrawn while a run is under way: the next call leaves the student out', async () => {
  const klass = await startSyncedClass(school, { students: 2 });
  const [left, kept] = klass.learners;
  await ask(klass);
  await agree(left!, kept!);
  const made = await klass.teacher.call(courseWorkCreate, {
    params: { id: klass.courseId },
    body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 20, dueDate: { year: 2027, month: 1, day: 8 } },
  });
  expect(made.status).toBe(201);
  await klass.pressWork();
  const [here] = await klass.worksHere();
  const [work] = klass.worksThere();
  // each call for a grade fails for a moment; before it is tried again, one student's consent ends
  school.google.faults.plan([{ match: CALLS.grade, kind: 'status', status: 503 }]);
  for (const learner of [left!, kept!]) {
    const { id: submissionId } = await klass.cell(here!.id, learner.accountId);
    const submission = { type: 'DRAFT_GRADE' as const, draftGrade: 9 };
    expect((await klass.teacher.call(gradeSubmission, { body: { courseId: klass.courseId, courseWorkId: here!.id, submissionId, submission } })).status).toBe(
      200,
    );
  }
  await klass.teacher.call(syncCourseWorks, { params: { id: klass.courseId } });
  await drain(school, async (round) => {
    if (round > 0) return;
    expect(school.google.faults.struck).toBeGreaterThan(0);
    await end(left!);
    school.google.faults.clear();
  });
  const there = ({ there: user }: (typeof klass.learners)[number]) => school.google.asStudent(user).submission(work!).draftGrade ?? null;
  expect([there(kept!), there(left!)]).toEqual([9, null]);
});

test('[B2841] an invitation of a student without a consent neither comes from Google nor goes there; after a yes both do', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  await ask(klass);
  const [there, here] = [await school.bring('student', klass.schoolId), await school.bring('student', klass.schoolId)];
  klass.asTeacher.invite(klass.course, there.there, 'STUDENT');
  const emailOf = async ({ accountId }: TestPerson) =>
    (await school.app.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()).email;
  const invited = await klass.teacher.call(inviteStudents, { body: { courseId: klass.courseId, userId: await emailOf(here) } });
  expect(invited.error).toBeNull();
  const listed = async () => ({
    here: (await school.app.db.selectFrom('invitations').select('account_id').where('course_id', '=', klass.courseId).execute())
      .map(({ account_id }) => account_id)
      .toSorted(),
    there: [...school.google.state.invitations.values()]
      .filter(({ courseId }) => courseId === klass.course.id)
      .map(({ userId }) => userId)
      .toSorted(),
  });
  await klass.pressInvitations();
  expect(await listed()).toEqual({ here: [here.accountId], there: [there.there.id] });
  await agree(there, here);
  await klass.pressInvitations();
  expect(await listed()).toEqual({ here: [there.accountId, here.accountId].toSorted(), there: [there.there.id, here.there.id].toSorted() });
});
