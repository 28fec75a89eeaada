import {
  announcementAudience,
  announcementCreate,
  announcementDelete,
  announcementDeleteMany,
  announcementGet,
  announcementList,
  announcementRestoreMany,
  announcementStream,
  announcementUpdate,
  announcementUpdateByPost,
  channels,
  fileGet,
  notificationList,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, hear, pngOf, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createClass, enrol } from '../classes/index.ts';
import { createFileStorage, storeFile } from '../../school/files/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let first: TestPerson;
let second: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 3 });
  [first, second] = room.students as [TestPerson, TestPerson];
});
afterAll(() => app.close());

const form = (more: Record<string, unknown> = {}) => ({ text: 'Bring a ruler.', students: ['ALL_STUDENTS'], courses: [room.courseId], ...more });
const create = (by: TestPerson, more: Record<string, unknown> = {}) => by.call(announcementCreate, { body: form(more) });
const post = async (more: Record<string, unknown> = {}, by = room.teacher) => (await create(by, more)).body.announcement;
const get = (by: TestPerson, id: number) => by.call(announcementGet, { params: { id } });
const edit = (by: TestPerson, id: unknown, body: object) => by.call(announcementUpdate, { params: { id }, body });
const remove = (by: TestPerson, id: unknown) => by.call(announcementDelete, { params: { id } });
const idsOf = async (by: TestPerson, query: Record<string, unknown> = {}) =>
  (await by.call(announcementList, { query: { limit: 200, ...query } })).body.data.map(({ id }: { id: number }) => id);
const toldOf = async (person: TestPerson) =>
  (await person.call(notificationList, { query: {} })).body.data.filter(({ kind }: { kind: string }) => kind === 'announcement').map(({ path }) => path);
const anotherClass = (name: string, ownerId = room.teacher.accountId, schoolId = room.schoolId) =>
  inTransaction(app.db, (tx) => createClass(tx, { schoolId, ownerId, name }));
const everybodyElse = () => [room.otherTeacher, room.otherStudent];

