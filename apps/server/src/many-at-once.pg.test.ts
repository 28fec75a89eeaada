import {
  announcementCreate,
  announcementDeleteMany,
  announcementRestoreMany,
  courseArchiveMany,
  courseDeleteMany,
  courseGet,
  courseRestoreMany,
  courseUnarchiveMany,
  courseWorkDeleteMany,
  courseWorkMoveMany,
  courseWorkRestoreMany,
  type Endpoint,
  fileDeleteMany,
  fileRestoreMany,
  gradeActUndo,
  invitationDeleteMany,
  invitationRestoreMany,
  inviteStudents,
  peopleRemoveMany,
  peopleReturnMany,
  returnMany,
  rewardGiftAdd,
  rewardGiftUndo,
  storeCancelMany,
  storeHandOverMany,
  storeReopenMany,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from './modules/people/accounts/index.ts';
import { createClass, enrol } from './modules/class/classes/index.ts';
import { postWork } from './modules/class/submissions/testing/work.ts';
import { inTransaction } from './platform/database/index.ts';
import type { TestArguments, TestBody } from './testing/app.ts';
import { createScenario, startTestApp, type TestApp, type TestClass } from './testing/index.ts';

const FEW = 3;
const MANY = 300;

let app: TestApp;
let room: TestClass;
let students: number[];
let classes: number[];

beforeAll(async () => {
  app = await startTestApp();
  room = await createScenario(app).class({ students: 0 });
  [students, classes] = await inTransaction(app.db, async (tx) => {
    const [people, taught]: [number[], number[]] = [[], []];
    const account = { schoolId: room.schoolId, accountType: 'Student', roleKey: 'student', passwordHash: null } as const;
    for (let place = 1; place <= MANY; place += 1) {
      people.push(await createAccount(tx, { ...account, firstName: 'Many', lastName: `Student ${place}`, email: `many${place}@school.test` }));
      taught.push(await createClass(tx, { schoolId: room.schoolId, ownerId: room.teacher.accountId, name: `Class of many ${place}` }));
    }
    await enrol(tx, room.courseId, people, 'STUDENT');
    await enrol(tx, taught[0] as number, people.slice(0, 10), 'STUDENT');
    return [people, taught];
  });
  await room.teacher.call(courseGet, { params: { id: room.courseId } }); // the first call of somebody looks up what they may
}, 120_000);
afterAll(() => app.close());

const parts = <Item>(all: readonly Item[]): Item[][] => [all.slice(0, FEW), all.slice(FEW)];

/** Does an act to a few items and to many, which must not take more statements. Returns both responses. */
async function actOnBoth<E extends Endpoint, Item>(
  endpoint: E,
  [few, others]: readonly Item[][],
  argsOf: (some: readonly Item[]) => TestArguments,
  done: (body: TestBody<E>) => readonly unknown[],
): Promise<TestBody<E>[]> {
  const bodies: TestBody<E>[] = [];
  const counts: number[] = [];
  for (const some of [few, others] as Item[][]) {
    const statements = await app.recordStatements(async () => {
      const reply = await room.teacher.call(endpoint, argsOf(some));
      expect(reply.error, endpoint.name).toBeNull();
      bodies.push(reply.body);
    });
    expect(done(bodies.at(-1) as TestBody<E>), endpoint.name).toHaveLength(some.length);
    counts.push(statements.length);
  }
  expect(counts[1], endpoint.name).toBeLessThanOrEqual(counts[0] as number);
  return bodies;
}
const byIds = (ids: readonly number[]) => ({ body: { ids } });
const idsDone = ({ ids }: { ids: number[] }) => ids;
const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);

test('300 classes, archived, deleted and brought back, take as many statements as three', async () => {
  for (const endpoint of [courseArchiveMany, courseUnarchiveMany, courseDeleteMany, courseRestoreMany])
    await actOnBoth(endpoint, parts(classes), (ids) => ({ body: { ids, confirm: true } }), idsDone);
});

test('announcements to 300 classes, deleted in all of them and brought back, take as many statements as to three', async () => {
  const words = { text: 'No school on Monday.', students: ['ALL_STUDENTS'] };
  const made = ({ announcements }: { announcements: { id: number }[] }) => announcements;
  const posted = await actOnBoth(announcementCreate, parts(classes), (courses) => ({ body: { ...words, courses } }), made);
  const ids = posted.map((body) => idsOf(made(body)));
  for (const endpoint of [announcementDeleteMany, announcementRestoreMany]) await actOnBoth(endpoint, ids, byIds, idsDone);
  const drafts = await actOnBoth(announcementCreate, parts(classes), (courses) => ({ body: { ...words, courses, state: 'DRAFT' } }), made);
  for (const endpoint of [announcementDeleteMany, announcementRestoreMany])
    await actOnBoth(
      endpoint,
      drafts.map((body) => idsOf(made(body))),
      byIds,
      idsDone,
    );
});

