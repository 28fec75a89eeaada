import {
  assessmentArchive,
  assessmentCopy,
  assessmentCreate,
  assessmentDelete,
  assessmentGet,
  assessmentHint,
  assessmentList,
  assessmentPeriods,
  assessmentUpdate,
  assessmentUpdateByPost,
  liveClose,
  liveStart,
  unfinishedAssessments,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { assessmentChoices } from '../../../testing/assessment-choices.ts';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestLesson, type TestPerson } from '../../../testing/index.ts';
import { startLesson } from '../../../testing/running-lesson.ts';
import { createClass, createTopic } from '../classes/index.ts';
import { createQuestion } from '../../bank/questions/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';
import { finishAssessment } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestLesson;
let choices: Record<string, number>;
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(app.db, work);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.lesson();
  choices = await inTx(assessmentChoices);
});
afterAll(() => app.close());

/** Builds the form that this room's teacher sends. */
async function formOf(lesson: TestLesson, changes: Record<string, unknown> = {}) {
  const topic_id = await inTx((tx) => createTopic(tx, lesson.courseId, `Topic ${Math.random()}`));
  return {
    title: 'Circuits',
    ...choices,
    class_id: lesson.courseId,
    topic_id,
    schedule_date: '2026-03-31',
    status: 0,
    questions: [lesson.first.questionId, lesson.transfer.questionId],
    ...changes,
  } as Record<string, unknown>;
}
const make = async (by: TestPerson, lesson: TestLesson, changes?: Record<string, unknown>) =>
  by.call(assessmentCreate, { body: await formOf(lesson, changes) });
const get = (by: TestPerson, id: number) => by.call(assessmentGet, { params: { id } });
/** Creates an assessment of the room's teacher. */
async function made(lesson = room, changes?: Record<string, unknown>) {
  const reply = await make(lesson.teacher, lesson, changes);
  expect(reply.status).toBe(201);
  return reply.body.assessment as { id: number; updated_at: string; title: string };
}

