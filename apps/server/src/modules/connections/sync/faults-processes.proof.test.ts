import {
  announcementCreate,
  courseWorkCreate,
  gradeSubmission,
  inviteStudents,
  syncCourses,
  syncCourseWorks,
  syncInvitations,
  syncRunRead,
  topicCreate,
} from '@classwright/contract';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../testing/build-app.ts';
import { type CallName, startSyncedClass, strikeAll } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
let other: TestApp;
beforeAll(async () => {
  school = await startSyncedSchool({}, {}, { timeoutMs: 1500 });
  other = await school.app.another({ sharesFolder: true });
});
afterAll(async () => {
  await other.close();
  await school.close();
});
afterEach(() => school.google.faults.clear());

/** Creates a class with something of each kind that waits to be created at Google. */
async function prepare() {
  const klass = await startSyncedClass(school, { students: 1 });
  const { teacher, learners, courseId, schoolId, pressWork, worksHere, cell } = klass;
  const work = (title: string) => teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title, workType: 'ASSIGNMENT', maxPoints: 10 } });
  await work('First');
  await pressWork();
  const [first] = await worksHere();
  const { id: submissionId } = await cell(first!.id, learners[0]!.accountId);
  await work('New');
  await teacher.call(topicCreate, { body: { name: 'New', external_course_id: courseId } });
  await teacher.call(announcementCreate, { body: { courses: [courseId], students: ['ALL_STUDENTS'], text: 'New', state: 'PUBLISHED' } });
  await teacher.call(gradeSubmission, { body: { courseId, courseWorkId: first!.id, submissionId, submission: { type: 'DRAFT_GRADE', draftGrade: 8 } } });
  const guest = await school.bring('student', schoolId);
  await teacher.call(inviteStudents, { body: { userId: guest.there.email, courseId } });

  function expectOnce(): void {
    const room = school.google.state.room(klass.course.id);
    expect(
      klass
        .worksThere()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['First', 'New']);
    expect([...room.topics.values()].map(({ name }) => name)).toEqual(['New']);
    expect([...room.announcements.values()].map(({ text }) => text)).toEqual(['New']);
    expect([...school.google.state.invitations.values()].filter(({ courseId: id }) => id === klass.course.id)).toHaveLength(1);
    const there = klass.worksThere().find(({ title }) => title === 'First')!;
    expect(school.google.asStudent(learners[0]!.there).submission(there).draftGrade).toBe(8);
  }
  return { ...klass, expectOnce };
}

/** Lets both processes take jobs until no run is active. */
async function drainBoth(): Promise<void> {
  for (let round = 0; round < 60; round += 1) {
    await Promise.all([school.app.server.jobs.runDue(), other.server.jobs.runDue()]);
    const live = await school.app.db.selectFrom('sync_runs').select('id').where('status', 'in', ['waiting', 'running']).execute();
    if (live.length === 0) return;
    await school.app.clock.advanceMs(61_000);
  }
  throw new Error('a run does not end');
}

describe('several at once', () => {
  test('[B1225] two teachers of a class who press at once have one run, and what waits is made once', async () => {
    const { schoolId, courseId, course, asTeacher, teacher, press, expectOnce } = await prepare();
    const second = await school.bring('teachers', schoolId);
    asTeacher.add(course, second.there, 'TEACHER');
    await press();
    await school.connect(second);
    const begun = await Promise.all([teacher, second, teacher, second].map((who) => who.call(syncCourseWorks, { params: { id: courseId } })));
    expect(new Set(begun.map(({ body }) => body.run.id)).size).toBe(1);
    await Promise.all([teacher, second].map((who) => who.call(syncCourses, { body: { new_classes: 'make' } })));
    await Promise.all([teacher, second].map((who) => who.call(syncInvitations, { body: { course_id: courseId } })));
    await drainBoth();
    for (const who of [teacher, second]) {
      const { run } = (await who.call(syncRunRead, { params: { id: begun[0]!.body.run.id } })).body;
      expect(run).toMatchObject({ status: 'finished', message: 'Class Work Sync is complete', counts: { refused: 0 } });
    }
    expectOnce();
  });

  test('[B1226] two processes that take jobs side by side under faults make nothing twice', async () => {
    const { teacher, courseId, pressWork, pressInvitations, expectOnce } = await prepare();
    school.google.faults.seeded(5, 0.3);
    for (let tries = 0; tries < 4; tries += 1) {
      await Promise.all([
        teacher.call(syncCourses, { body: { new_classes: 'make' } }),
        teacher.call(syncCourseWorks, { params: { id: courseId } }),
        teacher.call(syncInvitations, { body: { course_id: courseId } }),
      ]);
      await drainBoth();
    }
    school.google.faults.clear();
    await pressWork();
    await pressInvitations();
    expectOnce();
  });
});

describe('a process that dies', () => {
  const rows: readonly (readonly [name: string, call: CallName, isDone: boolean])[] = [
    ['while it reads', 'works', false],
    ['after it made work', 'makeWork', true],
    ['before it made work', 'makeWork', false],
    ['after it made a topic', 'makeTopic', true],
    ['after it made an announcement', 'makeAnnouncement', true],
    ['after it sent a grade', 'grade', true],
    ['after it invited somebody', 'makeInvitation', true],
  ];
  test.each(rows)('[B1227] %s: another one goes on, and when the first is there again nothing is done twice', async (_, call, isDone) => {
    const { teacher, courseId, pressInvitations, pressWork, expectOnce } = await prepare();
    const before = school.google.faults.struck;
    school.google.faults.plan(strikeAll([call], { kind: 'hang', isDone }));
    if (call === 'makeInvitation') await teacher.call(syncInvitations, { body: { course_id: courseId } });
    else await teacher.call(syncCourseWorks, { params: { id: courseId } });
    const dead = school.app.server.jobs.runDue();
    while (school.google.faults.struck === before) await sleep(5);
    // its lease has expired, and it still waits for its response
    await school.app.clock.advanceMs(121_000);
    for (let round = 0; round < 14; round += 1) {
      await other.server.jobs.runDue();
      await school.app.clock.advanceMs(11_000);
    }
    await dead;
    await drainBoth();
    if (call === 'makeInvitation') await pressWork();
    else await pressInvitations();
    expectOnce();
    for (const run of [await pressWork(), await pressInvitations()])
      expect(run).toMatchObject({ status: 'finished', counts: { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 } });
  });

  test('[B1368] one that stood still just before a call does not make what another process is making', async () => {
    const { teacher, courseId, worksThere } = await startSyncedClass(school, { students: 1 });
    await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: 'Once', workType: 'ASSIGNMENT', maxPoints: 10 } });
    const { promise: isOver, resolve: over } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: heldNow } = Promise.withResolvers<void>();
    const holding = school.app.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE sync_intents IN EXCLUSIVE MODE`.execute(tx);
      heldNow();
      await isOver;
    });
    await isHeld;
    await teacher.call(syncCourseWorks, { params: { id: courseId } });
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(school.app.db);
      return rows[0]?.count ?? 0;
    };
    const first = school.app.server.jobs.runDue();
    await expect.poll(waiting).toBe(1);
    await school.app.clock.advanceMs(121_000);
    const second = other.server.jobs.runDue();
    await expect.poll(waiting).toBe(2);
    over();
    await Promise.all([holding, first, second]);
    await drainBoth();
    expect(worksThere().map(({ title }) => title)).toEqual(['Once']);
  });
});
