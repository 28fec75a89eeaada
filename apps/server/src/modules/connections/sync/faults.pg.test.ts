import { announcementCreate, courseWorkCreate, syncCourses, syncCourseWorks, syncInvitations, syncRunApply } from '@classwright/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());
afterEach(() => school.google.faults.clear());

/** Creates a class that both sides change over days, with failing calls in between. */
async function bringClass(students: number) {
  const { google, bring, connect, scenario } = school;
  const schoolId = await scenario.school('Europe/Berlin');
  const teacher = await bring('teachers', schoolId);
  const learners: Awaited<ReturnType<typeof bring>>[] = [];
  for (let at = 0; at < students; at += 1) learners.push(await bring('student', schoolId));
  const course = google.asTeacher(teacher.there).createCourse({ name: `Chemistry of ${teacher.there.email}` });
  for (const { there } of learners) google.asStudent(there).join(course);
  await connect(teacher);
  return { schoolId, teacher, learners, course, asTeacher: google.asTeacher(teacher.there) };
}

/** Runs jobs, moving the clock over the waits between, until no run is active. */
async function drain(): Promise<void> {
  for (let round = 0; round < 80; round += 1) {
    await school.app.server.jobs.runDue();
    const live = await school.app.db.selectFrom('sync_runs').select('id').where('status', 'in', ['waiting', 'running']).execute();
    if (live.length === 0) return;
    await school.app.clock.advanceMs(61_000);
  }
  throw new Error('a run does not end');
}

