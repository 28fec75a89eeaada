import {
  courseSettings,
  courseWorkCreate,
  courseWorkUpdate,
  gradeSubmission,
  returnSubmission,
  submissionSubmit,
  syncConflictList,
  syncConflictSolve,
  syncCourses,
  syncCourseWorks,
  syncGradeHere,
  syncRunApply,
  syncRunChanges,
  syncRunUndo,
  syncSettings,
  syncWorks,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

const worksThere = (google: SyncedSchool['google'], courseId: string) =>
  [...google.state.room(courseId).works.values()].filter(({ state }) => state !== 'DELETED');

/** Creates a teacher with a class at Google, connected here; `linked`: synced once. */
async function begin({ students = 2, linked = true } = {}) {
  const { google, app, bring, connect, scenario } = school;
  const schoolId = await scenario.school('America/New_York');
  const teacher = await bring('teachers', schoolId);
  const learners: Awaited<ReturnType<typeof bring>>[] = [];
  for (let at = 0; at < students; at += 1) learners.push(await bring('student', schoolId));
  const course = google.asTeacher(teacher.there).createCourse({ name: `Physics of ${teacher.there.email}`, section: '2', room: '204' });
  for (const { there } of learners) google.asStudent(there).join(course);
  expect((await connect(teacher)).status).toBe(200);
  const press = async () => school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
  if (linked) await press();
  const row = await app.db.selectFrom('courses').select('id').where('name', '=', course.name).executeTakeFirst();
  const courseId = row?.id ?? 0;
  const pressWork = async () => school.settle(teacher, (await teacher.call(syncCourseWorks, { params: { id: courseId } })).body.run);
  const worksHere = () =>
    app.db.selectFrom('course_works').selectAll().where('course_id', '=', courseId).where('archived_at', 'is', null).orderBy('id').execute();
  const cell = (workId: number, accountId: number) =>
    app.db.selectFrom('submissions').selectAll().where('course_work_id', '=', workId).where('account_id', '=', accountId).executeTakeFirstOrThrow();
  const changesOf = async (id: number) => (await teacher.call(syncRunChanges, { params: { id }, query: { per_page: 200 } })).body.data;
  return {
    google,
    app,
    schoolId,
    teacher,
    learners,
    course,
    courseId,
    press,
    pressWork,
    worksHere,
    cell,
    changesOf,
    asTeacher: google.asTeacher(teacher.there),
  };
}

describe('classes and people', () => {
  test('[K364] [K443] a press makes the class with its people, once', async () => {
    const { teacher, learners, press, courseId, app } = await begin({ linked: false });
    expect(courseId).toBe(0);
    const { body } = await teacher.call(syncCourses, { body: { new_classes: 'make' } });
    expect(body).toMatchObject({ run: { status: 'waiting', mode: 'apply', scope: 'classes' }, message: 'The sync has started.' });
    const run = await school.settle(teacher, body.run);
    expect(run).toMatchObject({ status: 'finished', message: 'Classes Sync is complete', classes: 1, classes_done: 1, failures: [] });
    const made = await app.db.selectFrom('courses').select(['id', 'section', 'room']).where('owner_id', '=', teacher.accountId).execute();
    expect(made).toMatchObject([{ section: '2', room: '204' }]);
    const people = await app.db
      .selectFrom('course_members')
      .select(['account_id', 'role'])
      .where('course_id', '=', made[0]!.id)
      .where('role', '=', 'STUDENT')
      .execute();
    expect(people.map(({ account_id }) => account_id).sort()).toEqual(learners.map(({ accountId }) => accountId).sort());
    expect(await press()).toMatchObject({ status: 'finished', counts: { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 } });
  });

  test('[B1110] a field that one side changed goes over, and one that both changed waits for a person', async () => {
    const { teacher, courseId, course, press, asTeacher, google, app } = await begin();
    asTeacher.changeCourse(course, { room: '17' });
    const words = (description: string) =>
      teacher.call(courseSettings, {
        params: { id: courseId },
        body: { descriptionHeading: '', description, comments_by_students: true, removed_may_rejoin: true },
      });
    expect((await words('Bring a calculator')).status).toBe(200);
    expect(await press()).toMatchObject({ status: 'finished' });
    expect(await app.db.selectFrom('courses').select(['room', 'description']).where('id', '=', courseId).executeTakeFirst()).toEqual({
      room: '17',
      description: 'Bring a calculator',
    });
    expect(google.state.courses.get(course.id)).toMatchObject({ description: 'Bring a calculator', room: '17' });

    asTeacher.changeCourse(course, { description: 'there' });
    await words('here');
    expect(await press()).toMatchObject({ counts: { conflicts: 1 } });
    const { data } = (await teacher.call(syncConflictList)).body;
    expect(data).toMatchObject([
      { kind: 'class', field: 'Description', ours: 'here', theirs: 'there', course_id: courseId, ours_by: `${teacher.firstName} ${teacher.lastName}` },
    ]);
    expect(google.state.courses.get(course.id)).toMatchObject({ description: 'there' });
    expect((await teacher.call(syncConflictSolve, { params: { id: data[0]!.id }, body: { choice: 'ours' } })).body.message).toBe(
      'Resolved. 1 value is now the same on both sides.',
    );
    await press();
    expect(google.state.courses.get(course.id)).toMatchObject({ description: 'here' });
    expect((await teacher.call(syncConflictList)).body.data).toEqual([]);
  });
});

describe('work made in Google Classroom', () => {
  test('[K371] [K444] [K015] comes here with topics, due times, answers, states and grades, and is read-only', async () => {
    const { teacher, learners, course, courseId, pressWork, worksHere, cell, asTeacher, google } = await begin();
    const [one, two] = learners as [(typeof learners)[0], (typeof learners)[0]];
    const topic = asTeacher.createTopic(course, 'Unit 1: Motion ');
    const sheet = asTeacher.createWork(course, {
      title: 'Sheet 1',
      description: 'Do it.\n\nAll of it.',
      topicId: topic.topicId,
      maxPoints: 12.5,
      dueDate: { year: 2026, month: 12, day: 5 },
    });
    const question = asTeacher.createWork(course, {
      title: 'Why?',
      workType: 'SHORT_ANSWER_QUESTION',
      maxPoints: 5,
      dueDate: { year: 2026, month: 12, day: 5 },
      dueTime: { hours: 22, minutes: 30 },
    });
    google.asStudent(one.there).answer(question, 'Because of F = ma');
    google.asStudent(one.there).turnIn(question);
    google.asStudent(two.there).attach(sheet, { link: { url: 'https://example.org/two', title: 'Two' } });
    google.asStudent(two.there).turnIn(sheet);
    asTeacher.grade(sheet, two.there, { draftGrade: 11.25 });
    asTeacher.returnWork(sheet, two.there);
    const run = await pressWork();
    expect(run).toMatchObject({ status: 'finished', message: 'Class Work Sync is complete' });
    const works = (await worksHere()).toSorted((a, b) => (a.title < b.title ? -1 : 1));
    expect(works).toMatchObject([
      { title: 'Sheet 1', work_type: 'ASSIGNMENT', due_on: '2026-12-05', due_time: '23:59:00', state: 'PUBLISHED' },
      { title: 'Why?', work_type: 'SHORT_ANSWER_QUESTION', due_on: '2026-12-05', due_time: '17:30:00' },
    ]);
    expect(works[0]!.topic_id).not.toBeNull();
    const [here, why] = works as [(typeof works)[0], (typeof works)[0]];
    expect(await cell(why.id, one.accountId)).toMatchObject({ state: 'TURNED_IN', short_answer: 'Because of F = ma' });
    expect(await cell(here.id, two.accountId)).toMatchObject({ state: 'RETURNED', draft_grade: 11.25, assigned_grade: 11.25 });
    // it belongs to Google: nobody can change, grade or hand it in here
    const edit = await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: here.id }, body: { title: 'Mine' } });
    expect(edit).toMatchObject({ status: 409, error: { code: 'WORK_OF_ELSEWHERE' } });
    const own = await cell(why.id, one.accountId);
    const give = () =>
      teacher.call(gradeSubmission, { body: { courseId, courseWorkId: why.id, submissionId: own.id, submission: { type: 'DRAFT_GRADE', draftGrade: 4 } } });
    expect(await give()).toMatchObject({ status: 409, error: { code: 'GRADED_ELSEWHERE' } });
    const answer = { body: { courseId, courseWorkId: why.id, answer: 'x', type: 'SHORT_ANSWER_QUESTION' } };
    expect((await two.call(submissionSubmit, answer)).error?.code).toBe('HAND_IN_ELSEWHERE');
    // "Grade it here" makes it possible
    expect((await teacher.call(syncGradeHere, { params: { id: courseId, workId: why.id } })).status).toBe(200);
    expect((await give()).status).toBe(200);
    expect((await pressWork()).status).toBe('finished');
    expect(await cell(why.id, one.accountId)).toMatchObject({ draft_grade: 4 });
    const known = (await teacher.call(syncWorks, { params: { id: courseId } })).body;
    const marks = new Map(known.works.map(({ course_work_id, is_foreign, graded_here }) => [course_work_id, { is_foreign, graded_here }]));
    expect(marks.get(here.id)).toEqual({ is_foreign: true, graded_here: false });
    expect(marks.get(why.id)).toEqual({ is_foreign: true, graded_here: true });
    // unchanged: nothing is done, and no row is written
    const { rows } = await sql<{ x: string }>`SELECT pg_current_xact_id()::text AS x`.execute(school.app.db);
    expect(await pressWork()).toMatchObject({ counts: { made: 0, changed: 0, sent: 0, refused: 0 } });
    const written = await sql<{ what: string }>`
      SELECT kind AS what FROM external_links WHERE xmin::text::bigint > ${rows[0]!.x}::bigint UNION ALL SELECT title FROM course_works WHERE xmin::text::bigint > ${rows[0]!.x}::bigint
      UNION ALL SELECT 'submission here' FROM submissions WHERE xmin::text::bigint > ${rows[0]!.x}::bigint UNION ALL SELECT subject FROM sync_changes WHERE xmin::text::bigint > ${rows[0]!.x}::bigint`.execute(
      school.app.db,
    );
    expect(written.rows).toEqual([]);
  });

  test('[B1111] all five states of a submission, and one that was taken back after it was graded', async () => {
    const { learners, course, pressWork, worksHere, cell, asTeacher, google } = await begin({ students: 1 });
    const [one] = learners as [(typeof learners)[0]];
    const work = asTeacher.createWork(course, { title: 'States', maxPoints: 10 });
    const student = google.asStudent(one.there);
    const state = async () => (await cell((await worksHere())[0]!.id, one.accountId)).state;
    await pressWork();
    expect(await state()).toBe('CREATED');
    student.turnIn(work);
    await pressWork();
    expect(await state()).toBe('TURNED_IN');
    asTeacher.grade(work, one.there, { draftGrade: 7 });
    student.reclaim(work);
    await pressWork();
    expect(await state()).toBe('CREATED');
    expect(await cell((await worksHere())[0]!.id, one.accountId)).toMatchObject({ draft_grade: 7 });
    student.turnIn(work);
    asTeacher.returnWork(work, one.there);
    await pressWork();
    expect(await state()).toBe('RETURNED');
  });
});