describe('posting', () => {
  test('[K215] [K216] [K217] [K267] [K373] [K437] [K342] a teacher posts to a class, and its people see and are told of it', async () => {
    const ear = await hear(app, second, channels.classroom(room.courseId));
    const reply = await create(room.teacher);
    expect(reply).toMatchObject({
      status: 201,
      body: {
        message: 'Announcement Created Successfully',
        announcement: {
          id: expect.any(Number),
          courseId: room.courseId,
          text: { type: 'doc' },
          summary: 'Bring a ruler.',
          materials: [],
          state: 'PUBLISHED',
          creationTime: expect.any(String),
          updateTime: expect.any(String),
          scheduledTime: null,
          creatorUserId: room.teacher.accountId,
          assigneeMode: 'ALL_STUDENTS',
          individualStudentsOptions: { studentIds: '' },
        },
      },
    });
    const { id, alternateLink } = reply.body.announcement;
    expect(alternateLink).toBe(`/class-details/${room.courseId}?announcement=${id}`);
    for (const person of [...room.students, room.teacher, room.coTeacher, room.admin]) {
      expect((await get(person, id)).body.announcement).toMatchObject({ id, summary: 'Bring a ruler.' });
      expect(await idsOf(person)).toContain(id);
    }
    expect((await get(first, id)).body.announcement).not.toHaveProperty('individualStudentsOptions');
    for (const person of [...room.students, room.coTeacher]) expect(await toldOf(person)).toContain(alternateLink);
    expect(await toldOf(room.teacher)).toEqual([]);
    expect((await ear.first('class.stream.changed')).data).toMatchObject({ sequence: expect.any(Number) });
    ear.close();
  });

  test('[K218] one for individual students is seen by them and by staff alone', async () => {
    const announcement = await post({ students: `${first.accountId},${room.students[2]?.accountId}` });
    expect(announcement).toMatchObject({ assigneeMode: 'INDIVIDUAL_STUDENTS', individualStudentsOptions: { studentIds: expect.stringMatching(/^\d+,\d+$/) } });
    expect((await get(first, announcement.id)).status).toBe(200);
    expect((await get(second, announcement.id)).status).toBe(404);
    expect(await idsOf(second)).not.toContain(announcement.id);
    expect(await idsOf(second, { course_id: room.courseId })).not.toContain(announcement.id);
    expect(await idsOf(room.coTeacher)).toContain(announcement.id);
    expect(await toldOf(first)).toContain(announcement.alternateLink);
    expect(await toldOf(second)).not.toContain(announcement.alternateLink);
  });

  test('all students, picked last, replaces single ones; a single one picked after it replaces all', async () => {
    expect(await post({ students: [first.accountId, 'ALL_STUDENTS'] })).toMatchObject({ assigneeMode: 'ALL_STUDENTS' });
    expect(await post({ students: ['ALL_STUDENTS', first.accountId] })).toMatchObject({
      assigneeMode: 'INDIVIDUAL_STUDENTS',
      individualStudentsOptions: { studentIds: String(first.accountId) },
    });
  });

  test('[K221] one act for several classes makes one in each; all classes are those that one teaches', async () => {
    const mine = await scenario.class({ students: 1 });
    const other = await inTransaction(app.db, async (tx) => {
      const id = await createClass(tx, { schoolId: mine.schoolId, ownerId: mine.teacher.accountId, name: 'Second' });
      await enrol(tx, id, [mine.students[0]!.accountId], 'STUDENT');
      return id;
    });
    const archived = await anotherClass('Old', mine.teacher.accountId, mine.schoolId);
    await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', archived).execute();
    const reply = await create(mine.teacher, { courses: ['ALL_CLASSES'] });
    expect(reply.body.announcements.map(({ courseId }: { courseId: number }) => courseId).sort()).toEqual([mine.courseId, other].sort());
    expect(reply.body.announcement.also_in).toEqual([reply.body.announcements[1]?.id]);
    const both = await create(mine.teacher, { courses: `${mine.courseId},${other}`, students: [mine.students[0]?.accountId] });
    expect(both.body.announcements).toHaveLength(2);
    expect(await idsOf(mine.students[0] as TestPerson)).toHaveLength(4);
    const alone = await anotherClass('Empty', mine.teacher.accountId, mine.schoolId);
    expect((await create(mine.teacher, { courses: [mine.courseId, alone], students: [mine.students[0]?.accountId] })).error?.errors).toEqual({
      students: ['None of these students is in Empty. Choose one of its students too, or remove the class.'],
    });
    expect(await idsOf(mine.students[0] as TestPerson)).toHaveLength(4);
  });

  test('[K333] an administrator posts to any class', async () => {
    const announcement = await post({}, room.admin);
    expect((await get(first, announcement.id)).body.announcement.creatorUserId).toBe(room.admin.accountId);
  });

  test('[K292] [K293] [K294] [K219] what is missing is said of all fields at once', async () => {
    expect(await room.teacher.call(announcementCreate, { body: {} })).toMatchObject({
      status: 422,
      error: { errors: { text: ['Announcement Description is required'], students: ['Select Students'], courses: ['Select Course'] } },
    });
    expect((await create(room.teacher, { text: ' \n ' })).error?.errors).toEqual({ text: ['Announcement Description is required'] });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a text that is too long', { text: 'x'.repeat(20_001) }, 'text'],
    ['a number as text', { text: 5 }, 'text'],
    ['a lone surrogate', { text: 'a\uD800b' }, 'text'],
    ['a student of no class', { students: [999_999] }, 'students'],
    ['words as a student', { students: 'everybody' }, 'students'],
    ['a class that there is not', { courses: [999_999] }, 'courses'],
    ['an object as classes', { courses: {} }, 'courses'],
    ['a time that is over', { scheduledTime: '2020-01-01T00:00:00Z' }, 'scheduledTime'],
    ['no time', { scheduledTime: 'soon' }, 'scheduledTime'],
    ['[B673] the 29 February of a year that has none', { scheduledTime: '2027-02-29T08:00:00Z' }, 'scheduledTime'],
    ['[B673] a time in a hundred years', { scheduledTime: '2126-01-01T08:00:00Z' }, 'scheduledTime'],
    ['[B673] a year of five digits', { scheduledTime: '12026-01-01T08:00:00Z' }, 'scheduledTime'],
    ['a state of its own', { state: 'DELETED' }, 'state'],
    ['a link that runs', { materials: [{ link: { url: 'javascript:alert(1)' } }] }, 'materials.0.link.url'],
    ['a link to a file of the reader', { materials: [{ link: { url: 'file:///etc/passwd' } }] }, 'materials.0.link.url'],
    ['two things in one', { materials: [{ link: { url: 'https://a.example' }, youtubeVideo: { alternateLink: 'https://b.example' } }] }, 'materials.0'],
    ['nothing in one', { materials: [{}] }, 'materials.0'],
    ['21 attachments', { materials: Array.from({ length: 21 }, () => ({ link: { url: 'https://a.example' } })) }, 'materials'],
    ['a file that is not there', { materials: [{ driveFile: { id: 999_999 } }] }, 'materials'],
  ])('%s is refused, and nothing is posted', async (_, more, field) => {
    const before = await idsOf(room.teacher);
    const reply = await create(room.teacher, more);
    expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, [field]]);
    expect(await idsOf(room.teacher)).toEqual(before);
  });

  test.each([
    ['Arabic', 'مرحبا بالجميع'],
    ['emoji', '👩🏽‍🚀 📏'],
    ['markup', '<script>alert(1)</script>'],
    ['ten thousand characters', 'ö'.repeat(10_000)],
  ])('%s stays what was typed', async (_, text) => {
    const { id } = await post({ text });
    const { announcement } = (await get(first, id)).body;
    expect(JSON.stringify(announcement.text)).toContain(JSON.stringify(text).slice(1, -1));
    expect(text).toContain(announcement.summary.replace(/…$/u, ''));
    expect([...announcement.summary].length).toBeLessThanOrEqual(300);
  });

  test('students post nothing, teachers nothing to classes that are not theirs, and nobody to one that is archived', async () => {
    expect(await create(first)).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
    expect((await create(room.otherTeacher)).error?.errors).toEqual({
      courses: ['You no longer teach one of these classes. Choose the classes again.'],
    });
    const courseId = await anotherClass('Last year');
    await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', courseId).execute();
    expect(await create(room.teacher, { courses: [courseId] })).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
    expect((await app.call(announcementCreate, { body: form() })).status).toBe(401);
  });

  test('what is sent twice under one key is posted once', async () => {
    const send = () => room.teacher.call(announcementCreate, { body: form({ text: 'Once' }) }, { key: 'announce-once' });
    const [one, other] = await Promise.all([send(), send()]);
    expect(other.body.announcement.id).toBe(one.body.announcement.id);
    expect((await room.teacher.call(announcementList, { query: { search_text: 'once' } })).body.data).toHaveLength(1);
  });

  test('500 students are told by one statement', async () => {
    const crowd = await scenario.class({ students: 1 });
    await sql`WITH made AS (INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key)
      SELECT ${crowd.schoolId}, account_type_id, 'Student', 'No ' || place, 'crowd' || place || '@school.test', 'crowd' || place || '@school.test'
        FROM accounts, generate_series(1, 499) place WHERE accounts.id = ${crowd.students[0]?.accountId} RETURNING id)
      INSERT INTO course_members (course_id, account_id, role) SELECT ${crowd.courseId}, id, 'STUDENT' FROM made`.execute(app.db);
    const announcement = (await create(crowd.teacher, { courses: [crowd.courseId] })).body.announcement;
    const { rows } = await sql<{ count: number; times: number }>`
      SELECT count(*)::int AS count, count(DISTINCT xmin::text)::int AS times FROM notifications WHERE key = ${`announcement:${announcement.id}`}`.execute(
      app.db,
    );
    expect(rows[0]).toEqual({ count: 501, times: 1 });
  });
});