describe('assessment.create', () => {
  test('[Q418] [Q226] [Q499] a teacher makes one with everything the form has; it is Active and the teacher’s own', async () => {
    const body = await formOf(room, { max_point: '12.5', description: 'Listen for **current**', account_id: room.admin.accountId });
    const reply = await room.teacher.call(assessmentCreate, { body });
    expect(reply.status).toBe(201);
    expect(reply.body.message).toBe('Assessment Created Successfully');
    expect(reply.body.data).toEqual(reply.body.assessment);
    expect(reply.body.assessment).toMatchObject({
      ...choices,
      title: 'Circuits',
      account_id: room.teacher.accountId,
      class_id: room.courseId,
      topic_id: body['topic_id'],
      schedule_date: '2026-03-31',
      period_name: 'Period 3',
      schedule_time: { schedule_date: '2026-03-31', start_time: '10:35', end_time: '11:25' },
      max_point: 12.5,
      status: 'Active',
      is_archived: false,
      is_owner: true,
      is_keeper: true,
      attempts: [],
      students: 3,
      submitted: 0,
      rubric: [],
      copy: false,
    });
    const entry = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'assessment.create')
      .where('subject_id', '=', reply.body.assessment.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ account_id: room.teacher.accountId, after: { title: 'Circuits', questions: body['questions'] } });
  });

  test('[Q422] the questions keep the order they came in', async () => {
    const { id } = await made(room, { questions: [room.transfer.questionId, room.first.questionId] });
    expect((await get(room.teacher, id)).body.assessment.questions.map(({ id: question }: { id: number }) => question)).toEqual([
      room.transfer.questionId,
      room.first.questionId,
    ]);
  });

  test('[B066] [Q418] a form with files says the same as JSON; its files are attached, and can be loaded', async () => {
    const body = await formOf(room, { google_drive_link: [{ name: 'Film', url: 'https://films.test/1', mimeType: 'video/mp4', type: 'drive' }] });
    const reply = await room.teacher.call(assessmentCreate, { body, files: [{ name: 'sheet.gif', bytes: GIF }] });
    expect(reply.status).toBe(201);
    const [film, sheet] = reply.body.assessment.google_drive_link;
    expect(film).toMatchObject({ name: 'Film', url: 'https://films.test/1', mimeType: 'video/mp4', type: 'drive', file_id: null });
    expect(sheet).toMatchObject({ name: 'sheet.gif', mimeType: 'image/gif', type: 'aws', file_id: expect.any(Number) });
    expect((await app.server.app.inject({ url: sheet!.url })).statusCode).toBe(200);
    // an attachment that is sent back is kept, one that is left out is removed; another person's file is refused
    const id = reply.body.assessment.id as number;
    const put = (google_drive_link: unknown) => room.teacher.call(assessmentUpdate, { params: { id }, body: { ...body, google_drive_link } });
    expect((await put([sheet])).body.assessment.google_drive_link.map(({ name }: { name: string }) => name)).toEqual(['sheet.gif']);
    expect((await put(undefined)).body.assessment.google_drive_link).toHaveLength(1);
    expect((await put([])).body.assessment.google_drive_link).toEqual([]);
    const foreign = await scenario.lesson();
    const theirs = (await foreign.teacher.call(assessmentCreate, { body: await formOf(foreign), files: [{ name: 'their.gif', bytes: GIF }] })).body.assessment;
    expect((await put([{ name: 'x', file_id: theirs.google_drive_link[0]!.file_id }])).error?.errors).toHaveProperty('google_drive_link');
    expect((await put([{ name: 'x', url: 'javascript:alert(1)' }])).error?.errors).toEqual({
      'google_drive_link.0.url': ['Enter the full address, starting with https://.'],
    });
    expect((await room.teacher.call(assessmentCreate, { body, files: [{ name: 'page.gif', bytes: Buffer.from('<script>') }] })).status).toBe(422);
  });

  test.each([
    ['title', 'Title is required', '[Q294]'],
    ['level_id', 'Select a Group', '[Q292]'],
    ['protocol_id', 'Select a Protocol', '[Q293]'],
    ['class_id', 'Class is required', '[Q296]'],
    ['topic_id', 'Topic is required', '[Q297]'],
    ['group_id', 'Group is required', '[Q298]'],
    ['standard_id', 'Standard is required', '[Q299]'],
    ['subject_id', 'Subject is required', '[Q300]'],
    ['period_id', 'Period is required', '[Q301]'],
    ['schedule_date', 'Schedule Date is required', '[Q302]'],
    ['grade_id', 'Select Question Grade', '[Q303]'],
  ])('without %s: "%s" %s', async (field, message) => {
    for (const nothing of [undefined, null, '', ...(field.endsWith('_id') ? [0] : [])]) {
      const reply = await make(room.teacher, room, { [field]: nothing });
      expect(reply.status).toBe(422);
      expect(reply.error?.errors).toEqual({ [field]: [message] });
    }
  });

  test('[Q304] Max Point may be empty', async () => {
    for (const max_point of [null, '', undefined]) expect((await make(room.teacher, room, { max_point })).body.assessment.max_point).toBeNull();
  });

  test('[Q305] anything but two questions: "Assessment Must contain two questions"', async () => {
    const { questionId } = await scenario.question(room.teacher, room.schoolId);
    for (const questions of [undefined, null, [], [questionId], [room.first.questionId, room.transfer.questionId, questionId], 'x']) {
      const reply = await make(room.teacher, room, { questions });
      expect(reply.error?.errors).toEqual({ questions: ['Assessment Must contain two questions'] });
    }
  });

  test.each([
    ['a level that does not exist', { level_id: 999_999 }, 'level_id'],
    ['an id that is none', { group_id: 'x' }, 'group_id'],
    ['a topic of another class', { topic_id: 999_999 }, 'topic_id'],
    ['a date that is none', { schedule_date: '2026-02-30' }, 'schedule_date'],
    ['points in other numerals', { max_point: '٣' }, 'max_point'],
    ['more points than are kept', { max_point: 1e9 }, 'max_point'],
    ['a title that is too long', { title: 'x'.repeat(256) }, 'title'],
    ['a status that is none', { status: 'finished' }, 'status'],
    ['a description with an iframe', { description: { type: 'doc', content: [{ type: 'iframe' }] } }, 'description'],
    ['the same question twice', { questions: [1, 1] }, 'questions'],
    ['questions that do not exist', { questions: [999_998, 999_999] }, 'questions'],
  ])('[B064] %s is refused at its field', async (_, changes, field) => {
    const reply = await make(room.teacher, room, changes);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.error?.errors ?? {})).toEqual([field]);
  });

  test('what has been archived can be chosen no longer, nor a draft, nor a group that is off', async () => {
    const draft = await inTx((tx) =>
      createQuestion(tx, { authorId: room.teacher.accountId, schoolId: room.schoolId, title: 'Draft', description: '', responses: [] }),
    );
    const archived = await scenario.question(room.teacher, room.schoolId);
    await app.db.updateTable('questions').set({ archived_at: new Date() }).where('id', '=', archived.questionId).execute();
    expect((await make(room.teacher, room, { questions: [room.first.questionId, draft.questionId] })).error?.errors?.['questions']).toEqual([
      'This question is a draft. Publish it first, or choose another one.',
    ]);
    expect((await make(room.teacher, room, { questions: [room.first.questionId, archived.questionId] })).status).toBe(422);
    const off = await inTx((tx) => createReferenceRow(tx, 'groups', { name: 'Off', color: 'blue', style: 'solid', is_active: false }));
    expect((await make(room.teacher, room, { group_id: off })).error?.errors).toHaveProperty('group_id');
  });

  test('a class that the teacher does not teach is as if it did not exist', async () => {
    const reply = await make(room.otherTeacher, room);
    expect(reply.error?.errors).toEqual({ class_id: ['Class is not valid. Choose it again from the list.'] });
    expect((await make(room.coTeacher, room)).body.assessment).toMatchObject({ account_id: room.coTeacher.accountId });
  });

  test('[Q366] [Q295] an Admin chooses the account, one that teaches the class', async () => {
    expect((await make(room.admin, room)).error?.errors).toEqual({ account_id: ['Account is required'] });
    for (const stranger of [room.otherTeacher, room.students[0]!, room.admin])
      expect((await make(room.admin, room, { account_id: stranger.accountId })).error?.errors).toEqual({
        account_id: ['This account does not teach the class. Choose one of its teachers.'],
      });
    const reply = await make(room.admin, room, { account_id: room.coTeacher.accountId });
    expect(reply.body.assessment).toMatchObject({ account_id: room.coTeacher.accountId, is_owner: false, is_keeper: true });
  });

  test('[Q367] a teacher’s is the teacher’s own, whatever account the call names', async () => {
    expect((await make(room.teacher, room, { account_id: room.coTeacher.accountId })).body.assessment.account_id).toBe(room.teacher.accountId);
  });

  test('under one Idempotency-Key it is made once', async () => {
    const body = await formOf(room);
    const [one, two] = [
      await room.teacher.call(assessmentCreate, { body }, { key: 'once' }),
      await room.teacher.call(assessmentCreate, { body }, { key: 'once' }),
    ];
    expect(two.body.assessment.id).toBe(one.body.assessment.id);
  });

  test('[Q006] students make none', async () => {
    expect((await make(room.students[0]!, room)).status).toBe(403);
    expect((await app.call(assessmentCreate, { body: await formOf(room) })).status).toBe(401);
  });
});

