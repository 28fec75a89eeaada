import { questionCreate, questionList, questionStatusUpdate, questionTagList, questionUpdate } from '@classwright/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { createClass, enrol } from '../../class/classes/index.ts';
import { createReferenceRow } from '../../school/reference/index.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let references: TestReferences;
let teacher: TestPerson;
let student: TestPerson;
let schoolId: number;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  schoolId = await scenario.school();
  teacher = await scenario.person('teachers', schoolId);
  student = await scenario.person('student', schoolId);
  references = await makeReferences(app);
});

type Query = Record<string, unknown>;
const make = async (changes: Query = {}): Promise<number> => (await teacher.call(questionCreate, { body: questionBody(references, changes) })).body.question.id;
/** Searches questions of this test's teacher, without those of other tests. */
const find = async (query: Query, person = teacher): Promise<number[]> =>
  (await person.call(questionList, { query: { account_id: teacher.accountId, per_page: 200, ...query } })).body.questions.map(({ id }: { id: number }) => id);

describe('search', () => {
  test('[Q388] [Q386] finds words of title, description, responses, their reasoning and tags, and all of several words', async () => {
    const id = await make({
      title: 'Pendulum clocks',
      description: 'A swing of long period',
      tag: ['harmonic'],
      responses: [
        { title: 'Slower', match_label: '1', description: 'The café of gravity', is_valid: true, sub_grade: 1 },
        { title: 'Faster', match_label: '2', description: 'No', is_valid: false, sub_grade: 0 },
      ],
    });
    await make();
    for (const search_text of ['pendulum', 'CLOCKS', 'period', 'harmonic', 'slower', 'cafe', 'swing gravity pendulum'])
      expect([search_text, await find({ search_text })]).toEqual([search_text, [id]]);
    expect(await find({ search_text: 'pendulum unrelated' })).toEqual([]);
  });

  test('finds beginnings of words', async () => {
    const id = await make({ title: 'Thermodynamics' });
    expect(await find({ search_text: 'thermo' })).toEqual([id]);
    expect(await find({ search_text: 'hermody' })).toEqual([id]); // and, where little is found, what stands within words
  });

  test.each(['photosinthesis', 'fotosynthesis', 'photosynthseis', 'phtosynthesis', 'photosynthesiss'])(
    'finds photosynthesis for the misspelt %s',
    async (search_text) => {
      const id = await make({ title: 'Photosynthesis at night' });
      expect(await find({ search_text })).toEqual([id]);
    },
  );

  test('what is spelt so comes before what is like it', async () => {
    const like = await make({ title: 'Quarts and pints' });
    const exact = await make({ title: 'Quartz crystals' });
    const other = await make({ title: 'Quarts again' });
    expect((await find({ search_text: 'quartz' }))[0]).toBe(exact);
    expect((await find({ search_text: 'quartz' })).toSorted((a, b) => a - b)).toEqual([like, exact, other]);
  });

  test('a word in the title counts more than one in the description', async () => {
    const title = await make({ title: 'Inertia of trains' });
    await make({ description: 'Something of inertia' });
    expect((await find({ search_text: 'inertia' }))[0]).toBe(title);
  });

  test('an edit is found by its new words and no longer by the old ones', async () => {
    const id = await make({ title: 'Obsolete wording' });
    await teacher.call(questionUpdate, { params: { id }, body: questionBody(references, { title: 'Modern wording' }) });
    expect(await find({ search_text: 'modern' })).toEqual([id]);
    expect(await find({ search_text: 'obsolete' })).toEqual([]);
  });

  test('other scripts are found too', async () => {
    const [russian, chinese, arabic] = [await make({ title: 'Сила тяжести' }), await make({ title: '重力加速度' }), await make({ title: 'قانون الجاذبية' })];
    expect(await find({ search_text: 'тяж' })).toEqual([russian]);
    expect(await find({ search_text: '加速' })).toEqual([chinese]);
    expect(await find({ search_text: 'الجاذبية' })).toEqual([arabic]);
  });

  test.each(["'", '"', '\\', ':*', '& | !', '<->', "a' OR 1=1 --", '((((', '%', '_', '\u0000'.repeat(0), '🙂', 'x'.repeat(200)])(
    '%j means nothing special',
    async (search_text) => {
      expect((await teacher.call(questionList, { query: { search_text } })).status).toBe(200);
      expect((await teacher.call(questionList, { query: { description: search_text } })).status).toBe(200);
    },
  );

  test('[Q223] students do not find others’ questions by the reasoning of a response', async () => {
    const id = await make({ title: 'Visible' });
    expect(await find({ search_text: 'acceleration' }, teacher)).toEqual([id]);
    expect(await find({ search_text: 'acceleration' }, student)).toEqual([]);
    expect(await find({ search_text: 'heavy' }, student)).toEqual([id]);
  });

  test('[Q379] the description alone is searched by its own filter', async () => {
    const id = await make({ title: 'Levers', description: 'About wheelbarrows' });
    expect(await find({ description: 'wheelbarrow' })).toEqual([id]);
    expect(await find({ description: 'levers' })).toEqual([]);
  });
});

