import { ideaMerge, ideaName, ideas, lessonIdeas, questionIdeas } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { runLesson } from '../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestClass, type TestPerson, type TestQuestion } from '../../../testing/scenario.ts';
import { createQuestion, editQuestion, markUsed } from '../../bank/questions/index.ts';

let app: TestApp;
let scenario: Scenario;
let room: TestClass;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  room = await scenario.class({ students: 1 });
});
afterAll(() => app.close());

const SENTENCE = 'A lamp uses up some of the current.';
let made = 0;
async function makeIdea(person: TestPerson, body: Record<string, unknown> = {}): Promise<number> {
  made += 1;
  const reply = await person.call(ideas.endpoints.create, { body: { name: `Idea ${made}`, sentence: SENTENCE, ...body } });
  expect(reply.error, JSON.stringify(reply.error)).toBeNull();
  return reply.body.idea.id as number;
}
const responsesOf = async (question: TestQuestion): Promise<number[]> =>
  (await app.db.selectFrom('question_responses').select('id').where('question_version_id', '=', question.versionId).orderBy('position').execute()).map(
    ({ id }) => id,
  );
const name = (
  person: TestPerson,
  responses: { response_id: number; idea_id: number | null; seen_idea_id?: number | null }[],
  more: Record<string, unknown> = {},
) => person.call(ideaName, { body: { responses, ...more } });
const ideasOf = async (person: TestPerson, questionId: number) =>
  (await person.call(questionIdeas, { params: { id: questionId } })).body.responses.map(({ idea }: { idea: { id: number } | null }) => idea?.id ?? null);

