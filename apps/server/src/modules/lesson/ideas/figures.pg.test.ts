import { type Form, ideaAnswers, ideaEvidence, ideaMerge, ideaTable, nextQuestions, reviewAnswer } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { runLesson } from '../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestClass, type TestPerson } from '../../../testing/scenario.ts';
import { type Choices, createIdeaScenario, FORMS } from './testing/idea-scenario.ts';

let app: TestApp;
let scenario: Scenario;
let given: ReturnType<typeof createIdeaScenario>;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  given = createIdeaScenario(app, scenario);
});
afterAll(() => app.close());

const LEARNED: Choices = { 'Form - 1A': [0, 0, 2, 1, 3], 'Form - 1B': [1, 0, 0, 1, null], 'Form - 2': [1, 0, 2, 1, null] };
const tableOf = async (person: TestPerson, query: Record<string, unknown> = {}) => {
  const { body, error } = await person.call(ideaTable, { query });
  expect(error, JSON.stringify(error)).toBeNull();
  return body;
};
const evidenceOf = async (person: TestPerson, id: number) => (await person.call(ideaEvidence, { params: { id } })).body;

/** Counts an idea again in plain loops over the answers themselves. */
async function recount(at: Pick<TestClass, 'courseId'>, held: ReadonlySet<number>): Promise<Record<Form, { count: number; of: number } | null>> {
  const posts = await app.db
    .selectFrom('live_posts')
    .innerJoin('live_phases', 'live_phases.id', 'live_posts.phase_id')
    .innerJoin('live_sessions', 'live_sessions.id', 'live_posts.session_id')
    .select(['live_posts.response_id', 'live_phases.form', 'live_phases.question_version_id'])
    .where('live_sessions.course_id', '=', at.courseId)
    .where('live_sessions.state', '=', 'finished')
    .execute();
  const versionOf = new Map<number, number>();
  for (const row of await app.db.selectFrom('question_responses').select(['id', 'question_version_id']).execute())
    versionOf.set(row.id, row.question_version_id);
  const offering = new Set([...held].map((id) => versionOf.get(id)));
  const counted = { 'Form - 1A': { count: 0, of: 0 }, 'Form - 1B': { count: 0, of: 0 }, 'Form - 2': { count: 0, of: 0 } };
  for (const { response_id, form, question_version_id } of posts) {
    if (response_id === null || !offering.has(question_version_id)) continue;
    const tally = counted[form as Form];
    tally.of += 1;
    if (held.has(response_id)) tally.count += 1;
  }
  return Object.fromEntries(Object.entries(counted).map(([form, tally]) => [form, tally.of === 0 ? null : tally])) as never;
}

