import {
  announcementCommentAdd,
  announcementCommentDelete,
  announcementCommentList,
  announcementCommentRestore,
  announcementCreate,
  announcementDelete,
  announcementGet,
  announcementList,
  announcementStream,
  announcementUpdate,
  fileGet,
  notificationList,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, pngOf, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createFileStorage, storeFile } from '../../school/files/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let named: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  [named, other] = room.students as [TestPerson, TestPerson];
});
afterAll(() => app.close());

const post = async (more: object) =>
  (await room.teacher.call(announcementCreate, { body: { text: 'For your ears', students: 'ALL_STUDENTS', courses: [room.courseId], ...more } })).body
    .announcement;
const store = async (name: string) =>
  inTransaction(app.db, async (tx) =>
    storeFile(tx, createFileStorage(app.dataDir), { ownerId: room.teacher.accountId, schoolId: room.schoolId, name, bytes: await pngOf(2, 2) }),
  );
const open = async (by: TestPerson, id: number) => (await by.call(fileGet, { params: { id } })).status;
const later = async () => {
  const { now } = await app.db.selectNoFrom(({ fn }) => fn<Date>('app_now').as('now')).executeTakeFirstOrThrow();
  return new Date(now.getTime() + 600_000).toISOString();
};
const staff = () => [room.teacher, room.coTeacher, room.admin];
const outsiders = () => [room.otherTeacher, room.otherStudent];

