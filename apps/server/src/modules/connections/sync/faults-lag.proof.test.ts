import {
  announcementCreate,
  courseWorkCreate,
  courseWorkUpdate,
  gradeSubmission,
  returnSubmission,
  syncConflictList,
  syncCourses,
  syncCourseWorks,
  syncInvitations,
  topicCreate,
} from '@classwright/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CALLS, startSyncedClass, strikeAll, type SyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());
afterEach(() => {
  school.google.faults.clear();
  school.google.state.lagMs = 0;
});

/** Runs due jobs over a few minutes, on both clocks. */
async function goOn(rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await school.app.server.jobs.runDue();
    await school.advance(61_000);
  }
  await school.app.server.jobs.runDue();
}
const studentsOf = async ({ courseId }: SyncedClass): Promise<number[]> =>
  (await school.app.db.selectFrom('class_students').select('account_id').where('course_id', '=', courseId).execute()).map(({ account_id }) => account_id);

test('[B1365] a run that read a list long ago does not end what another run has read since', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const late = await school.bring('student', klass.schoolId);
  // one run has read the students, and waits for the teachers
  school.google.faults.plan([{ kind: 'status', status: 503, match: CALLS.teachers, nth: 1 }]);
  await klass.teacher.call(syncCourses, { body: { new_classes: 'make' } });
  await school.app.server.jobs.runDue();
  school.google.faults.clear();
  school.google.asStudent(late.there).join(klass.course);
  // another run reads both, and the first one continues
  await school.app.db
    .updateTable('jobs')
    .set({ run_at: new Date(school.now() + 3_600_000) })
    .where('kind', '=', 'sync.unit')
    .execute();
  await klass.teacher.call(syncInvitations, { body: { course_id: klass.courseId } });
  await school.app.server.jobs.runDue();
  expect(await studentsOf(klass)).toContain(late.accountId);
  await school.advance(3_700_000);
  await school.app.server.jobs.runDue();
  expect(await studentsOf(klass)).toContain(late.accountId);
  // people who have left by that time are removed by the next run
  school.google.asStudent(late.there).leave(klass.course);
  await klass.press();
  expect(await studentsOf(klass)).not.toContain(late.accountId);
});

test('[B1366] a list that lags behind a grade that was sent while another field waits for somebody does not take it back', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const { teacher, courseId, learners, asTeacher } = klass;
  const work = (await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Essay', workType: 'ASSIGNMENT', maxPoints: 10 } })).body
    .courseWork;
  await klass.pressWork();
  const there = klass.worksThere()[0]!;
  const student = school.google.asStudent(learners[0]!.there);
  student.turnIn(there);
  await klass.pressWork();
  const cell = () => klass.cell(work.id, learners[0]!.accountId);
  const { id } = await cell();
  const grade = (draftGrade: number) =>
    teacher.call(gradeSubmission, { body: { courseId, courseWorkId: work.id, submissionId: id, submission: { type: 'DRAFT_GRADE', draftGrade } } });
  // both sides give a draft grade: that is a conflict
  expect((await grade(8)).error).toBeNull();
  asTeacher.grade(there, learners[0]!.there, { draftGrade: 3 });
  await klass.pressWork();
  expect((await teacher.call(syncConflictList, { query: { course_id: courseId } })).body.data).toHaveLength(1);
  // the work is returned to its student with grade 8; somebody at Google changes the draft again just before, and lists
  // lag behind both
  expect((await teacher.call(returnSubmission, { body: { courseId, courseWorkId: work.id, id, message: 'Well done' } })).error).toBeNull();
  school.google.faults.plan([
    { kind: 'meanwhile', match: CALLS.getSubmission, nth: 1, act: () => void asTeacher.grade(there, learners[0]!.there, { draftGrade: 4 }) },
    { kind: 'meanwhile', match: CALLS.grade, nth: 1, act: () => (school.google.state.lagMs = 80_000) },
  ]);
  await teacher.call(syncCourseWorks, { params: { id: courseId } });
  await school.app.server.jobs.runDue();
  expect(student.submission(there)).toMatchObject({ state: 'RETURNED', assignedGrade: 8 });
  for (let times = 0; times < 2; times += 1) {
    await teacher.call(syncCourseWorks, { params: { id: courseId } });
    await school.app.server.jobs.runDue();
    expect(await cell()).toMatchObject({ state: 'RETURNED', assigned_grade: 8 });
  }
  await goOn(2);
  expect(await cell()).toMatchObject({ state: 'RETURNED', assigned_grade: 8 });
});