test('[B660] an administrator of 1,000 classes posts to all of them in one act', { timeout: 60_000 }, async () => {
  await inTransaction(app.db, async (tx) => {
    for (let place = classes.length; place < 1_000; place += 1)
      await createClass(tx, { schoolId: room.schoolId, ownerId: room.teacher.accountId, name: `Further class ${place}` });
  });
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM courses WHERE archived_at IS NULL`.execute(app.db);
  const reply = await room.admin.call(announcementCreate, { body: { text: 'No school on Monday.', students: ['ALL_STUDENTS'], courses: ['ALL_CLASSES'] } });
  expect(reply.status).toBe(201);
  expect(reply.body.announcements).toHaveLength(rows[0]?.count ?? 0);
  expect(reply.body.announcements.length).toBeGreaterThan(1_000);
});

test('[B661] 300 works, deleted, brought back and sorted, take as many statements as three', async () => {
  const [course] = classes as [number];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, assignee_mode)
    SELECT ${course}, ${room.teacher.accountId}, 'ASSIGNMENT', 'ASSIGNMENT', 'Work ' || n, app_now(), 50, 'ALL_STUDENTS'
      FROM generate_series(1, ${MANY}) n RETURNING id`.execute(app.db);
  const works = idsOf(rows);
  const params = { id: course };
  for (const endpoint of [courseWorkDeleteMany, courseWorkRestoreMany]) await actOnBoth(endpoint, parts(works), (ids) => ({ params, body: { ids } }), idsDone);
  const given = await app.db.selectFrom('submissions').select('id').where('course_work_id', 'in', works).execute();
  expect(given).toHaveLength(MANY * 10);
  const toTop = (ids: readonly number[]) => ({ params, body: { works: ids.map((id) => ({ id, topicId: null })) } });
  await actOnBoth(courseWorkMoveMany, parts(works), toTop, ({ former }) => former);
});

test('[B3092] 100 files, the most of a call, deleted and restored, take as many statements as three, also when things use them', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO files (account_id, school_id, name, storage_key, mime_type, byte_size, sha256)
    SELECT ${room.teacher.accountId}, ${room.schoolId}, 'File ' || n, 'many/' || n, 'text/plain', 1, ''
      FROM generate_series(1, 200) n RETURNING id`.execute(app.db);
  const [free, used] = [idsOf(rows).slice(0, 100), idsOf(rows).slice(100)];
  for (const endpoint of [fileDeleteMany, fileRestoreMany]) await actOnBoth(endpoint, parts(free), byIds, idsDone);
  const workId = await postWork(app, room);
  await sql`
    INSERT INTO course_work_materials (course_work_id, position, kind, title, file_id)
    SELECT ${workId}, place, 'driveFile', 'File', id FROM unnest(${used}::bigint[]) WITH ORDINALITY AS used (id, place)`.execute(app.db);
  await actOnBoth(fileDeleteMany, parts(used), byIds, ({ refused }) => refused);
  const { ids, refused } = (await room.teacher.call(fileDeleteMany, { body: { ids: [free[0], used[0]] } })).body;
  expect([ids, refused.map(({ id }: { id: number }) => id)]).toEqual([[free[0]], [used[0]]]);
  expect(refused[0]?.message).toContain('1 class work');
});

test('300 people, invited, uninvited, taken out of a class and let back in, take as many statements as three', async () => {
  const course = classes.at(-1) as number;
  const addresses = students.map((_, place) => `many${place + 1}@school.test`);
  const invite = (userId: readonly string[]) => ({ body: { userId, courseId: course } });
  const invited = await actOnBoth(inviteStudents, parts(addresses), invite, ({ invitations }) => invitations);
  const ids = invited.map(({ invitations }) => idsOf(invitations));
  for (const endpoint of [invitationDeleteMany, invitationRestoreMany])
    await actOnBoth(endpoint, ids, (some) => ({ params: { id: course }, body: { ids: some } }), idsDone);
  for (const endpoint of [peopleRemoveMany, peopleReturnMany])
    await actOnBoth(endpoint, parts(students), (some) => ({ params: { id: room.courseId }, body: { ids: some } }), idsDone);
});

test('300 submissions, returned and taken back, take as many statements as three', async () => {
  const workId = await postWork(app, room);
  const { rows } = await sql<{ id: number }>`
    UPDATE submissions SET state = 'TURNED_IN', draft_grade = 40 WHERE course_work_id = ${workId} RETURNING id`.execute(app.db);
  const giveBack = (ids: readonly number[]) => ({ body: { courseId: room.courseId, courseWorkId: workId, ids, message: 'Well done' } });
  const returned = await actOnBoth(returnMany, parts(idsOf(rows)), giveBack, ({ saved }) => saved);
  const counts: number[] = [];
  for (const { act_id: id, saved } of returned) {
    const statements = await app.recordStatements(async () => {
      expect((await room.teacher.call(gradeActUndo, { params: { id } })).body.saved).toHaveLength(saved.length);
    });
    counts.push(statements.length);
  }
  expect(counts[1]).toBe(counts[0]);
});

test('a gift to 300 students, and 300 purchases, take as many statements as three', async () => {
  const gift = (account_ids: readonly number[]) => ({ body: { course_id: room.courseId, account_ids, points: 5, reason: 'Fair play' } });
  const given = await actOnBoth(rewardGiftAdd, parts(students), gift, ({ account_ids }) => account_ids);
  const counts: number[] = [];
  for (const { id } of given) counts.push((await app.recordStatements(() => room.teacher.call(rewardGiftUndo, { params: { id } }))).length);
  expect(counts[1]).toBe(counts[0]);

  const item = await sql<{ id: number }>`
    INSERT INTO store_items (school_id, account_id, name, description, price) VALUES (${room.schoolId}, ${room.teacher.accountId}, 'Pen', '', 1) RETURNING id`.execute(
    app.db,
  );
  const { rows } = await sql<{ id: number }>`
    INSERT INTO store_purchases (item_id, account_id, school_id, price) SELECT ${item.rows[0]?.id}, id, ${room.schoolId}, 1 FROM unnest(${students}::bigint[]) AS id
    RETURNING id`.execute(app.db);
  for (const endpoint of [storeHandOverMany, storeReopenMany, storeCancelMany, storeReopenMany]) await actOnBoth(endpoint, parts(idsOf(rows)), byIds, idsDone);
});