describe('what a class believes', () => {
  test('[B2494] the table shows each idea by lesson, as counted by hand: alone, after talking, and in the transfer question', async () => {
    const at = await given.room();
    const [first, transfer] = await given.questionsOf(at);
    const idea = await given.nameIdea(at.teacher, [
      [first, [0, 2]],
      [transfer, [0]],
    ]);
    const lesson = await given.hold(at, [first, transfer], LEARNED);
    const table = await tableOf(at.teacher);
    expect(table.lessons).toEqual([
      { assessment_id: lesson.assessmentId, title: expect.any(String), class_id: at.courseId, class_name: expect.any(String), held_on: expect.any(String) },
    ]);
    const held = { first: { count: 3, of: 5 }, second: { count: 2, of: 4 }, transfer: { count: 1, of: 4 } };
    expect(table.ideas).toEqual([
      { id: idea, name: expect.any(String), sentence: 'It is so.', total: { ...held, lessons: 1 }, cells: [{ ...held, lesson: 0 }] },
    ]);
    expect(table.has_ideas).toBe(true);
    expect([table.classes, table.levels]).toEqual([[{ id: at.courseId, name: expect.any(String) }], []]);
    expect(table.years).toHaveLength(1);
    expect((await tableOf(at.teacher, { year: table.years[0] })).ideas).toHaveLength(1);
    expect((await tableOf(at.teacher, { year: table.years[0]! - 1 })).ideas).toEqual([]);
  });

  test('[B2495] wrong responses that stand for no idea are listed, those that most chose first, until they are named', async () => {
    const at = await given.room();
    const [first, transfer] = await given.questionsOf(at);
    expect((await tableOf(at.teacher)).has_ideas).toBe(false);
    await given.hold(at, [first, transfer], LEARNED);
    const { unnamed, ideas: none, has_ideas } = await tableOf(at.teacher);
    expect([none, has_ideas]).toEqual([[], false]);
    expect(unnamed.map(({ title, first: chosen, second }: { title: string; first: unknown; second: unknown }) => [title, chosen, second])).toEqual([
      [first.titles[0], { count: 2, of: 5 }, { count: 2, of: 4 }],
      [first.titles[2], { count: 1, of: 5 }, { count: 0, of: 4 }],
      [first.titles[3], { count: 1, of: 5 }, { count: 0, of: 4 }],
    ]);
    await given.nameIdea(at.teacher, [[first, [0]]]);
    expect((await tableOf(at.teacher)).unnamed.map(({ title }: { title: string }) => title)).toEqual([first.titles[2], first.titles[3]]);
  });

  test('[B2496] every figure of an idea agrees with the answers themselves, counted again in plain loops, over lessons, classes and versions', async () => {
    const at = await given.room(6);
    const other = { ...(await given.room(6, at.schoolId)), teacher: at.teacher };
    const questions = await given.questionsOf(at);
    const idea = await given.nameIdea(at.teacher, [
      [questions[0], [0, 3]],
      [questions[1], [2]],
    ]);
    let seed = 5;
    const draw = () => ((seed = (seed * 48_271) % 2_147_483_647) % 5) - 1;
    const random = (): Choices =>
      Object.fromEntries(FORMS.map((form) => [form, Array.from({ length: 6 }, () => draw()).map((choice) => (choice < 0 ? null : choice))]));
    for (const [where, swap] of [
      [at, false],
      [at, true],
      [at, false],
    ] as const)
      await given.hold(where, swap ? [questions[1], questions[0]] : questions, random());
    const [one, , , two] = await given.responsesOf(questions[0]);
    const [, , three] = await given.responsesOf(questions[1]);
    const counted = await recount(at, new Set([one, two, three] as number[]));
    const { total } = (await tableOf(at.teacher, { class_id: at.courseId })).ideas.find(({ id }) => id === idea)!;
    expect(total).toEqual({ lessons: 3, first: counted['Form - 1A'], second: counted['Form - 1B'], transfer: counted['Form - 2'] });
    const { groups, total: all, questions: asked } = await evidenceOf(at.teacher, idea);
    expect(groups).toMatchObject([
      { class_id: at.courseId, lessons: 3, first: counted['Form - 1A'], second: counted['Form - 1B'], transfer: counted['Form - 2'] },
    ]);
    expect(all).toMatchObject({ first: counted['Form - 1A'], second: counted['Form - 1B'], transfer: counted['Form - 2'], week: null, weeks: null });
    const sum = (key: 'first' | 'transfer') => asked.reduce((count, question) => count + (question[key]?.of ?? 0), 0);
    expect([sum('first'), sum('transfer')]).toEqual([counted['Form - 1A']?.of, counted['Form - 2']?.of]);
    expect(other.courseId).not.toBe(at.courseId);
  });

  test('[B2497] answers to reviews count a week later and three weeks later', async () => {
    const at = await given.room(3);
    const questions = await given.questionsOf(at);
    const idea = await given.nameIdea(at.teacher, [[questions[1], [0]]]);
    await given.hold(at, questions, { 'Form - 1A': [0, 0, 1], 'Form - 1B': [1, 1, 1], 'Form - 2': [1, 1, 1] });
    await app.clock.advanceMs(8 * 86_400_000);
    const choices = await given.responsesOf(questions[1]);
    const due = await app.db.selectFrom('reviews').selectAll().where('question_version_id', '=', questions[1].versionId).orderBy('account_id').execute();
    expect(due).toHaveLength(3);
    const person = (accountId: number) => at.students.find((student) => student.accountId === accountId) as TestPerson;
    for (const [index, review] of due.slice(0, 2).entries()) {
      const body = { review_id: review.id, response_id: choices[index === 0 ? 0 : 1]! };
      expect((await person(review.account_id).call(reviewAnswer, { body })).error).toBeNull();
    }
    const { total, groups } = await evidenceOf(at.teacher, idea);
    expect([total.week, total.weeks]).toEqual([{ count: 1, of: 2 }, null]);
    expect(groups[0]!.week).toEqual({ count: 1, of: 2 });
    await app.clock.advanceMs(15 * 86_400_000);
    const again = await app.db.selectFrom('reviews').selectAll().where('round', '=', 2).where('account_id', '=', due[0]!.account_id).executeTakeFirstOrThrow();
    await person(again.account_id).call(reviewAnswer, { body: { review_id: again.id, response_id: choices[1]! } });
    expect((await evidenceOf(at.teacher, idea)).total.weeks).toEqual({ count: 0, of: 1 });
  });

  test('[ACCESS] [B2498] a teacher sees own classes; other teachers’ lessons are one sum from five by two on; an Admin sees the school; students nothing', async () => {
    const at = await given.room();
    const questions = await given.questionsOf(at);
    const idea = await given.nameIdea(at.teacher, [[questions[0], [0]]]);
    const [bea, cai] = [await given.room(2, at.schoolId), await given.room(2, at.schoolId)];
    await given.hold(at, questions, LEARNED);
    for (const other of [bea, bea, bea, cai]) await given.hold(other, questions, { 'Form - 1A': [0, 1], 'Form - 1B': [0, 1], 'Form - 2': [1, 1] });
    expect((await evidenceOf(at.teacher, idea)).others).toBeNull();
    expect((await tableOf(at.teacher)).lessons).toHaveLength(1);
    await given.hold(cai, questions, { 'Form - 1A': [0, 1], 'Form - 1B': [0, 1], 'Form - 2': [1, 1] });
    const { others, groups } = await evidenceOf(at.teacher, idea);
    expect(others).toEqual({ lessons: 5, first: { count: 5, of: 10 }, second: { count: 5, of: 10 }, transfer: null });
    expect(groups).toHaveLength(1);
    const ofAdmin = await evidenceOf(at.admin, idea);
    expect([ofAdmin.groups.length, ofAdmin.others]).toEqual([3, null]);
    expect((await tableOf(at.admin, { school_id: at.schoolId })).lessons).toHaveLength(6);
    const schoolsOf = async (person: typeof at.admin, query = {}) => (await tableOf(person, query)).schools?.map(({ id }: { id: number }) => id);
    expect(await schoolsOf(at.teacher)).toEqual([at.schoolId]);
    expect(await schoolsOf(at.otherTeacher)).toEqual([]);
    expect(await schoolsOf(at.admin)).toContain(at.schoolId);
    expect(await schoolsOf(at.admin, { school_id: at.schoolId })).toEqual(await schoolsOf(at.admin));
    expect((await at.otherTeacher.call(ideaTable, { query: { class_id: at.courseId } })).status).toBe(404);
    const abroad = await given.room(1);
    for (const query of [{ class_id: at.courseId }, { school_id: at.schoolId }])
      expect([403, 404]).toContain((await abroad.teacher.call(ideaTable, { query })).status);
    expect((await abroad.teacher.call(ideaEvidence, { params: { id: idea } })).error?.code).toBe('IDEA_NOT_FOUND');
    for (const endpoint of [ideaTable, nextQuestions]) expect((await at.students[0]!.call(endpoint, { query: { class_id: at.courseId } })).status).toBe(403);
    expect((await at.students[0]!.call(ideaEvidence, { params: { id: idea } })).status).toBe(403);
    expect((await at.teacher.call(ideaTable, { query: { year: 'soon' } })).error?.errors).toEqual({
      year: ['The school year must be a year from 1900 to 2199, such as 2026'],
    });
  });

  test('[B2499] a merged idea is found under its old number, with the evidence of both', async () => {
    const at = await given.room();
    const questions = await given.questionsOf(at);
    const [one, other] = [await given.nameIdea(at.teacher, [[questions[0], [0]]]), await given.nameIdea(at.teacher, [[questions[0], [2]]])];
    await given.hold(at, questions, LEARNED);
    expect((await evidenceOf(at.teacher, one)).total.first).toEqual({ count: 2, of: 5 });
    await at.teacher.call(ideaMerge, { params: { id: one }, body: { into_id: other } });
    const found = await evidenceOf(at.teacher, one);
    expect([found.idea.id, found.total.first]).toEqual([other, { count: 3, of: 5 }]);
  });
});