describe('whole questions in place of ids', () => {
  const whole = async (changes: Record<string, unknown> = {}) => ({
    title: 'A lamp more',
    description: 'What happens to lamp 1?',
    type_id: 1,
    topic_id: await cluster(),
    standard_id: choices['standard_id'],
    question_subject_id: choices['subject_id'],
    question_grade_id: choices['grade_id'],
    overall_grade: 4,
    responses: [
      { title: 'Brighter', match_label: 'whole', description: 'The circuit is one system', is_valid: true, sub_grade: 4 },
      { title: 'The same', match_label: 'none', description: 'A battery gives a fixed current', is_valid: false, sub_grade: 0 },
    ],
    rubrics: [
      { point: 4, level: 'whole', description: '' },
      { point: 0, level: 'none', description: '' },
    ],
    ...changes,
  });
  let clusterId: number | null = null;
  const cluster = async (): Promise<number> => (clusterId ??= await inTx((tx) => createReferenceRow(tx, 'question_cycles', { name: 'Electricity' })));
  const count = async () =>
    (
      await app.db
        .selectFrom('questions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const idsOf = async (id: number) => (await get(room.teacher, id)).body.assessment.questions.map((question: { id: number }) => question.id);

  test('[Q422] new ones are made with the assessment, in order, published and the teacher’s own', async () => {
    const reply = await make(room.teacher, room, { questions: [await whole({ title: 'First' }), room.transfer.questionId] });
    expect(reply.status).toBe(201);
    const [first, second] = reply.body.assessment.questions;
    expect(first).toMatchObject({
      title: 'First',
      published_state: 'PUBLISHED',
      rubrics: [{ level: 'whole', point: 4 }, { level: 'none' }],
      responses: [{ title: 'Brighter', sub_grade: 4, is_valid: true }, {}],
    });
    expect(second!.id).toBe(room.transfer.questionId);
    const row = await app.db.selectFrom('questions').selectAll().where('id', '=', first!.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ account_id: room.teacher.accountId, status: 0, teacher_status: 1 });
  });

  test('[Q237] sent back as they came they keep their ids, and nothing new is made', async () => {
    const { id } = await made(room, { questions: [await whole(), room.transfer.questionId] });
    const { questions } = (await get(room.teacher, id)).body.assessment;
    const before = await count();
    const reply = await room.teacher.call(assessmentUpdate, { params: { id }, body: await formOf(room, { questions }) });
    expect(reply.status).toBe(200);
    expect(reply.body.assessment.questions.map((question: { id: number }) => question.id)).toEqual(questions.map((question: { id: number }) => question.id));
    expect(await count()).toBe(before);
  });

  test.each([
    ['title', { title: 'Dimmer' }],
    ['description', { description: 'Another idea' }],
    ['points', { sub_grade: 3 }],
  ])('[Q236] a changed %s of a response makes a question of its own, and leaves the old one alone', async (_, change) => {
    const { id } = await made(room, { questions: [await whole(), room.transfer.questionId] });
    const { questions } = (await get(room.teacher, id)).body.assessment;
    const [first, second] = questions;
    const edited = { ...first, responses: [{ ...first!.responses[0], ...change }, first!.responses[1]] };
    const reply = await room.teacher.call(assessmentUpdate, { params: { id }, body: await formOf(room, { questions: [edited, second!.id] }) });
    expect(reply.status).toBe(200);
    const [fresh, same] = await idsOf(id);
    expect(fresh).not.toBe(first!.id);
    expect(same).toBe(second!.id);
    const other = await made(room, { questions: [first!.id, second!.id] });
    expect((await get(room.teacher, other.id)).body.assessment.questions[0]!.responses).toMatchObject([{ title: 'Brighter', sub_grade: 4 }, {}]);
  });

  test('one that is not right is refused at its fields, and nothing is made', async () => {
    const before = await count();
    const reply = await make(room.teacher, room, { questions: [await whole(), await whole({ title: '', responses: [] })] });
    expect(reply.error?.errors).toEqual({
      'questions.1.title': [expect.any(String)],
      'questions.1.responses': ['Question Must Contain at least two responses.'],
    });
    expect(await count()).toBe(before);
    expect((await make(room.teacher, room, { questions: [await whole({ id: 999_999 }), room.first.questionId] })).error?.code).toBe('QUESTION_NOT_FOUND');
  });
});

describe('assessment.update', () => {
  test.each([['PUT', assessmentUpdate] as const, ['POST with _method=PUT', assessmentUpdateByPost] as const])(
    '[Q419] [Q500] %s changes it',
    async (_, endpoint) => {
      const { id, updated_at } = await made();
      const { questionId } = await scenario.question(room.teacher, room.schoolId);
      const body = await formOf(room, { title: 'Circuits again', questions: [room.first.questionId, questionId], updated_at, _method: 'put' });
      const reply = await room.teacher.call(endpoint, { params: { id }, body });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ message: 'Assessment Updated Successfully', assessment: { id, title: 'Circuits again' } });
      expect((await get(room.teacher, id)).body.assessment.questions.map(({ id: question }: { id: number }) => question)).toEqual([
        room.first.questionId,
        questionId,
      ]);
      const entry = await app.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('action', '=', 'assessment.update')
        .where('subject_id', '=', id)
        .executeTakeFirstOrThrow();
      expect(entry).toMatchObject({ before: { title: 'Circuits' }, after: { title: 'Circuits again' } });
    },
  );

  test('[Q474] an older updated_at is 409 with the newer row, and overwrites nothing', async () => {
    const { id, updated_at } = await made();
    await room.admin.call(assessmentUpdate, { params: { id }, body: await formOf(room, { title: 'Newer', account_id: room.teacher.accountId }) });
    const reply = await room.teacher.call(assessmentUpdate, { params: { id }, body: await formOf(room, { title: 'Older', updated_at }) });
    expect(reply.status).toBe(409);
    expect(reply.error).toMatchObject({ code: 'EDIT_CONFLICT', params: { row: { id, title: 'Newer' } } });
    expect((await get(room.teacher, id)).body.assessment.title).toBe('Newer');
  });

  test('[Q365] [Q368] owner and Admin edit; a co-teacher is told no, anybody else that there is none', async () => {
    const { id } = await made();
    const put = async (by: TestPerson) => by.call(assessmentUpdate, { params: { id }, body: await formOf(room, { account_id: room.teacher.accountId }) });
    expect((await put(room.admin)).body.assessment.account_id).toBe(room.teacher.accountId);
    expect((await put(room.teacher)).status).toBe(200);
    expect(await put(room.coTeacher)).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } });
    expect(await put(room.otherTeacher)).toMatchObject({ status: 404, error: { code: 'ASSESSMENT_NOT_FOUND' } });
    expect((await put(room.students[0]!)).status).toBe(403);
    expect((await room.teacher.call(assessmentUpdate, { params: { id: 999_999 }, body: await formOf(room) })).status).toBe(404);
  });

  test('[Q229] with attempts it can be neither edited nor deleted nor archived; after cancelling it can be edited, and what students wrote keeps it from being deleted', async () => {
    const lesson = await scenario.lesson();
    const { id } = await made(lesson);
    await lesson.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } });
    const put = async () => lesson.teacher.call(assessmentUpdate, { params: { id }, body: await formOf(lesson) });
    const remove = () => lesson.teacher.call(assessmentDelete, { params: { id } });
    expect((await get(lesson.teacher, id)).body.assessment.attempts).toEqual([{ form: 'Form - 1A' }]);
    expect(await put()).toMatchObject({ status: 409, error: { code: 'ASSESSMENT_HAS_ATTEMPTS' } });
    expect(await remove()).toMatchObject({ status: 409, error: { code: 'ASSESSMENT_HAS_ATTEMPTS' } });
    expect(await lesson.teacher.call(assessmentArchive, { body: { id, is_archived: 1 } })).toMatchObject({ status: 409, error: { code: 'SESSION_RUNNING' } });
    expect((await lesson.teacher.call(liveClose, { body: { id } })).status).toBe(200);
    expect((await put()).status).toBe(200);
    expect(await remove()).toMatchObject({ status: 409, error: { code: 'IN_USE', message: expect.stringContaining('1 lesson') } });
  });

  test('[Q228] a finished one can be neither edited nor deleted', async () => {
    const { id } = await made();
    await inTx((tx) => finishAssessment(tx, id));
    expect(await room.teacher.call(assessmentUpdate, { params: { id }, body: await formOf(room) })).toMatchObject({
      status: 409,
      error: { code: 'ASSESSMENT_FINISHED' },
    });
    expect(await room.teacher.call(assessmentDelete, { params: { id } })).toMatchObject({ status: 409, error: { code: 'ASSESSMENT_FINISHED' } });
  });

  test('what it had before stays allowed after it was archived', async () => {
    const group_id = await inTx((tx) => createReferenceRow(tx, 'groups', { name: 'Soon off', color: 'blue', style: 'solid' }));
    const { id } = await made(room, { group_id });
    await app.db.updateTable('groups').set({ archived_at: new Date() }).where('id', '=', group_id).execute();
    expect((await room.teacher.call(assessmentUpdate, { params: { id }, body: await formOf(room, { group_id }) })).status).toBe(200);
    expect((await make(room.teacher, room, { group_id })).status).toBe(422);
  });
});