describe('naming', () => {
  test('[B2484] a wrong response stands for one idea in its school; naming it again replaces it, and what came before is returned to undo it', async () => {
    const question = await scenario.question(room.teacher, room.schoolId);
    const [a = 0, , c = 0, d = 0] = await responsesOf(question);
    const [one, other] = [await makeIdea(room.teacher), await makeIdea(room.otherTeacher)];
    expect((await name(room.teacher, [{ response_id: a, idea_id: one }])).body).toMatchObject({
      message: expect.stringMatching(/^1 response now stands for “Idea \d+”\.$/),
      before: [{ response_id: a, idea_id: null }],
    });
    const step = await name(room.otherTeacher, [
      { response_id: a, idea_id: other },
      { response_id: c, idea_id: other },
      { response_id: d, idea_id: null },
    ]);
    expect(step.body.before).toEqual([
      { response_id: a, idea_id: one },
      { response_id: c, idea_id: null },
    ]);
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([other, null, other, null]);
    await name(room.otherTeacher, step.body.before);
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([one, null, null, null]);
    const [first] = (await room.otherTeacher.call(questionIdeas, { params: { id: question.questionId } })).body.responses;
    expect(first!.named_by).toBe(`${room.otherTeacher.firstName} ${room.otherTeacher.lastName}`);
    expect(first!.proposals).toEqual([]);
  });

  test('[B2485] it stands for it in every version, as long as it is wrong there, by its words and not by its place', async () => {
    const content = (titles: string[], valid: number) => ({
      title: 'Batteries',
      description: 'Which lamp is brighter?',
      published_state: 'PUBLISHED' as const,
      responses: titles.map((title, index) => ({ title, description: 'Because.', match_label: 'x', is_valid: index === valid })),
    });
    const first = await inTransaction(app.db, (tx) =>
      createQuestion(tx, { authorId: room.teacher.accountId, schoolId: room.schoolId, ...content(['The first', 'The second', '$V$', '$v$'], 1) }),
    );
    await inTransaction(app.db, (tx) => markUsed(tx, [first.versionId]));
    const [a = 0, , upper = 0, lower = 0] = await responsesOf({ ...first, title: '', titles: [] });
    const [idea, volt, small] = [await makeIdea(room.teacher), await makeIdea(room.teacher), await makeIdea(room.teacher)];
    await name(room.teacher, [
      { response_id: a, idea_id: idea },
      { response_id: upper, idea_id: volt },
      { response_id: lower, idea_id: small },
    ]);
    const edit = (titles: string[], valid: number) =>
      inTransaction(app.db, (tx) =>
        editQuestion(tx, {
          questionId: first.questionId,
          editor: { accountId: room.teacher.accountId, schoolId: room.schoolId },
          content: content(titles, valid),
        }),
      );
    await edit(['The second', '  THE  FIRST ', '$v$', '$V$'], 0);
    expect(await ideasOf(room.teacher, first.questionId)).toEqual([null, idea, small, volt]);
    // the key of the later version is another one: there it counts for nothing
    await edit(['The second', 'The first', '$v$', '$V$'], 1);
    expect(await ideasOf(room.teacher, first.questionId)).toEqual([null, null, small, volt]);
  });

  test('[B2486] two who name one response at the same moment: the second learns who named it what, and nothing of theirs is stored', async () => {
    const question = await scenario.question(room.teacher, room.schoolId);
    const [a = 0, , c = 0] = await responsesOf(question);
    const [one, other] = [await makeIdea(room.teacher), await makeIdea(room.otherTeacher)];
    const both = await Promise.all([
      name(room.teacher, [{ response_id: a, idea_id: one, seen_idea_id: null }]),
      name(room.otherTeacher, [
        { response_id: c, idea_id: other, seen_idea_id: null },
        { response_id: a, idea_id: other, seen_idea_id: null },
      ]),
    ]);
    const refused = both.find(({ status }) => status !== 200)!;
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(refused.error?.code).toBe('IDEA_NAMED');
    expect(refused.error?.message).toContain(question.titles[0]);
    const now = await ideasOf(room.teacher, question.questionId);
    expect(now).toEqual(both[0] === refused ? [other, null, other, null] : [one, null, null, null]);
    // having looked, the last one may replace it; and sending the same twice changes nothing
    expect((await name(room.teacher, [{ response_id: a, idea_id: one, seen_idea_id: now[0] }])).status).toBe(200);
    expect((await name(room.teacher, [{ response_id: a, idea_id: one, seen_idea_id: null }])).body.before).toEqual([]);
  });

  test('[B2487] right responses, unknown ids, more than 100, and ideas of other schools are refused', async () => {
    const question = await scenario.question(room.teacher, room.schoolId);
    const [a = 0, right = 0] = await responsesOf(question);
    const idea = await makeIdea(room.teacher);
    const abroad = await scenario.class({ students: 0 });
    const [foreign, shared] = [await makeIdea(abroad.teacher), await makeIdea(abroad.teacher, { is_shared: true })];
    expect((await name(room.teacher, [{ response_id: right, idea_id: idea }])).error?.errors).toEqual({
      responses: ['A right response stands for no idea. Choose a wrong one.'],
    });
    for (const idea_id of [foreign, 999_999_999]) expect((await name(room.teacher, [{ response_id: a, idea_id }])).error?.code).toBe('IDEA_NOT_FOUND');
    expect((await name(room.teacher, [{ response_id: 999_999_999, idea_id: idea }])).error?.code).toBe('QUESTION_NOT_FOUND');
    for (const responses of [[], Array.from({ length: 101 }, () => ({ response_id: a, idea_id: idea }))])
      expect((await name(room.teacher, responses)).error?.errors).toHaveProperty('responses');
    expect((await name(room.teacher, [{ response_id: a, idea_id: idea }], { school_id: abroad.schoolId })).error?.errors).toHaveProperty('school_id');
    expect((await name(room.admin, [{ response_id: a, idea_id: idea }], { school_id: 999_999_999 })).error?.errors).toHaveProperty('school_id');
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([null, null, null, null]);
    // a shared one may be used, and the other school's figures and names stay there
    expect((await name(room.teacher, [{ response_id: a, idea_id: shared }])).status).toBe(200);
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([shared, null, null, null]);
    expect(await ideasOf(abroad.teacher, question.questionId)).toEqual([null, null, null, null]);
    expect((await name(room.admin, [{ response_id: a, idea_id: foreign }], { school_id: abroad.schoolId })).status).toBe(200);
    expect(await ideasOf(abroad.teacher, question.questionId)).toEqual([foreign, null, null, null]);
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([shared, null, null, null]);
  });

  test('[ACCESS] students neither see ideas nor name; a stranger is asked to sign in', async () => {
    const question = await scenario.question(room.teacher, room.schoolId);
    const [a = 0] = await responsesOf(question);
    const [student] = room.students as [TestPerson];
    const idea = await makeIdea(room.teacher);
    expect((await name(student, [{ response_id: a, idea_id: idea }])).status).toBe(403);
    expect((await student.call(questionIdeas, { params: { id: question.questionId } })).status).toBe(403);
    expect((await student.call(ideas.endpoints.list)).status).toBe(403);
    expect((await app.call(questionIdeas, { params: { id: question.questionId } })).status).toBe(401);
    expect((await room.teacher.call(questionIdeas, { params: { id: 999_999 } })).error?.code).toBe('QUESTION_NOT_FOUND');
  });
});

