import {
  questionArchiveList,
  questionBulk,
  questionCreate,
  questionDelete,
  questionGet,
  questionList,
  questionPurge,
  questionRestore,
  questionStatusUpdate,
} from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { markUsed } from './index.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let references: TestReferences;
let teacher: TestPerson;
let other: TestPerson;
let student: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  references = await makeReferences(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const schoolId = await scenario.school();
  [teacher, other, student, admin] = [
    await scenario.person('teachers', schoolId),
    await scenario.person('teachers', schoolId),
    await scenario.person('student', schoolId),
    await scenario.person('admin', null),
  ];
});

const make = async (person: TestPerson, changes: Record<string, unknown> = {}) =>
  (await person.call(questionCreate, { body: questionBody(references, changes) })).body.question;
const remove = (person: TestPerson, id: number) => person.call(questionDelete, { params: { id } });
const restore = (person: TestPerson, id: number) => person.call(questionRestore, { params: { id } });
const purge = (person: TestPerson, id: number) => person.call(questionPurge, { params: { id } });
const archiveOf = async (person: TestPerson, query = {}) => (await person.call(questionArchiveList, { query })).body;
const found = async (person: TestPerson, search_text: string): Promise<number[]> =>
  (await person.call(questionList, { query: { search_text } })).body.data.map(({ id }: { id: number }) => id);

