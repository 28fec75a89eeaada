import { gradeSubmission, syncCourses, syncCourseWorks, syncRunList, type SyncRunView } from '@classwright/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PlannedFault } from '../../../testing/classroom/index.ts';
import { CALLS, drain, startSyncedClass, type SyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

/**
 * Tests starting a sync while a run is in progress: everything at Google before the click is here once the run that
 * responds to it is complete.
 */

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());
afterEach(() => school.google.faults.clear());

/** Lets somebody act while a run waits for Google's response to the last thing that it reads. */
async function during(match: PlannedFault['match'], act: () => Promise<unknown>): Promise<() => Promise<void>> {
  let acted: Promise<unknown> | null = null;
  school.google.faults.plan([{ kind: 'meanwhile', match: match!, nth: 1, act: () => (acted = act()) }]);
  return async () => {
    await drain(school);
    expect(acted).not.toBeNull();
    await acted;
    await drain(school);
  };
}
const runsOf = async ({ teacher, courseId }: SyncedClass) => (await teacher.call(syncRunList, { query: { course_id: courseId } })).body.data;

test('[B1899] a press while class work has been read already reads it once more, and its run is complete only then', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const work = klass.asTeacher.createWork(klass.course, { title: 'Before' });
  await klass.pressWork();
  const press = () => klass.teacher.call(syncCourseWorks, { params: { id: klass.courseId } });
  let joined: SyncRunView | null = null;
  const end = await during(CALLS.submissions, async () => {
    klass.asTeacher.changeWork(work, { title: 'After' });
    joined = (await press()).body.run;
  });
  const begun = (await press()).body.run;
  await end();
  expect((joined as SyncRunView | null)?.id).toBe(begun.id);
  expect((await klass.worksHere()).map(({ title }) => title)).toEqual(['After']);
  expect((await runsOf(klass)).filter(({ id }) => id >= begun.id)).toMatchObject([{ id: begun.id, status: 'finished' }]);
});

test('[B1899] a press beside a run that sends grades alone reads everything', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const work = klass.asTeacher.createWork(klass.course, { title: 'Before', maxPoints: 10 });
  school.google.asStudent(klass.learners[0]!.there).turnIn(work);
  await klass.pressWork();
  const [here] = await klass.worksHere();
  const { id: submissionId } = await klass.cell(here!.id, klass.learners[0]!.accountId);
  const submission = { type: 'RETURN' as const, assignedGrade: 8, draftGrade: 8 };
  await klass.teacher.call(gradeSubmission, { body: { courseId: klass.courseId, courseWorkId: here!.id, submissionId, submission } });
  klass.asTeacher.changeWork(work, { title: 'After' });
  const { run } = (await klass.teacher.call(syncCourseWorks, { params: { id: klass.courseId } })).body;
  await drain(school);
  expect((await klass.worksHere()).map(({ title }) => title)).toEqual(['After']);
  expect(run.id).toBeGreaterThan(0);
});

test('[B1899] a press for classes finds what came to Google since the list was read', async () => {
  const klass = await startSyncedClass(school, { students: 1 });
  const newcomer = await school.bring('student', klass.schoolId);
  const press = () => klass.teacher.call(syncCourses, { body: { new_classes: 'make' } });
  const name = `Late ${klass.schoolId}`;
  const end = await during(CALLS.teachers, async () => {
    const late = klass.asTeacher.createCourse({ name });
    school.google.asStudent(newcomer.there).join(klass.course);
    school.google.asStudent(newcomer.there).join(late);
    await press();
  });
  await press();
  await end();
  const places = await school.app.db
    .selectFrom('course_members')
    .innerJoin('courses', 'courses.id', 'course_members.course_id')
    .select('courses.name')
    .where('account_id', '=', newcomer.accountId)
    .orderBy('courses.id')
    .execute();
  expect(places.map((place) => place.name)).toEqual([klass.course.name, name]);
});
