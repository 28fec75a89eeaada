import {
  fileDelete,
  fileGet,
  liveStatus,
  unfinishedAssessments,
  workProductGenerate,
  workProductGenerateByGet,
  workProductGet,
  workProductList,
  workProductMakeMany,
  workProductRegenerate,
  workProductRegenerateByGet,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScenario, type RunningLesson, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { type ReadPdf, readPdf } from './drawing/testing/pdf-text.ts';
import { type FinishedLessonOptions, runFinishedLesson } from './testing/finished-lesson.ts';

let app: TestApp;
let scenario: Scenario;
let lesson: RunningLesson;
let ann: TestPerson;
let ben: TestPerson;
let absent: TestPerson;

/** Ann and Ben take part, the third student does not; Ann is right after the discussion, and gets a comment. */
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  lesson = await finishedLesson();
  [ann, ben, absent] = lesson.students as [TestPerson, TestPerson, TestPerson];
}, 60_000);
afterAll(() => app.close());

const finishedLesson = (options: FinishedLessonOptions = {}) => runFinishedLesson(app, scenario, options);

const unfinished = async (person: TestPerson) => (await person.call(unfinishedAssessments)).body.data;
const products = (person: TestPerson, assessment_id = lesson.assessmentId) => person.call(workProductList, { query: { assessment_id } });
async function productOf(student: TestPerson, of = lesson) {
  const [product] = (await products(student, of.assessmentId)).body.data;
  return { ...product!, url: product?.url ?? '' };
}
async function download(url: string): Promise<ReadPdf> {
  const reply = await app.server.app.inject({ url });
  expect(reply.headers['content-type']).toBe('application/pdf');
  return readPdf(reply.rawPayload);
}