describe('filters', () => {
  test.each([
    ['Q380', 'topic_id'],
    ['Q381', 'standard_id'],
    ['Q382', 'question_subject_id'],
    ['Q383', 'question_grade_id'],
  ] as const)('[%s] by %s', async (_, field) => {
    const other = await makeReferences(app);
    const id = await make();
    await make({ [field]: other[field] });
    expect(await find({ [field]: references[field] })).toEqual([id]);
    expect(await find({ [field]: '' })).toHaveLength(2);
  });

  test('[Q378] by type, and by the level of the standard', async () => {
    const id = await make();
    expect(await find({ type_id: 1 })).toEqual([id]);
    expect(await find({ type_id: 999 })).toEqual([]);
    expect(await find({ level_id: references.levelId })).toEqual([id]);
    expect(await find({ level_id: references.levelId + 1000 })).toEqual([]);
  });

  test('[Q384] by tags: questions with at least one of several', async () => {
    const [forces, heat] = [await make({ tag: ['forces'] }), await make({ tag: ['heat', 'energy'] })];
    await make({ tag: [] });
    expect(await find({ tag: 'forces' })).toEqual([forces]);
    expect(await find({ tag: ['forces', 'energy'] })).toEqual([heat, forces]);
    expect(await find({ 'tag[]': ['energy'] })).toEqual([heat]);
    expect(await find({ tag: 'nothing' })).toEqual([]);
  });

  test('[Q385] by approval: each step by its label, 1 for Public, 0 for the others', async () => {
    const [approved, sent] = [await make(), await make()];
    await teacher.call(questionStatusUpdate, { body: { question: sent, status: 'Send To Admin' } });
    const admin = await scenario.person('admin', null);
    const published = await make();
    await teacher.call(questionStatusUpdate, { body: { question: published, status: 'Send To Admin' } });
    await admin.call(questionStatusUpdate, { body: { question: published, status: 'Public' } });
    expect(await find({ status: 'Approved ?' })).toEqual([approved]);
    expect(await find({ status: 'Send To Admin' })).toEqual([sent]);
    expect(await find({ status: 'Public' })).toEqual([published]);
    expect(await find({ status: '1' })).toEqual([published]);
    expect(await find({ status: '0' })).toEqual([sent, approved]);
    expect(await find({ status: 'Not Approved' })).toEqual([]);
    expect((await teacher.call(questionList, { query: { status: 'approved' } })).status).toBe(422);
  });

  test('by author and school; several filters narrow together', async () => {
    const id = await make({ tag: ['both'] });
    const elsewhere = await scenario.person('teachers', await scenario.school());
    await elsewhere.call(questionCreate, { body: questionBody(references, { tag: ['both'] }) });
    const of = async (query: Query) => (await teacher.call(questionList, { query })).body.questions.map((one: { id: number }) => one.id);
    expect(await of({ question_subject_id: references.question_subject_id, school_id: schoolId })).toEqual([id]);
    expect(await of({ question_subject_id: references.question_subject_id })).toHaveLength(2);
    expect(await find({ tag: 'both', search_text: 'free', type_id: 1, status: 'Approved ?' })).toEqual([id]);
  });

  test.each([
    { page: 0 },
    { per_page: 201 },
    { topic_id: 'x' },
    { search_text: 'x'.repeat(201) },
    { scope: 'mine' },
    { tag: Array.from({ length: 51 }, () => 'x') },
  ])('%j is refused at the field', async (query) => {
    const reply = await teacher.call(questionList, { query });
    expect([reply.status, Object.keys(reply.error?.errors ?? {})[0]?.split('.')[0]]).toEqual([422, Object.keys(query)[0]]);
  });
});