describe('assessment.delete', () => {
  test('[Q420] [Q501] is gone, with an entry in the trail', async () => {
    const { id } = await made();
    const reply = await room.teacher.call(assessmentDelete, { params: { id } });
    expect(reply).toMatchObject({ status: 200, body: { message: 'Assessment Deleted Successfully', id } });
    expect((await get(room.teacher, id)).status).toBe(404);
    expect((await room.teacher.call(assessmentDelete, { params: { id } })).status).toBe(404);
    const entry = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'assessment.delete')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry.before).toMatchObject({ title: 'Circuits' });
  });

  test('[Q368] a co-teacher may not; an Admin may', async () => {
    const { id } = await made();
    expect((await room.coTeacher.call(assessmentDelete, { params: { id } })).status).toBe(403);
    expect((await room.otherTeacher.call(assessmentDelete, { params: { id } })).status).toBe(404);
    expect((await room.students[0]!.call(assessmentDelete, { params: { id } })).status).toBe(403);
    expect((await room.admin.call(assessmentDelete, { params: { id } })).status).toBe(200);
  });
});

describe('assessment.archive', () => {
  const archive = (by: TestPerson, id: unknown, is_archived: unknown) => by.call(assessmentArchive, { body: { id, is_archived } });
  const idsOf = async (by: TestPerson, is_archived: number) =>
    (await by.call(assessmentList, { query: { is_archived, per_page: 200 } })).body.data.map(({ id }: { id: number }) => id);

  test('[Q421] [Q231] [Q146] [Q414] toggles: in one list or the other, never in both', async () => {
    const { id } = await made();
    expect(await archive(room.teacher, id, 1)).toMatchObject({
      status: 200,
      body: { assessment: { is_archived: true }, message: 'Assessment Archived Successfully' },
    });
    expect([(await idsOf(room.teacher, 0)).includes(id), (await idsOf(room.teacher, 1)).includes(id)]).toEqual([false, true]);
    expect((await archive(room.teacher, id, 1)).status).toBe(200);
    expect(await archive(room.teacher, String(id), '0')).toMatchObject({
      body: { assessment: { is_archived: false }, message: 'Assessment Un-archived Successfully' },
    });
    expect([(await idsOf(room.teacher, 0)).includes(id), (await idsOf(room.teacher, 1)).includes(id)]).toEqual([true, false]);
    const entries = await app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'assessment.archive').where('subject_id', '=', id).execute();
    expect(entries).toHaveLength(2);
  });

  test('[B065] an archived one by its address: owner and Admin see it, a co-teacher is told that there is none', async () => {
    const { id } = await made();
    await archive(room.teacher, id, 1);
    expect((await get(room.teacher, id)).status).toBe(200);
    expect((await get(room.admin, id)).status).toBe(200);
    expect(await get(room.coTeacher, id)).toMatchObject({ status: 404, error: { code: 'ASSESSMENT_NOT_FOUND' } });
    expect((await archive(room.coTeacher, id, 0)).status).toBe(404);
  });

  test('[B065] an archived one cannot be run until it is brought back', async () => {
    const lesson = await scenario.lesson();
    await archive(lesson.teacher, lesson.assessmentId, 1);
    const start = () => lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 5 } });
    expect(await start()).toMatchObject({ status: 409, error: { code: 'ASSESSMENT_ARCHIVED' } });
    await archive(lesson.teacher, lesson.assessmentId, 0);
    expect((await start()).status).toBe(200);
  });

  test('finished ones are archived too; a co-teacher may not, and what is no yes or no is refused', async () => {
    const { id } = await made();
    expect((await archive(room.coTeacher, id, 1)).status).toBe(403);
    expect((await archive(room.students[0]!, id, 1)).status).toBe(403);
    expect((await archive(room.teacher, id, 2)).status).toBe(422);
    await inTx((tx) => finishAssessment(tx, id));
    expect((await archive(room.teacher, id, 1)).status).toBe(200);
  });
});

