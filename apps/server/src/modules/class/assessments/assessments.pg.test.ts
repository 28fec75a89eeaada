import { assessmentGet, assessmentList, liveStart } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Tx } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestLesson, type TestPerson } from '../../../testing/scenario.ts';
import { createFileStorage, storeFile } from '../../school/files/index.ts';
import { createQuestion, editQuestion } from '../../bank/questions/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';
import { createAssessment, finishAssessment, freezeQuestions, type NewAssessment } from './index.ts';

let app: TestApp;
let scenario: Scenario;
let lesson: TestLesson;
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(app.db, work);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  lesson = await scenario.lesson();
});
afterAll(() => app.close());

const ownerOf = ({ teacher, schoolId }: TestLesson) => ({ accountId: teacher.accountId, schoolId });
const make = (changes: Partial<NewAssessment> = {}) =>
  inTx((tx) =>
    createAssessment(tx, {
      owner: ownerOf(lesson),
      class_id: lesson.courseId,
      title: 'Another',
      questionIds: [lesson.first.questionId, lesson.transfer.questionId],
      ...changes,
    }),
  );

describe('assessment.list', () => {
  const titles = async (person: TestPerson, query: Record<string, unknown> = {}) =>
    (await person.call(assessmentList, { query })).body.data.map(({ title }: { title: string }) => title);

  test('[Q198] [Q406] a teacher’s list holds the teacher’s own assessments, newest first, and nobody else’s', async () => {
    const { teacher, schoolId, courseId, coTeacher } = await scenario.class();
    const [first, second] = [
      await scenario.assessment({ owner: teacher, schoolId, classId: courseId }),
      await scenario.assessment({ owner: teacher, schoolId, classId: courseId }),
    ];
    const reply = await teacher.call(assessmentList);
    expect(reply.status).toBe(200);
    expect(reply.body.data.map(({ id }: { id: number }) => id)).toEqual([second.assessmentId, first.assessmentId]);
    expect(reply.body.pagination).toEqual({ total: 2, per_page: 25, current_page: 1, last_page: 1, from: 1, to: 2 });
    expect(await titles(coTeacher)).toEqual([]);
  });

  test('Admin’s list holds everybody’s', async () => {
    const { total } = (await lesson.admin.call(assessmentList)).body.pagination;
    const { count } = await app.db
      .selectFrom('assessments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(total).toBe(count);
    expect(await titles(lesson.admin, { per_page: 200 })).toContain((await lesson.teacher.call(assessmentList)).body.data[0]!.title);
  });

  test('a row names class, grade, standard, period and owner, and says whether a lesson of it runs', async () => {
    const room = await scenario.lesson();
    const id = await inTx(async (tx) => {
      const level_id = await createReferenceRow(tx, 'levels', { name: 'Grade 10' });
      return createAssessment(tx, {
        owner: ownerOf(room),
        class_id: room.courseId,
        title: 'With everything',
        questionIds: [room.first.questionId, room.transfer.questionId],
        level_id,
        schedule_date: '2026-02-28',
        standard_id: await createReferenceRow(tx, 'standards', { name: 'PH-4', level_id }),
        period_id: await createReferenceRow(tx, 'assessment_periods', { name: 'Period 3', start_time: '10:35', end_time: '11:25' }),
      });
    });
    const row = async () => (await room.teacher.call(assessmentList)).body.data.find((one: { id: number }) => one.id === id);
    expect(await row()).toMatchObject({
      title: 'With everything',
      account_id: room.teacher.accountId,
      account_name: `${room.teacher.firstName} ${room.teacher.lastName}`,
      class_id: room.courseId,
      class_name: expect.stringMatching(/^Class /),
      level_name: 'Grade 10',
      standard_name: 'PH-4',
      schedule_date: '2026-02-28',
      period_name: 'Period 3',
      status: 'Active',
      is_archived: false,
      running: false,
    });
    await room.teacher.call(liveStart, { body: { assessment_id: id, time: 5 } });
    expect(await row()).toMatchObject({ running: true });
  });

  test('[Q415] search looks into title and class, and takes % and _ as they stand', async () => {
    const { teacher, schoolId, courseId } = await scenario.class();
    const { first, transfer } = await scenario.assessment({ owner: teacher, schoolId, classId: courseId });
    const titled = (title: string) =>
      inTx((tx) =>
        createAssessment(tx, {
          owner: { accountId: teacher.accountId, schoolId },
          class_id: null,
          title,
          questionIds: [first.questionId, transfer.questionId],
        }),
      );
    await titled('Growth of 50% a year');
    await titled('Growth of 500 people');
    expect(await titles(teacher, { search_text: '  GROWTH ' })).toEqual(['Growth of 500 people', 'Growth of 50% a year']);
    expect(await titles(teacher, { search_text: '50%' })).toEqual(['Growth of 50% a year']);
    expect(await titles(teacher, { search_text: '_' })).toEqual([]);
    expect(await titles(teacher, { search_text: 'Class ' })).toEqual([`Assessment of ${first.title}`]);
  });

  test('pages do not overlap, and one past the end is empty', async () => {
    const { teacher, schoolId, courseId } = await scenario.class();
    for (let index = 0; index < 3; index += 1) await scenario.assessment({ owner: teacher, schoolId, classId: courseId });
    const all = await titles(teacher);
    expect([...(await titles(teacher, { page: 1, per_page: 2 })), ...(await titles(teacher, { page: 2, per_page: 2 }))]).toEqual(all);
    const past = await teacher.call(assessmentList, { query: { page: 9, per_page: 2 } });
    expect(past.body).toMatchObject({ data: [], pagination: { total: 3, last_page: 2, from: null, to: null } });
  });

  test('an archived assessment is not in the list', async () => {
    const { teacher, schoolId, courseId } = await scenario.class();
    const { assessmentId } = await scenario.assessment({ owner: teacher, schoolId, classId: courseId });
    await app.db.updateTable('assessments').set({ is_archived: true }).where('id', '=', assessmentId).execute();
    expect(await titles(teacher)).toEqual([]);
  });

  test.each([{ page: 0 }, { page: 'x' }, { per_page: 201 }, { search_text: 'x'.repeat(201) }])('%j is 422 at the field', async (query) => {
    const reply = await lesson.teacher.call(assessmentList, { query });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.error?.errors ?? {})).toEqual(Object.keys(query));
  });
});