describe('proposals', () => {
  const ask = (author: TestPerson, schoolId: number, responses: { title: string; description: string; match_label?: string }[]) =>
    inTransaction(app.db, (tx) =>
      createQuestion(tx, {
        authorId: author.accountId,
        schoolId,
        title: 'Circuits',
        description: 'What happens?',
        published_state: 'PUBLISHED',
        responses: [
          { title: 'It stays the same everywhere', description: 'Right.', is_valid: true },
          ...responses.map((one) => ({ match_label: '', is_valid: false, ...one })),
        ],
      }),
    );

  test('[B2488] an equal response, a similar one, a match level of one idea alone, and an idea’s own words are proposed, with the reason', async () => {
    const school = await scenario.class({ students: 0 });
    const idea = await makeIdea(school.teacher, { name: 'Current is used up', sentence: SENTENCE });
    const other = await makeIdea(school.teacher, { name: 'Heavier falls faster', sentence: 'A heavy thing falls faster than a light one.' });
    const source = await ask(school.teacher, school.schoolId, [
      { title: 'Less current comes back', description: 'The lamp has used some of it.', match_label: 'attrition' },
      { title: 'The stone lands first', description: 'It weighs more.', match_label: '2' },
    ]);
    const ids = await responsesOf({ ...source, title: '', titles: [] });
    await name(school.teacher, [
      { response_id: ids[1]!, idea_id: idea },
      { response_id: ids[2]!, idea_id: other },
    ]);
    const target = await ask(school.teacher, school.schoolId, [
      { title: 'LESS current comes  back', description: 'Something else entirely.' },
      { title: 'Less current comes back to it', description: '' },
      { title: 'Nothing', description: 'Just so.', match_label: 'attrition' },
      { title: 'All the current is used up', description: '' },
      { title: 'Purple', description: 'A nice color.', match_label: '2' },
    ]);
    const { responses } = (await school.teacher.call(questionIdeas, { params: { id: target.questionId } })).body;
    const said = responses.map(({ proposals }: { proposals: { idea: { id: number }; why: string; words: string }[] }) =>
      proposals.map(({ idea: proposed, why, words }) => [proposed.id, why, words]),
    );
    expect(said).toEqual([
      [],
      [[idea, 'same-words', 'Less current comes back']],
      [[idea, 'similar-words', 'Less current comes back']],
      [[idea, 'match-level', 'attrition']],
      [[idea, 'idea-words', 'Current is used up']],
      [],
    ]);
    // nobody proposes across schools what is not shared
    const abroad = await scenario.class({ students: 0 });
    const elsewhere = (await abroad.teacher.call(questionIdeas, { params: { id: target.questionId } })).body.responses;
    expect(elsewhere.flatMap(({ proposals }: { proposals: unknown[] }) => proposals)).toEqual([]);
  });
});

