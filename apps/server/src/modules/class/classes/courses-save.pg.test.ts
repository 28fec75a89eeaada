import { courseCreate, courseMeetLink, courseMeetLinkRemove, courseSettings, courseUpdate } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { createScenario, giveRights, type Scenario, startTestApp, type TestApp, type TestClass, type TestPerson } from '../../../testing/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';
import { findMembership } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
let levelId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 2 });
  levelId = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'levels', { name: 'Grade 9' }));
});
afterAll(() => app.close());

const fields = (more: object = {}) => ({ name: 'Physics 9B', section: 'B', subject: 'Physics', room: '214', level_id: levelId, ...more });
const create = (more: object = {}, by: TestPerson = room.admin, options = {}) =>
  by.call(courseCreate, { body: fields({ ownerId: room.teacher.accountId, ...more }) as never }, options);
const update = (body: object, by: TestPerson = room.admin, id: number = room.courseId) =>
  by.call(courseUpdate, { params: { id }, body: fields(body) as never });
const settings = (body: object, by: TestPerson = room.teacher, id: number = room.courseId) => by.call(courseSettings, { params: { id }, body: body as never });
const link = (google_meet_link: unknown, by: TestPerson = room.teacher, id: number = room.courseId) =>
  by.call(courseMeetLink, { params: { id }, body: { google_meet_link } as never });
const auditOf = async (id: number) =>
  (await app.db.selectFrom('audit_entries').select('action').where('subject_type', '=', 'course').where('subject_id', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  );

describe('making a class', () => {
  test('[K360] [K433] an Admin makes one for a teacher, who owns and teaches it; a repeat of the call makes none', async () => {
    const reply = await create({ name: ' مرحبا 🧲 <script>alert(1)</script> ' }, room.admin, { key: 'make-1' });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        message: 'Class Created Successfully',
        course: {
          name: 'مرحبا 🧲 <script>alert(1)</script>',
          section: 'B',
          ownerId: room.teacher.accountId,
          level_name: 'Grade 9',
          student_count: 0,
          teacher_count: 1,
        },
      },
    });
    const { id } = reply.body.course;
    expect(await findMembership(app.db, id, room.teacher.accountId)).toMatchObject({ role: 'TEACHER', left_at: null });
    const again = await create({ name: ' مرحبا 🧲 <script>alert(1)</script> ' }, room.admin, { key: 'make-1' });
    expect(again.body.course.id).toBe(id);
    expect(await auditOf(id)).toEqual(['course.create']);
  });

  test.each([
    ['no name', { name: '  ' }, { name: ['Name is required'] }],
    ['[K288] a name that is not sent', { name: undefined }, { name: ['Name is required'] }],
    ['[K289] no level', { level_id: '' }, { level_id: ['Level is required'] }],
    ['a level that there is not', { level_id: 987_654 }, { level_id: ['Level is not valid. Choose it again from the list.'] }],
    ['[K318] a section of 26 characters', { section: 'x'.repeat(26) }, { section: ['Input too long!'] }],
    ['a room of 26 characters', { room: 'ن'.repeat(26) }, { room: ['Input too long!'] }],
    ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }, { name: [expect.stringContaining('200')] }],
    ['half of a sign', { name: 'x\ud83e' }, { name: [expect.any(String)] }],
    ['a name that is no text', { name: 7 }, { name: ['Name is required'] }],
    ['an owner that there is not', { ownerId: 987_654 }, { ownerId: [expect.stringContaining('cannot own a class')] }],
  ])('%s is refused at its field', async (_, body, errors) => {
    expect(await create(body)).toMatchObject({ status: 422, error: { errors } });
  });

  test('an owner is an active teacher of a school; an Admin of no school names one', async () => {
    expect((await create({ ownerId: room.otherStudent.accountId })).error?.errors).toHaveProperty('ownerId');
    const gone = await scenario.person('teachers', room.schoolId);
    await scenario.deactivate(gone.accountId);
    expect((await create({ ownerId: gone.accountId })).error?.errors).toHaveProperty('ownerId');
    expect((await create({ ownerId: undefined })).error?.errors).toEqual({ ownerId: ['Owner is required'] });
    const own = await scenario.person('admin', room.schoolId);
    expect((await create({ ownerId: undefined }, own)).body.course).toMatchObject({ ownerId: own.accountId, may_edit: true });
  });

  test('[K099] teachers and students make none', async () => {
    for (const person of [room.teacher, room.students[0]!]) expect((await create({}, person)).status).toBe(403);
  });
});

