import { announcementCreate, announcementDelete, announcementGet, announcementRestoreMany, announcementUpdate, notificationList } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let student: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const MINUTE_MS = 60_000;
const inMinutes = async (minutes: number): Promise<string> => {
  const { now } = await app.db.selectNoFrom(({ fn }) => fn<Date>('app_now').as('now')).executeTakeFirstOrThrow();
  return new Date(now.getTime() + minutes * MINUTE_MS).toISOString();
};
/** Creates a scheduled draft of the class's co-teacher. */
async function plan(minutes: number) {
  room = await scenario.class({ students: 1 });
  student = room.students[0] as TestPerson;
  const body = { text: 'Later', students: 'ALL_STUDENTS', courses: [room.courseId], scheduledTime: await inMinutes(minutes) };
  return (await room.coTeacher.call(announcementCreate, { body })).body.announcement;
}
const get = (by: TestPerson, id: number) => by.call(announcementGet, { params: { id } });
const stateOf = async (id: number) => (await get(room.teacher, id)).body.announcement;
const told = async () => (await student.call(notificationList, { query: {} })).body.data;
const pass = (minutes: number) => app.clock.advanceMs(minutes * MINUTE_MS);

test('what is scheduled is for staff alone until its time, and then posted by itself', async () => {
  const draft = await plan(10);
  expect(draft).toMatchObject({ state: 'DRAFT', scheduledTime: expect.any(String), posted_at: null });
  await pass(9);
  await app.server.jobs.runDue();
  expect((await get(student, draft.id)).status).toBe(404);
  expect(await told()).toEqual([]);
  await pass(2);
  await app.server.jobs.runDue();
  expect((await get(student, draft.id)).body.announcement).toMatchObject({ state: 'PUBLISHED', scheduledTime: null, posted_at: expect.any(String) });
  expect(await told()).toMatchObject([{ kind: 'announcement', path: draft.alternateLink }]);
});

test('two processes that come to it at once post it once', async () => {
  const draft = await plan(10);
  const other = await app.another();
  try {
    await pass(11);
    await app.db.updateTable('jobs').set({ key: null }).where('kind', '=', 'announcement.post').execute();
    await app.db
      .insertInto('jobs')
      .values({ kind: 'announcement.post', payload: JSON.stringify({ announcement_id: draft.id }) })
      .execute();
    await Promise.all([app.server.jobs.runDue(), other.server.jobs.runDue()]);
    expect(await told()).toHaveLength(1);
    const posted = (await stateOf(draft.id)).posted_at;
    await pass(1);
    await app.server.jobs.runDue();
    expect((await stateOf(draft.id)).posted_at).toBe(posted);
  } finally {
    await other.close();
  }
});

test('[B728] when who wrote it has left the class, its owner stands behind it', async () => {
  const draft = await plan(10);
  await scenario.remove(room.courseId, room.coTeacher.accountId);
  await pass(11);
  await app.server.jobs.runDue();
  expect(await stateOf(draft.id)).toMatchObject({ state: 'PUBLISHED', creatorUserId: room.teacher.accountId });
  expect(await told()).toHaveLength(1);
});

test('so does the owner when who wrote it has been deactivated', async () => {
  const draft = await plan(10);
  await scenario.deactivate(room.coTeacher.accountId);
  await pass(11);
  await app.server.jobs.runDue();
  expect(await stateOf(draft.id)).toMatchObject({ state: 'PUBLISHED', creatorUserId: room.teacher.accountId });
});