describe('a finished lesson', () => {
  test('[K254] [K399] [Q428] is unfinished for each student who was there until the work product is made, and for nobody else', async () => {
    const waiting = [{ assessment_id: lesson.assessmentId, title: `Assessment of ${lesson.first.title}`, state: 'waiting' }];
    const { body } = await ann.call(unfinishedAssessments);
    expect(body).toMatchObject({ data: waiting, assessments: waiting, pagination: { total: 1 } });
    expect(await unfinished(ben)).toEqual(waiting);
    for (const person of [absent, lesson.teacher, lesson.coTeacher, lesson.otherStudent]) expect(await unfinished(person)).toEqual([]);
  });

  test('[L263] [L264] [B2328] makes each of them a PDF, attached to the coursework, which is turned in; then nothing is unfinished', {
    timeout: 60_000,
  }, async () => {
    await app.server.jobs.runDue();
    expect(await unfinished(ann)).toEqual([]);
    const product = await productOf(ann);
    expect(product).toMatchObject({ assessment_id: lesson.assessmentId, account_id: ann.accountId, state: 'made' });
    const { title, text } = await download(product.url);
    expect(title).toBe(`Assessment of ${lesson.first.title}, ${ann.firstName} ${ann.lastName}`);
    for (const said of [
      'You changed your mind after talking, and were right.',
      lesson.first.title,
      lesson.transfer.title,
      lesson.first.titles[1]!,
      'It stops at the top. <b>&',
      'Think of its speed just after.',
      'I thought so too,',
      'A classmate',
      'You did not answer this form.',
      'Received from teachers',
      `${lesson.teacher.firstName} ${lesson.teacher.lastName}`,
    ])
      expect(text).toContain(said);
    expect(text).toContain('2 of 2 students who were there answered; right: 1.');
    expect(text).not.toContain(`${ben.firstName} ${ben.lastName}`);
    const handedIn = await app.db
      .selectFrom('submissions')
      .select(['account_id', 'state', 'late'])
      .where('course_id', '=', lesson.courseId)
      .where('state', '=', 'TURNED_IN')
      .orderBy('account_id')
      .execute();
    expect(handedIn).toEqual([ann, ben].map(({ accountId }) => ({ account_id: accountId, state: 'TURNED_IN', late: false })));
  });

  test('is noted down with the finish and made once: what was canceled or still runs has none', async () => {
    const running = await finishedLesson({ finish: false });
    await app.server.jobs.runDue();
    const student = running.students[0] as TestPerson;
    expect(await unfinished(student)).toEqual([]);
    expect((await student.call(workProductGenerate, { body: { id: running.assessmentId } })).error?.code).toBe('WORK_PRODUCT_NOT_FOUND');
    expect((await products(running.teacher, running.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    await running.teacher.call(liveStatus, { body: { id: running.assessmentId, type: 'finished' } });
    expect(await unfinished(student)).toHaveLength(1);
  });

  test('whose work cannot be drawn stays unfinished, and its failure is kept for an administrator', { timeout: 30_000 }, async () => {
    const broken = await finishedLesson({ work: false });
    const student = broken.students[0] as TestPerson;
    await app.db
      .updateTable('live_posts')
      .set({ comment: JSON.stringify({ type: 'doc', content: [{ type: 'heading', attrs: { level: 'x' }, content: [{ type: 'text', text: 'a' }] }] }) })
      .where('account_id', '=', student.accountId)
      .execute();
    await app.db.updateTable('jobs').set({ attempts: 4 }).where('kind', '=', 'work-product').execute();
    await app.server.jobs.runDue();
    expect(await unfinished(student)).toMatchObject([{ assessment_id: broken.assessmentId, state: 'missing' }]);
    expect((await student.call(workProductGenerate, { body: { id: broken.assessmentId } })).error?.code).toBe('WORK_PRODUCT_FAILED');
    expect(await unfinished(student)).toMatchObject([{ state: 'missing' }]);
    expect(await unfinished(broken.students[1] as TestPerson)).toEqual([]);
  });
});

describe('a student', () => {
  test('[K400] [L419] has the own one made anew by each of the paths, in the place of the one before', { timeout: 60_000 }, async () => {
    const id = lesson.assessmentId;
    const before = await productOf(ann);
    const replies = [
      await ann.call(workProductGenerate, { body: { id } }, { key: 'again-1' }),
      await ann.call(workProductGenerateByGet, { query: { id } }),
      await ann.call(workProductRegenerate, { params: { id } }),
      await ann.call(workProductRegenerateByGet, { params: { id } }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ message: 'Work Product Generated Successfully', work_product: { id: before.id, state: 'made' } });
    }
    const after = await productOf(ann);
    expect(after.url).not.toBe(before.url);
    const attached = await app.db
      .selectFrom('submission_attachments')
      .innerJoin('submissions', 'submissions.id', 'submission_id')
      .select('file_id')
      .where('account_id', '=', ann.accountId)
      .execute();
    expect(attached).toHaveLength(1);
    expect(after.url).toContain(`/files/${attached[0]!.file_id}?`);
    expect((await download(after.url)).text).toContain('Think of its speed just after.');
  });

  test('sees the own one alone, and never a classmate’s', async () => {
    const [own, other] = [await productOf(ann), await productOf(ben)];
    expect((await products(ann)).body.pagination.total).toBe(1);
    expect((await ann.call(workProductGet, { params: { id: own.id } })).body.work_product).toMatchObject({
      id: own.id,
      name: `${ann.firstName} ${ann.lastName}`,
    });
    expect((await ann.call(workProductGet, { params: { id: other.id } })).error?.code).toBe('WORK_PRODUCT_NOT_FOUND');
    const fileId = Number(/\/files\/(\d+)/.exec(other.url)?.[1]);
    expect((await ann.call(fileGet, { params: { id: fileId } })).error?.code).toBe('FILE_NOT_FOUND');
    expect((await ben.call(fileGet, { params: { id: fileId } })).status).toBe(200);
    expect((await lesson.coTeacher.call(fileGet, { params: { id: fileId } })).status).toBe(200);
    expect((await lesson.otherTeacher.call(fileGet, { params: { id: fileId } })).error?.code).toBe('FILE_NOT_FOUND');
  });

  test('who was not there, is of no class or left it has none; ids of nothing are not found and bad ones are refused', async () => {
    for (const person of [absent, lesson.otherStudent, lesson.teacher, lesson.admin])
      expect((await person.call(workProductGenerate, { body: { id: lesson.assessmentId } })).error?.code).toBe('WORK_PRODUCT_NOT_FOUND');
    expect((await ann.call(workProductRegenerate, { params: { id: 999_999 } })).error?.code).toBe('WORK_PRODUCT_NOT_FOUND');
    for (const id of ['', 'x', -1, null, 2 ** 60, '٣', '<script>'])
      expect((await ann.call(workProductGenerate, { body: { id: id as number } })).status).toBe(422);
    const left = await finishedLesson();
    const student = left.students[0] as TestPerson;
    await scenario.remove(left.courseId, student.accountId);
    expect(await unfinished(student)).toEqual([]);
    expect((await student.call(workProductGenerate, { body: { id: left.assessmentId } })).error?.code).toBe('WORK_PRODUCT_NOT_FOUND');
    expect((await products(student, left.assessmentId)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  });
});

describe('the staff of the class', () => {
  test('lists all products page by page with their files, and other teachers find nothing', async () => {
    for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin]) {
      const { body } = await products(person);
      expect(body).toMatchObject({ pagination: { total: 2 }, waiting: 0, missing: 0 });
      expect(body.data.map(({ account_id }: { account_id: number }) => account_id).toSorted()).toEqual([ann.accountId, ben.accountId].toSorted());
    }
    const second = await lesson.teacher.call(workProductList, { query: { assessment_id: lesson.assessmentId, page: 2, per_page: 1 } });
    expect(second.body.data).toHaveLength(1);
    for (const person of [lesson.otherTeacher, lesson.otherStudent]) expect((await products(person)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    const { id } = await productOf(ann);
    expect((await lesson.teacher.call(workProductGet, { params: { id } })).status).toBe(200);
    expect((await lesson.otherTeacher.call(workProductGet, { params: { id } })).error?.code).toBe('WORK_PRODUCT_NOT_FOUND');
  });

  test('has them made again, all or some, while those that are there stay; students may not', { timeout: 60_000 }, async () => {
    const assessment_id = lesson.assessmentId;
    const before = await productOf(ben);
    const some = await lesson.teacher.call(workProductMakeMany, { body: { assessment_id, account_ids: [ben.accountId, absent.accountId, 999_999] } });
    expect(some.body).toMatchObject({ count: 1, message: 'It is being created again and appears here soon.' });
    expect((await products(lesson.teacher)).body).toMatchObject({ waiting: 1 });
    expect(await productOf(ben)).toMatchObject({ state: 'waiting', url: before.url });
    const all = await lesson.coTeacher.call(workProductMakeMany, { body: { assessment_id } });
    expect(all.body).toMatchObject({ count: 2, message: '2 are being created again and appear here one by one.' });
    await app.server.jobs.runDue();
    expect((await products(lesson.teacher)).body).toMatchObject({ waiting: 0, missing: 0 });
    expect((await productOf(ben)).url).not.toBe(before.url);
    expect((await ann.call(workProductMakeMany, { body: { assessment_id } })).error?.code).toBe('NOT_ALLOWED');
    expect((await lesson.otherTeacher.call(workProductMakeMany, { body: { assessment_id } })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    const many = Array.from({ length: 301 }, (_, index) => index + 1);
    expect((await lesson.teacher.call(workProductMakeMany, { body: { assessment_id, account_ids: many } })).status).toBe(422);
  });

  test('cannot delete the file of one from the library, nor can its student', async () => {
    const { url } = await productOf(ann);
    const fileId = Number(/\/files\/(\d+)/.exec(url)?.[1]);
    const used = await ann.call(fileDelete, { params: { id: fileId } });
    expect(used.error?.code).toBe('FILE_IN_USE');
  });
});