describe('materials', () => {
  test('files of the library, links and videos come with it; whoever sees it may open the files, and nobody else', async () => {
    const fileId = await inTransaction(app.db, async (tx) =>
      storeFile(tx, createFileStorage(app.dataDir), {
        ownerId: room.teacher.accountId,
        schoolId: room.schoolId,
        name: 'ruler.png',
        bytes: await pngOf(2, 2),
      }),
    );
    const picture = { type: 'doc', content: [{ type: 'image', attrs: { file_id: fileId, alt: 'A ruler' } }] };
    const materials = [
      { driveFile: { id: fileId } },
      { link: { url: 'https://example.org/a' } },
      { youtubeVideo: { alternateLink: 'https://youtu.be/x', title: 'Film' } },
    ];
    expect((await first.call(fileGet, { params: { id: fileId } })).status).toBe(404);
    const announcement = await post({ text: picture, students: [first.accountId], materials });
    expect(announcement.materials).toMatchObject([
      { driveFile: { id: fileId, title: 'ruler.png', mimeType: 'image/png', alternateLink: expect.stringContaining('signature=') } },
      { link: { url: 'https://example.org/a', title: 'https://example.org/a' } },
      { youtubeVideo: { alternateLink: 'https://youtu.be/x', title: 'Film' } },
    ]);
    expect(JSON.stringify(announcement.text)).toContain('signature=');
    expect((await first.call(fileGet, { params: { id: fileId } })).status).toBe(200);
    for (const person of [second, room.otherTeacher]) expect((await person.call(fileGet, { params: { id: fileId } })).status).toBe(404);
    const sentBack = (await get(room.coTeacher, announcement.id)).body.announcement;
    const kept = await edit(room.coTeacher, announcement.id, { text: sentBack.text, materials: sentBack.materials, updated_at: sentBack.updated_at });
    expect(kept.body.announcement.materials).toHaveLength(3);
    expect((await create(room.coTeacher, { materials: [{ driveFile: { id: fileId } }] })).error?.errors).toHaveProperty('materials');
    await remove(room.teacher, announcement.id);
    expect((await first.call(fileGet, { params: { id: fileId } })).status).toBe(404);
  });
});

