import {
  announcementCommentAdd,
  announcementCommentDelete,
  announcementCommentList,
  announcementCommentRestore,
  announcementCreate,
  announcementGet,
  censoredTextList,
  channels,
  courseSettings,
  notificationList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, hear, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let first: TestPerson;
let second: TestPerson;
let id: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  [first, second] = room.students as [TestPerson, TestPerson];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.clock.advanceMs(61_000);
  id = await post();
});

const post = async (more: object = {}) =>
  (await room.teacher.call(announcementCreate, { body: { text: 'What floats?', students: 'ALL_STUDENTS', courses: [room.courseId], ...more } })).body
    .announcement.id;
const say = (by: TestPerson, comment: unknown = 'Ice does.', options?: { key: string }) =>
  by.call(announcementCommentAdd, { params: { id }, body: { comment } }, options);
const read = (by: TestPerson, query: object = {}) => by.call(announcementCommentList, { params: { id }, query: { ...query } });
const textsFor = async (by: TestPerson, query: object = {}) => (await read(by, query)).body.comments.map(({ comment }: { comment: string }) => comment);
const remove = (by: TestPerson, commentId: number, announcementId = id) => by.call(announcementCommentDelete, { params: { id: announcementId, commentId } });
const restore = (by: TestPerson, commentId: number) => by.call(announcementCommentRestore, { params: { id, commentId } });
const setSchool = (allowed: boolean) =>
  sql`UPDATE schools SET settings = settings || ${JSON.stringify({ commenting_in_streams: allowed })}::jsonb WHERE id = ${room.schoolId}`.execute(app.db);

describe('replies', () => {
  test('a student’s reply is read by everybody who sees the announcement, and its author is told', async () => {
    const ear = await hear(app, second, channels.classroom(room.courseId));
    const reply = await say(first, '  Ice does. ');
    expect(reply).toMatchObject({
      status: 201,
      body: {
        comment: { account: { id: first.accountId, name: `${first.firstName} ${first.lastName}` }, by_student: true, comment: 'Ice does.', can_delete: true },
      },
    });
    expect((await ear.first('class.stream.changed')).name).toBe('class.stream.changed');
    ear.close();
    for (const person of [second, room.teacher, room.coTeacher, room.admin]) expect(await textsFor(person)).toEqual(['Ice does.']);
    expect((await read(second)).body).toMatchObject({ comments: [{ can_delete: false }], earlier_count: 0, can_comment: true });
    expect((await second.call(announcementGet, { params: { id } })).body.announcement).toMatchObject({ comments_count: 1, can_comment: true });
    const { data } = (await room.teacher.call(notificationList, { query: {} })).body;
    expect(data[0]).toMatchObject({ kind: 'announcement-comment', path: `/class-details/${room.courseId}?announcement=${id}&show=answers` });
  });

  test('listed words of a student are replaced for everybody, and kept for review; those of staff stay', async () => {
    expect((await say(first, 'This is bullshit')).body.comment.comment).toBe('This is [removed]');
    expect((await say(room.coTeacher, 'No more bullshit')).body.comment).toMatchObject({ comment: 'No more bullshit', by_student: false });
    expect(await textsFor(second)).toEqual(['This is [removed]', 'No more bullshit']);
    const { data } = (await room.teacher.call(censoredTextList)).body;
    expect(data[0]).toMatchObject({ kind: 'reply', writer: { id: first.accountId }, shown_text: 'This is [removed]', assessment_id: null });
  });

  test('long threads come in parts, the newest first', async () => {
    await sql`INSERT INTO announcement_comments (announcement_id, account_id, by_student, comment)
              SELECT ${id}, ${first.accountId}, true, 'No ' || place FROM generate_series(1, 7) place`.execute(app.db);
    const newest = (await read(second, { limit: 3 })).body;
    expect([newest.comments.map(({ comment }: { comment: string }) => comment), newest.earlier_count]).toEqual([['No 5', 'No 6', 'No 7'], 4]);
    expect(await textsFor(second, { limit: 3, before: newest.comments[0]?.id })).toEqual(['No 2', 'No 3', 'No 4']);
    expect(await textsFor(second)).toHaveLength(7);
    expect((await read(second, { limit: 0 })).status).toBe(422);
    expect((await read(second, { before: 'x' })).status).toBe(422);
  });

  test.each([
    ['nothing', '', 'Write something first.'],
    ['blanks', ' \n ', 'Write something first.'],
    ['2,001 characters', 'x'.repeat(2001), expect.stringContaining('2,000')],
    ['a number', 5, expect.any(String)],
  ])('%s is refused', async (_, comment, message) => {
    expect((await say(first, comment)).error?.errors).toEqual({ comment: [message] });
    expect(await textsFor(first)).toEqual([]);
  });

  test('hostile words stay words; half of a sign is mended', async () => {
    const words = ['مرحبا', '👩🏽‍🚀', '<script>alert(1)</script>', "'; DROP TABLE announcements; --"];
    for (const comment of words) await say(first, comment);
    expect((await say(first, 'half \uD83D')).status).toBe(201);
    expect((await textsFor(second)).slice(0, words.length)).toEqual(words);
  });

  test('sent twice under one key it stands once', async () => {
    const [one, other] = await Promise.all([say(first, 'Once', { key: 'reply-1' }), say(first, 'Once', { key: 'reply-1' })]);
    expect(other.body.comment.id).toBe(one.body.comment.id);
    expect(await textsFor(first)).toEqual(['Once']);
  });
});