describe('a list of ideas', () => {
  test('[B2489] a name is used once in a school, in any script; invisible names are refused, and 200 ideas are listed', async () => {
    const school = await scenario.class({ students: 0 });
    const names = [
      'Strom wird verbraucht',
      'Le courant s’use',
      'التيار يُستهلك',
      'זרם נצרך',
      '電流は消費される',
      '电流被消耗',
      '전류가 소모된다',
      'धारा खत्म होती है',
      'Ток расходуется',
      'Το ρεύμα ξοδεύεται',
    ];
    for (const one of names) await makeIdea(school.teacher, { name: one });
    for (const one of [names[0]!.toUpperCase(), names[9]!])
      expect((await school.otherTeacher.call(ideas.endpoints.create, { body: { name: one, sentence: SENTENCE } })).error?.errors).toEqual({
        name: ['Your school already has an idea with this name. Choose another name, or use that idea.'],
      });
    for (const one of ['', ' ', '\u200b\u2060', 'x'.repeat(101)])
      expect((await school.teacher.call(ideas.endpoints.create, { body: { name: one, sentence: SENTENCE } })).error?.errors).toHaveProperty('name');
    for (let count = names.length; count < 200; count += 1) await makeIdea(school.teacher, { name: `Number ${count}` });
    const all = await school.teacher.call(ideas.endpoints.list, { query: { per_page: 0 } });
    const ofSchool = all.body.data.filter(({ school_id }) => school_id === school.schoolId);
    expect(ofSchool).toHaveLength(200);
    // the same name in another school is another idea
    const abroad = await scenario.class({ students: 0 });
    await makeIdea(abroad.teacher, { name: names[0] });
    const seen = (await abroad.teacher.call(ideas.endpoints.list, { query: { search_text: names[0] } })).body.data;
    expect(seen.map(({ school_id }) => school_id)).toEqual([abroad.schoolId]);
  });

  test('[B2490] a shared idea is seen and used elsewhere and changed only at home; in use elsewhere it stays shared', async () => {
    const [home, abroad] = [await scenario.class({ students: 0 }), await scenario.class({ students: 0 })];
    const idea = await makeIdea(home.teacher, { is_shared: true });
    const change = (person: TestPerson, body: Record<string, unknown>) =>
      person.call(ideas.endpoints.update, { params: { id: idea }, body: { name: 'Renamed', sentence: SENTENCE, is_shared: true, ...body } });
    expect((await abroad.teacher.call(ideas.endpoints.get, { params: { id: idea } })).status).toBe(200);
    expect((await change(abroad.teacher, {})).error?.code).toBe('IDEA_OF_OTHERS');
    expect((await abroad.teacher.call(ideas.endpoints.remove, { params: { id: idea } })).error?.code).toBe('IDEA_OF_OTHERS');
    expect((await home.otherTeacher.call(ideas.endpoints.remove, { params: { id: idea } })).error?.code).toBe('IDEA_OF_OTHERS');
    expect((await change(home.otherTeacher, {})).status).toBe(200);
    const question = await scenario.question(abroad.teacher, abroad.schoolId);
    const [a = 0] = await responsesOf(question);
    await name(abroad.teacher, [{ response_id: a, idea_id: idea }]);
    expect((await change(home.teacher, { is_shared: false })).error?.errors).toHaveProperty('is_shared');
    expect((await home.teacher.call(ideas.endpoints.remove, { params: { id: idea } })).error?.code).toBe('IN_USE');
    await name(abroad.teacher, [{ response_id: a, idea_id: null }]);
    expect((await change(home.teacher, { is_shared: false })).status).toBe(200);
    expect((await abroad.teacher.call(ideas.endpoints.get, { params: { id: idea } })).status).toBe(404);
  });

  test('[B2491] deleting an idea unmaps its responses, and restoring it brings them back', async () => {
    const question = await scenario.question(room.teacher, room.schoolId);
    const [a = 0] = await responsesOf(question);
    const idea = await makeIdea(room.teacher);
    await name(room.teacher, [{ response_id: a, idea_id: idea }]);
    expect((await room.teacher.call(ideas.endpoints.remove, { params: { id: idea } })).status).toBe(200);
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([null, null, null, null]);
    expect((await room.teacher.call(ideas.endpoints.restore, { params: { id: idea } })).status).toBe(200);
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([idea, null, null, null]);
  });

  test('[B2492] merging moves every response, also of ideas merged before; restoring undoes it', async () => {
    const question = await scenario.question(room.teacher, room.schoolId);
    const [a = 0, , c = 0] = await responsesOf(question);
    const [one, two, three] = [await makeIdea(room.teacher), await makeIdea(room.teacher), await makeIdea(room.teacher)];
    const merge = (person: TestPerson, id: number, into_id: number) => person.call(ideaMerge, { params: { id }, body: { into_id } });
    await name(room.teacher, [
      { response_id: a, idea_id: one },
      { response_id: c, idea_id: two },
    ]);
    expect((await merge(room.otherTeacher, one, two)).error?.code).toBe('IDEA_OF_OTHERS');
    expect((await merge(room.teacher, one, one)).error?.errors).toHaveProperty('into_id');
    expect((await merge(room.teacher, one, 999_999_999)).error?.code).toBe('IDEA_NOT_FOUND');
    expect((await merge(room.teacher, 999_999_999, one)).status).toBe(404);
    expect((await merge(room.students[0] as TestPerson, one, two)).status).toBe(403);
    expect((await merge(room.teacher, one, two)).body.idea.id).toBe(two);
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([two, null, two, null]);
    await merge(room.admin, two, three);
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([three, null, three, null]);
    expect((await merge(room.teacher, three, two)).error?.code).toBe('IDEA_NOT_FOUND');
    await room.teacher.call(ideas.endpoints.restore, { params: { id: one } });
    expect(await ideasOf(room.teacher, question.questionId)).toEqual([one, null, three, null]);
  });
});

test('[B2493] the staff of a lesson see the ideas of its responses; students’ own calls never hold one', async () => {
  const lesson = await runLesson(app, await scenario.lesson({ students: 2 }));
  const choices = await lesson.choices('Form - 1A');
  const idea = await makeIdea(lesson.teacher);
  await name(lesson.teacher, [{ response_id: choices[0]!, idea_id: idea }]);
  const query = { assessment_id: lesson.assessmentId };
  expect((await lesson.coTeacher.call(lessonIdeas, { query })).body.responses).toEqual([
    { position: 1, response_id: choices[0], idea: { id: idea, name: expect.any(String), sentence: SENTENCE } },
  ]);
  expect((await lesson.otherTeacher.call(lessonIdeas, { query })).error?.code).toBe('ASSESSMENT_NOT_FOUND');
  expect((await lesson.students[0]!.call(lessonIdeas, { query })).status).toBe(403);
});
