import {
  syncConnect,
  syncConnectFinish,
  syncCourses,
  syncCourseWorks,
  syncDisconnect,
  syncRunList,
  syncSettings,
  syncStatus,
  syncUnlink,
} from '@classwright/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appNow } from '../../../platform/clock.ts';
import type { Work } from '../../../testing/classroom/index.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FEEDS = ['work', 'people'];
const PUSH_SCOPE = 'https://www.googleapis.com/auth/classroom.push-notifications';

let school: SyncedSchool;
let log: string[];
beforeEach(async () => {
  log = [];
  school = await startSyncedSchool({}, { hasPush: true, logLevel: 'info', logTo: { write: (line) => void log.push(line) } });
  await school.app.server.jobs.runSchedules();
});
afterEach(() => school.close());

const told = (words: string): string[] => log.filter((line) => line.includes(words));
const registrations = () => school.app.db.selectFrom('sync_registrations').selectAll().orderBy('id').execute();
const marks = () => school.app.db.selectFrom('sync_marks').selectAll().execute();
const runs = () => school.app.db.selectFrom('sync_runs').selectAll().orderBy('id').execute();
const registeredThere = () => [...school.google.state.registrations.values()];
const waiting = () => school.google.pubsub.count(school.subscription);
/** Returns Classroom's own calls, without registrations. */
const read = () => school.google.calls.list({ path: /^\/v1\/(courses|invitations|userProfiles)/ });

/** Lets an hour pass in which messages are pulled, as on a running server. */
async function hour(): Promise<void> {
  for (let step = 0; step < 15; step += 1) await school.pass(4 * MINUTE);
}

/** Moves to one o'clock in the night of the next day, so that a day has hours left. */
async function toMorning(): Promise<void> {
  const now = await appNow(school.app.db);
  const next = new Date(now);
  next.setUTCHours(25, 0, 0, 0);
  await school.pass(next.getTime() - now.getTime());
}

/**
 * Creates a teacher with classes at Google that are linked here, without works. `scopes`: the permissions that the
 * teacher grants.
 */
async function begin({ classes = 1, students = 2, scopes }: { classes?: number; students?: number; scopes?: (asked: string[]) => string[] } = {}) {
  const { google, app, bring, connect, scenario } = school;
  const schoolId = await scenario.school('Europe/Berlin');
  const teacher = await bring('teachers', schoolId);
  const learners: Awaited<ReturnType<typeof bring>>[] = [];
  for (let at = 0; at < students; at += 1) learners.push(await bring('student', schoolId));
  const asTeacher = google.asTeacher(teacher.there);
  const courses = Array.from({ length: classes }, (_, at) => asTeacher.createCourse({ name: `Physics ${at}` }));
  for (const course of courses) for (const { there } of learners) google.asStudent(there).join(course);
  const { url } = (await teacher.call(syncConnect)).body;
  const asked = (new URL(url).searchParams.get('scope') ?? '').split(' ');
  expect((await connect(teacher, scopes?.(asked))).status).toBe(200);
  await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
  const rows = await app.db.selectFrom('courses').select(['id', 'name']).where('owner_id', '=', teacher.accountId).orderBy('name').execute();
  return { schoolId, teacher, learners, asTeacher, courses, course: courses[0]!, courseIds: rows.map(({ id }) => id), courseId: rows[0]!.id, asked };
}

/** Creates the same with works, registered, and completely read: from now on Google's messages decide what is read. */
async function beginCovered(setting: Parameters<typeof begin>[0] & { works?: number } = {}) {
  const all = await begin(setting);
  const works: Work[] = [];
  for (const course of all.courses)
    for (let at = 0; at < (setting.works ?? 1); at += 1) works.push(all.asTeacher.createWork(course, { title: `Work ${at}`, maxPoints: 10 }));
  await school.pass(5 * MINUTE);
  await toMorning();
  await hour();
  expect(await marks()).toEqual([]);
  return { ...all, works, work: works[0]! };
}

const cell = (accountId: number) =>
  school.app.db
    .selectFrom('submissions')
    .innerJoin('course_works', 'course_works.id', 'submissions.course_work_id')
    .select(['submissions.state', 'course_works.title'])
    .where('submissions.account_id', '=', accountId)
    .orderBy('course_works.title')
    .execute();
