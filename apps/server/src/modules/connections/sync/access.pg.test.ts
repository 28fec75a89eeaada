import {
  authMe,
  configGet,
  peopleSourceGet,
  syncClasses,
  syncConflictList,
  syncConflictSolve,
  syncConflictSolveMany,
  syncConnect,
  syncConnectFinish,
  syncCourses,
  syncCoursesByGet,
  syncCourseWorks,
  syncCourseWorksByGet,
  syncDisconnect,
  syncGradeHere,
  syncInvitations,
  syncLink,
  syncLinkRead,
  syncPeople,
  syncPersonMatch,
  syncRunApply,
  syncRunCancel,
  syncRunChanges,
  syncRunList,
  syncRunRead,
  syncRunUndo,
  syncSettings,
  syncStatus,
  syncUnlink,
  syncWorks,
} from '@classwright/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createClass } from '../../class/classes/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { startSyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
let without: TestApp;
let besides: Scenario;
beforeAll(async () => {
  [school, without] = await Promise.all([startSyncedSchool(), startTestApp()]);
  besides = createScenario(without);
});
afterAll(() => Promise.all([school.close(), without.close()]));

async function bringClass() {
  const { google, app, bring, connect, scenario } = school;
  const schoolId = await scenario.school();
  const [teacher, student, admin] = [await bring('teachers', schoolId), await bring('student', schoolId), await bring('admin', schoolId)];
  const course = google.asTeacher(teacher.there).createCourse({ name: `History of ${teacher.there.email}` });
  google.asStudent(student.there).join(course);
  await connect(teacher);
  const run = await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
  const { id: courseId } = await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).executeTakeFirstOrThrow();
  return { schoolId, teacher, student, admin, course, courseId, run, asTeacher: google.asTeacher(teacher.there) };
}

describe('without Google Classroom', () => {
  test('[K101] every button says what to do, to who may set it up and to others', async () => {
    const { teacher, students, courseId } = await besides.class();
    expect((await teacher.call(syncStatus)).body).toMatchObject({
      standing: 'not_set_up',
      can_connect: false,
      explanation: expect.stringContaining('not set up on this server'),
    });
    expect((await students[0]!.call(syncStatus)).body).toMatchObject({
      standing: 'not_set_up',
      explanation: expect.stringContaining('Ask your administrator'),
    });
    for (const reply of [
      await teacher.call(syncCourses, { body: { new_classes: 'make' } }),
      await teacher.call(syncCoursesByGet, { query: { new_classes: 'make' } }),
      await teacher.call(syncCourseWorks, { params: { id: courseId } }),
      await teacher.call(syncInvitations, { body: { course_id: courseId } }),
      await teacher.call(syncConnect),
      await teacher.call(syncLink, { params: { id: courseId }, body: { create: true } }),
    ])
      expect(reply).toMatchObject({ status: 409, error: { code: 'SYNC_NOT_SET_UP' } });
  });

  test('[B1555] nobody is shown anything of Google Classroom while the server has none set up; where it has, staff are', async () => {
    const shownTo = async (person: { call: TestPerson['call'] }) => {
      const { rights, menus } = (await person.call(authMe)).body.user;
      return [
        rights.filter((right) => right.startsWith('classroom-sync:')),
        Object.values(menus).flatMap((menu) => menu.filter(({ res_url }) => res_url === 'sync')),
      ];
    };
    const { teacher, admin, students } = await besides.class();
    for (const person of [teacher, admin, students[0]!]) expect(await shownTo(person)).toEqual([[], []]);
    const there = await school.bring('teachers', await school.scenario.school());
    expect(await shownTo(there)).toEqual([['classroom-sync:run', 'classroom-sync:view'], [{ name: 'Google Classroom', res_url: 'sync' }]]);
  });

  test('[B1931] its absence is in the configuration, and a list that it kept once is kept by hand', async () => {
    expect((await without.call(configGet)).body.classroom).toBe(false);
    expect((await school.app.call(configGet)).body.classroom).toBe(true);
    const kept = async (app: TestApp, { teacher, courseId, schoolId }: TestClass) => {
      await sql`
        WITH classroom AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, 'google_classroom', 'Google Classroom') RETURNING id),
          roster AS (INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, 'roster_file', 'Roster') RETURNING id)
        INSERT INTO external_links (source_id, kind, external_id, local_id, owns_people)
          SELECT id, 'class', '77', ${courseId}::bigint, true FROM classroom UNION ALL SELECT id, 'class', '78', ${courseId}::bigint, false FROM roster`.execute(
        app.db,
      );
      const { sources } = (await teacher.call(peopleSourceGet, { params: { id: courseId } })).body;
      return sources.map(({ kind, is_chosen }) => [kind, is_chosen]);
    };
    expect(await kept(without, await besides.class())).toEqual([
      ['by_hand', true],
      ['roster_file', false],
    ]);
    expect(await kept(school.app, await school.scenario.class())).toEqual([
      ['by_hand', false],
      ['google_classroom', true],
      ['roster_file', false],
    ]);
  });

  test('[K101] who has not connected is told so, and by whom it is to be done', async () => {
    const { bring, scenario } = school;
    const schoolId = await scenario.school();
    const [teacher, student] = [await bring('teachers', schoolId), await bring('student', schoolId)];
    expect((await teacher.call(syncStatus)).body).toMatchObject({
      standing: 'not_connected',
      can_connect: true,
      explanation: expect.stringContaining('Connect it'),
    });
    expect((await student.call(syncStatus)).body).toMatchObject({
      standing: 'not_connected',
      can_connect: false,
      explanation: expect.stringContaining('Ask your teacher'),
    });
    expect((await teacher.call(syncCourses, { body: { new_classes: 'make' } })).error?.code).toBe('SYNC_NOT_CONNECTED');
    expect((await student.call(syncCourses, { body: { new_classes: 'make' } })).error?.code).toBe('SYNC_NOT_CONNECTED');
  });
});