describe('pages', () => {
  test('[Q377] [Q387] [Q391] a page carries questions, data, tags and pagination; pages do not overlap', async () => {
    const made = [await make({ tag: ['alpha'] }), await make({ tag: ['Beta'] }), await make({ tag: ['alpha', 'gamma'] })].toReversed();
    const page = async (number: number) => (await teacher.call(questionList, { query: { account_id: teacher.accountId, page: number, per_page: 2 } })).body;
    const [first, second] = [await page(1), await page(2)];
    expect([...first.questions, ...second.questions].map(({ id }: { id: number }) => id)).toEqual(made);
    expect(first).toMatchObject({ status: 'success', pagination: { total: 3, per_page: 2, current_page: 1, last_page: 2, from: 1, to: 2 } });
    expect(first.data).toEqual(first.questions);
    expect(first.tags.filter((tag: string) => ['alpha', 'Beta', 'gamma'].includes(tag))).toEqual(['alpha', 'Beta', 'gamma']);
    expect((await page(9)).questions).toEqual([]);
  });

  test('tags are suggested by any part of them', async () => {
    await make({ tag: ['Buoyancy', 'Density'] });
    const tags = async (query: string) => (await teacher.call(questionTagList, { query: { query } })).body.tags;
    expect(await tags('oyan')).toEqual(['Buoyancy']);
    expect(await tags('DENS')).toEqual(['Density']);
    expect(await tags('%')).toEqual([]);
  });
});

describe('[Q028] one’s own level and subject', () => {
  test('the bank is narrowed to the subjects and levels of one’s classes; without any it is not', async () => {
    const other = await makeReferences(app);
    const mine = await make();
    const theirs = await make({ ...other, levelId: undefined });
    const own = (person: TestPerson) => person.call(questionList, { query: { account_id: teacher.accountId, scope: 'own' } });
    const stranger = await scenario.person('teachers', schoolId);
    expect((await own(stranger)).body).toMatchObject({ own: { subjects: [], levels: [] }, pagination: { total: 2 } });
    await inTransaction(app.db, async (tx) => {
      const subject = await createReferenceRow(tx, 'question_subjects', { name: `Optics ${mine}`, description: 'x' });
      expect(subject).toBeGreaterThan(0);
      const courseId = await createClass(tx, { schoolId, ownerId: stranger.accountId, name: 'Class', levelId: references.levelId });
      await enrol(tx, courseId, [student.accountId], 'STUDENT');
    });
    for (const person of [stranger, student]) {
      const { body } = await own(person);
      expect(body.questions.map(({ id }: { id: number }) => id)).toEqual([mine]);
      expect(body.own).toMatchObject({ subjects: [], levels: [{ id: references.levelId }] });
    }
    expect((await own(teacher)).body.own!.subjects.length).toBe(2);
    expect(await find({})).toEqual([theirs, mine]);
  });
});