describe('the answers behind a figure', () => {
  test('[B2500] staff of the class read who held an idea, in which words, and what stood in sight of those who left it; hidden words are not among them', async () => {
    const at = await given.room();
    const questions = await given.questionsOf(at);
    const idea = await given.nameIdea(at.teacher, [[questions[0], [0]]]);
    const lesson = await given.hold(at, questions, LEARNED, (student, form) => `Words of ${student} in ${form}`);
    const query = { assessment_id: lesson.assessmentId };
    const read = async (person: TestPerson) => person.call(ideaAnswers, { params: { id: idea }, query });
    const { questions: offered } = (await read(at.coTeacher)).body;
    expect(offered).toHaveLength(1);
    expect(offered[0]).toMatchObject({
      position: 1,
      responses: [questions[0].titles[0]],
      first: { count: 2, of: 5 },
      second: { count: 2, of: 4 },
      transfer: null,
    });
    expect(offered[0]!.holders.map(({ account_id, after, is_left }) => [account_id, after, is_left])).toEqual([
      [at.students[0]!.accountId, questions[0].titles[1], true],
      [at.students[1]!.accountId, questions[0].titles[0], false],
    ]);
    const [reason, ...more] = offered[0]!.reasons;
    expect(more).toEqual([]);
    expect(reason).toMatchObject({
      response: questions[0].titles[1],
      is_valid: true,
      moved: 1,
      was_dealt: false,
      author: expect.stringContaining(at.students[3]!.lastName),
    });
    expect(JSON.stringify(reason!.comment)).toContain('Words of 3 in Form - 1A');
    // across classes without names
    const { reasons } = await evidenceOf(at.teacher, idea);
    expect(reasons).toHaveLength(1);
    expect(Object.keys(reasons[0]!).sort()).toEqual(['comment', 'is_valid', 'moved', 'response', 'was_dealt']);
    expect((await evidenceOf(at.otherTeacher, idea)).reasons).toHaveLength(1);
    expect((await read(at.otherTeacher)).error?.code).toBe('ASSESSMENT_NOT_FOUND');
    expect((await read(at.students[0] as TestPerson)).status).toBe(403);
    await app.db.updateTable('live_posts').set({ is_censored: true }).where('session_id', '=', lesson.sessionId).execute();
    expect((await read(at.teacher)).body.questions[0]!.reasons).toEqual([]);
  });

  test('a lesson that runs has none yet, and an unknown idea is not found', async () => {
    const lesson = await runLesson(app, await scenario.lesson({ students: 1 }));
    const idea = await given.nameIdea(lesson.teacher, [[lesson.first, [0]]]);
    const query = { assessment_id: lesson.assessmentId };
    expect((await lesson.teacher.call(ideaAnswers, { params: { id: idea }, query })).error?.code).toBe('SNAPSHOT_MISSING');
    expect((await lesson.teacher.call(ideaAnswers, { params: { id: 999_999 }, query })).error?.code).toBe('IDEA_NOT_FOUND');
  });
});