test('[B952] several who are written to each alone get one of their own: none sees the others, or a word that they reply', async () => {
  const students = [named, other].map(({ accountId }) => accountId);
  const { body } = await room.teacher.call(announcementCreate, { body: { text: 'Come and see me', students, courses: [room.courseId], apart: true } });
  expect(body.announcements).toHaveLength(2);
  const ids: number[] = body.announcements.map(({ id }: { id: number }) => id);
  const seenBy = async (by: TestPerson) => {
    const { data } = (await by.call(announcementList, { query: { limit: 200, search_text: 'see me' } })).body;
    return data.map(({ id }: { id: number }) => id) as number[];
  };
  const [mine, theirs] = [await seenBy(named), await seenBy(other)];
  expect([...mine, ...theirs].toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  expect([mine.length, theirs.length]).toEqual([1, 1]);
  await named.call(announcementCommentAdd, { params: { id: mine[0]! }, body: { comment: 'I will' } });
  expect((await other.call(announcementCommentList, { params: { id: mine[0]! } })).status).toBe(404);
  expect((await room.teacher.call(announcementCommentList, { params: { id: mine[0]! } })).body.comments).toHaveLength(1);
  // "to all" must be separate, and a boolean is not a valid value
  const all = await room.teacher.call(announcementCreate, { body: { text: 'To all', students: 'ALL_STUDENTS', courses: [room.courseId], apart: true } });
  expect(all.body.announcements).toHaveLength(1);
  const wrong = await room.teacher.call(announcementCreate, { body: { text: 'x', students, courses: [room.courseId], apart: 'yes' } as never });
  expect(wrong.error?.errors).toEqual({ apart: [expect.any(String)] });
});

test('[B677] one for individual students is on no path there for anybody else: list, search, stream, single, replies, bell', async () => {
  const { id } = await post({ students: [named.accountId] });
  const reply = (await named.call(announcementCommentAdd, { params: { id }, body: { comment: 'Heard' } })).body.comment.id;
  const idsFor = async (by: TestPerson, query: object) =>
    (await by.call(announcementList, { query: { limit: 200, ...query } })).body.data.map((row: { id: number }) => row.id);
  for (const person of [named, ...staff()]) {
    expect((await person.call(announcementGet, { params: { id } })).status).toBe(200);
    expect(await idsFor(person, { search_text: 'your ears' })).toContain(id);
    expect((await person.call(announcementCommentList, { params: { id } })).body.comments).toHaveLength(1);
  }
  for (const person of [other, ...outsiders()]) {
    expect(await idsFor(person, {})).not.toContain(id);
    expect(await idsFor(person, { search_text: 'your ears' })).toEqual([]);
    const stream = await person.call(announcementStream, { params: { id: room.courseId } });
    expect(stream.status === 404 || !stream.body.data.some((row: { id: number }) => row.id === id)).toBe(true);
    const replies = await Promise.all([
      person.call(announcementGet, { params: { id } }),
      person.call(announcementCommentList, { params: { id } }),
      person.call(announcementCommentAdd, { params: { id }, body: { comment: 'Me too' } }),
      person.call(announcementCommentDelete, { params: { id, commentId: reply } }),
      person.call(announcementCommentRestore, { params: { id, commentId: reply } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await person.call(notificationList, { query: {} })).body.data.filter(({ path }) => path.includes(`announcement=${id}`))).toEqual([]);
  }
});

describe('[B678] files of an announcement', () => {
  /** Attaches the file or puts it as a picture into the text. Both cases check the same right. */
  const withFile = (fileId: number, way: string) =>
    way === 'attached'
      ? { materials: [{ driveFile: { id: fileId } }] }
      : { text: { type: 'doc', content: [{ type: 'image', attrs: { file_id: fileId, alt: 'Shown' } }] } };

  test.each(['attached', 'in the text'])('%s: for individuals, in a draft and before its time nobody else opens them', async (way) => {
    const [mine, draft, waiting] = [await store('mine.png'), await store('draft.png'), await store('waiting.png')];
    const single = await post({ students: [named.accountId], ...withFile(mine, way) });
    const kept = await post({ state: 'DRAFT', ...withFile(draft, way) });
    await post({ scheduledTime: await later(), ...withFile(waiting, way) });
    for (const person of staff()) for (const id of [mine, draft, waiting]) expect(await open(person, id)).toBe(200);
    expect(await open(named, mine)).toBe(200);
    for (const person of [other, ...outsiders()]) for (const id of [mine, draft, waiting]) expect(await open(person, id)).toBe(404);
    for (const id of [draft, waiting]) expect(await open(named, id)).toBe(404);

    await room.teacher.call(announcementUpdate, { params: { id: kept.id }, body: { state: 'PUBLISHED' } });
    await app.clock.advanceMs(660_000);
    await app.server.jobs.runDue();
    for (const person of [named, other]) for (const id of [draft, waiting]) expect(await open(person, id)).toBe(200);
    for (const person of outsiders()) for (const id of [draft, waiting]) expect(await open(person, id)).toBe(404);

    await room.teacher.call(announcementUpdate, { params: { id: single.id }, body: { students: [other.accountId] } });
    expect([await open(named, mine), await open(other, mine)]).toEqual([404, 200]);
    await room.teacher.call(announcementDelete, { params: { id: single.id } });
    expect(await open(other, mine)).toBe(404);
  });
});

describe('[B679] hostile text', () => {
  const ZALGO = `Z${'\u0335\u0317\u0341'.repeat(80)}`;
  const BIDI = '\u202Egnp.exe\u202C \u2067left\u2069';

  test('100 KB of markup is refused with its limit, as a text and as a document', async () => {
    const markup = '<b onclick="x()">'.repeat(6000);
    for (const text of [markup, { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: markup }] }] }]) {
      const reply = await room.teacher.call(announcementCreate, { body: { text, students: 'ALL_STUDENTS', courses: [room.courseId] } });
      expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, ['text']]);
    }
    const { id } = await post({ text: 'Short' });
    expect((await named.call(announcementCommentAdd, { params: { id }, body: { comment: markup } })).status).toBe(413);
  });

  test.each([
    ['marks upon marks', ZALGO],
    ['turned directions', BIDI],
  ])('%s stay what was typed, in announcements and replies', async (_, words) => {
    const { id, summary } = await post({ text: words });
    expect(summary).toBe(words);
    expect((await room.coTeacher.call(announcementCommentAdd, { params: { id }, body: { comment: words } })).body.comment.comment).toBe(words);
  });

  test.each([' ', '\n\t', '\u00A0\u2003', '\u200B\u200D', '\uFEFF', '\u3164'])('a reply of nothing to be seen (%j) is refused', async (comment) => {
    const { id } = await post({});
    expect((await named.call(announcementCommentAdd, { params: { id }, body: { comment } })).error?.errors).toEqual({ comment: ['Write something first.'] });
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//evil.example',
    'https://',
    'vbscript:x',
  ])('a link to %s is attached nowhere, and in a text it leads nowhere', async (href) => {
    for (const material of [{ link: { url: href } }, { youtubeVideo: { alternateLink: href } }]) {
      const reply = await room.teacher.call(announcementCreate, {
        body: { text: 'x', students: 'ALL_STUDENTS', courses: [room.courseId], materials: [material] },
      });
      expect([reply.status, Object.keys(reply.error?.errors ?? {})[0]]).toEqual([422, expect.stringMatching(/^materials\.0\./)]);
    }
    const text = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Press', marks: [{ type: 'link', attrs: { href } }] }] }] };
    const reply = await room.teacher.call(announcementCreate, { body: { text, students: 'ALL_STUDENTS', courses: [room.courseId] } });
    expect(reply.status === 422 || !JSON.stringify(reply.body.announcement.text).includes('href')).toBe(true);
  });
});
