import {
  syncClasses,
  syncConflictList,
  syncConnect,
  syncCourses,
  syncCoursesByGet,
  syncPeople,
  syncPeopleMatch,
  syncPersonMatch,
  syncRunApply,
  syncRunChanges,
  syncRunList,
  syncRunRead,
  syncRunUndo,
  syncSettings,
  syncStatus,
} from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../../../testing/index.ts';
import type { User } from '../../../testing/classroom/index.ts';
import { drain, startSyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

/** An administrator without a school, like the first one of every installation. */
let school: SyncedSchool;
let admin: TestPerson & { there: User };
beforeAll(async () => {
  school = await startSyncedSchool();
  const { body } = await (await school.scenario.person('admin', null)).call(syncStatus);
  // an installation without a school offers none to choose
  expect(body).toMatchObject({ school_id: null, schools: [], can_connect: false });
  const one = await school.scenario.school();
  admin = await school.bring('admin', one);
  await school.app.db.updateTable('accounts').set({ school_id: null }).where('id', '=', admin.accountId).execute();
});
afterAll(() => school.close());

test('[B1592] an administrator without a school has the only one; of several, chooses; what is so is said', async () => {
  const only = (await admin.call(syncStatus)).body;
  expect(only).toMatchObject({ school_id: expect.any(Number), can_connect: true, can_schedule: true, standing: 'not_connected' });
  const klass = await startSyncedClass(school, { students: 2 });
  const status = (await admin.call(syncStatus)).body;
  expect(status).toMatchObject({ school_id: null, can_connect: false, can_schedule: false });
  expect(status.explanation).toBe('You belong to no school. Choose the school whose Google Classroom you want to manage.');
  expect(status.schools.map(({ id }) => id)).toContain(klass.schoolId);
  for (const refused of [
    await admin.call(syncConnect),
    await admin.call(syncSettings, { body: { schedule: 'nightly' } }),
    await admin.call(syncCourses, { body: { new_classes: 'make' } }),
  ])
    expect([refused.status, refused.error?.errors]).toEqual([422, { school_id: ['Choose the school for Google Classroom'] }]);
  expect((await admin.call(syncStatus, { query: { school_id: 999_999 } })).status).toBe(422);
});

test('[B1592] for a chosen school all of it works: status, schedule, runs and their reports, people, classes, conflicts, undo', async () => {
  const klass = await startSyncedClass(school, { students: 2 });
  const query = { school_id: klass.schoolId };
  const stranger = school.google.people.add({ email: 'stranger@school.test', givenName: 'Some', familyName: 'Body', domain: 'school.test' });
  school.google.asStudent(stranger).join(klass.course);
  expect((await admin.call(syncStatus, { query })).body).toMatchObject({ school_id: klass.schoolId, standing: 'ok', can_connect: true, can_schedule: true });
  expect((await admin.call(syncSettings, { body: { schedule: 'nightly', ...query } })).body).toMatchObject({ schedule: 'nightly', makes_classes: false });
  const begun = await admin.call(syncCourses, { body: { ...query, new_classes: 'make' } });
  expect(begun.error).toBeNull();
  await drain(school);
  const { run } = (await admin.call(syncRunRead, { params: { id: begun.body.run.id } })).body;
  expect(run).toMatchObject({ status: 'finished', begun_by: admin.accountId });
  expect((await admin.call(syncRunChanges, { params: { id: run.id } })).status).toBe(200);
  expect((await admin.call(syncRunList, { query })).body.data.map(({ id }) => id)).toContain(run.id);
  expect((await admin.call(syncClasses, { query })).body.data.map(({ course_id }) => course_id)).toContain(klass.courseId);
  expect((await admin.call(syncConflictList, { query })).status).toBe(200);
  const people = (await admin.call(syncPeople, { query })).body;
  expect(people.counts).toMatchObject({ matched: 3, unknown: 1 });
  expect(people.can_create).toBe(true);
  const unknown = people.data.find(({ state }) => state === 'unknown')!;
  expect((await admin.call(syncPersonMatch, { params: { id: unknown.id! }, body: { ignore: true } })).body).toMatchObject({ person: { state: 'ignored' } });
  expect((await admin.call(syncPeopleMatch, { body: { ids: [unknown.id!], choice: 'forget', ...query } })).body.ids).toEqual([unknown.id]);
  // nobody of another school sees any of it
  const other = await school.bring('admin', await school.scenario.school());
  expect((await other.call(syncRunRead, { params: { id: run.id } })).status).toBe(404);
  const teacher = await school.bring('teachers', await school.scenario.school());
  expect((await teacher.call(syncRunRead, { params: { id: run.id } })).status).toBe(404);
  expect((await teacher.call(syncStatus, { query })).status).toBe(422);
  for (const { there } of klass.learners) klass.asTeacher.remove(klass.course, there);
  const asked = (await admin.call(syncCourses, { body: { ...query, new_classes: 'make' } })).body.run;
  await drain(school);
  const confirmed = await admin.call(syncRunApply, { params: { id: asked.id }, body: { confirm: true } });
  expect(confirmed.error).toBeNull();
  await drain(school);
  expect((await admin.call(syncRunRead, { params: { id: asked.id } })).body.run).toMatchObject({ status: 'finished', counts: { ended: 2 } });
  expect((await admin.call(syncRunUndo, { params: { id: asked.id } })).error).toBeNull();
  await drain(school);
});

test('[B1593] [B1755] classes that nobody has decided about are counted, and never made on schedule unless the school says so', async () => {
  const klass = await startSyncedClass(school, { students: 0 });
  await school.pass(3_600_000); // a schedule that nobody knew is due at its next time
  for (const name of ['Old one', 'Another one', 'A third']) klass.asTeacher.createCourse({ name });
  const query = { school_id: klass.schoolId };
  const scheduled = async () => {
    await school.pass(3_700_000);
    await drain(school);
    const rows = await school.app.db.selectFrom('courses').select('name').where('owner_id', '=', klass.teacher.accountId).orderBy('id').execute();
    return rows.length;
  };
  expect(await scheduled()).toBe(1);
  expect((await klass.teacher.call(syncStatus)).body.undecided_classes).toBe(3);
  expect((await admin.call(syncStatus, { query })).body.undecided_classes).toBe(3);
  const left = (await klass.teacher.call(syncCourses, { body: { new_classes: 'leave' } })).body;
  await klass.settle(left);
  expect((await klass.teacher.call(syncStatus)).body.undecided_classes).toBe(3);
  // a request without a choice: neither the button nor an app creates anything that nobody chose
  await klass.settle((await klass.teacher.call(syncCourses)).body);
  await klass.settle((await klass.teacher.call(syncCoursesByGet)).body);
  expect((await klass.teacher.call(syncStatus)).body.undecided_classes).toBe(3);
  expect((await admin.call(syncSettings, { body: { schedule: 'hourly', makes_classes: true, ...query } })).body).toMatchObject({ makes_classes: true });
  expect(await scheduled()).toBe(4);
  expect((await klass.teacher.call(syncStatus)).body.undecided_classes).toBe(0);
});