describe('assessment.copy', () => {
  const copy = (by: TestPerson, id: number) => by.call(assessmentCopy, { body: { id } });

  test('[Q423] [Q234] [Q235] is renamed with the day at the school, and has no class, schedule date and period', async () => {
    const schoolId = await scenario.school('Pacific/Auckland');
    const there = { ...(await scenario.class({ schoolId })) };
    const lesson = { ...there, ...(await scenario.assessment({ owner: there.teacher, schoolId, classId: there.courseId })) };
    const original = await made(lesson, { max_point: 3, google_drive_link: [{ name: 'Film', url: 'https://films.test/1' }] });
    await app.clock.moveTo('2026-03-30T22:00:00Z');
    const reply = await copy(lesson.teacher, original.id);
    expect(reply.status).toBe(201);
    expect(reply.body.assessment).toMatchObject({
      title: 'Circuits Copy 2026-03-31',
      class_id: null,
      topic_id: null,
      schedule_date: null,
      period_id: 0,
      copy: true,
      status: 'Active',
      is_archived: false,
      account_id: lesson.teacher.accountId,
      level_id: choices['level_id'],
      group_id: choices['group_id'],
      max_point: 3,
      google_drive_link: [{ name: 'Film' }],
    });
    expect(reply.body.assessment.id).not.toBe(original.id);
    expect(reply.body.assessment.questions.map(({ id }: { id: number }) => id)).toEqual([lesson.first.questionId, lesson.transfer.questionId]);
    // editing gives it to a class, and then requires the missing fields
    const { id } = reply.body.assessment;
    const body = await formOf(lesson);
    expect((await lesson.teacher.call(assessmentUpdate, { params: { id }, body: { ...body, class_id: null, period_id: 0 } })).error?.errors).toEqual({
      class_id: ['Class is required'],
      period_id: ['Period is required'],
    });
    expect((await lesson.teacher.call(assessmentUpdate, { params: { id }, body })).body.assessment).toMatchObject({ copy: false, class_id: lesson.courseId });
  });

  test('a finished one is copied to run once more; a long title keeps room for the date', async () => {
    const { id } = await made(room, { title: 'x'.repeat(255) });
    await inTx((tx) => finishAssessment(tx, id));
    const { title, status } = (await copy(room.teacher, id)).body.assessment;
    expect(status).toBe('Active');
    expect(title).toMatch(/^x{235,} Copy \d{4}-\d{2}-\d{2}$/);
    expect(title.length).toBeLessThanOrEqual(255);
  });

  test('a co-teacher’s copy is the co-teacher’s, an Admin’s stays the owner’s; nobody else copies', async () => {
    const { id } = await made();
    expect((await copy(room.coTeacher, id)).body.assessment).toMatchObject({ account_id: room.coTeacher.accountId });
    expect((await copy(room.admin, id)).body.assessment).toMatchObject({ account_id: room.teacher.accountId });
    expect((await copy(room.otherTeacher, id)).status).toBe(404);
    expect((await copy(room.students[0]!, id)).status).toBe(403);
  });
});