describe('assessment.get', () => {
  const get = (person: TestPerson, id: number) => person.call(assessmentGet, { params: { id } });

  test('[K406] [Q417] the owner gets the assessment with both questions, the first one first, and every response explained', async () => {
    const reply = await get(lesson.teacher, lesson.assessmentId);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual(reply.body.assessment);
    expect(reply.body.assessment).toMatchObject({
      id: lesson.assessmentId,
      is_owner: true,
      schedule_time: { schedule_date: '2024-05-06', start_time: null, end_time: null },
      google_drive_link: [],
    });
    expect(reply.body.assessment.questions.map(({ title }: { title: string }) => title)).toEqual([lesson.first.title, lesson.transfer.title]);
    expect(reply.body.assessment.questions[0]!.responses[1]).toMatchObject({
      response: lesson.first.titles[1],
      is_valid: true,
      match_label: '2',
      description: { type: 'doc' },
    });
  });

  test('[Q369] co-teacher and Admin get it too, and are told that they do not own it', async () => {
    for (const person of [lesson.coTeacher, lesson.admin])
      expect((await get(person, lesson.assessmentId)).body.assessment).toMatchObject({ id: lesson.assessmentId, is_owner: false });
  });

  test('for a teacher outside the class it does not exist, as for anybody once it does not exist', async () => {
    for (const [person, id] of [
      [lesson.otherTeacher, lesson.assessmentId],
      [lesson.teacher, 999_999],
    ] as const) {
      const reply = await get(person, id);
      expect(reply.status).toBe(404);
      expect(reply.error?.code).toBe('ASSESSMENT_NOT_FOUND');
    }
  });

  test('for a co-teacher who left the class it exists no longer', async () => {
    const room = await scenario.lesson();
    await scenario.remove(room.courseId, room.coTeacher.accountId);
    expect((await get(room.coTeacher, room.assessmentId)).status).toBe(404);
  });

  test('one without a class is its owner’s and Admin’s', async () => {
    const id = await make({ class_id: null });
    expect((await get(lesson.teacher, id)).body.assessment).toMatchObject({ class_id: null, class_name: null, is_owner: true });
    expect((await get(lesson.admin, id)).status).toBe(200);
    expect((await get(lesson.coTeacher, id)).status).toBe(404);
  });

  test('times are local to the school, as HH:MM', async () => {
    const period_id = await inTx((tx) => createReferenceRow(tx, 'assessment_periods', { name: 'Period 1', start_time: '08:30', end_time: '09:20' }));
    const id = await make({ period_id, schedule_date: '2026-02-28' });
    expect((await get(lesson.teacher, id)).body.assessment.schedule_time).toEqual({ schedule_date: '2026-02-28', start_time: '08:30', end_time: '09:20' });
  });

  test('files and links stand under google_drive_link, files with an address that can be opened', async () => {
    const fileId = await inTx((tx) =>
      storeFile(tx, createFileStorage(app.dataDir), { ownerId: null, schoolId: lesson.schoolId, name: 'sheet.gif', bytes: GIF }),
    );
    const id = await make({
      google_drive_link: [
        { name: 'sheet.gif', fileId },
        { name: 'Film', external: { url: 'https://drive.test/f', mimeType: 'video/mp4', type: 'drive' } },
      ],
    });
    const links = (await get(lesson.teacher, id)).body.assessment.google_drive_link;
    expect(links).toEqual([
      { name: 'sheet.gif', url: expect.stringMatching(/^\/files\/\d+\?expires=/), res_url: links[0]!.url, mimeType: 'image/gif', type: 'aws', file_id: fileId },
      { name: 'Film', url: 'https://drive.test/f', res_url: 'https://drive.test/f', mimeType: 'video/mp4', type: 'drive', file_id: null },
    ]);
    const [row] = (await lesson.teacher.call(assessmentList, { query: { per_page: 1 } })).body.data;
    expect(row).toMatchObject({ id, google_drive_link: [{ name: 'sheet.gif' }, { name: 'Film' }] });
    expect((await app.server.app.inject({ url: links[0]!.url })).statusCode).toBe(200);
  });

  test('shows the newest questions until a run has frozen them, and the frozen ones from then on', async () => {
    const room = await scenario.lesson();
    const edit = (title: string) =>
      inTx((tx) =>
        editQuestion(tx, {
          questionId: room.first.questionId,
          editor: ownerOf(room),
          content: { title, description: 'New words', responses: [{ title: 'A' }, { title: 'B', is_valid: true }] },
        }),
      );
    const firstTitle = async () => (await get(room.teacher, room.assessmentId)).body.assessment.questions[0]!.title;
    await edit('Edited before');
    expect(await firstTitle()).toBe('Edited before');
    await room.teacher.call(liveStart, { body: { assessment_id: room.assessmentId, time: 5 } });
    await edit('Edited after');
    expect(await firstTitle()).toBe('Edited before');
  });

  test('an id that is none is 422', async () => {
    expect((await lesson.teacher.call(assessmentGet, { params: { id: 'x' } })).status).toBe(422);
  });
});

