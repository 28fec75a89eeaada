import { censoredTextGet, censoredTextList, censoredTextReview, type Endpoint } from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScenario, type RunningLesson, type Scenario, startLesson, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import type { TestArguments } from '../../../testing/app.ts';
import { discuss } from '../../lesson/live/posts/testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
let lesson: RunningLesson;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** Prepares a lesson in which two students wrote listed words: an answer, a comment and a reply. */
beforeEach(async () => {
  lesson = await startLesson(app, scenario, { students: 3 });
  const [first, second] = lesson.students as [TestPerson, TestPerson];
  const talk = discuss(lesson);
  const postId = await talk.post(first, 'Form - 1A', 1, 'What utter bollocks, it falls');
  await talk.post(second, 'Form - 1A', 0, 'It falls');
  await talk.openCommenting();
  const { id } = (await talk.comment(second, postId, 'crap answer')).body.comment;
  await talk.reply(first, id, 'oh damn');
});

const list = (person: TestPerson, query: Record<string, unknown> = {}) => person.call(censoredTextList, { query: { class_id: lesson.courseId, ...query } });
const idsFor = async (person: TestPerson, query: Record<string, unknown> = {}): Promise<number[]> =>
  (await list(person, query)).body.data.map(({ id }: { id: number }) => id);
const auditOf = (id: number) =>
  app.db.selectFrom('audit_entries').selectAll().where('subject_type', '=', 'censored_original').where('subject_id', '=', id).orderBy('id').execute();

describe('the list', () => {
  test('says who wrote what where, newest first, as others read it, and shows no original', async () => {
    const [first, second] = lesson.students as [TestPerson, TestPerson];
    const { status, body } = await list(lesson.teacher);
    expect(status).toBe(200);
    const place = { class_id: lesson.courseId, assessment_id: lesson.assessmentId, form: 'Form - 1A', reviewed_at: null, reviewed_by: null };
    const writer = ({ accountId, firstName, lastName }: TestPerson) => ({ id: accountId, first_name: firstName, last_name: lastName });
    expect(body.data).toEqual([
      expect.objectContaining({ kind: 'reply', writer: writer(first), shown_text: 'oh [removed]', ...place }),
      expect.objectContaining({ kind: 'comment', writer: writer(second), shown_text: '[removed] answer', ...place }),
      expect.objectContaining({ kind: 'post', writer: writer(first), shown_text: 'What utter [removed], it falls', ...place }),
    ]);
    expect(body.pagination).toMatchObject({ total: 3, current_page: 1, last_page: 1 });
    expect(body.classes).toContainEqual({ id: lesson.courseId, name: body.data[0]!.class_name });
    expect(JSON.stringify(body)).not.toMatch(/bollocks|crap|damn/);
  });

  test('is for the teachers of the class and Admins; another teacher’s is empty, and students have none', async () => {
    for (const person of [lesson.teacher, lesson.coTeacher, lesson.admin]) expect(await idsFor(person)).toHaveLength(3);
    const { body } = await list(lesson.otherTeacher);
    expect(body).toMatchObject({ data: [], pagination: { total: 0 }, classes: [] });
    expect((await list(lesson.students[0]!)).status).toBe(403);
    await scenario.remove(lesson.courseId, lesson.coTeacher.accountId);
    expect(await idsFor(lesson.coTeacher)).toEqual([]);
  });

  test('is filtered by class, by person, by what has been reviewed and by words', async () => {
    const [first] = lesson.students as [TestPerson];
    const [reply, comment, post] = (await idsFor(lesson.teacher)) as [number, number, number];
    expect(await idsFor(lesson.admin, { account_id: first.accountId })).toEqual([reply, post]);
    await lesson.teacher.call(censoredTextReview, { params: { id: post }, body: { reviewed: true } });
    expect(await idsFor(lesson.admin, { reviewed: true })).toEqual([post]);
    expect(await idsFor(lesson.admin, { reviewed: false })).toEqual([reply, comment]);
    expect(await idsFor(lesson.admin, { search_text: `${first.firstName} ${first.lastName}` })).toEqual([reply, post]);
    expect(await idsFor(lesson.admin, { search_text: 'nobody of that name' })).toEqual([]);
    expect(await idsFor(lesson.admin, { search_text: '%' })).toEqual([]);
    const other = await startLesson(app, scenario, { students: 3 });
    expect(await idsFor(other.admin, { class_id: other.courseId })).toEqual([]);
  });

  test('is filtered by days of the school’s own calendar; both days count', async () => {
    await app.db.updateTable('schools').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', lesson.schoolId).execute();
    const [reply, comment, post] = (await idsFor(lesson.teacher)) as [number, number, number];
    const move = (id: number, at: string) =>
      app.db
        .updateTable('censored_originals')
        .set({ created_at: new Date(at) })
        .where('id', '=', id)
        .execute();
    await move(post, '2026-03-01T10:59:59Z'); // 23:59:59 on the 1st in Auckland
    await move(comment, '2026-03-01T11:00:00Z'); // midnight of the 2nd
    await move(reply, '2026-03-03T00:00:00Z');
    expect(await idsFor(lesson.teacher, { to: '2026-03-01' })).toEqual([post]);
    expect(await idsFor(lesson.teacher, { from: '2026-03-02', to: '2026-03-02' })).toEqual([comment]);
    expect(await idsFor(lesson.teacher, { from: '2026-03-02' })).toEqual([reply, comment]);
    for (const from of ['yesterday', '2026-02-30', '01.03.2026'])
      expect(await list(lesson.teacher, { from })).toMatchObject({ status: 422, error: { errors: { from: ['From must be a date like 2026-09-01'] } } });
  });

  test('comes in pages', async () => {
    const all = await idsFor(lesson.teacher);
    const pages = await Promise.all([1, 2, 3].map(async (page) => (await list(lesson.teacher, { page, per_page: 2 })).body));
    expect(pages.map(({ data }) => data.map(({ id }: { id: number }) => id))).toEqual([all.slice(0, 2), all.slice(2), []]);
    expect(pages[1]!.pagination).toMatchObject({ total: 3, from: 3, to: 3, last_page: 2 });
  });
});

