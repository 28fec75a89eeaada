import { courseWorkCreate, gradeSubmission, syncCourses, syncCourseWorks, syncRunRead } from '@classwright/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { drain, startSyncedClass, strikeAll } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());
afterEach(() => school.google.faults.clear());

const no = { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 };

describe('grades from Google', () => {
  const rows: readonly (readonly [name: string, maxPoints: number | undefined, grade: number, here: number | null])[] = [
    ['three decimals', 10, 7.126, 7.13],
    ['three decimals that round down', 10, 7.124, 7.12],
    ['above the maximum', 10, 25, 25],
    ['nothing', 10, 0, 0],
    ['below nothing', 10, -3, null],
    ['more than any column holds', 10, 1e12, null],
    ['without points', undefined, 4, 4],
    ['of 0 points', 0, 4, 4],
    ['of a fraction of a point', 12.5, 12.5, 12.5],
    ['of points with three decimals', 12.345, 3, 3],
    ['of more points than any column holds', 1e12, 3, 3],
    ['of fewer points than nothing', -5, 3, 3],
  ];
  test.each(rows)('[B1228] %s: what can be kept is kept, once, and the rest of the class goes on', async (_, maxPoints, grade, here) => {
    const { google } = school;
    const { course, learners, asTeacher, pressWork, worksHere, cell, changesOf } = await startSyncedClass(school, { students: 2 });
    const [one, two] = learners;
    const work = asTeacher.createWork(course, { title: 'Theirs', ...(maxPoints === undefined ? {} : { maxPoints }) });
    const draftGrade = grade;
    asTeacher.grade(work, one!.there, { draftGrade });
    google.asStudent(two!.there).turnIn(work);
    const isFit = here !== null;
    const run = await pressWork();
    expect(run).toMatchObject({ status: isFit ? 'finished' : 'partly', failures: [], counts: { refused: isFit ? 0 : 1 } });
    const reason = 'A grade here must be a number from 0 to 9,999,999. Correct it in Google Classroom.';
    const refusals = (await changesOf(run.id)).filter(({ outcome }) => outcome === 'refused');
    expect(refusals.map(({ after, reason: why }) => [after, why])).toEqual(isFit ? [] : [[String(grade), reason]]);
    const [row] = await worksHere();
    expect((await cell(row!.id, one!.accountId)).draft_grade).toBe(here);
    expect((await cell(row!.id, two!.accountId)).state).toBe('TURNED_IN');
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: no });
    asTeacher.grade(work, one!.there, { draftGrade: undefined });
    expect(await pressWork()).toMatchObject({ status: 'finished' });
    expect((await cell(row!.id, one!.accountId)).draft_grade).toBeNull();
  });

  test('[B1229] the same of our own work: both sides come to rest on what Google keeps', async () => {
    const { google } = school;
    const { teacher, courseId, learners, asTeacher, pressWork, worksHere, worksThere, cell } = await startSyncedClass(school, { students: 1 });
    const [one] = learners;
    await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 10 } });
    await pressWork();
    const [row] = await worksHere();
    const there = worksThere()[0]!;
    for (const draftGrade of [7.126, 25, -3, 1e12, 0]) {
      asTeacher.grade(there, one!.there, { draftGrade });
      expect(await pressWork()).toMatchObject({ failures: [], counts: { refused: draftGrade < 0 || draftGrade > 1e7 ? 1 : 0, sent: 0 } });
      expect(await pressWork()).toMatchObject({ status: 'finished', counts: no });
    }
    const { id: submissionId } = await cell(row!.id, one!.accountId);
    const submission = { type: 'DRAFT_GRADE' as const, draftGrade: 12.34 };
    expect((await teacher.call(gradeSubmission, { body: { courseId, courseWorkId: row!.id, submissionId, submission } })).status).toBe(200);
    await pressWork();
    expect(google.asStudent(one!.there).submission(there).draftGrade).toBe(12.34);
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: no });
  });
});