describe('the list', () => {
  test('[K372] [L444] [L185] of all one’s classes, newest first, by pages or from one place to the next', async () => {
    const mine = await scenario.class({ students: 1 });
    const [student] = mine.students as [TestPerson];
    const made: number[] = [];
    for (let index = 0; index < 7; index += 1)
      made.unshift((await create(mine.teacher, { courses: [mine.courseId], text: `Note ${index}` })).body.announcement.id);
    expect(await idsOf(student, { limit: 5, user: student.accountId })).toEqual(made.slice(0, 5));
    const pageOne = (await student.call(announcementList, { query: { per_page: 3 } })).body;
    expect(pageOne).toMatchObject({
      data: [{ id: made[0], summary: 'Note 6' }, { id: made[1] }, { id: made[2] }],
      announcements: [{ id: made[0] }, {}, {}],
      pagination: { total: 7, current_page: 1, last_page: 3, from: 1, to: 3 },
    });
    expect((await student.call(announcementList, { query: { per_page: 3, page: 3 } })).body.data).toMatchObject([{ id: made[6] }]);
    const seen: number[] = [];
    let after: string | null = null;
    do {
      const query: Record<string, unknown> = { limit: 2, ...(after ? { after } : {}) };
      const { data, next } = (await student.call(announcementList, { query })).body;
      seen.push(...data.map(({ id }: { id: number }) => id));
      // an announcement posted in between is neither shown twice nor shifts the others
      if (after === null) await create(mine.teacher, { courses: [mine.courseId], text: 'Meanwhile' });
      after = next;
    } while (after !== null);
    expect(seen).toEqual(made);
    const count = made.length + 1;
    const nextOf = async (limit: number) => (await student.call(announcementList, { query: { limit } })).body.next;
    expect([await nextOf(count - 1), await nextOf(count)]).toEqual([expect.any(String), null]); // a page that is exactly full is the last
    expect(await idsOf(student, { search_text: 'NOTE 3' })).toEqual([made[3]]);
    expect((await student.call(announcementList, { query: { user: mine.teacher.accountId } })).status).toBe(404);
    expect((await student.call(announcementList, { query: { after: 'x' } })).status).toBe(422);
    expect((await student.call(announcementList, { query: { limit: 201 } })).status).toBe(422);
  });

  test('of one class for its people; drafts for its staff', async () => {
    const draft = await post({ state: 'DRAFT' });
    expect(draft).toMatchObject({ state: 'DRAFT', posted_at: null });
    const stream = (by: TestPerson, query: Record<string, unknown> = {}) => by.call(announcementStream, { params: { id: room.courseId }, query });
    expect((await stream(room.coTeacher, { state: 'DRAFT' })).body.data.map(({ id }: { id: number }) => id)).toContain(draft.id);
    expect((await stream(first, { state: 'DRAFT' })).body.data).toEqual([]);
    expect(await idsOf(first, { state: 'DRAFT' })).toEqual([]);
    expect((await get(first, draft.id)).status).toBe(404);
    expect(await toldOf(first)).not.toContain(draft.alternateLink);
    expect((await stream(first)).body.data.length).toBeGreaterThan(0);
    for (const person of everybodyElse()) {
      expect((await stream(person)).status).toBe(404);
      expect((await person.call(announcementList, { query: { course_id: room.courseId } })).status).toBe(404);
      expect((await get(person, draft.id)).status).toBe(404);
      expect(await idsOf(person)).toEqual([]);
    }
    expect((await app.call(announcementList)).status).toBe(401);
  });

  test('whoever leaves the class sees none of it any more, and who comes back does', async () => {
    const mine = await scenario.class({ students: 1 });
    const [student] = mine.students as [TestPerson];
    const { id } = (await create(mine.teacher, { courses: [mine.courseId] })).body.announcement;
    await scenario.remove(mine.courseId, student.accountId);
    expect((await get(student, id)).status).toBe(404);
    expect(await idsOf(student)).toEqual([]);
    await inTransaction(app.db, (tx) => enrol(tx, mine.courseId, [student.accountId], 'STUDENT'));
    expect(await idsOf(student)).toEqual([id]);
  });

  test('a brief reader gets rows without their documents', async () => {
    const { body } = await app.call(announcementList, { query: { limit: 1 } }, { token: first.token, headers: { prefer: 'return=minimal' } });
    expect(body.data[0]).toHaveProperty('summary');
    expect(body.data[0]).not.toHaveProperty('text');
    expect(body).not.toHaveProperty('announcements');
  });

  test('who posts learns of classes and of their students, of one’s own classes alone', async () => {
    const audience = (by: TestPerson, courses = String(room.courseId)) => by.call(announcementAudience, { query: { courses } });
    const { body } = await audience(room.coTeacher);
    expect(body.courses).toMatchObject([{ id: room.courseId, name: expect.any(String), section: '' }]);
    expect(body.students.map(({ id }: { id: number }) => id).sort()).toEqual(room.students.map(({ accountId }) => accountId).sort());
    expect((await audience(room.otherTeacher)).body).toMatchObject({ courses: [], students: [] });
    expect((await audience(room.admin, 'x,,-1')).body.students).toEqual([]);
    expect((await audience(first)).status).toBe(403);
  });
});