describe('the archive of questions', () => {
  test('a deleted question comes back as it stood: found, tagged, approved', async () => {
    const question = await make(teacher, { title: 'A pendulum of Foucault', tag: ['rotation'] });
    await remove(teacher, question.id);
    expect(await found(teacher, 'Foucault')).toEqual([]);
    expect((await archiveOf(teacher)).data).toMatchObject([{ id: question.id, title: 'A pendulum of Foucault', is_in_use: false }]);

    expect(await restore(teacher, question.id)).toMatchObject({
      status: 200,
      body: {
        message: 'The question was restored to the bank',
        question: { id: question.id, status_label: question.status_label, tag: ['rotation'], version: 1 },
      },
    });
    expect(await found(teacher, 'Foucault')).toEqual([question.id]);
    expect((await teacher.call(questionList)).body.tags).toContain('rotation');
    expect((await archiveOf(teacher)).data).toEqual([]);
  });

  test('a draft comes back to the drafts', async () => {
    const draft = await make(teacher, { published_state: 'DRAFT', tag: ['unfinished'] });
    await remove(teacher, draft.id);
    expect((await restore(teacher, draft.id)).body).toMatchObject({
      message: 'The question was restored to the drafts',
      question: { published_state: 'DRAFT' },
    });
    expect((await teacher.call(questionList)).body.tags).not.toContain('unfinished');
  });

  test('everybody finds their own there, an Admin everybody’s, by words of titles, those deleted last first', async () => {
    const [first, second, others] = [
      await make(teacher, { title: 'Zebra 1' }),
      await make(teacher, { title: 'Zebra 2' }),
      await make(other, { title: 'Zebra 3' }),
    ];
    for (const [person, { id }] of [
      [teacher, first],
      [teacher, second],
      [other, others],
    ] as const)
      await remove(person, id);
    const titles = async (person: TestPerson, query = {}) => (await archiveOf(person, query)).data.map(({ title }: { title: string }) => title);
    expect(await titles(teacher)).toEqual(['Zebra 2', 'Zebra 1']);
    expect(await titles(other)).toEqual(['Zebra 3']);
    expect(await titles(student)).toEqual([]);
    expect(await titles(admin, { search_text: 'zebra', per_page: 2 })).toEqual(['Zebra 3', 'Zebra 2']);
    expect(await titles(teacher, { search_text: 'bra 1' })).toEqual(['Zebra 1']);
    expect(await titles(teacher, { search_text: '%' })).toEqual([]);
  });

  test('others neither bring a question back nor erase it; what is not archived is not there', async () => {
    const question = await make(teacher);
    for (const act of [restore, purge]) {
      expect(await act(teacher, question.id)).toMatchObject({ status: 404, error: { code: 'QUESTION_NOT_FOUND' } });
      expect((await act(teacher, 999_999)).status).toBe(404);
    }
    await remove(teacher, question.id);
    for (const person of [other, student])
      for (const act of [restore, purge]) expect(await act(person, question.id)).toMatchObject({ status: 403, error: { code: 'NOT_YOUR_QUESTION' } });
    expect((await restore(admin, question.id)).status).toBe(200);
  });

  test('a question that nothing needs is erased for good; one of an assessment or a lesson says who keeps it', async () => {
    const [free, used] = [await make(teacher), await make(teacher, { title: 'Asked once' })];
    await inTransaction(app.db, (tx) => markUsed(tx, [used.version_id]));
    for (const { id } of [free, used]) await remove(teacher, id);
    expect((await archiveOf(teacher)).data).toMatchObject([
      { id: used.id, is_in_use: true },
      { id: free.id, is_in_use: false },
    ]);
    expect(await purge(teacher, free.id)).toMatchObject({ status: 200, body: { id: free.id, message: 'The question was permanently deleted' } });
    expect((await restore(teacher, free.id)).status).toBe(404);
    expect(await purge(teacher, used.id)).toMatchObject({
      status: 409,
      error: { code: 'IN_USE', message: 'Asked once is in use by lessons that asked it. Change or delete those first.' },
    });
    expect((await restore(teacher, used.id)).status).toBe(200);
  });

  test('two who bring the same question back at once: one does, the other is told that it is not there', async () => {
    const question = await make(teacher);
    await remove(teacher, question.id);
    const replies = await Promise.all([restore(teacher, question.id), restore(teacher, question.id), restore(admin, question.id)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });
});

describe('[B243] many questions at once', () => {
  const bulk = (person: TestPerson, act: string, ids: readonly unknown[]) => person.call(questionBulk, { body: { act, ids } });
  const statusOf = async (id: number) => (await teacher.call(questionGet, { params: { id } })).body.question?.status_label;

  test('one’s own are deleted, the others are named with the reason, and all come back by the same call', async () => {
    const [one, two, others] = [
      await make(teacher, { title: 'Quokka 1' }),
      await make(teacher, { title: 'Quokka 2' }),
      await make(other, { title: 'Quokka 3' }),
    ];
    const reply = await bulk(teacher, 'archive', [one.id, others.id, two.id, 999_999, one.id]);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        done: [one.id, two.id],
        message: '2 questions deleted',
        refused: [
          { id: others.id, title: 'Quokka 3', code: 'NOT_YOUR_QUESTION' },
          { id: 999_999, title: '', code: 'QUESTION_NOT_FOUND' },
        ],
      },
    });
    expect(await found(teacher, 'Quokka')).toEqual([others.id]);
    expect((await bulk(teacher, 'restore', reply.body.done)).body).toMatchObject({ done: [one.id, two.id], refused: [], message: '2 questions were restored' });
    expect((await found(teacher, 'Quokka')).toSorted()).toEqual([one.id, two.id, others.id].toSorted());
  });

  test('the next step of approval is taken where it can be', async () => {
    const [fresh, others] = [await make(student), await make(other)];
    const draft = await make(teacher, { published_state: 'DRAFT' });
    expect((await bulk(teacher, 'approve', [fresh.id, others.id, draft.id])).body).toMatchObject({
      done: [fresh.id, others.id],
      refused: [{ id: draft.id, message: 'You cannot move this question to another approval step now.' }],
    });
    expect([await statusOf(fresh.id), await statusOf(others.id)]).toEqual(['Approved ?', 'Send To Admin']);
    expect((await bulk(student, 'approve', [fresh.id])).body.done).toEqual([]);
    expect((await bulk(admin, 'approve', [others.id])).body.done).toEqual([others.id]);
    expect(await statusOf(others.id)).toBe('Public');
    expect((await teacher.call(questionStatusUpdate, { body: { question: others.id, status: 'Public' } })).status).toBe(403);
  });

  test('[B257] a tag is given and taken: those that have it stay as they are, approval stays, and what was asked gets a version', async () => {
    const tagging = (person: TestPerson, act: string, ids: readonly number[], tag: unknown) => person.call(questionBulk, { body: { act, ids, tag } });
    const tagsOf = async (id: number) => (await teacher.call(questionGet, { params: { id } })).body.question;
    const [plain, tagged, asked, others] = [
      await make(teacher, { title: 'Wombat 1', tag: ['a'] }),
      await make(teacher, { title: 'Wombat 2', tag: ['Optics'] }),
      await make(teacher, { title: 'Wombat 3', tag: [] }),
      await make(other, { title: 'Wombat 4' }),
    ];
    await inTransaction(app.db, (tx) => markUsed(tx, [asked.version_id]));
    await teacher.call(questionStatusUpdate, { body: { question: plain.id, status: 'Send To Admin' } });
    const before = await tagsOf(plain.id);
    const given = await tagging(teacher, 'tag', [plain.id, tagged.id, asked.id, others.id, 999_999], ' optics ');
    expect(given.body).toMatchObject({
      done: [plain.id, asked.id],
      message: '2 questions now have the tag “optics”',
      refused: [
        { id: others.id, title: 'Wombat 4', code: 'NOT_YOUR_QUESTION' },
        { id: 999_999, code: 'QUESTION_NOT_FOUND' },
      ],
    });
    expect(await tagsOf(plain.id)).toMatchObject({ tag: ['a', 'optics'], version: 1, status_label: 'Send To Admin', total_approval: before.total_approval });
    expect((await tagsOf(plain.id)).updated_at >= before.updated_at).toBe(true);
    expect(await tagsOf(asked.id)).toMatchObject({ tag: ['optics'], version: 2, title: 'Wombat 3' });
    expect((await teacher.call(questionList, { query: { tag: 'optics', account_id: teacher.accountId } })).body.data).toHaveLength(2);
    expect(await found(teacher, 'wombat optics')).toHaveLength(3);

    expect((await tagging(teacher, 'untag', given.body.done, 'OPTICS')).body).toMatchObject({ done: given.body.done, refused: [] });
    expect(await tagsOf(plain.id)).toMatchObject({ tag: ['a'] });
    expect(await tagsOf(tagged.id)).toMatchObject({ tag: ['Optics'] });
    expect((await tagging(teacher, 'untag', [plain.id], 'optics')).body).toMatchObject({ done: [], refused: [] });
    // an editor that was open during the change gets a conflict
    expect((await tagging(admin, 'tag', [others.id], 'shared')).body.done).toEqual([others.id]);
  });

  test('[B257] a tag is refused where it is none, too long, one too many, or not theirs to give', async () => {
    const full = await make(teacher, { tag: Array.from({ length: 30 }, (_, index) => `tag ${index}`) });
    const tagging = (person: TestPerson, tag: unknown) => person.call(questionBulk, { body: { act: 'tag', ids: [full.id], tag } });
    expect((await tagging(teacher, 'tag 3')).body).toMatchObject({ done: [], refused: [] });
    expect((await tagging(teacher, 'one more')).body).toMatchObject({ done: [], refused: [{ code: 'TOO_MANY_TAGS', message: 'It already has 30 tags.' }] });
    for (const tag of ['', '  ', '\u200b', undefined, 'x'.repeat(61), { a: 1 }, 'a\u0000b']) {
      const reply = await tagging(teacher, tag);
      expect([tag, reply.status, Object.keys(reply.error?.errors ?? {})]).toEqual([tag, 422, ['tag']]);
    }
    expect((await tagging(student, 'x')).body).toMatchObject({ done: [], refused: [{ code: 'NOT_YOUR_QUESTION' }] });
    const hostile = await make(teacher);
    const words = `'); DROP TABLE questions; -- "<b>`;
    expect((await teacher.call(questionBulk, { body: { act: 'tag', ids: [hostile.id], tag: words } })).body.done).toEqual([hostile.id]);
    expect((await teacher.call(questionGet, { params: { id: hostile.id } })).body.question.tag).toContain(words);
  });

  test('300 questions are one call, 301 are told to be fewer, none and a foreign act are refused', async () => {
    const { id } = await make(teacher);
    const rows = await app.db
      .insertInto('questions')
      .values(Array.from({ length: 299 }, () => ({ account_id: teacher.accountId, school_id: null })))
      .returning('id')
      .execute();
    const ids = [id, ...rows.map((row) => row.id)];
    expect((await bulk(teacher, 'archive', ids)).body.done).toEqual([id]);
    expect(await bulk(teacher, 'archive', [...ids, 1])).toMatchObject({
      status: 422,
      error: { errors: { ids: ['At most 300 questions at a time. Choose fewer.'] } },
    });
    expect((await bulk(teacher, 'archive', [])).status).toBe(422);
    expect(await bulk(teacher, 'publish', [id])).toMatchObject({ status: 422, error: { errors: { act: [expect.any(String)] } } });
  });
});