describe('tokens and consent while a run goes on', () => {
  test('[B1231] a token that ends in the middle is refreshed once, and the run comes to its end', async () => {
    const { google } = school;
    const { teacher, course, courseId, asTeacher, settle, worksHere } = await startSyncedClass(school, { students: 1 });
    asTeacher.createWork(course, { title: 'Theirs' });
    google.faults.plan(strikeAll(['topics', 'works', 'submissions'], { kind: 'status', status: 401 }));
    expect(await settle((await teacher.call(syncCourseWorks, { params: { id: courseId } })).body)).toMatchObject({ status: 'finished' });
    expect(await worksHere()).toHaveLength(1);
    // the token endpoint itself is unavailable for a while
    asTeacher.createWork(course, { title: 'Theirs too' });
    google.faults.plan([
      ...strikeAll(['works'], { kind: 'status', status: 401 }),
      { kind: 'status', status: 503, match: { path: /\/token$/ }, nth: 1 },
      { kind: 'html', status: 200, match: { path: /\/token$/ }, nth: 2 },
    ]);
    expect(await settle((await teacher.call(syncCourseWorks, { params: { id: courseId } })).body)).toMatchObject({ status: 'finished' });
    expect(await worksHere()).toHaveLength(2);
  });

  test('[B1231] consent that is withdrawn in the middle ends the run with what to do, keeps what was done, and a new consent goes on', async () => {
    const { google } = school;
    const { teacher, course, courseId, asTeacher, pressWork, worksHere } = await startSyncedClass(school, { students: 1 });
    const topic = asTeacher.createTopic(course, 'Read before');
    asTeacher.createWork(course, { title: 'Theirs', topicId: topic.topicId });
    google.faults.plan(strikeAll(['works'], { kind: 'meanwhile', act: () => google.withdraw(teacher.there) }));
    const run = await pressWork();
    expect(run).toMatchObject({ status: 'failed', failures: [{ message: expect.stringContaining('Reconnect') }] });
    expect(await school.app.db.selectFrom('course_topics').select('name').where('course_id', '=', courseId).execute()).toEqual([{ name: 'Read before' }]);
    expect((await teacher.call(syncCourses, { body: { new_classes: 'make' } })).error?.code).toBe('SYNC_WITHDRAWN');
    google.faults.clear();
    await school.connect(teacher);
    expect(await pressWork()).toMatchObject({ status: 'finished' });
    expect(await worksHere()).toHaveLength(1);
  });

  test('[B1232] where the owner’s connection ends in the middle, a co-teacher’s takes over', async () => {
    const { google } = school;
    const { teacher, course, courseId, schoolId, asTeacher, press, worksHere } = await startSyncedClass(school, { students: 1 });
    const second = await school.bring('teachers', schoolId);
    asTeacher.add(course, second.there, 'TEACHER');
    await press();
    await school.connect(second);
    await second.call(syncCourses, { body: { new_classes: 'make' } });
    await drain(school);
    await press();
    asTeacher.createWork(course, { title: 'Theirs' });
    google.faults.plan(strikeAll(['works'], { kind: 'meanwhile', act: () => google.withdraw(teacher.there) }));
    const begun = await second.call(syncCourseWorks, { params: { id: courseId } });
    await drain(school);
    const { run } = (await second.call(syncRunRead, { params: { id: begun.body.run.id } })).body;
    expect(run).toMatchObject({ status: 'finished', failures: [] });
    expect(await worksHere()).toHaveLength(1);
  });

  test('[B1233] a class that is gone or no longer theirs is said by the run over all classes too', async () => {
    const { app } = school;
    const { course, courseId, asTeacher, press } = await startSyncedClass(school, { students: 1 });
    asTeacher.createCourse({ name: 'Another' });
    await press();
    asTeacher.changeCourse(course, { courseState: 'ARCHIVED' });
    asTeacher.removeCourse(course);
    const run = await press();
    expect(run).toMatchObject({ status: 'partly', failures: [{ message: expect.stringContaining('Nothing is removed here') }] });
    expect(await app.db.selectFrom('courses').select('archived_at').where('id', '=', courseId).executeTakeFirst()).toEqual({ archived_at: null });
    expect(await press()).toMatchObject({ status: 'finished' });
  });

  test('[B1233] a class that Google has suspended is left as it is, with what it says', async () => {
    const { app } = school;
    const { course, courseId, asTeacher, press, pressWork } = await startSyncedClass(school, { students: 1 });
    asTeacher.changeCourse(course, { courseState: 'SUSPENDED' });
    for (const run of [await press(), await pressWork()]) expect(['finished', 'partly', 'failed']).toContain(run.status);
    expect(await app.db.selectFrom('courses').select(['course_state', 'archived_at']).where('id', '=', courseId).executeTakeFirst()).toEqual({
      course_state: 'ACTIVE',
      archived_at: null,
    });
    asTeacher.changeCourse(course, { courseState: 'ACTIVE' });
    expect(await press()).toMatchObject({ status: 'finished', failures: [] });
    expect(await pressWork()).toMatchObject({ status: 'finished', failures: [] });
  });
});