test('[B1367] work that comes before the topic that it stands under keeps it there, and is put under it here once it is known', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const { teacher, courseId, course, asTeacher } = klass;
  const ours = (await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 10 } })).body
    .courseWork;
  const foreign = asTeacher.createWork(course, { title: 'Theirs', maxPoints: 10 });
  await klass.pressWork();
  const there = klass.worksThere().find(({ title }) => title === 'Ours')!;
  // the list of topics lags, the list of works does not
  school.google.state.lagMs = 80_000;
  const topic = asTeacher.createTopic(course, 'Waves');
  school.google.state.lagMs = 0;
  for (const work of [there, foreign]) asTeacher.changeWork(work, { topicId: topic.topicId });
  asTeacher.createWork(course, { title: 'New', maxPoints: 10, topicId: topic.topicId });
  await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: ours.id }, body: { title: 'Ours, changed' } });
  await klass.pressWork();
  expect(klass.worksThere().map(({ topicId }) => topicId)).toEqual([topic.topicId, topic.topicId, topic.topicId]);
  expect((await klass.worksHere()).map(({ topic_id }) => topic_id)).toEqual([null, null, null]);
  await school.advance(90_000);
  expect((await klass.pressWork()).counts).toMatchObject({ sent: 0 });
  const { id } = await school.app.db.selectFrom('course_topics').select('id').where('course_id', '=', courseId).executeTakeFirstOrThrow();
  expect((await klass.worksHere()).map(({ topic_id }) => topic_id)).toEqual([id, id, id]);
  expect((await klass.pressWork()).counts).toMatchObject({ made: 0, changed: 0, sent: 0, conflicts: 0 });
});

test('[B1367] a topic that was chosen here meanwhile is a question, and not typed over', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const { teacher, courseId, course, asTeacher } = klass;
  const mine = (await teacher.call(topicCreate, { body: { name: 'Mine', external_course_id: courseId } })).body.topic;
  const ours = (await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 10 } })).body
    .courseWork;
  await klass.pressWork();
  school.google.state.lagMs = 80_000;
  const topic = asTeacher.createTopic(course, 'Waves');
  school.google.state.lagMs = 0;
  asTeacher.changeWork(klass.worksThere()[0]!, { topicId: topic.topicId });
  await klass.pressWork();
  // nothing is sent before the state there is known
  school.google.faults.plan(strikeAll(['patchWork'], { kind: 'status', status: 503 }, true));
  await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: ours.id }, body: { topicId: Number(mine.id) } });
  await school.advance(90_000);
  await klass.pressWork();
  const open = (await teacher.call(syncConflictList, { query: { course_id: courseId } })).body.data;
  expect(open.map(({ field }) => field)).toEqual(['Topic']);
  expect(klass.worksThere()[0]).toMatchObject({ topicId: topic.topicId });
});

test('[B1369] a post that was copied at Google, and names the page of another, is one of its own, and takes none over', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const elsewhere = await startSyncedClass(school, { students: 1 });
  const post = async ({ teacher, courseId }: SyncedClass, text: string): Promise<number> => {
    const answer = await teacher.call(announcementCreate, { body: { courses: [courseId], students: ['ALL_STUDENTS'], text, state: 'PUBLISHED' } });
    expect(answer.error).toBeNull();
    return (await school.app.db.selectFrom('announcements').select('id').where('course_id', '=', courseId).executeTakeFirstOrThrow()).id;
  };
  const [, foreign] = [await post(klass, 'Ours'), await post(elsewhere, 'Of others')];
  const work = (await klass.teacher.call(courseWorkCreate, { params: { id: klass.courseId }, body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 10 } }))
    .body.courseWork;
  expect(work).toBeDefined();
  await klass.pressWork();
  const original = [...school.google.state.room(klass.course.id).announcements.values()][0]!;
  const { url } = original.materials[0]!.link!;
  klass.asTeacher.announce(klass.course, { text: 'Ours, reused', materials: original.materials });
  klass.asTeacher.announce(klass.course, { text: 'Mine now', materials: [{ link: { url: url.replace(/announcement=\d+/, `announcement=${foreign}`) } }] });
  const there = klass.worksThere()[0]!;
  const copy = klass.asTeacher.createWork(klass.course, { title: 'Ours, copied', maxPoints: 10, materials: there.materials });
  copy.projectId = there.projectId; // as if it had been made twice
  expect(await klass.pressWork()).toMatchObject({ status: 'finished', counts: { refused: 0 } });
  const texts = async (courseId: number) =>
    (await school.app.db.selectFrom('announcements').select('summary').where('course_id', '=', courseId).orderBy('id').execute()).map(({ summary }) => summary);
  expect((await texts(klass.courseId)).toSorted()).toEqual(['Mine now', 'Ours', 'Ours, reused']);
  expect(await texts(elsewhere.courseId)).toEqual(['Of others']);
  expect((await klass.worksHere()).map(({ title }) => title).toSorted()).toEqual(['Ours', 'Ours, copied']);
  expect((await klass.pressWork()).counts).toMatchObject({ made: 0, changed: 0, sent: 0, refused: 0 });
});
