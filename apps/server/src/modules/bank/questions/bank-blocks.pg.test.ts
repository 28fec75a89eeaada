import { questionBlocks, questionCreate, questionDelete, questionList, questionReview } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type TestPerson } from '../../../testing/scenario.ts';
import { makeReferences, questionBody } from './testing/references.ts';

let app: TestApp;
let teacher: TestPerson;
let student: TestPerson;
const QUESTIONS = 44;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  const schoolId = await scenario.school();
  [teacher, student] = [await scenario.person('teachers', schoolId), await scenario.person('student', schoolId)];
  const rater = await scenario.person('teachers', schoolId);
  const references = await makeReferences(app);
  for (let n = 0; n < QUESTIONS + 2; n++) {
    const changes = {
      title: `${['Zürich', 'قوة', '力', 'apple'][n % 4]} ${n % 7}`,
      description: n % 2 === 0 ? 'Momentum, momentum and force' : 'Momentum',
      published_state: n === QUESTIONS ? 'DRAFT' : 'PUBLISHED',
    };
    const { body } = await teacher.call(questionCreate, { body: questionBody(references, changes) });
    if (n % 3 === 0 && n !== QUESTIONS) await rater.call(questionReview, { body: { question: body.question.id, user_rating: 1 + (n % 5) } });
    if (n === QUESTIONS + 1) await teacher.call(questionDelete, { params: { id: body.question.id } });
  }
});
afterAll(() => app.close());

const block = (query: Record<string, unknown>, person = teacher) => person.call(questionBlocks, { query });
const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

async function allBlocks(query: Record<string, unknown>, person: TestPerson): Promise<number[]> {
  const ids: number[] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await block({ ...query, limit: 9, ...(after ? { after } : {}) }, person);
    ids.push(...idsOf(body));
    if (body.cursors.after === null) return ids;
    after = body.cursors.after;
  }
}

test.each<Record<string, unknown>>([
  {},
  ...['title', 'rating', 'approvals', 'dateAdded', 'dateUpdated', 'timesAsked'].flatMap((sort) => ['asc', 'desc'].map((direction) => ({ sort, direction }))),
  { search_text: 'momentum' },
  { search_text: 'momentm' },
  { search_text: 'momentum', sort: 'title', direction: 'asc' },
  { tag: 'forces', scope: 'own', status: 'Approved ?' },
  { past_results: 'never' },
])('blocks hold what the pages hold, in their order: %j', async (query) => {
  for (const person of [teacher, student]) {
    const known = query.past_results === undefined ? query : {};
    const pages = (await person.call(questionList, { query: { ...known, per_page: 200 } })).body;
    expect(await allBlocks(known, person)).toEqual(idsOf(pages));
    expect(pages.data).toHaveLength(QUESTIONS);
    expect((await block({ ...known, skip: 40 }, person)).body).toMatchObject({ total: { count: QUESTIONS, is_more: false }, cursors: { after: null } });
  }
});

test('a cursor of another order or another search is refused in words, and so is what is no cursor', async () => {
  const after = (await block({ limit: 5 })).body.cursors.after;
  const ranked = (await block({ limit: 5, search_text: 'momentum' })).body.cursors.after;
  const forged = Buffer.from(JSON.stringify(['title.desc', "'; DROP TABLE questions; --", '1'])).toString('base64url');
  const words = ['This place in the list is unknown. Reload the list.'];
  for (const query of [
    { after, sort: 'title' },
    { after, search_text: 'momentum' },
    { after: ranked },
    { after: ranked, search_text: 'momentum', sort: 'rating' },
    { after: forged },
    { after: 'x'.repeat(4001) },
  ])
    expect(await block(query)).toMatchObject({ status: 422, body: { errors: { after: words } } });
  expect((await block({ after: forged, sort: 'title' })).status).toBe(200); // a text like any other
  expect((await block({ after: ranked, search_text: 'momentum' })).status).toBe(200);
});

test('rows say no more than those of pages: of other people’s questions students see no key', async () => {
  for (const person of [teacher, student]) {
    const { data } = (await block({ limit: 5 }, person)).body;
    const brief = await app.call(questionList, { query: { per_page: 5 } }, { token: person.token, headers: { prefer: 'return=minimal' } });
    expect(data).toEqual(brief.body.data);
    expect(data.some((row) => 'overall_grade' in row)).toBe(person === teacher);
    expect(data.some((row) => 'responses' in row || 'description' in row)).toBe(false);
  }
  expect((await app.call(questionBlocks, {})).status).toBe(401);
});

test('what is written or deleted between blocks is neither shown twice nor hides others', async () => {
  const first = (await block({ limit: 10 })).body;
  const rest = await allBlocks({}, teacher);
  const references = await makeReferences(app);
  const { question } = (await teacher.call(questionCreate, { body: questionBody(references) })).body;
  await teacher.call(questionDelete, { params: { id: idsOf(first).at(-1)! } });
  const next = (await block({ limit: 10, after: first.cursors.after })).body;
  expect(idsOf(next)).toEqual(rest.slice(10, 20));
  await teacher.call(questionDelete, { params: { id: question.id } });
});