test('[B1904] in a class that is archived it stays a draft, also when the class comes back; which time it missed is seen until it has another one or is posted', async () => {
  const draft = await plan(10);
  const archive = (course_state: 'ARCHIVED' | 'ACTIVE') => app.db.updateTable('courses').set({ course_state }).where('id', '=', room.courseId).execute();
  await archive('ARCHIVED');
  await pass(11);
  await app.server.jobs.runDue();
  await archive('ACTIVE');
  await pass(60);
  await app.server.jobs.runDue();
  const missed = draft.scheduledTime;
  expect(await stateOf(draft.id)).toMatchObject({ state: 'DRAFT', scheduledTime: null, missed_at: missed });
  expect(await told()).toEqual([]);
  const edit = async (body: Record<string, unknown>) => {
    expect((await room.teacher.call(announcementUpdate, { params: { id: draft.id }, body: body as never })).status).toBe(200);
    return stateOf(draft.id);
  };
  expect(await edit({ state: 'DRAFT', scheduledTime: null })).toMatchObject({ missed_at: missed });
  expect(await edit({ scheduledTime: await inMinutes(30) })).toMatchObject({ missed_at: null });
  expect(await edit({ scheduledTime: null })).toMatchObject({ state: 'DRAFT', missed_at: null });
});

test.each([
  ['later', 30],
  ['sooner', 5],
])('moved to a time that is %s it is posted then', async (_, minutes) => {
  const draft = await plan(10);
  const reply = await room.teacher.call(announcementUpdate, { params: { id: draft.id }, body: { scheduledTime: await inMinutes(minutes) } });
  expect(reply.status).toBe(200);
  for (const at of [4, 2, 5, 10, 12]) {
    const isDue = (await inMinutes(0)) >= String(reply.body.announcement.scheduledTime);
    expect((await stateOf(draft.id)).state).toBe(isDue ? 'PUBLISHED' : 'DRAFT');
    await pass(at);
    await app.server.jobs.runDue();
  }
  expect((await stateOf(draft.id)).state).toBe('PUBLISHED');
  expect(await told()).toHaveLength(1);
});

test('without its time it stays a draft; posted by hand before its time it is posted once', async () => {
  const draft = await plan(10);
  const change = (body: object) => room.teacher.call(announcementUpdate, { params: { id: draft.id }, body });
  expect((await change({ scheduledTime: null })).body.announcement).toMatchObject({ state: 'DRAFT', scheduledTime: null });
  await pass(11);
  await app.server.jobs.runDue();
  expect((await stateOf(draft.id)).state).toBe('DRAFT');
  await change({ scheduledTime: await inMinutes(10) });
  const posted = (await change({ state: 'PUBLISHED' })).body.announcement;
  expect(posted).toMatchObject({ state: 'PUBLISHED', scheduledTime: null });
  await pass(11);
  await app.server.jobs.runDue();
  expect((await stateOf(draft.id)).posted_at).toBe(posted.posted_at);
});

test('[B673] a 29 February that there is will do; a move into the past or too far ahead is refused, and the time stays', async () => {
  const draft = await plan(10);
  const change = (scheduledTime: string) => room.teacher.call(announcementUpdate, { params: { id: draft.id }, body: { scheduledTime } });
  expect((await change('2020-01-01T00:00:00Z')).error?.errors).toEqual({ scheduledTime: ['This time has passed. Choose a later one.'] });
  expect((await change('2099-01-01T00:00:00Z')).error?.errors).toEqual({ scheduledTime: ['Choose a time within the next 5 years.'] });
  expect((await stateOf(draft.id)).scheduledTime).toBe(draft.scheduledTime);
  expect((await change('2028-02-29T08:00:00Z')).body.announcement.scheduledTime).toBe('2028-02-29T08:00:00.000Z');
});

test('deleted it is not posted; brought back before its time it is, after it a draft that waits for no time', async () => {
  const [gone, back] = [await plan(10), await plan(10)];
  for (const { id } of [gone, back]) expect((await room.admin.call(announcementDelete, { params: { id } })).status).toBe(200);
  await room.teacher.call(announcementRestoreMany, { body: { ids: [back.id] } });
  await pass(11);
  await app.server.jobs.runDue();
  expect((await stateOf(back.id)).state).toBe('PUBLISHED');
  expect((await room.admin.call(announcementRestoreMany, { body: { ids: [gone.id] } })).body.ids).toEqual([gone.id]);
  await app.server.jobs.runDue();
  expect((await get(room.admin, gone.id)).body.announcement).toMatchObject({ state: 'DRAFT', scheduledTime: null });
});