describe('editing', () => {
  test.each([['PUT', announcementUpdate] as const, ['POST with _method=PUT', announcementUpdateByPost] as const])(
    '%s changes text and students; who is taken off it is told of it no more, who comes to it is',
    async (_, endpoint) => {
      const announcement = await post({ students: [first.accountId] });
      const change = (by: TestPerson, body: object) => by.call(endpoint, { params: { id: announcement.id }, body: { _method: 'PUT', ...body } });
      const reply = await change(room.coTeacher, { text: 'Bring two.', students: [second.accountId], updated_at: announcement.updated_at });
      expect(reply).toMatchObject({ status: 200, body: { message: 'Announcement Updated Successfully', announcement: { summary: 'Bring two.' } } });
      expect([(await get(first, announcement.id)).status, (await get(second, announcement.id)).status]).toEqual([404, 200]);
      expect(await toldOf(first)).not.toContain(announcement.alternateLink);
      expect(await toldOf(second)).toContain(announcement.alternateLink);
      expect(await change(room.teacher, { text: 'Older', updated_at: announcement.updated_at })).toMatchObject({
        status: 409,
        error: { code: 'EDIT_CONFLICT', params: { row: { summary: 'Bring two.' } } },
      });
      expect((await change(room.teacher, { text: '' })).error?.errors).toEqual({ text: ['Announcement Description is required'] });
      expect((await change(room.teacher, { students: [] })).error?.errors).toEqual({ students: ['Select Students'] });
      expect((await change(room.teacher, { students: [room.otherStudent.accountId] })).error?.errors).toHaveProperty('students');
      expect((await change(first, { text: 'Mine' })).status).toBe(403);
      expect((await change(room.otherTeacher, { text: 'Mine' })).status).toBe(404);
      expect((await change(room.admin, { students: ['ALL_STUDENTS'] })).body.announcement.assigneeMode).toBe('ALL_STUDENTS');
    },
  );

  test('a draft is posted by hand once; what is posted becomes no draft and waits for no time', async () => {
    const draft = await post({ state: 'DRAFT' });
    expect((await edit(room.teacher, draft.id, { text: 'Now', state: 'PUBLISHED' })).body.announcement).toMatchObject({ state: 'PUBLISHED' });
    expect(await toldOf(first)).toContain(draft.alternateLink);
    expect((await edit(room.teacher, draft.id, { state: 'DRAFT' })).body.announcement).toMatchObject({ state: 'PUBLISHED' });
    expect((await edit(room.teacher, draft.id, { scheduledTime: '2099-01-01T00:00:00Z' })).error?.errors).toHaveProperty('scheduledTime');
  });

  test('a class that is archived is only read', async () => {
    const courseId = await anotherClass('Going');
    const announcement = await post({ courses: [courseId] });
    await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', courseId).execute();
    expect(await edit(room.teacher, announcement.id, { text: 'Late' })).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
    expect((await get(room.teacher, announcement.id)).body.announcement.can_comment).toBe(false);
  });
});