describe('changing a class', () => {
  test('[K361] [K434] an Admin changes its fields; an older version is refused with the newer row, and nothing else is touched', async () => {
    const { course } = (await create()).body;
    const reply = await update({ name: 'Physics 9C', section: '', updated_at: course.updated_at }, room.admin, course.id);
    expect(reply.body).toMatchObject({
      message: 'Class Updated Successfully',
      course: { name: 'Physics 9C', section: '', enrollmentCode: course.enrollmentCode },
    });
    expect(await update({ name: 'Lost', updated_at: course.updated_at }, room.admin, course.id)).toMatchObject({
      status: 409,
      error: { code: 'EDIT_CONFLICT', params: { row: { name: 'Physics 9C' } } },
    });
    expect((await update({ name: 'Physics 9C', section: '' }, room.admin, course.id)).body.course.updated_at).toBe(reply.body.course.updated_at);
    expect(await auditOf(course.id)).toEqual(['course.create', 'course.update']);
  });

  test('a level that was archived meanwhile stays with the class, and cannot be chosen', async () => {
    const old = await inTransaction(app.db, (tx) => createReferenceRow(tx, 'levels', { name: 'Old level' }));
    const { course } = (await create({ level_id: old })).body;
    await app.db.updateTable('levels').set({ archived_at: new Date() }).where('id', '=', old).execute();
    expect((await update({ level_id: old, name: 'Kept' }, room.admin, course.id)).status).toBe(200);
    expect((await create({ level_id: old })).error?.errors).toHaveProperty('level_id');
  });

  test('another teacher of the school becomes the owner, and the old one stays a teacher; a student of the class and another school’s do not', async () => {
    const { course } = (await create()).body;
    expect((await update({ ownerId: room.otherTeacher.accountId }, room.admin, course.id)).body.course).toMatchObject({
      ownerId: room.otherTeacher.accountId,
      teacher_count: 2,
    });
    expect(await findMembership(app.db, course.id, room.teacher.accountId)).toMatchObject({ role: 'TEACHER', left_at: null });
    const stranger = await scenario.person('teachers', await scenario.school());
    expect((await update({ ownerId: stranger.accountId })).error?.errors).toEqual({ ownerId: [expect.stringContaining('not at the school of the class')] });
    expect((await update({ ownerId: room.students[0]!.accountId })).error?.errors).toHaveProperty('ownerId');
  });

  test('[B1881] whoever may make classes in one school hears of a teacher of another what they hear of nobody', async () => {
    const office = await scenario.person('teachers', room.schoolId);
    await giveRights(app.db, office.accountId, ['classes:create', 'classes:edit']);
    const stranger = await scenario.person('teachers', await scenario.school());
    const { course } = (await create({ ownerId: undefined }, office)).body;
    for (const saved of [(ownerId: number) => create({ ownerId }, office), (ownerId: number) => update({ ownerId }, office, course.id)]) {
      const ofNobody = await saved(987_654);
      expect(ofNobody).toMatchObject({ status: 422, error: { errors: { ownerId: [expect.stringContaining('cannot own a class')] } } });
      expect((await saved(stranger.accountId)).error?.errors).toEqual(ofNobody.error?.errors);
    }
  });

  test('only an Admin; a class that is not there is missing, and an archived one stays as it is', async () => {
    for (const person of [room.teacher, room.coTeacher, room.otherTeacher, room.students[0]!]) expect((await update({}, person)).status).toBe(403);
    expect((await update({}, room.admin, 987_654)).status).toBe(404);
    const { course } = (await create()).body;
    await app.db.updateTable('courses').set({ course_state: 'ARCHIVED' }).where('id', '=', course.id).execute();
    for (const reply of [
      await update({ name: 'New' }, room.admin, course.id),
      await settings({ comments_by_students: false }, room.teacher, course.id),
      await link('https://meet.example/a', room.teacher, course.id),
    ])
      expect(reply).toMatchObject({ status: 409, error: { code: 'CLASS_ARCHIVED' } });
  });

  test('its staff decide how it is run; what is not sent stays', async () => {
    const reply = await settings({ comments_by_students: false, descriptionHeading: 'Welcome', description: 'Two\nlines' }, room.coTeacher);
    expect(reply.body.course).toMatchObject({
      comments_by_students: false,
      removed_may_rejoin: true,
      descriptionHeading: 'Welcome',
      description: 'Two\nlines',
    });
    expect((await settings({ removed_may_rejoin: 'false' })).body.course).toMatchObject({
      comments_by_students: false,
      removed_may_rejoin: false,
      description: 'Two\nlines',
    });
    expect((await settings({ comments_by_students: 'maybe' })).status).toBe(422);
    expect((await settings({ description: 'x'.repeat(10_001) })).status).toBe(422);
    expect((await settings({ updated_at: '2020-01-01T00:00:00Z' })).error?.code).toBe('EDIT_CONFLICT');
    expect((await settings({}, room.otherTeacher)).status).toBe(404);
    expect((await settings({}, room.students[0]!)).status).toBe(403);
    await settings({ comments_by_students: true, removed_may_rejoin: true });
  });
});

