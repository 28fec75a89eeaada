import { type QuestionContent, questionGet, questionList } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type TestPerson } from '../../../testing/scenario.ts';
import { createImportedQuestions, createQuestion } from './index.ts';
import { makeReferences, type TestReferences } from './testing/references.ts';

let app: TestApp;
let teacher: TestPerson;
let schoolId: number;
let references: TestReferences;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  schoolId = await scenario.school();
  teacher = await scenario.person('teachers', schoolId);
  references = await makeReferences(app);
});
afterAll(() => app.close());

const content = (number: number, changes: Partial<QuestionContent> = {}): QuestionContent => ({
  title: `Imported ${number}`,
  description: `Words of "number" ${number}\nin two lines, with 'quotes' \\ and {braces}`,
  published_state: 'PUBLISHED',
  topic_id: references.topic_id,
  question_subject_id: references.question_subject_id,
  tag: ['imported', `tag "${number % 3}", with comma`],
  rubrics: [{ point: 2, level: 'right', description: '' }],
  responses: [
    { title: 'Yes', match_label: 'right', description: 'Since it is', is_valid: true },
    { title: 'No', match_label: 'wrong', description: '', sub_grade: 0 },
  ],
  ...changes,
});
const author = () => ({ accountId: teacher.accountId, schoolId, status: 0, teacherStatus: 1 }) as const;
const bring = (questions: readonly QuestionContent[]) => inTransaction(app.db, (tx) => createImportedQuestions(tx, author(), questions));

test('many questions at once are what they would be one by one, in their order', async () => {
  const ids = await bring(Array.from({ length: 601 }, (_, index) => content(index)));
  expect(ids).toHaveLength(601);
  const single = await inTransaction(app.db, (tx) => createQuestion(tx, { ...content(600), authorId: teacher.accountId, schoolId, teacherStatus: 1 }));
  const [one, other] = [
    (await teacher.call(questionGet, { params: { id: ids[600]! } })).body.question,
    (await teacher.call(questionGet, { params: { id: single.questionId } })).body.question,
  ];
  const plain = (question: object) =>
    JSON.parse(JSON.stringify(question, (key, value) => (/^(?:id|question_id|version_id|date_.*|updated_at|last_update)$/.test(key) ? null : value)));
  expect(plain(one)).toEqual(plain(other));
  expect(one).toMatchObject({
    title: 'Imported 600',
    overall_grade: 2,
    responses: [{ sub_grade: 2 }, { sub_grade: 0 }],
    tag: ['imported', 'tag "0", with comma'],
  });
});

test('they are found at once, by words, tags and misspelt words', async () => {
  const [id] = await bring([content(1, { title: 'Thermodynamics of kettles', tag: ['heat'] })]);
  const find = async (query: Record<string, unknown>) =>
    (await teacher.call(questionList, { query })).body.questions.map((question: { id: number }) => question.id);
  expect(await find({ search_text: 'thermo kettle' })).toEqual([id]);
  expect(await find({ search_text: 'thermodinamics' })).toEqual([id]);
  expect(await find({ tag: 'heat' })).toEqual([id]);
  expect((await teacher.call(questionList)).body.tags).toContain('heat');
});

test('a draft among them is in nobody’s bank, and its tags are not offered', async () => {
  await bring([content(1, { published_state: 'DRAFT', tag: ['unfinished'], responses: [] })]);
  const { body } = await teacher.call(questionList, { query: { tag: 'unfinished' } });
  expect(body.questions).toEqual([]);
  expect(body.tags).not.toContain('unfinished');
});

test('none is made when one of them is wrong', async () => {
  const before = (await teacher.call(questionList)).body.pagination.total;
  await expect(bring([content(1), content(2, { responses: [] })])).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(bring([content(1), content(2, { description: { type: 'doc', content: [{ type: 'script' }] } as never })])).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  expect((await teacher.call(questionList)).body.pagination.total).toBe(before);
  expect(await bring([])).toEqual([]);
});

test('two who bring the same new words at once both get through', async () => {
  const words = Array.from({ length: 300 }, (_, index) => `neologism${String.fromCharCode(97 + (index % 26))}${'x'.repeat(index % 20)}`);
  const brought = await Promise.all([words, words.toReversed()].map((own) => bring(own.map((word, index) => content(index, { title: word })))));
  expect(brought.map(({ length }) => length)).toEqual([300, 300]);
});
