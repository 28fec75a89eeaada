import { rosterApply, rosterCancel, rosterGet, rosterMeet, rosterSourceCreate, rosterSourceRead, rosterSourceReads, rosterUndo } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { createClass, enrol } from '../../class/classes/index.ts';
import { openSmallSource } from './testing/small-source.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ isAlone: true, asksLoopback: true });
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

/**
 * Creates a school whose class was made by hand and also exists in a source, with one student more than the source has.
 */
async function startSchool(more: object = {}) {
  const schoolId = await scenario.school();
  const source = await openSmallSource(3);
  const [teacher, ...students] = [
    await scenario.person('teachers', schoolId),
    ...(await Promise.all([1, 2, 3, 4].map(() => scenario.person('student', schoolId)))),
  ];
  const { rows } = await sql<{ id: number; email: string }>`SELECT id, email FROM accounts WHERE school_id = ${schoolId}`.execute(app.db);
  const emailOf = new Map(rows.map(({ id, email }) => [Number(id), email]));
  source.lists.teachers[0]!['email'] = emailOf.get(teacher!.accountId);
  source.lists.students.forEach((one, at) => (one['email'] = emailOf.get(students[at]!.accountId)));
  // an id in the form of our own would refer to a class of ours
  source.lists.classes[0]!['sourcedId'] = 'physics';
  for (const place of source.lists.enrollments) place['class'] = { ...(place['class'] as object), sourcedId: 'physics' };
  const courseId = await inTransaction(app.db, async (tx) => {
    const id = await createClass(tx, { schoolId, ownerId: teacher!.accountId, name: 'Physics 1' });
    await enrol(
      tx,
      id,
      students.map(({ accountId }) => accountId),
      'STUDENT',
    );
    return id;
  });
  const body = {
    ...{ name: 'Office system', service_url: `${source.url}/ims/oneroster`, token_url: `${source.url}/token`, version: '1.2' as const },
    ...{ client_id: 'school', client_secret: source.secret, school_id: schoolId, ...more },
  };
  const created = await admin.call(rosterSourceCreate, { body });
  expect(created.error).toBeNull();
  const { id } = created.body.source;
  const lastRead = async () => (await admin.call(rosterSourceReads, { params: { id } })).body.data[0]!;
  return {
    ...{ schoolId, source, students, courseId, lastRead },
    async read() {
      expect((await admin.call(rosterSourceRead, { params: { id } })).error).toBeNull();
      await app.server.jobs.runDue();
      return lastRead();
    },
    classes: async () => (await app.db.selectFrom('courses').select('id').where('school_id', '=', schoolId).execute()).map((course) => course.id),
    learners: async () =>
      (
        await app.db
          .selectFrom('course_members')
          .select('account_id')
          .where('course_id', '=', courseId)
          .where('left_at', 'is', null)
          .where('role', '=', 'STUDENT')
          .orderBy('account_id')
          .execute()
      ).map(({ account_id }) => account_id),
  };
}
const rosterOf = async (id: number) => (await admin.call(rosterGet, { params: { id } })).body.import;
const meet = async (id: number, body: object) => {
  const reply = await admin.call(rosterMeet, { params: { id }, body });
  expect(reply.error).toBeNull();
  return reply.body.import;
};
const night = async (at: string) => {
  await sql`UPDATE test_clock SET offset_ms = offset_ms + ceil(extract(epoch FROM ${at}::timestamptz - app_now()) * 1000)::bigint`.execute(app.db);
  await app.server.jobs.runSchedules();
  await app.server.jobs.runDue();
};

test('[B1894] a class that is here is proposed, decided about and met; read again nothing changes, and an undo returns the whole', async () => {
  const { read, classes, learners, courseId, students } = await startSchool();
  const before = await learners();
  const asked = await read();
  expect(asked).toMatchObject({ status: 'finished', outcome: 'asks' });
  const importId = asked.import_id!;
  expect((await rosterOf(importId)).meetings).toMatchObject({ undecided: 1, sure: 1, ours: 0 });
  expect(await meet(importId, { as: 'proposals' })).toMatchObject({ meetings: { undecided: 0, ours: 1 }, counts: { member: { ends: 1, new: 0 } } });
  expect((await admin.call(rosterApply, { params: { id: importId }, body: {} })).error).toBeNull();
  await app.server.jobs.runDue();
  expect(await rosterOf(importId)).toMatchObject({ status: 'finished', failed_rows: 0 });
  expect(await classes()).toEqual([courseId]);
  expect(await learners()).toEqual(before.filter((id) => id !== students[3]!.accountId));
  expect(await read()).toMatchObject({ outcome: 'nothing' });
  expect((await admin.call(rosterUndo, { params: { id: importId } })).error).toBeNull();
  await app.server.jobs.runDue();
  expect((await rosterOf(importId)).undo).toMatchObject({ status: 'finished', stays: 0 });
  expect(await learners()).toEqual(before);
  expect(await read()).toMatchObject({ outcome: 'asks' });
});

test('[B1894] a decision is remembered by the next reading, though nobody applied its preview; who goes is believed twice', async () => {
  const { read, learners, source, students } = await startSchool();
  const before = await learners();
  const first = await read();
  await meet(first.import_id!, { as: 'proposals' });
  expect((await admin.call(rosterCancel, { params: { id: first.import_id! } })).error).toBeNull();
  // a single reading leaves out another student
  let left = 1;
  source.interfere = ({ path }, response) => {
    if (!path.endsWith('/enrollments') || left-- <= 0) return false;
    const enrollments = source.lists.enrollments.slice(0, 3);
    response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': '3' }).end(JSON.stringify({ enrollments }));
    return true;
  };
  const second = await read();
  expect(await rosterOf(second.import_id!)).toMatchObject({ meetings: { undecided: 0, ours: 1 }, counts: { member: { ends: 1 } } });
  expect((await admin.call(rosterApply, { params: { id: second.import_id! }, body: {} })).error).toBeNull();
  await app.server.jobs.runDue();
  expect(await learners()).toEqual(before.filter((id) => id !== students[3]!.accountId));
});

test('[B1894] the night does nothing of a class that nobody has decided about, and all of it once somebody has', async () => {
  const { classes, learners, lastRead, courseId, students } = await startSchool({ schedule: 'nightly', night_does: 'apply', create_accounts: true });
  const before = await learners();
  await night('2026-11-28T02:10:00Z');
  await night('2026-11-28T03:10:00Z');
  const asked = await lastRead();
  expect(asked).toMatchObject({ mode: 'nightly', outcome: 'asks' });
  expect([await classes(), await learners()]).toEqual([[courseId], before]);
  await meet(asked.import_id!, { as: 'proposals' });
  await night('2026-11-29T03:10:00Z');
  expect(await lastRead()).toMatchObject({ mode: 'nightly', outcome: 'applied' });
  expect([await classes(), await learners()]).toEqual([[courseId], before.filter((id) => id !== students[3]!.accountId)]);
});
