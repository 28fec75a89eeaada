import { readFileSync } from 'node:fs';
import { nextQuestions, questionList, questionWorth } from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestQuestion } from '../../../testing/scenario.ts';
import { createIdeaScenario } from './testing/idea-scenario.ts';

// These tests have a bank of their own, since an expectation begins with the bank's mean.
let app: TestApp;
let scenario: Scenario;
let given: ReturnType<typeof createIdeaScenario>;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  given = createIdeaScenario(app, scenario);
});
afterAll(() => app.close());

describe('the next question', () => {
  test('[B2501] it is one of what the class believes now, neither too easy nor too hard, and not asked or planned lately', async () => {
    const at = await given.room(4);
    const believed = await given.questionsOf(at);
    const [known, easy, planned] = [await given.questionsOf(at), await given.questionsOf(at), await given.questionsOf(at)];
    const idea = await given.nameIdea(
      at.teacher,
      [believed, known, easy, planned].flatMap((pair) => pair.map((question): [TestQuestion, number[]] => [question, [0]])),
    );
    const elsewhere = await given.room(4, at.schoolId);
    const all = (choice: number) => Array.from({ length: 4 }, () => choice);
    const half = [0, 0, 1, 1];
    await given.hold(at, believed, { 'Form - 1A': [...half], 'Form - 1B': [...half], 'Form - 2': all(1) });
    for (let count = 0; count < 3; count += 1) await given.hold(elsewhere, easy, { 'Form - 1A': all(1), 'Form - 1B': all(1), 'Form - 2': all(1) });
    const few = [0, 0, 0, 1];
    for (let count = 0; count < 2; count += 1) await given.hold(elsewhere, known, { 'Form - 1A': few, 'Form - 1B': few, 'Form - 2': few });
    await scenario.assessment({ owner: at.teacher, schoolId: at.schoolId, classId: at.courseId, questions: planned });
    const ask = async (query: Record<string, unknown> = {}) => at.teacher.call(nextQuestions, { query: { class_id: at.courseId, ...query } });
    const { data } = (await ask()).body;
    expect(data.map(({ question_id }: { question_id: number }) => question_id).sort()).toEqual([known[0].questionId, known[1].questionId].sort());
    const one = data.find(({ question_id }: { question_id: number }) => question_id === known[0].questionId);
    expect(one).toMatchObject({ answered: 8, asked_on: null, ideas: [] });
    expect(one!.expected).toBeGreaterThan(0.35);
    expect(one!.expected).toBeLessThan(0.7);
    expect((await ask({ idea_id: idea })).body.data).toHaveLength(2);
    expect((await ask({ idea_id: 999_999 })).error?.code).toBe('IDEA_NOT_FOUND');
    // after sixty days the class may be asked its own question again, and the sentence has the date
    await app.clock.advanceMs(61 * 86_400_000);
    const token = await app.signIn(at.teacher.accountId);
    const asked = await at.teacher.call(nextQuestions, { query: { class_id: at.courseId } }, { token });
    const later = asked.body.data.find(({ question_id }: { question_id: number }) => question_id === believed[0].questionId);
    expect(later).toMatchObject({ asked_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  });

  test('[ACCESS] it is for the staff of the class', async () => {
    const at = await given.room(1);
    for (const person of [at.otherTeacher, (await given.room(1)).teacher])
      expect((await person.call(nextQuestions, { query: { class_id: at.courseId } })).status).toBe(404);
    expect((await at.coTeacher.call(nextQuestions, { query: { class_id: at.courseId } })).body.data).toEqual([]);
    expect((await at.admin.call(nextQuestions, { query: { class_id: at.courseId } })).status).toBe(200);
  });
});

describe('how good a question is', () => {
  test('[B2502] nothing is said before the fifth lesson; then one word, with the figures behind it', async () => {
    const at = await given.room(6);
    const questions = await given.questionsOf(at);
    const worth = async (person = at.teacher) => person.call(questionWorth, { params: { id: questions[0].questionId } });
    expect((await worth()).body).toMatchObject({ lessons: 0, judged: null });
    const everybody = (choice: number) => [choice, choice, choice, choice, choice, choice];
    for (let count = 0; count < 4; count += 1)
      await given.hold(at, questions, { 'Form - 1A': everybody(1), 'Form - 1B': everybody(1), 'Form - 2': everybody(1) });
    expect((await worth()).body).toMatchObject({ lessons: 4, judged: null });
    await given.hold(at, questions, { 'Form - 1A': everybody(1), 'Form - 1B': everybody(1), 'Form - 2': everybody(1) });
    const { judged, lessons } = (await worth(at.otherTeacher)).body;
    expect(lessons).toBe(5);
    expect(judged).toMatchObject({ worth: 'ask-earlier', share: { value: 1, high: 1 }, gain: null });
    expect((await worth(at.students[0])).status).toBe(403);
    expect((await at.teacher.call(questionWorth, { params: { id: 999_999 } })).error?.code).toBe('QUESTION_NOT_FOUND');
  });

  test('[B2517] the bank shows the word from the fifth lesson on and is filtered by it, for staff alone; questions judged before are analysed once', async () => {
    const at = await given.room(6);
    const questions = await given.questionsOf(at);
    const [{ questionId }] = questions;
    const everybody = (choice: number) => [choice, choice, choice, choice, choice, choice];
    const hold = async () => given.hold(at, questions, { 'Form - 1A': everybody(1), 'Form - 1B': everybody(1), 'Form - 2': everybody(1) });
    const bank = async (query: Record<string, unknown> = {}, person = at.teacher) => {
      const { data } = (await person.call(questionList, { query: { account_id: at.teacher.accountId, ...query } })).body;
      return data as { id: number; figures?: { worth?: string } | null }[];
    };
    const word = async () => (await bank()).find(({ id }) => id === questionId)?.figures?.worth;
    for (let count = 0; count < 4; count += 1) await hold();
    expect(await word()).toBeUndefined();
    expect(await bank({ worth: 'ask-earlier' })).toEqual([]);
    await hold();
    expect(await word()).toBe('ask-earlier');
    expect((await bank({ worth: 'ask-earlier' })).map(({ id }) => id)).toEqual([questionId]);
    expect(await bank({ worth: 'split' })).toEqual([]);
    // a student's filter changes nothing
    expect(await bank({ worth: 'split' }, at.students[0])).toEqual(await bank({}, at.students[0]));
    expect((await at.teacher.call(questionList, { query: { worth: 'best' } })).error?.errors).toHaveProperty('worth');

    await app.db.updateTable('item_figures').set({ worth: null }).where('question_id', '=', questionId).execute();
    const migration = readFileSync(new URL('../../../../migrations/0108_worth_of_questions.sql', import.meta.url), 'utf8');
    await sql.raw(migration.slice(migration.indexOf('INSERT INTO jobs'))).execute(app.db);
    await app.server.jobs.runDue();
    expect(await word()).toBe('ask-earlier');
  });
});