describe('whatever goes wrong', () => {
  test.each([11, 12, 13, 14, 15, 16])(
    '[B1115] seed %i: both sides agree in the end, with nothing made twice and nothing lost',
    async (seed) => {
      const { google, app } = school;
      const { teacher, learners, course, asTeacher } = await bringClass(3);
      google.faults.seeded(seed, 0.2);
      const again = async () => {
        for (let tries = 0; tries < 5; tries += 1) {
          await teacher.call(syncCourses, { body: { new_classes: 'make' } });
          await drain();
        }
      };
      await again();
      const [row] = await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).execute();
      const courseId = row!.id;
      asTeacher.createTopic(course, 'Acids');
      const foreign = asTeacher.createWork(course, { title: 'Titration', maxPoints: 10 });
      asTeacher.announce(course, { text: 'Bring goggles' });
      for (const title of ['Ours 1', 'Ours 2', 'Ours 3'])
        await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title, workType: 'ASSIGNMENT', maxPoints: 10 } });
      await teacher.call(announcementCreate, { body: { courses: [courseId], students: ['ALL_STUDENTS'], text: 'From here', state: 'PUBLISHED' } });
      for (const { there } of learners) {
        google.asStudent(there).attach(foreign, { link: { url: 'https://example.org/a', title: 'A' } });
        google.asStudent(there).turnIn(foreign);
      }
      for (let tries = 0; tries < 8; tries += 1) {
        await teacher.call(syncCourseWorks, { params: { id: courseId } });
        await drain();
      }
      google.faults.clear();
      for (let tries = 0; tries < 2; tries += 1) {
        await teacher.call(syncCourseWorks, { params: { id: courseId } });
        await drain();
      }
      const here = await app.db.selectFrom('course_works').select(['id', 'title']).where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
      expect(here.map(({ title }) => title).sort()).toEqual(['Ours 1', 'Ours 2', 'Ours 3', 'Titration']);
      const there = [...google.state.room(course.id).works.values()].map(({ title }) => title).sort();
      expect(there).toEqual(['Ours 1', 'Ours 2', 'Ours 3', 'Titration']);
      expect([...google.state.room(course.id).announcements.values()].map(({ text }) => text).sort()).toEqual(['Bring goggles', 'From here']);
      expect(
        (await app.db.selectFrom('announcements').select('summary').where('course_id', '=', courseId).execute()).map(({ summary }) => summary).sort(),
      ).toEqual(['Bring goggles', 'From here']);
      const states = await app.db
        .selectFrom('submissions')
        .select('state')
        .where('course_work_id', '=', here.find(({ title }) => title === 'Titration')!.id)
        .execute();
      expect(states.map(({ state }) => state)).toEqual(['TURNED_IN', 'TURNED_IN', 'TURNED_IN']);
      expect(await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).execute()).toHaveLength(1);
    },
    240_000,
  );

  test('[B1116] an answer that was lost makes no second work, also where lists lag behind', async () => {
    const { google, app } = school;
    const { teacher, course } = await bringClass(1);
    await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    const [row] = await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).execute();
    await teacher.call(courseWorkCreate, { params: { id: row!.id }, body: { title: 'Once', workType: 'ASSIGNMENT', maxPoints: 10 } });
    google.faults.plan([{ match: { method: 'POST', path: /courseWork$/ }, kind: 'lostAnswer', nth: 1 }]);
    await teacher.call(syncCourseWorks, { params: { id: row!.id } });
    await drain();
    expect([...google.state.room(course.id).works.values()]).toHaveLength(1);
    const [link] = await app.db
      .selectFrom('external_links')
      .select(['local_id', 'is_ours'])
      .where('kind', '=', 'work')
      .where('external_id', '=', [...google.state.room(course.id).works.values()][0]!.id)
      .execute();
    expect(link).toMatchObject({ is_ours: true });
  });

  test('[B1117] consent that is withdrawn ends the run with what to do, and a class that is gone is lost and nothing of it deleted', async () => {
    const { google, app } = school;
    const { teacher, course, asTeacher } = await bringClass(2);
    await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    const [row] = await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).execute();
    asTeacher.changeCourse(course, { courseState: 'ARCHIVED' });
    asTeacher.removeCourse(course);
    const lost = await school.settle(teacher, (await teacher.call(syncCourseWorks, { params: { id: row!.id } })).body.run);
    expect(lost).toMatchObject({ status: 'failed', failures: [{ message: expect.stringContaining('Nothing is removed here') }] });
    expect(await app.db.selectFrom('courses').select(['course_state', 'archived_at']).where('id', '=', row!.id).executeTakeFirst()).toMatchObject({
      course_state: 'ACTIVE',
      archived_at: null,
    });
    google.withdraw(teacher.there);
    const run = await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    expect(run.status).toBe('failed');
    expect(run.message).toContain('Reconnect');
    expect((await teacher.call(syncCourses, { body: { new_classes: 'make' } })).error?.code).toBe('SYNC_WITHDRAWN');
  });

  test('[B1118] a list that lost most of a class asks before it ends memberships', async () => {
    const { google, app } = school;
    const { teacher, learners, course, asTeacher } = await bringClass(8);
    await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    for (const { there } of learners.slice(0, 7)) asTeacher.remove(course, there);
    const run = await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    expect(run).toMatchObject({ status: 'paused', question: expect.stringContaining('7 members'), can_apply: true, can_cancel: true });
    const [row] = await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).execute();
    const students = () =>
      app.db
        .selectFrom('course_members')
        .select('account_id')
        .where('course_id', '=', row!.id)
        .where('role', '=', 'STUDENT')
        .where('left_at', 'is', null)
        .execute();
    expect(await students()).toHaveLength(8);
    const { body } = await teacher.call(syncRunApply, { params: { id: run.id }, body: { confirm: true } });
    expect(await school.settle(teacher, body.run)).toMatchObject({ status: 'finished', counts: { ended: 7 } });
    expect(await students()).toHaveLength(1);
    expect(google.calls.count()).toBeGreaterThan(0);
  });

  test('[K378] invitations go both ways, and one that is gone is no longer open', async () => {
    const { google, app, scenario, bring } = school;
    const { teacher, course, asTeacher, schoolId } = await bringClass(1);
    await school.settle(teacher, (await teacher.call(syncCourses, { body: { new_classes: 'make' } })).body.run);
    const [row] = await app.db.selectFrom('courses').select('id').where('owner_id', '=', teacher.accountId).execute();
    const guest = await bring('student', schoolId);
    const invitation = asTeacher.invite(course, guest.there, 'STUDENT');
    const press = async () => school.settle(teacher, (await teacher.call(syncInvitations, { body: { course_id: row!.id } })).body.run);
    expect(await press()).toMatchObject({ status: 'finished', message: 'Invitations Sync is complete', counts: { made: 1 } });
    const here = () => app.db.selectFrom('invitations').select(['account_id', 'deleted_at', 'accepted_at']).where('course_id', '=', row!.id).execute();
    expect(await here()).toMatchObject([{ account_id: guest.accountId, deleted_at: null, accepted_at: null }]);
    expect(await press()).toMatchObject({ counts: { made: 0, sent: 0, ended: 0 } });
    google.asStudent(guest.there).decline(invitation);
    expect(await press()).toMatchObject({ counts: { ended: 1 } });
    expect((await here())[0]!.deleted_at).not.toBeNull();
    expect(scenario).toBeDefined();
  });
});