describe('the meeting link', () => {
  test('[K362] staff save it and take it off again', async () => {
    expect((await link(' https://meet.google.com/abc-defg-hij?authuser=0 ')).body.course.local).toMatchObject({
      google_meet_link: 'https://meet.google.com/abc-defg-hij?authuser=0',
    });
    expect((await link('http://school.example/ق', room.admin)).status).toBe(200);
    expect(await auditOf(room.courseId)).toContain('course.meetLink');
    const removed = await room.coTeacher.call(courseMeetLinkRemove, { params: { id: room.courseId } });
    expect(removed.body.course.local.google_meet_link).toBe('');
    for (const [person, status] of [
      [room.otherTeacher, 404],
      [room.students[0]!, 403],
    ] as const) {
      expect((await link('https://x.example', person)).status).toBe(status);
      expect((await person.call(courseMeetLinkRemove, { params: { id: room.courseId } })).status).toBe(status);
    }
  });

  test.each([
    ['[K291] nothing', '  ', 'Google Meet Link is required'],
    ['a program', 'javascript:alert(1)', 'Enter a web address that starts with https:// or http://.'],
    ['data', 'data:text/html,<script>', 'Enter a web address that starts with https:// or http://.'],
    ['[B679] an address without its scheme', '//evil.example/abc', 'Enter a web address that starts with https:// or http://.'],
    ['no address', 'meet.google.com/abc', 'Enter a web address that starts with https:// or http://.'],
    ['an address with a name and password', 'https://a:b@meet.example', 'Enter a web address that starts with https:// or http://.'],
    ['an address with a gap', 'https://meet.example/a b', 'Enter a web address that starts with https:// or http://.'],
  ])('%s is refused', async (_, address, message) => {
    expect(await link(address)).toMatchObject({ status: 422, error: { errors: { google_meet_link: [message] } } });
  });
  test('an address of 10,000 characters is refused', async () => {
    expect((await link(`https://meet.example/${'x'.repeat(10_000)}`)).status).toBe(422);
  });
});