describe('[B261] a new one that was begun on another', () => {
  test('keeps its files and rubric, which only whoever reaches it may name; the trail says of what it is a copy', async () => {
    const original = (
      await room.teacher.call(assessmentCreate, { body: await formOf(room, { rubric: [{ rows: 1 }] }), files: [{ name: 'sheet.gif', bytes: GIF }] })
    ).body.assessment;
    const google_drive_link = [{ name: 'sheet.gif', file_id: original.google_drive_link[0]!.file_id }];
    const body = await formOf(room, { google_drive_link, copy_of: original.id });
    const { copy_of: _of, ...alone } = body;
    const count = async () =>
      Number(
        (
          await app.db
            .selectFrom('assessments')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const before = await count();
    expect((await room.coTeacher.call(assessmentCreate, { body: alone })).error?.errors).toHaveProperty('google_drive_link');
    for (const copy_of of [999_999_999, (await foreign()).id])
      expect(await room.coTeacher.call(assessmentCreate, { body: { ...body, copy_of } })).toMatchObject({
        status: 404,
        error: { code: 'ASSESSMENT_NOT_FOUND' },
      });
    expect((await room.coTeacher.call(assessmentCreate, { body: { ...body, copy_of: 'x' } })).error?.errors).toHaveProperty('copy_of');
    expect(await count()).toBe(before + 2); // the foreign ones alone
    const made = (await room.coTeacher.call(assessmentCreate, { body })).body.assessment;
    expect(made).toMatchObject({ account_id: room.coTeacher.accountId, google_drive_link: [{ name: 'sheet.gif' }], copy: false });
    const rows = await app.db.selectFrom('assessments').select(['id', 'rubric']).where('id', 'in', [original.id, made.id]).orderBy('id').execute();
    expect(rows[1]?.rubric).toEqual(rows[0]?.rubric);
  });

  async function foreign() {
    const schoolId = await scenario.school();
    const there = await scenario.class({ schoolId });
    return made({ ...there, ...(await scenario.assessment({ owner: there.teacher, schoolId, classId: there.courseId })) } as never);
  }
});

describe('the lists', () => {
  test('[B264] [Q407] [Q408] [Q409] [Q410] [Q411] [Q412] [Q413] are narrowed by each filter, and by all together', async () => {
    const lesson = await scenario.lesson();
    const other = await inTx((tx) => createReferenceRow(tx, 'question_grades', { name: 'Ages 16–18' }));
    const { id } = await made(lesson, { grade_id: other, schedule_date: '2026-05-04', title: 'Only this one' });
    await made(lesson);
    const ids = async (query: Record<string, unknown>) => (await lesson.teacher.call(assessmentList, { query })).body.data.map((row: { id: number }) => row.id);
    const all = await ids({});
    expect(all).toHaveLength(3);
    expect(await ids({ grade_id: other })).toEqual([id]);
    expect(await ids({ schedule_date: '2026-05-04' })).toEqual([id]);
    expect(await ids({ search_text: 'only THIS' })).toEqual([id]);
    expect(await ids({ standard_id: choices['standard_id'] })).toHaveLength(2);
    expect(await ids({ level_id: choices['level_id'] })).toHaveLength(2);
    expect(await ids({ period_id: choices['period_id'] })).toHaveLength(2);
    expect(await ids({ class_id: lesson.courseId })).toHaveLength(3);
    expect(await ids({ class_id: room.courseId })).toEqual([]);
    // filters by question show only one's own assessments
    expect(await ids({ question_id: lesson.first.questionId })).toEqual(all);
    expect(await ids({ question_id: room.first.questionId })).toEqual([]);
    expect(await ids({ question_id: 999_999_999 })).toEqual([]);
    expect(await ids({ class_id: '', standard_id: '', schedule_date: '', is_archived: '' })).toEqual(all);
    expect(await ids({ class_id: lesson.courseId, grade_id: other, schedule_date: '2026-05-04', is_archived: 0, search_text: 'this' })).toEqual([id]);
    for (const query of [{ class_id: 'x' }, { question_id: '-1' }, { schedule_date: 'tomorrow' }, { is_archived: 'maybe' }]) {
      const reply = await lesson.teacher.call(assessmentList, { query });
      expect([reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([422, Object.keys(query)]);
    }
  });

  test('[Q428] those that can still be run: Active and not archived', async () => {
    const lesson = await scenario.lesson();
    const [finished, archived, open] = [await made(lesson), await made(lesson), await made(lesson)];
    await inTx((tx) => finishAssessment(tx, finished.id));
    await lesson.teacher.call(assessmentArchive, { body: { id: archived.id, is_archived: true } });
    const reply = await lesson.teacher.call(unfinishedAssessments);
    expect(reply.body.data.map(({ assessment_id }: { assessment_id: number }) => assessment_id)).toEqual([open.id, lesson.assessmentId]);
    expect((await lesson.coTeacher.call(unfinishedAssessments)).body.data).toEqual([]);
    expect((await lesson.students[0]!.call(unfinishedAssessments)).body.data).toEqual([]);
  });
});

test('[Q432] for a class and a day the periods in which the class has nothing yet, and the one that is edited', async () => {
  const lesson = await scenario.lesson();
  const free = await inTx((tx) => createReferenceRow(tx, 'assessment_periods', { name: 'Period 4', start_time: '11:35', end_time: '12:25' }));
  const { id } = await made(lesson);
  const ask = async (query: Record<string, unknown>, by = lesson.teacher) =>
    (await by.call(assessmentPeriods.endpoints.list, { query })).body.data.map((period: { id: number }) => period.id);
  const taken = choices['period_id'] as number;
  const day = { class_id: lesson.courseId, schedule_date: '2026-03-31' };
  expect(await ask({})).toEqual(expect.arrayContaining([taken, free]));
  expect(await ask(day)).toContain(free);
  expect(await ask(day)).not.toContain(taken);
  expect(await ask({ ...day, period_id: taken })).toContain(taken);
  expect(await ask({ ...day, schedule_date: '2026-04-01', period_id: '' })).toContain(taken);
  expect(await ask(day, lesson.otherTeacher)).toContain(taken);
  await lesson.teacher.call(assessmentArchive, { body: { id, is_archived: true } });
  expect(await ask(day)).toContain(taken);
});

describe('assessment.hint', () => {
  const hints = async (questions: readonly number[], by = room.teacher) => (await by.call(assessmentHint, { body: { questions } })).body.hints;
  const question = (title: string, description: string, [right, wrong]: [string, string]) =>
    inTx(async (tx) => {
      const responses = [{ title: right, is_valid: true }, { title: wrong }];
      return (
        await createQuestion(tx, { authorId: room.teacher.accountId, schoolId: room.schoolId, title, description, published_state: 'PUBLISHED', responses })
      ).questionId;
    });

  test('names a second question about something else, and says nothing of one about the same', async () => {
    const lamps = await question(
      'Lamps in parallel',
      'Three identical lamps are connected to a battery. A switch closes. What happens to the brightness of the first lamp?',
      ['It gets brighter', 'It stays the same'],
    );
    const cable = await question(
      'A second lamp in the shed',
      'A battery feeds a lamp through a long cable. A second lamp is connected beside it. Does the brightness change?',
      ['Yes', 'No'],
    );
    const king = await question(
      'A royal letter',
      'The king wrote to parliament about taxes in 1640. What can historians learn from the source about his government?',
      ['What he wanted', 'What happened'],
    );
    expect(await hints([lamps, king])).toEqual([{ kind: 'unrelated', message: expect.stringContaining('looks unrelated') }]);
    expect(await hints([lamps, cable])).toEqual([]);
    expect(await hints([lamps, 999_999])).toEqual([]);
  });

  test('names a second question that earlier classes knew anyway: the shares right in Form - 1A of finished runs', async () => {
    const asked = async (right: number) => {
      const lesson = await startLesson(app, scenario, { students: 10 });
      for (const [index, student] of lesson.students.entries()) {
        await lesson.login(student);
        await lesson.answer(student, 'Form - 1A', index < right ? 1 : 0);
      }
      const questions = [lesson.first.questionId, lesson.transfer.questionId];
      return { ...lesson, questions, finish: async () => void (await lesson.step('re-assign'), await lesson.step('next'), await lesson.step('finished')) };
    };
    const [hard, easy] = [await asked(3), await asked(9)];
    const pair = [hard.first.questionId, easy.first.questionId];
    await hard.finish();
    expect(await hints(pair)).toEqual([]);
    await easy.finish();
    expect(await hints(pair)).toEqual([{ kind: 'easier', message: expect.stringContaining('in Form - 1A, 90% got it right and 30%') }]);
    expect(await hints(pair.toReversed())).toEqual([]);
  });

  test('is for staff, and wants two questions', async () => {
    expect((await room.students[0]!.call(assessmentHint, { body: { questions: [1, 2] } })).status).toBe(403);
    expect((await room.teacher.call(assessmentHint, { body: { questions: [1] } })).status).toBe(422);
  });
});

test('[B066] another school’s class and account are out of reach', async () => {
  const far = await scenario.lesson();
  expect((await make(room.teacher, room, { class_id: far.courseId })).error?.errors).toHaveProperty('class_id');
  expect((await get(room.teacher, far.assessmentId)).status).toBe(404);
  expect((await room.teacher.call(assessmentCopy, { body: { id: far.assessmentId } })).status).toBe(404);
  const closed = await inTx((tx) => createClass(tx, { schoolId: room.schoolId, ownerId: room.teacher.accountId, name: 'Closed' }));
  await app.db.updateTable('courses').set({ archived_at: new Date() }).where('id', '=', closed).execute();
  expect((await make(room.teacher, room, { class_id: closed })).error?.errors).toHaveProperty('class_id');
});