describe('connecting', () => {
  test('[B1119] a permission that was not given is named; a second consent mends it', async () => {
    const { bring, connect, scenario } = school;
    const teacher = await bring('teachers', await scenario.school());
    const some = ['openid', 'email', 'https://www.googleapis.com/auth/classroom.rosters'];
    const { body } = await connect(teacher, some);
    expect(body).toMatchObject({ connection: { state: 'scope_missing', problem: expect.stringContaining('manage work and grades') } });
    expect(await teacher.call(syncCourses, { body: { new_classes: 'make' } })).toMatchObject({
      status: 409,
      error: { code: 'SYNC_SCOPE_MISSING', message: expect.stringContaining('announcements') },
    });
    expect((await connect(teacher)).body.connection).toMatchObject({ state: 'ok', problem: null, is_own: true });
    expect((await teacher.call(syncCourses, { body: { new_classes: 'make' } })).status).toBe(200);
  });
  test('[B1596] without the permission for people, work comes all the same, and the report says what was left out', async () => {
    const klass = await startSyncedClass(school, { students: 2 });
    const newcomer = await school.bring('student', klass.schoolId);
    const asked = ['courses', 'profile.emails', 'topics', 'coursework.students', 'courseworkmaterials', 'announcements'];
    await school.connect(klass.teacher, ['openid', 'email', ...asked.map((name) => `https://www.googleapis.com/auth/classroom.${name}`)]);
    klass.asTeacher.createWork(klass.course, { title: 'Comes all the same' });
    school.google.asStudent(newcomer.there).join(klass.course);
    expect(await klass.pressWork()).toMatchObject({ status: 'finished' });
    expect((await klass.worksHere()).map(({ title }) => title)).toEqual(['Comes all the same']);
    const run = await klass.press();
    expect(run).toMatchObject({ status: 'partly', message: expect.stringContaining('see and manage the people of your classes') });
    expect(run.counts).toMatchObject({ ended: 0 });
    const people = await school.app.db.selectFrom('class_students').select('account_id').where('course_id', '=', klass.courseId).execute();
    expect(people).toHaveLength(2);
    await school.connect(klass.teacher);
    expect(await klass.press()).toMatchObject({ status: 'finished', counts: { made: 1 } });
  });
  test('[B1119] an answer counts once, for who began it; tokens stand in no row in the clear, and in no answer', async () => {
    const { bring, connect, scenario, app, google } = school;
    const schoolId = await scenario.school();
    const [teacher, other] = [await bring('teachers', schoolId), await bring('teachers', schoolId)];
    const begun = (await teacher.call(syncConnect)).body;
    const state = new URL(begun.url).searchParams.get('state');
    expect((await other.call(syncConnectFinish, { body: { answer: `code=x&state=${state}`, secret: begun.secret } })).error?.code).toBe('GOOGLE_REFUSED');
    expect(
      (await teacher.call(syncConnectFinish, { body: { answer: `error=access_denied&state=${state}&iss=${google.issuer}`, secret: begun.secret } })).error
        ?.code,
    ).toBe('GOOGLE_CANCELLED');
    expect((await teacher.call(syncConnectFinish, { body: { answer: `code=x&state=${state}`, secret: begun.secret } })).error?.code).toBe('GOOGLE_REFUSED');
    const connected = await connect(teacher);
    expect(connected.status).toBe(200);
    expect((await connect(other, undefined, teacher.there)).error?.code).toBe('SYNC_OTHER_PERSON');
    const rows = JSON.stringify(await app.db.selectFrom('sync_connections').selectAll().execute());
    expect(rows).not.toContain('ya29');
    expect(JSON.stringify(connected.body)).not.toMatch(/token|secret/i);
    const id = connected.body.connection.id;
    expect((await other.call(syncDisconnect, { params: { id } })).status).toBe(404);
    expect((await teacher.call(syncDisconnect, { params: { id } })).body.message).toContain('are unchanged');
    expect((await teacher.call(syncCourses, { body: { new_classes: 'make' } })).error?.code).toBe('SYNC_NOT_CONNECTED');
  });
});