describe('work made here', () => {
  async function make(pressed: Awaited<ReturnType<typeof begin>>, fields: object = {}) {
    const { teacher, courseId, pressWork, worksHere, google, course } = pressed;
    const made = await teacher.call(courseWorkCreate, {
      params: { id: courseId },
      body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 20, dueDate: { year: 2027, month: 1, day: 8 }, ...fields },
    });
    expect(made.status).toBe(201);
    expect(await pressWork()).toMatchObject({ status: 'finished' });
    const here = (await worksHere()).find(({ title }) => title === 'Ours')!;
    const there = worksThere(google, course.id);
    return { here, there };
  }

  test('[K015] goes there once, its grades go there with a receipt, and what both graded differently waits', async () => {
    const pressed = await begin();
    const { teacher, learners, courseId, pressWork, cell, google, asTeacher } = pressed;
    const [one] = learners as [(typeof learners)[0]];
    const { here, there } = await make(pressed);
    expect(there).toMatchObject([
      { title: 'Ours', maxPoints: 20, state: 'PUBLISHED', dueDate: { year: 2027, month: 1, day: 9 }, dueTime: { hours: 4, minutes: 59 } },
    ]);
    expect(await pressWork()).toMatchObject({ counts: { made: 0, sent: 0 } });
    const work = there[0]!;
    google.asStudent(one.there).turnIn(work);
    await pressWork();
    const submission = await cell(here.id, one.accountId);
    expect(submission).toMatchObject({ state: 'TURNED_IN' });
    const at = { courseId, courseWorkId: here.id };
    const grade = (draftGrade: number) =>
      teacher.call(gradeSubmission, { body: { ...at, submissionId: submission.id, submission: { type: 'DRAFT_GRADE', draftGrade } } });
    expect((await grade(17.5)).status).toBe(200);
    expect((await teacher.call(returnSubmission, { body: { ...at, id: submission.id, message: 'Well done' } })).status).toBe(200);
    await school.app.server.jobs.runDue();
    expect(google.asStudent(one.there).submission(work)).toMatchObject({ state: 'RETURNED', assignedGrade: 17.5, draftGrade: 17.5 });
    const synced = await teacher.call(syncWorks, { params: { id: courseId } });
    expect(synced.error).toBeNull();
    expect(synced.body.receipts).toMatchObject([{ course_work_id: here.id, account_id: one.accountId, grade: '17.5' }]);
    // graded on both sides
    asTeacher.grade(work, one.there, { draftGrade: 15, assignedGrade: 15 });
    await grade(19);
    await pressWork();
    const { data } = (await teacher.call(syncConflictList, { query: { course_id: courseId } })).body;
    const who = { ours_by: `${teacher.firstName} ${teacher.lastName}`, ours_at: expect.any(String), theirs_at: expect.any(String) };
    expect(data).toMatchObject([
      { kind: 'submission', field: 'Draft grade', ours: '19', theirs: '15', course_work_id: here.id, student_id: one.accountId, ...who },
    ]);
    expect((await teacher.call(syncWorks, { params: { id: courseId } })).body.conflicts).toMatchObject([{ id: data[0]!.id, ours: '19', theirs: '15', ...who }]);
    expect((await teacher.call(syncConflictSolve, { params: { id: data[0]!.id }, body: { choice: 'theirs' } })).status).toBe(200);
    await school.app.server.jobs.runDue();
    expect(await cell(here.id, one.accountId)).toMatchObject({ draft_grade: 15, assigned_grade: 15 });
    expect(google.asStudent(one.there).submission(work)).toMatchObject({ draftGrade: 15, assignedGrade: 15 });
  });

  test('[B1281] whom work is for, which can change until it is posted, goes over too, from both sides, and students who are nobody here keep it', async () => {
    const pressed = await begin({ students: 3 });
    const { teacher, learners, courseId, pressWork, google, course, app, asTeacher } = pressed;
    const [one, two, three] = learners as [(typeof learners)[0], (typeof learners)[0], (typeof learners)[0]];
    const only = (...some: (typeof learners)[0][]) => ({
      assigneeMode: 'INDIVIDUAL_STUDENTS' as const,
      individualStudentsOptions: { studentIds: some.map(({ accountId }) => accountId) },
    });
    const { here } = await make(pressed, { ...only(one, two), state: 'DRAFT' });
    const there = () => worksThere(google, course.id)[0]!;
    expect(there().studentIds).toEqual([one.there.id, two.there.id]);
    const save = (fields: object) =>
      teacher.call(courseWorkUpdate, {
        params: { id: courseId, workId: here.id },
        body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 20, dueDate: { year: 2027, month: 1, day: 8 }, state: 'DRAFT', ...fields },
      });
    expect((await save(only(two, three))).error).toBeNull();
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { sent: 1 } });
    expect(there().studentIds?.toSorted()).toEqual([two.there.id, three.there.id].toSorted());
    expect(await pressWork()).toMatchObject({ counts: { sent: 0, changed: 0 } });

    const stranger = google.people.add({ email: 'stranger@elsewhere.test', givenName: 'Sam', familyName: 'Stranger' });
    google.asStudent(stranger).join(course);
    const assign = (studentIds: string[] | null) => asTeacher.changeWork(there(), { studentIds });
    assign([one.there.id, stranger.id]);
    await pressWork();
    const mine = async () =>
      (await app.db.selectFrom('course_work_assignees').select('account_id').where('course_work_id', '=', here.id).execute()).map(
        ({ account_id }) => account_id,
      );
    expect(await mine()).toEqual([one.accountId]);
    expect((await save(only(one, two))).error).toBeNull();
    await pressWork();
    expect(there().studentIds?.toSorted()).toEqual([one.there.id, two.there.id, stranger.id].toSorted());

    expect((await save({ assigneeMode: 'ALL_STUDENTS' })).error).toBeNull();
    await pressWork();
    expect(there().studentIds).toBeNull();
  });

  test('[B1280] a grade that is returned while a run of the class is past its grades goes out when that run is over', async () => {
    const pressed = await begin();
    const { teacher, learners, courseId, pressWork, cell, google, app } = pressed;
    const [one] = learners as [(typeof learners)[0]];
    const { here, there } = await make(pressed);
    const work = there[0]!;
    google.asStudent(one.there).turnIn(work);
    await pressWork();
    const submission = await cell(here.id, one.accountId);
    const at = { courseId, courseWorkId: here.id };
    await teacher.call(gradeSubmission, { body: { ...at, submissionId: submission.id, submission: { type: 'DRAFT_GRADE', draftGrade: 12 } } });
    // a run in progress without a step for grades left
    const { run } = (await teacher.call(syncCourseWorks, { params: { id: courseId } })).body;
    await app.db.deleteFrom('jobs').where('kind', '=', 'sync.plan').execute();
    expect((await teacher.call(returnSubmission, { body: { ...at, id: submission.id, message: 'Well done' } })).status).toBe(200);
    for (let look = 0; look < 3; look += 1) {
      await app.clock.advanceMs(3_000);
      await app.server.jobs.runDue();
    }
    expect(google.asStudent(one.there).submission(work)).not.toMatchObject({ assignedGrade: 12 });
    await app.db.updateTable('sync_runs').set({ status: 'finished' }).where('id', '=', run.id).execute();
    await app.clock.advanceMs(3_000);
    await app.server.jobs.runDue();
    expect(google.asStudent(one.there).submission(work)).toMatchObject({ state: 'RETURNED', assignedGrade: 12 });
  });

  test('[B1112] points with a fraction and a foreign project are refused with their reason, once', async () => {
    const pressed = await begin();
    const { pressWork, changesOf } = pressed;
    const { teacher, courseId, worksHere, google, course } = pressed;
    await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Ours', workType: 'ASSIGNMENT', maxPoints: 12.5 } });
    const run = await pressWork();
    expect(run).toMatchObject({ status: 'partly', counts: { refused: 1 } });
    expect((await changesOf(run.id)).find(({ outcome }) => outcome === 'refused')).toMatchObject({
      field: 'Points',
      reason: 'Google Classroom accepts only whole points.',
    });
    expect(worksThere(google, course.id)).toHaveLength(1);
    expect(await pressWork()).toMatchObject({ status: 'finished', counts: { refused: 0, sent: 0 } });
    expect(await worksHere()).toHaveLength(1);
  });

  test('[B1113] a run is taken back field by field on both sides, except what somebody has touched since', async () => {
    const pressed = await begin();
    const { teacher, course, courseId, pressWork, worksHere, asTeacher, google, changesOf } = pressed;
    const { here } = await make(pressed);
    const sheet = asTeacher.createWork(course, { title: 'Sheet', maxPoints: 10 });
    await pressWork();
    asTeacher.changeWork(sheet, { title: 'Sheet, renamed' });
    await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: here.id }, body: { title: 'Ours, renamed' } });
    const run = await pressWork();
    expect(run).toMatchObject({ counts: { changed: 1, sent: 1 }, can_undo: true });
    expect(worksThere(google, course.id)[0]).toMatchObject({ title: 'Ours, renamed' });
    const undo = await school.settle(teacher, (await teacher.call(syncRunUndo, { params: { id: run.id } })).body.run);
    expect(undo).toMatchObject({ mode: 'undo', status: 'finished', message: 'The sync was undone.' });
    expect((await worksHere()).map(({ title }) => title)).toEqual(['Ours, renamed', 'Sheet']);
    expect(worksThere(google, course.id)[0]).toMatchObject({ title: 'Ours' });
    expect((await changesOf(undo.id)).map(({ outcome }) => outcome)).toEqual(['undone', 'undone']);
    expect((await teacher.call(syncRunUndo, { params: { id: run.id } })).error?.code).toBe('SYNC_RUN_STATE');
    expect(await pressWork()).toMatchObject({ counts: { sent: 0 } });
  });
});