describe('whether somebody may', () => {
  test('where the school turned commenting off nobody may, and what was said stays', async () => {
    await say(first, 'Before');
    await setSchool(false);
    for (const person of [first, room.teacher]) expect(await say(person)).toMatchObject({ status: 403, error: { code: 'STREAM_COMMENTING_OFF' } });
    expect((await read(first)).body).toMatchObject({ comments: [{ comment: 'Before' }], can_comment: false });
    await setSchool(true);
    expect((await say(first)).status).toBe(201);
  });

  test('[B672] where the class turned it off students may not, told why at once in open pages; what was said stays, and staff may', async () => {
    await say(first, 'Before');
    const ear = await hear(app, second, channels.classroom(room.courseId));
    const settings = (comments_by_students: boolean) => room.teacher.call(courseSettings, { params: { id: room.courseId }, body: { comments_by_students } });
    expect((await settings(false)).status).toBe(200);
    expect((await ear.first('class.stream.changed')).name).toBe('class.stream.changed');
    ear.close();
    expect(await say(first)).toMatchObject({ status: 403, error: { code: 'STREAM_COMMENTING_OFF', message: 'Replies are turned off in this class.' } });
    expect((await read(first)).body).toMatchObject({ comments: [{ comment: 'Before' }], can_comment: false });
    expect((await first.call(announcementGet, { params: { id } })).body.announcement.can_comment).toBe(false);
    expect((await read(room.coTeacher)).body.can_comment).toBe(true);
    expect((await say(room.coTeacher)).status).toBe(201);
    await settings(true);
    expect((await say(first)).status).toBe(201);
  });

  test('nobody to whom it is not said, and to a draft nobody', async () => {
    for (const person of [room.otherTeacher, room.otherStudent]) {
      expect((await say(person)).status).toBe(404);
      expect((await read(person)).status).toBe(404);
    }
    expect((await app.call(announcementCommentList, { params: { id } })).status).toBe(401);
    id = await post({ students: [first.accountId] });
    expect([(await say(second)).status, (await say(first)).status]).toEqual([404, 201]);
    id = await post({ state: 'DRAFT' });
    expect([(await say(first)).status, (await say(room.teacher)).error?.code]).toEqual([404, 'STREAM_COMMENTING_OFF']);
  });

  test('nobody in an archived class', async () => {
    const archive = (course_state: 'ARCHIVED' | 'ACTIVE') => app.db.updateTable('courses').set({ course_state }).where('id', '=', room.courseId).execute();
    await archive('ARCHIVED');
    expect(await say(first)).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
    await archive('ACTIVE');
  });

  test('ten within a minute and a hundred in all, also when they are sent at once', async () => {
    const replies = await Promise.all(Array.from({ length: 14 }, (_, index) => say(first, `No ${index}`)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(replies.find(({ status }) => status === 429)?.error).toMatchObject({
      code: 'COMMENTS_TOO_FAST',
      params: { count: 10, seconds: expect.any(Number) },
    });
    expect((await say(second)).status).toBe(201);
    await app.clock.advanceMs(61_000);
    await sql`INSERT INTO announcement_comments (announcement_id, account_id, by_student, comment, created_at)
              SELECT ${id}, ${first.accountId}, true, 'x', app_now() - interval '1 hour' FROM generate_series(1, 90)`.execute(app.db);
    expect(await say(first)).toMatchObject({ status: 409, error: { code: 'STREAM_COMMENTS_USED_UP' } });
  });
});

describe('deleting', () => {
  test('one’s own, for staff any; who deleted it brings it back', async () => {
    const own = (await say(first)).body.comment.id;
    expect((await remove(second, own)).status).toBe(404);
    expect((await remove(room.otherTeacher, own)).status).toBe(404);
    expect((await remove(first, own, await post())).status).toBe(404);
    expect(await remove(first, own)).toMatchObject({ status: 200, body: { id: own, message: 'Reply deleted.' } });
    expect((await remove(first, own)).status).toBe(404);
    expect(await textsFor(room.teacher)).toEqual([]);
    expect((await restore(second, own)).status).toBe(404);
    expect((await restore(first, own)).body.comment).toMatchObject({ id: own, comment: 'Ice does.' });
    expect((await remove(room.coTeacher, own)).status).toBe(200);
    expect((await restore(first, own)).status).toBe(404);
    expect((await restore(room.coTeacher, own)).status).toBe(200);
    expect(await textsFor(first)).toEqual(['Ice does.']);
    expect((await remove(room.admin, own)).status).toBe(200);
  });
});