describe('an original', () => {
  test('[L526] is shown to those who review, and every look at it is in the audit trail, without what was written', async () => {
    const ids = await idsFor(lesson.teacher);
    const post = ids[2]!;
    for (const person of [lesson.teacher, lesson.admin, lesson.teacher]) {
      const { status, body } = await person.call(censoredTextGet, { params: { id: post } });
      expect(status).toBe(200);
      expect(body.censored_text).toMatchObject({ id: post, words: ['bollocks'], shown_text: 'What utter [removed], it falls' });
      expect(JSON.stringify(body.censored_text.original)).toContain('What utter bollocks, it falls');
    }
    const entries = await auditOf(post);
    expect(entries.map(({ account_id, action }) => [account_id, action])).toEqual(
      [lesson.teacher, lesson.admin, lesson.teacher].map(({ accountId }) => [accountId, 'censoredText.get']),
    );
    expect(JSON.stringify(entries)).not.toContain('bollocks');
  });

  test('of a comment is the words as they were typed', async () => {
    const comment = (await idsFor(lesson.teacher))[1]!;
    const { body } = await lesson.teacher.call(censoredTextGet, { params: { id: comment } });
    const paragraph = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
    expect(body.censored_text).toMatchObject({ kind: 'comment', original: paragraph('crap answer'), shown: paragraph('[removed] answer'), words: ['crap'] });
  });

  test.each<[string, Endpoint, TestArguments]>([
    ['read', censoredTextGet, {}],
    ['marked', censoredTextReview, { body: { reviewed: true } }],
  ])('of another class is not there to be %s, nor one that does not exist; students are refused', async (_name, endpoint, args) => {
    const [id] = (await idsFor(lesson.teacher)) as [number];
    const missing = { status: 404, error: { code: 'CENSORED_TEXT_NOT_FOUND' } };
    expect(await lesson.otherTeacher.call(endpoint, { ...args, params: { id } })).toMatchObject(missing);
    expect(await lesson.admin.call(endpoint, { ...args, params: { id: 987_654_321 } })).toMatchObject(missing);
    expect(await lesson.students[0]!.call(endpoint, { ...args, params: { id } })).toMatchObject({ status: 403 });
    expect(await lesson.admin.call(endpoint, { ...args, params: { id: 'x' } })).toMatchObject({ status: 422 });
    expect(await auditOf(id)).toEqual([]);
  });
});

describe('reviewing', () => {
  test('marks a text with name and time, once, and takes the mark back; each change is audited', async () => {
    const [id] = (await idsFor(lesson.teacher)) as [number];
    const mark = async (person: TestPerson, reviewed: unknown) => (await person.call(censoredTextReview, { params: { id }, body: { reviewed } })).body;
    const name = ({ firstName, lastName }: TestPerson) => `${firstName} ${lastName}`;
    expect(await mark(lesson.teacher, true)).toMatchObject({
      message: 'Marked as reviewed',
      censored_text: { reviewed_by: name(lesson.teacher), reviewed_at: expect.any(String) },
    });
    expect(await mark(lesson.coTeacher, true)).toMatchObject({ censored_text: { reviewed_by: name(lesson.teacher) } });
    expect(await mark(lesson.admin, false)).toMatchObject({ message: 'Marked as not reviewed', censored_text: { reviewed_by: null, reviewed_at: null } });
    expect(await mark(lesson.admin, false)).toMatchObject({ censored_text: { reviewed_by: null } });
    expect((await auditOf(id)).map(({ account_id, action, before, after }) => [account_id, action, before, after])).toEqual([
      [lesson.teacher.accountId, 'censoredText.review', { reviewed: false }, { reviewed: true }],
      [lesson.admin.accountId, 'censoredText.review', { reviewed: true }, { reviewed: false }],
    ]);
  });

  test('asks for yes or no', async () => {
    const [id] = (await idsFor(lesson.teacher)) as [number];
    expect(await lesson.teacher.call(censoredTextReview, { params: { id }, body: {} })).toMatchObject({
      status: 422,
      error: { errors: { reviewed: ['Reviewed must be yes or no'] } },
    });
  });
});