const titles = async (courseId: number) =>
  (await school.app.db.selectFrom('course_works').select('title').where('course_id', '=', courseId).orderBy('id').execute()).map(({ title }) => title);

describe('registrations', () => {
  test('[B1160] of a linked class stand for a week, are renewed before it is over, and end with the link', async () => {
    const { asked, course, courseId, teacher } = await begin();
    expect(asked).toContain(PUSH_SCOPE);
    expect(await registrations()).toEqual([]);
    await school.pass(5 * MINUTE);
    const first = await registrations();
    expect(first.map(({ feed }) => feed).sort()).toEqual(FEEDS.toSorted());
    expect(first).toMatchObject([{ course_external_id: course.id }, { course_external_id: course.id }]);
    expect(registeredThere()).toHaveLength(2);
    for (let day = 0; day < 9; day += 1) await school.pass(DAY);
    const renewed = await registrations();
    expect(renewed.map(({ since }) => since)).toEqual(first.map(({ since }) => since));
    for (const { expires_at } of renewed) expect(expires_at!.getTime()).toBeGreaterThan(school.now());
    // renewed once in that time, and not at each check
    expect(school.google.calls.count({ id: 'registrations.create' })).toBe(4);
    expect((await teacher.call(syncUnlink, { params: { id: courseId } })).status).toBe(200);
    await school.pass(5 * MINUTE);
    expect(registeredThere()).toEqual([]);
    expect(await registrations()).toEqual([]);
  });

  test('[B1160] end with the connection, and a connection that is made anew registers anew', async () => {
    const { teacher } = await begin();
    await school.pass(5 * MINUTE);
    const before = await registrations();
    await school.connect(teacher);
    expect(await registrations()).toEqual([]);
    await school.pass(5 * MINUTE);
    const after = await registrations();
    expect(after[0]!.since!.getTime()).toBeGreaterThan(before[0]!.since!.getTime());
    const id = (await teacher.call(syncStatus)).body.connections[0]!.id;
    await teacher.call(syncDisconnect, { params: { id } });
    expect(await registrations()).toEqual([]);
    expect(registeredThere()).toEqual([]);
  });

  test('[B1160] go over to a colleague’s connection where the one that made them is taken back', async () => {
    const { teacher, schoolId, asTeacher, course } = await begin();
    const colleague = await school.bring('teachers', schoolId);
    asTeacher.add(course, colleague.there, 'TEACHER');
    await school.connect(colleague);
    await school.pass(HOUR);
    school.google.withdraw(teacher.there);
    await school.pass(HOUR);
    await school.pass(5 * MINUTE);
    const theirs = await school.app.db
      .selectFrom('sync_registrations')
      .innerJoin('sync_connections', 'sync_connections.id', 'sync_registrations.connection_id')
      .select('account_id')
      .execute();
    expect(theirs).toEqual([{ account_id: colleague.accountId }, { account_id: colleague.accountId }]);
    expect(registeredThere().map(({ userId }) => userId)).toEqual([colleague.there.id, colleague.there.id]);
  });

  test('[B1171] a press of one teacher does not make the sync forget that a colleague sees the class too', async () => {
    const { schoolId, asTeacher, course, teacher } = await begin();
    const colleague = await school.bring('teachers', schoolId);
    asTeacher.add(course, colleague.there, 'TEACHER');
    await school.connect(colleague);
    await school.pass(HOUR);
    const seenBy = async () =>
      (await school.app.db.selectFrom('external_links').select('facts').where('kind', '=', 'class').executeTakeFirstOrThrow()).facts as { seenBy: number[] };
    const both = await seenBy();
    expect(both.seenBy).toHaveLength(2);
    for (const one of [colleague, teacher]) {
      await school.settle(one, (await one.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
      expect(await seenBy()).toEqual(both);
    }
    const before = await registrations();
    await school.pass(5 * MINUTE);
    expect(await registrations()).toEqual(before);
  });

  test.each([
    ['403', { status: 403 }],
    ['404', { status: 404 }],
    ['403 of a missing scope', { status: 403, reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
  ])('[B1161] refused with %s fail no run and harm no connection: the class is looked at by the clock, and asked for again', async (_, fault) => {
    const { teacher, asTeacher, course, courseId } = await begin({ classes: 2 });
    school.google.faults.plan([{ match: { path: /^\/v1\/registrations/ }, kind: 'status', ...fault }]);
    await school.pass(5 * MINUTE);
    expect(await registrations()).toMatchObject(Array.from({ length: 4 }, () => ({ external_id: null, failure: expect.any(String) })));
    expect(told('Google does not tell of changes in some classes')).toHaveLength(1);
    asTeacher.createWork(course, { title: 'By the clock' });
    await school.pass(HOUR);
    expect(await titles(courseId)).toEqual(['By the clock']);
    expect((await runs()).map(({ status }) => status)).toEqual(['finished', 'finished']);
    expect((await teacher.call(syncStatus)).body).toMatchObject({ standing: 'ok', arrival: expect.stringContaining('does not report changes yet') });
    school.google.faults.clear();
    await school.pass(HOUR);
    expect((await registrations()).every(({ external_id, failure }) => external_id !== null && failure === null)).toBe(true);
  });

  test.each([
    ['quota', { kind: 'status', status: 429 } as const],
    ['500', { kind: 'status', status: 500 } as const],
    ['a page of a proxy', { kind: 'html' } as const],
    ['half an answer', { kind: 'cut' } as const],
  ])('[B1161] that meet %s are asked for again, and no registration that stands is lost', async (_, fault) => {
    await begin();
    school.google.faults.plan([{ match: { path: /^\/v1\/registrations/ }, nth: 1, ...fault }]);
    await school.pass(5 * MINUTE);
    for (let minute = 0; minute < 12; minute += 1) await school.pass(MINUTE);
    const made = await registrations();
    expect(made.map(({ external_id }) => external_id)).not.toContain(null);
    school.google.faults.plan([{ match: { path: /^\/v1\/registrations/ }, ...fault }]);
    await school.pass(5.5 * DAY);
    expect((await registrations()).map(({ external_id, since }) => [external_id, since])).toEqual(made.map(({ external_id, since }) => [external_id, since]));
    expect((await runs()).map(({ status }) => status)).not.toContain('failed');
  });

  test('[B1162] where a connection lacks the permission its classes are looked at by the clock, and the page says so', async () => {
    const { teacher, asTeacher, course, courseId } = await begin({ scopes: (asked) => asked.filter((scope) => scope !== PUSH_SCOPE) });
    await school.pass(5 * MINUTE);
    expect(await registrations()).toEqual([]);
    expect((await teacher.call(syncStatus)).body).toMatchObject({
      standing: 'ok',
      arrival: 'Google does not report changes yet. We check Google Classroom for changes every hour.',
      can_hear_more: true,
    });
    asTeacher.createWork(course, { title: 'By the clock' });
    await school.pass(HOUR);
    expect(await titles(courseId)).toEqual(['By the clock']);
    await school.connect(teacher);
    await school.pass(5 * MINUTE);
    expect(await registrations()).toHaveLength(2);
    expect((await teacher.call(syncStatus)).body).toMatchObject({ arrival: expect.stringContaining('they appear here soon after'), can_hear_more: false });
  });

  test('[B1160] are not made for a school that is not synced by itself, and end where it is switched off', async () => {
    const { schoolId, asTeacher, course, courseId } = await begin();
    const admin = await school.bring('admin', schoolId);
    await school.pass(5 * MINUTE);
    expect(registeredThere()).toHaveLength(2);
    await admin.call(syncSettings, { body: { schedule: 'off' } });
    asTeacher.createWork(course, { title: 'Not by itself' });
    await school.pass(5 * MINUTE);
    await school.pass(MINUTE);
    expect(registeredThere()).toEqual([]);
    expect(await titles(courseId)).toEqual([]);
    expect((await admin.call(syncStatus)).body.arrival).toContain('after someone starts a sync');
  });
});

describe('messages', () => {
  test('[B1163] a change at Google is here with the next run, which reads what was told of and nothing else', async () => {
    const { learners, work, asTeacher, course, courseId } = await beginCovered();
    school.google.calls.clear();
    school.google.asStudent(learners[0]!.there).turnIn(work);
    await school.pass(2_000);
    expect(waiting()).toBe(0);
    expect(read()).toEqual([]);
    await school.pass(3_000);
    expect(await cell(learners[0]!.accountId)).toMatchObject([{ state: 'TURNED_IN' }]);
    expect(read().map(({ path }) => path)).toEqual([`/v1/courses/${course.id}/courseWork/${work.id}/studentSubmissions`]);
    expect(await marks()).toEqual([]);

    asTeacher.createTopic(course, 'Unit 2');
    asTeacher.createWork(course, { title: 'New', topicId: [...school.google.state.room(course.id).topics.values()][0]!.topicId });
    await school.pass(2_000);
    await school.pass(3_000);
    expect(await titles(courseId)).toEqual(['Work 0', 'New']);

    school.google.asStudent(learners[1]!.there).leave(course);
    await school.pass(2_000);
    await school.pass(3_000);
    const left = await school.app.db.selectFrom('course_members').select('left_at').where('account_id', '=', learners[1]!.accountId).executeTakeFirst();
    expect(left?.left_at).not.toBeNull();
  });

  test('[B1163] many messages of a class begin one run, and those of others their own', async () => {
    const { learners, works, courses } = await beginCovered({ classes: 3, students: 6, works: 2 });
    const before = (await runs()).length;
    school.google.calls.clear();
    for (const { there } of learners) for (const work of works.slice(0, 4)) school.google.asStudent(there).turnIn(work);
    expect(waiting()).toBeGreaterThan(20);
    await school.pass(2_000);
    await school.pass(3_000);
    const made = (await runs()).slice(before);
    expect(made).toHaveLength(2);
    expect(made).toMatchObject([
      { is_pushed: true, status: 'finished', scope: 'classes', mode: 'scheduled' },
      { is_pushed: true, status: 'finished' },
    ]);
    // one page of submissions for each work
    expect(read()).toHaveLength(4);
    expect(courses).toHaveLength(3);
    for (const { accountId } of learners) expect((await cell(accountId)).filter(({ state }) => state === 'TURNED_IN')).toHaveLength(4);
  });

  test('[B1163] a message that comes again changes nothing, and leaves no run behind in the list', async () => {
    const { learners, work, teacher } = await beginCovered();
    const { google, app, pass } = school;
    google.asStudent(learners[0]!.there).turnIn(work);
    google.faults.plan([{ match: { path: /:acknowledge$/ }, kind: 'status', status: 503, nth: 1 }]);
    await pass(2_000);
    expect(waiting()).toBeGreaterThan(0);
    await pass(3_000);
    const history = () => app.db.selectFrom('submission_history').selectAll().execute();
    const first = await history();
    const listed = (await teacher.call(syncRunList)).body.pagination;
    for (let round = 0; round < 4; round += 1) await pass(15_000);
    expect(waiting()).toBe(0);
    expect(await history()).toEqual(first);
    expect((await runs()).filter(({ is_pushed }) => is_pushed).length).toBeGreaterThan(1);
    expect((await teacher.call(syncRunList)).body.pagination).toEqual(listed);
    await pass(2 * HOUR);
    await app.server.folded.housekeeping.find(({ name }) => name === 'old syncs')!.run();
    expect((await runs()).filter(({ is_pushed, changed, made }) => is_pushed && changed + made === 0)).toEqual([]);
  });

  test('[B1163] what is told of while its run goes on begins the next one', async () => {
    const { learners, works, courseId } = await beginCovered({ works: 2 });
    const [first, second] = works as [Work, Work];
    const { google, pass, app } = school;
    google.asStudent(learners[0]!.there).turnIn(first);
    await pass(2_000);
    google.faults.plan([{ match: { path: /studentSubmissions$/ }, kind: 'status', status: 500, nth: 1 }]);
    await pass(3_000);
    expect((await runs()).at(-1)).toMatchObject({ status: 'running', is_pushed: true });
    google.asStudent(learners[0]!.there).turnIn(second);
    await pass(2_000);
    for (let round = 0; round < 3; round += 1) await pass(10_000);
    expect((await cell(learners[0]!.accountId)).map(({ state }) => state)).toEqual(['TURNED_IN', 'TURNED_IN']);
    expect(await marks()).toEqual([]);
    const live = await app.db.selectFrom('sync_runs').select('id').where('status', 'in', ['waiting', 'running', 'paused']).execute();
    expect(live).toEqual([]);
    expect(courseId).toBeGreaterThan(0);
  });

  test('[B1163] a run that a message began and that fails leaves what was told of to the run of the hour', async () => {
    const { learners, work } = await beginCovered();
    const { google, pass } = school;
    google.faults.plan([{ match: { path: /studentSubmissions$/ }, kind: 'status', status: 500 }]);
    google.asStudent(learners[0]!.there).turnIn(work);
    for (let round = 0; round < 8; round += 1) await pass(30_000);
    expect((await runs()).at(-1)).toMatchObject({ status: 'failed', is_pushed: true });
    expect(await marks()).toHaveLength(1);
    google.faults.clear();
    google.calls.clear();
    await pass(HOUR);
    expect(await cell(learners[0]!.accountId)).toMatchObject([{ state: 'TURNED_IN' }]);
    expect(await marks()).toEqual([]);
  });

  test('[B1164] messages about nothing that is known here are passed over, counted, and do not come again', async () => {
    const { course } = await beginCovered();
    const { google, pass, topic } = school;
    const before = (await runs()).length;
    const resourceId = { courseId: course.id };
    for (const data of [
      {},
      null,
      [],
      'text',
      { collection: 'courses.courseWork' },
      { collection: 'courses.courseWork', eventType: 'CREATED', resourceId: { courseId: '999999999999' } },
      { collection: 'courses.students', resourceId: { courseId: "1' OR '1'='1" } },
      { collection: 'courses.announcements', eventType: 'CREATED', resourceId },
      { collection: 'courses.courseWork.studentSubmissions', resourceId: { ...resourceId, courseWorkId: { $ne: '' } } },
      { collection: 'courses.students', resourceId: { courseId: 'x'.repeat(50_000) } },
    ])
      google.pubsub.publish(topic, data as object, {});
    await pass(2_000);
    expect(waiting()).toBe(0);
    expect((await runs()).length).toBe(before);
    expect(JSON.parse(told('passed over').at(-1)!)).toMatchObject({ unknown: 10, of: 10 });
    expect(told('"level":50')).toEqual([]);
  });

  test('[B1165] of two processes one pulls; what a process took with it comes again, to the other', async () => {
    const { learners, works } = await beginCovered({ students: 8 });
    const { google, app, pass, subscription } = school;
    const other = await app.another();
    try {
      google.calls.clear();
      for (const { there } of learners) google.asStudent(there).turnIn(works[0]!);
      // simulates a process that pulled some and died
      expect(google.pubsub.pull(subscription, 3)).toHaveLength(3);
      await app.clock.advanceMs(2_000);
      await Promise.all([app.server.jobs.runDue(), other.server.jobs.runDue()]);
      expect(google.calls.count({ id: 'pubsub.pull' })).toBe(1);
      await pass(15_000);
      await other.server.jobs.runDue();
      await pass(15_000);
      expect(waiting()).toBe(0);
      for (const { accountId } of learners) expect(await cell(accountId)).toMatchObject([{ state: 'TURNED_IN' }]);
    } finally {
      await other.close();
    }
  });

  test('[B1165] a thousand messages are taken in tens of pulls and begin one run of each class', async () => {
    const { courses } = await beginCovered({ classes: 10 });
    const { google, pass, topic } = school;
    const before = (await runs()).length;
    for (let at = 0; at < 1000; at += 1)
      google.pubsub.publish(
        topic,
        { collection: 'courses.students', eventType: 'CREATED', resourceId: { courseId: courses[at % 10]!.id, userId: String(at) } },
        {},
      );
    google.calls.clear();
    await pass(2_000);
    expect(waiting()).toBe(0);
    expect(google.calls.count({ id: 'pubsub.pull' })).toBe(11);
    expect(await marks()).toHaveLength(10);
    await pass(3_000);
    expect((await runs()).length).toBe(before + 10);
    expect(await marks()).toEqual([]);
  });
});

describe('Pub/Sub that does not answer', () => {
  test('[B1166] the log says so once, it is asked ever more seldom, and what was told of meanwhile comes when it answers again', async () => {
    const { teacher, asTeacher, course, courseId } = await beginCovered();
    const { google, pass } = school;
    const faults = [
      ...[401, 403, 404, 429, 500].map((status) => ({ kind: 'status', status }) as const),
      ...(['html', 'garbage', 'cut', 'lostAnswer'] as const).map((kind) => ({ kind })),
    ];
    for (const [at, fault] of faults.entries()) {
      google.faults.plan([{ match: { path: /:pull$/ }, ...fault }]);
      google.calls.clear();
      asTeacher.createWork(course, { title: `While ${at}` });
      for (let minute = 0; minute < 8; minute += 1) await pass(MINUTE);
      expect(told('cannot be pulled')).toHaveLength(at + 1);
      // 5, 10, 20 … seconds, and another call if the token was not accepted
      const asked = google.calls.list({ path: /:pull$/ }).length;
      expect(asked).toBeGreaterThan(3);
      expect(asked).toBeLessThan(17);
      expect((await teacher.call(syncStatus)).body.arrival).toContain('are not arriving at the moment');
      google.faults.clear();
      for (let minute = 0; minute < 8; minute += 1) await pass(MINUTE);
      expect(told('come again')).toHaveLength(at + 1);
      expect(waiting()).toBe(0);
      expect(await titles(courseId)).toContain(`While ${at}`);
      expect((await teacher.call(syncStatus)).body.arrival).toContain('they appear here soon after');
    }
    expect((await runs()).map(({ status }) => status)).not.toContain('failed');
  });

  test('[B1166] classes are looked at by the clock meanwhile', async () => {
    const { learners, work } = await beginCovered();
    const { google } = school;
    google.faults.plan([{ match: { path: /:pull$/ }, kind: 'status', status: 503 }]);
    google.asStudent(learners[0]!.there).turnIn(work);
    await hour();
    expect(await cell(learners[0]!.accountId)).toMatchObject([{ state: 'TURNED_IN' }]);
  });

  test('[B1166] a key that Google does not take is said once, and ends nothing else', async () => {
    const { google, pass } = school;
    google.faults.plan([{ match: { method: 'POST', path: /^\/token$/ }, kind: 'status', status: 400 }]);
    for (let minute = 0; minute < 5; minute += 1) await pass(MINUTE);
    expect(told('cannot be pulled')).toHaveLength(1);
    expect(log.join('')).not.toContain('PRIVATE KEY');
    google.faults.clear();
    for (let minute = 0; minute < 10; minute += 1) await pass(MINUTE);
    expect(google.calls.count({ id: 'pubsub.pull', status: 200 })).toBeGreaterThan(0);
  });

  test('[B1166] a token that has ended is asked for anew', async () => {
    await beginCovered();
    const { google, pass } = school;
    google.faults.plan([{ match: { path: /:pull$/ }, kind: 'status', status: 401, nth: 1 }]);
    google.calls.clear();
    await pass(2_000);
    expect(google.calls.list({ path: /:pull$/ }).map(({ status }) => status)).toEqual([401, 200]);
    expect(told('cannot be pulled')).toEqual([]);
  });

  test('[B1166] a pull that hangs holds up nothing else, and ends with the server', async () => {
    const { learners, work, teacher, courseId } = await beginCovered();
    const { google, app } = school;
    google.faults.plan([{ match: { path: /:pull$/ }, kind: 'hang' }]);
    const listening = await app.another();
    await app.clock.advanceMs(2_000);
    google.calls.clear();
    listening.server.jobs.start();
    await expect.poll(() => google.calls.count({ path: /:pull$/ })).toBe(1);
    google.asStudent(learners[0]!.there).turnIn(work);
    const run = await school.settle(teacher, (await teacher.call(syncCourseWorks, { params: { id: courseId } })).body.run);
    expect(run.status).toBe('finished');
    expect(await cell(learners[0]!.accountId)).toMatchObject([{ state: 'TURNED_IN' }]);
    await listening.close();
    google.faults.clear();
    await school.pass(2_000);
    expect(waiting()).toBe(0);
    expect(told('cannot be pulled')).toEqual([]);
  });
});

describe('whatever goes wrong', () => {
  test.each([21, 22, 23])('[B1172] seed %i: both sides agree in the end, by what Google tells of and a run of the hour', async (seed) => {
    const { learners, works, courses, courseIds, asTeacher } = await beginCovered({ classes: 2, students: 3, works: 2 });
    const { google, pass, app } = school;
    google.faults.seeded(seed, 0.2);
    for (let round = 0; round < 6; round += 1) {
      const work = works[(seed + round) % works.length]!;
      const { there } = learners[round % learners.length]!;
      if (round % 2 === 0) google.asStudent(there).turnIn(works[round % works.length]!);
      else asTeacher.grade(work, there, { draftGrade: round });
      if (round === 2) asTeacher.createWork(courses[0]!, { title: 'Later', maxPoints: 5 });
      if (round === 5) google.asStudent(learners[1]!.there).leave(courses[1]!);
      for (let step = 0; step < 4; step += 1) await pass(15_000);
    }
    google.faults.clear();
    await hour();
    await hour();
    for (const [at, course] of courses.entries()) {
      const there = [...google.state.room(course.id).submissions.values()].map(({ id, state, draftGrade }) => [id, state, draftGrade ?? null]);
      const links = await app.db
        .selectFrom('external_links')
        .innerJoin('submissions', 'submissions.id', 'external_links.local_id')
        .innerJoin('course_works', 'course_works.id', 'submissions.course_work_id')
        .select(['external_links.external_id', 'external_links.base', 'submissions.draft_grade', 'submissions.state'])
        .where('external_links.kind', '=', 'submission')
        .where('course_works.course_id', '=', courseIds[at]!)
        .execute();
      const here = new Map(links.map((link) => [link.external_id, link]));
      for (const [id, state, grade] of there) {
        const link = here.get(id as string);
        expect([id, (link?.base as { state?: string } | undefined)?.state, link?.draft_grade ?? null]).toEqual([id, state, grade]);
      }
      const members = await app.db
        .selectFrom('course_members')
        .select('account_id')
        .where('course_id', '=', courseIds[at]!)
        .where('role', '=', 'STUDENT')
        .where('left_at', 'is', null)
        .execute();
      expect(members).toHaveLength([...google.state.room(course.id).students.values()].length);
      expect(await titles(courseIds[at]!)).toHaveLength([...google.state.room(course.id).works.values()].length);
    }
    expect(await marks()).toEqual([]);
    expect(waiting()).toBe(0);
  });
});

describe('what a run by the clock reads', () => {
  test('[B1167] of classes of which Google tells: four calls each and one for all, and writes nothing', async () => {
    await beginCovered({ classes: 5, works: 3 });
    const { google, app } = school;
    const rows = () => app.db.selectFrom('external_links').selectAll().orderBy('id').execute();
    const before = await rows();
    const count = (await runs()).length;
    google.calls.clear();
    await hour();
    expect((await runs()).slice(count)).toMatchObject([{ status: 'finished', is_pushed: false, calls: 21 }]);
    expect(read()).toHaveLength(4 * 5 + 1);
    expect(google.calls.count({ id: 'registrations.create' })).toBe(0);
    expect(await rows()).toEqual(before);
  });

  test('[B1167] without messages the same takes ten calls a class and one for all', async () => {
    await beginCovered({ classes: 5, works: 3, scopes: (asked) => asked.filter((scope) => scope !== PUSH_SCOPE) });
    school.google.calls.clear();
    await hour();
    expect(read()).toHaveLength(10 * 5 + 1);
  });

  test('[B1168] everything once a day, whatever was told', async () => {
    const { learners, works } = await beginCovered({ works: 2 });
    const { google, subscription } = school;
    google.asStudent(learners[0]!.there).turnIn(works[1]!);
    // simulates a loss at Google
    google.pubsub.acknowledge(
      subscription,
      google.pubsub.pull(subscription, 100).map(({ ackId }) => ackId),
    );
    await hour();
    expect((await cell(learners[0]!.accountId)).map(({ state }) => state)).not.toContain('TURNED_IN');
    await toMorning();
    await hour();
    expect((await cell(learners[0]!.accountId)).map(({ state }) => state)).toContain('TURNED_IN');
  });

  test('[B1168] everything after a registration was lost, also of works that nobody touched for weeks', async () => {
    const { learners, work, teacher } = await beginCovered();
    const { google, pass } = school;
    work.updatedAt -= 60 * DAY;
    await toMorning();
    await hour();
    await school.connect(teacher); // its registrations are forgotten: something may be missed until they stand again
    for (const { id } of registeredThere()) google.state.registrations.delete(id);
    google.asStudent(learners[0]!.there).turnIn(work);
    await pass(5 * MINUTE);
    expect(registeredThere()).toHaveLength(2);
    expect(await cell(learners[0]!.accountId)).not.toMatchObject([{ state: 'TURNED_IN' }]);
    await hour();
    expect(await cell(learners[0]!.accountId)).toMatchObject([{ state: 'TURNED_IN' }]);
    google.calls.clear();
    await hour();
    expect(read()).toHaveLength(5);
  });

  test('[B1168] everything after messages were not pulled for longer than they are kept', async () => {
    const { learners, work } = await beginCovered();
    const { google, pass, subscription } = school;
    work.updatedAt -= 60 * DAY;
    google.faults.plan([{ match: { path: /:pull$/ }, kind: 'status', status: 503 }]);
    google.asStudent(learners[0]!.there).turnIn(work);
    for (let minute = 0; minute < 12; minute += 1) await pass(MINUTE);
    google.pubsub.acknowledge(
      subscription,
      google.pubsub.pull(subscription, 100).map(({ ackId }) => ackId),
    );
    google.faults.clear();
    for (let minute = 0; minute < 6; minute += 1) await pass(MINUTE);
    await pass(42 * MINUTE);
    expect(await cell(learners[0]!.accountId)).toMatchObject([{ state: 'TURNED_IN' }]);
  });

  test('[B1169] a button reads all of its scope, whatever Google has told', async () => {
    const { teacher, courseId, course } = await beginCovered({ works: 2 });
    const { google } = school;
    google.calls.clear();
    await school.settle(teacher, (await teacher.call(syncCourseWorks, { params: { id: courseId } })).body.run);
    const paths = read().map(({ path }) => path.replace(`/v1/courses/${course.id}/`, ''));
    expect(paths.filter((path) => !path.endsWith('studentSubmissions'))).toEqual(['topics', 'courseWork', 'courseWorkMaterials', 'announcements']);
    expect(paths.filter((path) => path.endsWith('studentSubmissions'))).toHaveLength(2);
    google.calls.clear();
    await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    expect(read().map(({ path }) => path.replace(`/v1/courses/${course.id}`, ''))).toEqual(expect.arrayContaining(['/students', '/teachers']));
  });

  test('[B1169] a button pressed while a run of messages goes on is a run of its own', async () => {
    const { teacher, learners, work, courseId } = await beginCovered();
    const { google, pass } = school;
    google.asStudent(learners[0]!.there).turnIn(work);
    await pass(2_000);
    expect((await runs()).at(-1)).toMatchObject({ is_pushed: true, status: 'waiting' });
    const run = await school.settle(teacher, (await teacher.call(syncCourseWorks, { params: { id: courseId } })).body.run);
    expect(run).toMatchObject({ status: 'finished', message: 'Class Work Sync is complete', mode: 'apply' });
    expect(await marks()).toEqual([]);
    google.calls.clear();
    await pass(3_000);
    expect(read()).toEqual([]);
  });

  test('[B1162] where Google is not asked to tell, nothing of it is asked for', async () => {
    const without = await startSyncedSchool();
    try {
      const teacher = await without.bring('teachers', await without.scenario.school());
      const { url, secret } = (await teacher.call(syncConnect)).body;
      expect(new URL(url).searchParams.get('scope')).not.toContain('push-notifications');
      expect((await teacher.call(syncConnectFinish, { body: { answer: 'state=x', secret } })).status).not.toBe(200);
      await without.connect(teacher);
      await without.app.server.jobs.runSchedules();
      await without.pass(HOUR);
      expect(without.google.calls.count({ path: /registrations|subscriptions/ })).toBe(0);
      expect((await teacher.call(syncStatus)).body).toMatchObject({
        arrival: 'We check Google Classroom for changes every hour.',
        can_hear_more: false,
      });
    } finally {
      await without.close();
    }
  });
});