describe('previews', () => {
  test('[B1114] say what would be on either side and change nothing; what was chosen is done', async () => {
    const { teacher, app, google, changesOf, asTeacher } = await begin({ linked: false });
    const second = asTeacher.createCourse({ name: 'Left there' });
    const counts = async () =>
      (
        await app.db
          .selectFrom('courses')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const before = await counts();
    const preview = await school.settle(teacher, (await teacher.call(syncCourses, { body: { mode: 'preview' } })).body.run);
    expect(preview).toMatchObject({
      mode: 'preview',
      status: 'finished',
      can_apply: true,
      message: 'This is what a sync would change. Nothing has changed yet.',
    });
    expect(await counts()).toBe(before);
    const planned = await changesOf(preview.id);
    expect(planned.filter(({ kind }) => kind === 'class')).toHaveLength(2);
    expect(planned.filter(({ kind }) => kind === 'member')).toHaveLength(2);
    expect(new Set(planned.map(({ outcome }) => outcome))).toEqual(new Set(['planned']));
    const { run } = (await teacher.call(syncRunApply, { params: { id: preview.id }, body: { classes: [{ external_id: second.id, choice: 'ignore' }] } })).body;
    expect(await school.settle(teacher, run)).toMatchObject({ status: 'finished' });
    expect(await counts()).toBe(before + 1);
    await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    expect(await counts()).toBe(before + 1);
    expect(google.calls.count()).toBeGreaterThan(0);
  });
});

// last, since hours pass for all
describe('runs by the clock', () => {
  test('[B1353] classes of several teachers are synced in turns, since each teacher has a quota', async () => {
    const { google, bring, connect, pass, scenario } = school;
    const schoolId = await scenario.school('Europe/Berlin');
    const teachers = [await bring('teachers', schoolId), await bring('teachers', schoolId)];
    for (const { there } of teachers) for (const name of ['One', 'Two', 'Three']) google.asTeacher(there).createCourse({ name });
    for (const teacher of teachers) await connect(teacher);
    await (await bring('admin', schoolId)).call(syncSettings, { body: { schedule: 'hourly', makes_classes: true } });
    await pass(3_600_000); // a schedule that nobody knew is due at its next time
    google.calls.clear();
    await pass(3_600_000);
    const [first, second] = teachers.map(({ there }) => there.id);
    const users = google.calls
      .list({ id: 'courses.students.list' })
      .filter(({ user }) => user === first || user === second)
      .map(({ user }) => user);
    expect(users).toEqual([first, second, first, second, first, second]);
  });
});