describe('[B244] the order of the bank', () => {
  test('it stands by its columns, either way, and what has no value comes last', async () => {
    const [first, second, third] = [await make({ title: 'beta' }), await make({ title: 'Alpha' }), await make({ title: 'gamma' })];
    await app.db.updateTable('questions').set({ average_rating: 4.5, total_approval: 1 }).where('id', '=', second).execute();
    await app.db.updateTable('questions').set({ average_rating: 2, total_approval: 3 }).where('id', '=', first).execute();
    for (const [sort, direction, order] of [
      ['rating', 'desc', [second, first, third]],
      ['rating', 'asc', [first, second, third]],
      ['approvals', 'desc', [first, second, third]],
      ['title', 'asc', [second, first, third]],
      ['title', 'desc', [third, first, second]],
      ['dateAdded', 'asc', [first, second, third]],
    ] as const)
      expect([sort, direction, await find({ sort, direction })]).toEqual([sort, direction, order]);
    await teacher.call(questionUpdate, { params: { id: first }, body: questionBody(references, { title: 'beta again' }) });
    expect(await find({ sort: 'dateUpdated' })).toEqual([first, ...[second, third].toSorted((a, b) => b - a)]);
    expect(await find({ sort: 'title', direction: 'asc', search_text: 'alpha' })).toEqual([second]);
    expect((await teacher.call(questionList, { query: { sort: 'key' } })).status).toBe(422);
  });

  test('[B246] what has cluster, standard and tags in common with a question comes first, the question itself last', async () => {
    const far = await makeReferences(app);
    const model = await make({ tag: ['circuits'] });
    const stranger = await make({ topic_id: far.topic_id, standard_id: far.standard_id });
    const tagged = await make({ topic_id: far.topic_id, standard_id: far.standard_id, tag: ['circuits'] });
    const near = await make();
    const newest = await make({ topic_id: far.topic_id, standard_id: far.standard_id });
    expect(await find({ like: model })).toEqual([near, tagged, newest, stranger, model]);
    expect(await find({ like: 999_999_999 })).toEqual([newest, near, tagged, stranger, model]);
  });

  test('[B245] [B270] staff see how questions did and sort by it; students learn nothing of it', async () => {
    const [never, once, often] = [await make(), await make(), await make()];
    const versions = await app.db.selectFrom('questions').select(['id', 'current_version_id']).where('id', 'in', [once, often]).execute();
    for (const { id, current_version_id } of versions)
      await app.db
        .insertInto('item_figures')
        .values({
          question_id: id,
          question_version_id: current_version_id as number,
          times_asked: id === often ? 9 : 1,
          answered: 20,
          share_first: 0.45,
          share_second: id === often ? 0.725 : null,
          gain: 0.5,
        })
        .execute();
    expect(await find({ sort: 'timesAsked' })).toEqual([often, once, never]);
    expect(await find({ sort: 'timesAsked' }, student)).toEqual([often, once, never].toSorted((a, b) => b - a));
    const shown = async (person: TestPerson) => (await person.call(questionList, { query: { account_id: teacher.accountId, per_page: 3 } })).body.data;
    expect((await shown(teacher)).map(({ figures }) => figures)).toEqual([
      { times_asked: 9, share_right: 0.45, share_second: 0.725, gain: 0.5 },
      { times_asked: 1, share_right: 0.45, share_second: null, gain: 0.5 },
      null,
    ]);
    for (const row of await shown(student)) expect(row).not.toHaveProperty('figures');
  });

  test('[B245] a search that finds very many stops counting and says so', async () => {
    const id = await make({ title: 'Word of all' });
    const words = (await app.db.selectFrom('question_search').select('words').where('question_id', '=', id).executeTakeFirstOrThrow()).words;
    const { current_version_id } = await app.db.selectFrom('questions').select('current_version_id').where('id', '=', id).executeTakeFirstOrThrow();
    const rows = await app.db
      .insertInto('questions')
      .values(Array.from({ length: 2_010 }, () => ({ account_id: teacher.accountId, school_id: schoolId, current_version_id, published_state: 'PUBLISHED' })))
      .returning('id')
      .execute();
    await app.db
      .insertInto('question_search')
      .values(rows.map((row) => ({ question_id: row.id, words })))
      .execute();
    const page = async (query: Query) => (await teacher.call(questionList, { query: { account_id: teacher.accountId, ...query } })).body;
    expect(await page({ search_text: 'word of all' })).toMatchObject({ is_more: true, pagination: { total: 2_000, last_page: 80 } });
    expect(await page({ search_text: 'word of all', page: 81 })).toMatchObject({ is_more: false, pagination: { total: 2_011, from: 2_001, to: 2_011 } });
    expect(await page({})).toMatchObject({ is_more: false, pagination: { total: 2_011 } });
    await app.db.deleteFrom('questions').where('account_id', '=', teacher.accountId).where('id', '!=', id).execute();
  });
});

test('[B242] a published question without a standard is of everybody’s level: "own" keeps it', async () => {
  const [without, elsewhere] = [await make(), await make()];
  await app.db.updateTable('questions').set({ standard_id: null }).where('id', '=', without).execute();
  const colleague = await scenario.person('teachers', schoolId);
  await inTransaction(app.db, async (tx) => {
    const level = await createReferenceRow(tx, 'levels', { name: `Level ${without}` });
    await createClass(tx, { schoolId, ownerId: colleague.accountId, name: 'Class', levelId: level });
  });
  const own = (await colleague.call(questionList, { query: { scope: 'own', account_id: teacher.accountId } })).body;
  expect(own.own!.levels).toHaveLength(1);
  const ids = own.questions.map(({ id }: { id: number }) => id);
  expect([ids.includes(without), ids.includes(elsewhere)]).toEqual([true, false]);
});