describe('deleting', () => {
  test('[K374] [L445] takes it from everybody, with what was told, and can be taken back', async () => {
    const announcement = await post();
    expect((await remove(first, announcement.id)).status).toBe(403);
    expect((await remove(room.otherTeacher, announcement.id)).status).toBe(404);
    expect(await remove(room.coTeacher, announcement.id)).toMatchObject({ status: 200, body: { id: announcement.id } });
    expect((await get(first, announcement.id)).status).toBe(404);
    expect(await toldOf(first)).not.toContain(announcement.alternateLink);
    expect((await remove(room.teacher, announcement.id)).status).toBe(404);
    expect((await edit(room.teacher, announcement.id, { text: 'Gone' })).status).toBe(404);
    const back = await room.teacher.call(announcementRestoreMany, { body: { ids: [announcement.id] } });
    expect(back.body).toMatchObject({ ids: [announcement.id], refused: [], message: 'The announcement was restored.' });
    expect((await get(first, announcement.id)).status).toBe(200);
    expect(await toldOf(first)).toContain(announcement.alternateLink);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_type', '=', 'announcement')
      .where('subject_id', '=', announcement.id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['announcement.create', 'announcement.delete', 'announcement.restoreMany']);
  });

  test('[B670] what went to several classes names the others, for whoever teaches there too; deleted in all of them it is brought back in all', async () => {
    const mine = await scenario.class({ students: 1 });
    const [student] = mine.students as [TestPerson];
    const places = [
      mine.courseId,
      await anotherClass('B', mine.teacher.accountId, mine.schoolId),
      await anotherClass('C', mine.teacher.accountId, mine.schoolId),
    ];
    const helper = await scenario.person('teachers', mine.schoolId);
    await inTransaction(app.db, (tx) => enrol(tx, places[1] as number, [helper.accountId], 'TEACHER'));
    const made = (await create(mine.teacher, { courses: places })).body.announcements;
    const idIn = new Map(made.map(({ id, courseId }: { id: number; courseId: number }) => [courseId, id]));
    const ids = places.map((courseId) => idIn.get(courseId)) as [number, number, number];
    const alsoFor = async (by: TestPerson, id: number) => new Set((await get(by, id)).body.announcement.also_in);
    expect(await alsoFor(mine.teacher, ids[0])).toEqual(new Set([ids[1], ids[2]]));
    expect(await alsoFor(mine.admin, ids[2])).toEqual(new Set([ids[0], ids[1]]));
    expect(await alsoFor(helper, ids[1])).toEqual(new Set());
    expect(await alsoFor(student, ids[0])).toEqual(new Set());
    expect((await create(mine.teacher, { courses: [mine.courseId] })).body.announcement.also_in).toEqual([]);
    expect((await mine.teacher.call(announcementDeleteMany, { body: { ids } })).body.ids).toHaveLength(3);
    expect((await get(student, ids[0])).status).toBe(404);
    expect((await mine.teacher.call(announcementRestoreMany, { body: { ids } })).body.message).toBe('3 announcements were restored.');
    expect((await get(student, ids[0])).status).toBe(200);
    await remove(mine.teacher, ids[1]);
    expect(await alsoFor(mine.teacher, ids[0])).toEqual(new Set([ids[2]]));
  });

  test('many at once: what is somebody else’s stays and is named', async () => {
    const elsewhere = await scenario.class({ students: 0 });
    const theirs = (await create(elsewhere.teacher, { courses: [elsewhere.courseId] })).body.announcement.id;
    const ids = [(await post()).id, (await post({ state: 'DRAFT' })).id];
    const reply = await room.teacher.call(announcementDeleteMany, { body: { ids: [...ids, theirs, 999_999] } });
    expect(reply.body).toMatchObject({
      ids,
      message: '2 announcements deleted.',
      refused: [{ id: theirs, message: 'It no longer exists' }, { id: 999_999 }],
    });
    expect((await room.teacher.call(announcementRestoreMany, { body: { ids } })).body).toMatchObject({ ids, message: '2 announcements were restored.' });
    for (const endpoint of [announcementDeleteMany, announcementRestoreMany]) {
      expect((await first.call(endpoint, { body: { ids } })).status).toBe(403);
      expect((await room.otherTeacher.call(endpoint, { body: { ids } })).body.ids).toEqual([]);
      expect((await room.teacher.call(endpoint, { body: { ids: [] } })).status).toBe(422);
      expect((await room.teacher.call(endpoint, { body: { ids: Array.from({ length: 301 }, (_, at) => at + 1) } })).status).toBe(422);
    }
  });
});