describe('who may', () => {
  test('[B1881] of another school’s work nothing is held, also by who is staff of a linked class', async () => {
    const [mine, far] = [await bringClass(), await bringClass()];
    far.asTeacher.createWork(far.course, { title: 'Theirs' });
    await school.settle(far.teacher, (await far.teacher.call(syncCourseWorks, { params: { id: far.courseId } })).body.run);
    const theirs = await school.app.db.selectFrom('course_works').select('id').where('course_id', '=', far.courseId).executeTakeFirstOrThrow();
    await inTransaction(school.app.db, async (tx) => {
      await tx.selectFrom('course_works').select('id').where('id', '=', theirs.id).forUpdate().execute();
      const asked = mine.teacher.call(syncGradeHere, { params: { id: mine.courseId, workId: theirs.id } }).then(({ status }) => status);
      expect(await Promise.race([asked, sleep(30_000, 'waits')])).toBe(404);
    });
  });

  test('[B1120] strangers find nothing of a class, its runs, conflicts and people on any path', async () => {
    const { scenario, bring } = school;
    const mine = await bringClass();
    const elsewhere = await bring('teachers', await scenario.school());
    const colleague = await bring('teachers', mine.schoolId);
    const { courseId, run, student } = mine;
    const ofClass = { params: { id: courseId } };
    for (const stranger of [elsewhere, colleague]) {
      const calls = [
        await stranger.call(syncCourseWorks, ofClass),
        await stranger.call(syncCourseWorksByGet, ofClass),
        await stranger.call(syncInvitations, { body: { course_id: courseId } }),
        await stranger.call(syncLinkRead, ofClass),
        await stranger.call(syncLink, { ...ofClass, body: { create: true } }),
        await stranger.call(syncUnlink, ofClass),
        await stranger.call(syncWorks, ofClass),
        await stranger.call(syncGradeHere, { params: { id: courseId, workId: 1 } }),
        await stranger.call(syncRunRead, { params: { id: run.id } }),
        await stranger.call(syncRunChanges, { params: { id: run.id } }),
        await stranger.call(syncRunApply, { params: { id: run.id }, body: {} }),
        await stranger.call(syncRunCancel, { params: { id: run.id } }),
        await stranger.call(syncRunUndo, { params: { id: run.id } }),
      ];
      expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404));
      expect((await stranger.call(syncRunList)).body.data).toEqual([]);
      expect((await stranger.call(syncConflictList)).body.data).toEqual([]);
      expect((await stranger.call(syncPeople)).body.data).toEqual([]);
      expect((await stranger.call(syncClasses)).body.data).toEqual([]);
    }
    const refused = [
      await student.call(syncCourseWorks, ofClass),
      await student.call(syncInvitations, { body: { course_id: courseId } }),
      await student.call(syncConnect),
      await student.call(syncRunList),
      await student.call(syncConflictList),
      await student.call(syncConflictSolve, { params: { id: 1 }, body: { choice: 'ours' } }),
      await student.call(syncConflictSolveMany, { body: { ids: [1], choice: 'ours' } }),
      await student.call(syncPeople),
      await student.call(syncClasses),
      await student.call(syncSettings, { body: { schedule: 'off' } }),
      await mine.teacher.call(syncSettings, { body: { schedule: 'off' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await student.call(syncWorks, ofClass)).status).toBe(200);
    expect((await student.call(syncLinkRead, ofClass)).body.link).toMatchObject({ state: 'linked', external_id: mine.course.id });
  });

  test('[K119] a student’s press reads the student’s own classes, and not again within five minutes', async () => {
    const { student, course, asTeacher, courseId } = await bringClass();
    asTeacher.add(
      course,
      (
        await school.bring(
          'student',
          (
            await school.app.db.selectFrom('courses').select('school_id').where('id', '=', courseId).executeTakeFirstOrThrow()
          ).school_id,
        )
      ).there,
      'STUDENT',
    );
    const run = await school.settle(student, (await student.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    expect(run).toMatchObject({ status: 'finished', message: 'Classes Sync is complete', counts: { made: 1, sent: 0 }, can_undo: false });
    expect(await student.call(syncCourses, { body: { new_classes: 'make' } })).toMatchObject({ status: 409, error: { code: 'SYNC_TOO_SOON' } });
  });

  test('[B2673] a guardian, who has no classes, cannot ask for them', async () => {
    const { courseId } = await bringClass();
    const { school_id } = await school.app.db.selectFrom('courses').select('school_id').where('id', '=', courseId).executeTakeFirstOrThrow();
    const guardian = await createScenario(school.app).person('guardian', school_id);
    expect(await guardian.call(syncCourses, { body: {} })).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
    expect(await guardian.call(syncCoursesByGet, { query: {} })).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
  });

  test('[B1121] two presses on one scope are one run, over two processes too, and it can be cancelled', async () => {
    const { teacher } = await bringClass();
    const [one, two, three] = await Promise.all([
      teacher.call(syncCourses, { body: { new_classes: 'make' } }),
      teacher.call(syncCourses, { body: { new_classes: 'make' } }),
      teacher.call(syncCoursesByGet, { query: { new_classes: 'make' } }),
    ]);
    expect(new Set([one.body.run.id, two.body.run.id, three.body.run.id]).size).toBe(1);
    expect((await teacher.call(syncRunCancel, { params: { id: one.body.run.id } })).body).toMatchObject({
      run: { status: 'cancelled', message: expect.stringContaining('canceled') },
    });
    expect((await teacher.call(syncRunCancel, { params: { id: one.body.run.id } })).error?.code).toBe('SYNC_RUN_STATE');
    await school.app.server.jobs.runDue();
    expect((await teacher.call(syncRunRead, { params: { id: one.body.run.id } })).body.run.status).toBe('cancelled');
  });

  test('[B1121] what was asked of one run is not lost in another: beside a live one a preview is not done and nothing taken back', async () => {
    const { teacher, run } = await bringClass();
    const preview = await school.settle(teacher, (await teacher.call(syncCourses, { body: { mode: 'preview' } })).body.run);
    const live = (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run;
    expect(await teacher.call(syncRunApply, { params: { id: preview.id }, body: {} })).toMatchObject({ status: 409, error: { code: 'SYNC_BUSY' } });
    expect((await teacher.call(syncRunUndo, { params: { id: run.id } })).error?.code).toBe('SYNC_BUSY');
    await school.settle(teacher, live);
    expect(await school.settle(teacher, (await teacher.call(syncRunApply, { params: { id: preview.id }, body: {} })).body.run)).toMatchObject({
      status: 'finished',
    });
    expect((await teacher.call(syncRunApply, { params: { id: preview.id }, body: {} })).error?.code).toBe('SYNC_RUN_STATE');
    expect((await teacher.call(syncRunRead, { params: { id: preview.id } })).body.run).toMatchObject({
      can_apply: false,
      message: expect.stringContaining('have been made since'),
    });
  });

  test('[B1122] an administrator sets when it begins by itself, and the hour begins it', async () => {
    const { admin, teacher, course, asTeacher, courseId } = await bringClass();
    expect((await admin.call(syncSettings, { body: { schedule: 'weekly' } })).status).toBe(422);
    expect((await admin.call(syncSettings, { body: { schedule: 'hourly' } })).body).toMatchObject({ schedule: 'hourly' });
    asTeacher.createWork(course, { title: 'By the clock', maxPoints: 10 });
    await school.app.server.jobs.runSchedules();
    await school.app.clock.advanceMs(3_600_000);
    await school.app.server.jobs.runSchedules();
    await school.app.server.jobs.runDue();
    expect(await school.app.db.selectFrom('course_works').select('title').where('course_id', '=', courseId).execute()).toEqual([{ title: 'By the clock' }]);
    expect((await admin.call(syncRunList)).body.data[0]).toMatchObject({ mode: 'scheduled', status: 'finished', by: null });
    expect((await admin.call(syncSettings, { body: { schedule: 'off' } })).status).toBe(200);
    asTeacher.createWork(course, { title: 'Off', maxPoints: 10 });
    await school.app.clock.advanceMs(3_600_000);
    await school.app.server.jobs.runSchedules();
    await school.app.server.jobs.runDue();
    expect(await school.app.db.selectFrom('course_works').select('title').where('course_id', '=', courseId).execute()).toHaveLength(1);
    expect(teacher.accountId).toBeGreaterThan(0);
  });
});

describe('links', () => {
  test('[B1123] a class here is made at Google once, or linked with one there by its id', async () => {
    const { google, scenario, app, bring, connect } = school;
    const schoolId = await scenario.school();
    const teacher = await bring('teachers', schoolId);
    await connect(teacher);
    const there = google.asTeacher(teacher.there).createCourse({ name: 'There already' });
    const make = (name: string) => inTransaction(app.db, (tx) => createClass(tx, { schoolId, ownerId: teacher.accountId, name }));
    const [first, second] = [await make('Made here'), await make('Here')];
    google.faults.plan([{ match: { method: 'POST', path: /\/courses$/ }, kind: 'lostAnswer', nth: 1 }]);
    expect((await teacher.call(syncLink, { params: { id: first }, body: { create: true } })).body).toMatchObject({
      link: { state: 'making', external_id: null },
    });
    for (let round = 0; round < 4; round += 1) {
      await app.server.jobs.runDue();
      await app.clock.advanceMs(60_000);
    }
    google.faults.clear();
    expect([...google.state.courses.values()].filter(({ name }) => name === 'Made here')).toHaveLength(1);
    expect((await teacher.call(syncLinkRead, { params: { id: first } })).body.link).toMatchObject({ state: 'linked', name: 'Made here' });
    expect((await teacher.call(syncLink, { params: { id: second }, body: { external_id: '123' } })).error?.code).toBe('SYNC_CLASS_UNKNOWN');
    expect((await teacher.call(syncLink, { params: { id: second }, body: {} })).status).toBe(422);
    const preview = await school.settle(teacher, (await teacher.call(syncCourses, { body: { mode: 'preview' } })).body.run);
    expect(preview.status).toBe('finished');
    expect((await teacher.call(syncClasses, { query: { free: true } })).body.data).toMatchObject([
      { external_id: there.id, name: 'There already', course_id: null },
    ]);
    expect((await teacher.call(syncLink, { params: { id: second }, body: { external_id: there.id } })).status).toBe(200);
    await app.server.jobs.runDue();
    expect((await teacher.call(syncLink, { params: { id: second }, body: { create: true } })).error?.code).toBe('SYNC_LINKED_ALREADY');
    // never agreed on: the name is a conflict
    expect((await teacher.call(syncConflictList)).body.data).toMatchObject([{ field: 'Name', ours: 'Here', theirs: 'There already' }]);
    expect((await teacher.call(syncUnlink, { params: { id: second } })).body.message).toContain('Nothing was deleted');
    expect((await teacher.call(syncLinkRead, { params: { id: second } })).body.link).toBeNull();
  });
});

describe('people', () => {
  test('[B1124] are matched by id and address and never by name; who is unknown is somebody’s to say', async () => {
    const { google, bring, app } = school;
    const { teacher, admin, course, asTeacher, schoolId, courseId } = await bringClass();
    const hidden = await bring('student', schoolId, { isEmailHidden: true });
    const twin = google.people.add({ email: 'twin@elsewhere.test', givenName: hidden.firstName, familyName: hidden.lastName, domain: 'elsewhere.test' });
    const newcomer = google.people.add({ email: 'ليلى.new@school.test'.replace('ليلى', 'layla'), givenName: 'ليلى', familyName: '张', domain: 'school.test' });
    for (const one of [hidden.there, newcomer]) asTeacher.add(course, one, 'STUDENT');
    await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    const { data, counts, can_create } = (await teacher.call(syncPeople)).body;
    expect(counts).toMatchObject({ matched: 2, proposed: 1, unknown: 1 });
    expect(can_create).toBe(false);
    const proposed = data.find(({ state }) => state === 'proposed')!;
    expect(proposed).toMatchObject({ account_id: hidden.accountId, note: expect.stringContaining('Same name') });
    expect((await teacher.call(syncPersonMatch, { params: { id: proposed.id }, body: {} })).status).toBe(422);
    expect((await teacher.call(syncPersonMatch, { params: { id: proposed.id }, body: { account_id: teacher.accountId } })).error?.code).toBe(
      'SYNC_PERSON_TAKEN',
    );
    expect((await teacher.call(syncPersonMatch, { params: { id: proposed.id }, body: { account_id: hidden.accountId } })).status).toBe(200);
    const unknown = (await admin.call(syncPeople, { query: { state: 'unknown' } })).body.data[0]!;
    expect(unknown.name).toBe('ليلى 张');
    expect((await teacher.call(syncPersonMatch, { params: { id: unknown.id }, body: { create: true } })).status).toBe(403);
    expect((await admin.call(syncPersonMatch, { params: { id: unknown.id }, body: { create: true } })).body).toMatchObject({ person: { state: 'matched' } });
    await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    const members = await app.db.selectFrom('course_members').select('account_id').where('course_id', '=', courseId).where('role', '=', 'STUDENT').execute();
    expect(members).toHaveLength(3);
    expect(twin.id).toBeTruthy();
  });
});