test('students, and callers without a token, reach neither call', async () => {
  for (const [endpoint, args] of [
    [assessmentList, {}],
    [assessmentGet, { params: { id: lesson.assessmentId } }],
  ] as const) {
    expect((await lesson.students[0]!.call(endpoint, args)).status).toBe(403);
    expect((await app.call(endpoint, args)).status).toBe(401);
  }
});

describe('making an assessment', () => {
  test.each([
    ['no title', { title: ' ' }, 'title'],
    ['one question', { questionIds: [1] }, 'questions'],
    ['three questions', { questionIds: [1, 2, 3] }, 'questions'],
    ['questions that do not exist', { questionIds: [999_998, 999_999] }, 'questions'],
    ['a file that does not exist', { google_drive_link: [{ name: 'x', fileId: 999_999 }] }, 'google_drive_link'],
    ['a description that is no document', { description: { type: 'doc', content: [{ type: 'iframe' }] } }, 'description'],
  ])('%s is refused', async (_, changes, field) => {
    await expect(make(changes as Partial<NewAssessment>)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', fields: { [field]: [expect.any(String)] } });
  });

  test('an archived question cannot be used', async () => {
    const { questionId } = await scenario.question(lesson.teacher, lesson.schoolId);
    await app.db.updateTable('questions').set({ archived_at: new Date() }).where('id', '=', questionId).execute();
    await expect(make({ questionIds: [questionId, lesson.transfer.questionId] })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('running it', () => {
  test('freezing marks the newest versions as asked', async () => {
    const room = await scenario.lesson();
    const frozen = await inTx((tx) => freezeQuestions(tx, room.assessmentId));
    expect(frozen).toEqual([
      { position: 1, question_version_id: room.first.versionId },
      { position: 2, question_version_id: room.transfer.versionId },
    ]);
    const rows = await app.db
      .selectFrom('question_versions')
      .select('first_used_at')
      .where(
        'id',
        'in',
        frozen.map(({ question_version_id }) => question_version_id),
      )
      .execute();
    expect(rows.every(({ first_used_at }) => first_used_at !== null)).toBe(true);
  });

  test('a question with a single response cannot be run', async () => {
    const { questionId } = await inTx((tx) =>
      createQuestion(tx, { authorId: lesson.teacher.accountId, schoolId: lesson.schoolId, title: 'Draft', description: '', responses: [{ title: 'Only' }] }),
    );
    const id = await make({ questionIds: [lesson.first.questionId, questionId] });
    await expect(inTx((tx) => freezeQuestions(tx, id))).rejects.toMatchObject({ code: 'ASSESSMENT_INCOMPLETE' });
  });

  test('an edit and a start at the same time: the run gets one whole version, which stays as it was asked', async () => {
    for (let round = 0; round < 5; round += 1) {
      const room = await scenario.lesson();
      const edit = inTx((tx) =>
        editQuestion(tx, {
          questionId: room.first.questionId,
          editor: ownerOf(room),
          content: { title: 'Edited', description: '', responses: [{ title: 'X' }, { title: 'Y' }, { title: 'Z' }] },
        }),
      );
      const [frozen] = await Promise.all([inTx((tx) => freezeQuestions(tx, room.assessmentId)), edit]);
      const versionId = frozen[0]!.question_version_id;
      const { title } = await app.db.selectFrom('question_versions').select('title').where('id', '=', versionId).executeTakeFirstOrThrow();
      const responses = await app.db.selectFrom('question_responses').select('id').where('question_version_id', '=', versionId).execute();
      expect([title, responses.length]).toEqual(title === 'Edited' ? ['Edited', 3] : [room.first.title, 4]);
    }
  });

  test('[B253] [Q227] [L190] one goes out as Active until it is finished, then as finished', async () => {
    const room = await scenario.lesson();
    expect((await room.teacher.call(assessmentGet, { params: { id: room.assessmentId } })).body.assessment.status).toBe('Active');
    await inTx((tx) => finishAssessment(tx, room.assessmentId));
    expect((await room.teacher.call(assessmentGet, { params: { id: room.assessmentId } })).body.assessment.status).toBe('finished');
  });
});
