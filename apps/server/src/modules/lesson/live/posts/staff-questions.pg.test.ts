import { channels, liveAsk, liveNotes, liveQuestions, liveQuestionSettle } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hear, startTestApp, type TestApp, until } from '../../../../testing/index.ts';
import { startLesson } from '../../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../../testing/scenario.ts';
import { HOSTILE_TEXTS } from './testing/discussion.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

async function running() {
  const lesson = await startLesson(app, scenario, { students: 3 });
  const query = { assessment_id: lesson.assessmentId };
  return {
    ...lesson,
    ask: (person: TestPerson, question: unknown) => person.call(liveAsk, { body: { ...query, question } }),
    asked: async (person = lesson.teacher) => (await person.call(liveQuestions, { query })).body.questions,
    settle: (person: TestPerson, question_id: number, answer?: unknown) =>
      person.call(liveQuestionSettle, { body: { question_id, ...(answer === undefined ? {} : { answer }) } }),
    notes: async (person: TestPerson) => (await person.call(liveNotes, { query })).body.questions,
  };
}

describe('a line to the teacher', () => {
  test('[B2219] [LIVE-115] a question reaches the staff with its name, and nobody else; the answer reaches its author alone', async () => {
    const lesson = await running();
    const [ann, ben] = lesson.students as [TestPerson, TestPerson];
    const [desk, classEar, own] = [
      await hear(app, lesson.teacher, channels.staff(lesson.assessmentId)),
      await hear(app, ben, channels.assessment(lesson.assessmentId)),
      await hear(app, ann, channels.account(ann.accountId)),
    ];
    const { body } = await lesson.ask(ann, HOSTILE_TEXTS[4]);
    const { id } = body.question;
    expect(body.question).toMatchObject({ question: HOSTILE_TEXTS[4], answer: null, settled_at: null });
    await until(() => desk.events.some(({ name }) => name === 'assessment.questions.changed'), 'the question');
    expect(await lesson.asked(lesson.coTeacher)).toMatchObject([{ id, account_id: ann.accountId, name: `${ann.firstName} ${ann.lastName}` }]);
    expect(await lesson.notes(ben)).toEqual([]);
    const answered = await lesson.settle(lesson.teacher, id, 'Lamp 1 is on the left.');
    expect(answered.body.question).toMatchObject({ answer: 'Lamp 1 is on the left.', settled_at: expect.stringMatching(/Z$/) });
    await until(() => own.events.some(({ name }) => name === 'own-notes.changed'), 'the answer');
    expect(await lesson.notes(ann)).toMatchObject([{ id, answer: 'Lamp 1 is on the left.' }]);
    // a question that was read out has no answer
    const second = (await lesson.ask(ben, 'May I go?')).body.question.id as number;
    expect((await lesson.settle(lesson.teacher, second)).body.question).toMatchObject({ answer: null, settled_at: expect.any(String) });
    expect(classEar.events.filter(({ name }) => /question/.test(name))).toEqual([]);
    for (const ear of [desk, classEar, own]) ear.close();
  });

  test('[B2220] an empty question, 501 characters, too fast, too many, by staff, of another class, and when nothing runs', async () => {
    const lesson = await running();
    const [ann, ben, cem] = lesson.students as [TestPerson, TestPerson, TestPerson];
    const codes = async (reply: ReturnType<typeof lesson.ask>) => {
      const { status, error } = await reply;
      return [status, error?.code, Object.keys(error?.errors ?? {})[0]];
    };
    expect(await codes(lesson.ask(ann, ' \u200b '))).toEqual([422, 'VALIDATION_FAILED', 'question']);
    expect(await codes(lesson.ask(ann, 'x'.repeat(501)))).toEqual([422, 'VALIDATION_FAILED', 'question']);
    expect((await lesson.ask(ann, 'x'.repeat(500))).status).toBe(200);
    expect(await codes(lesson.ask(lesson.otherStudent, 'Hello?'))).toEqual([404, 'ASSESSMENT_NOT_FOUND', undefined]);
    expect(await codes(lesson.ask(lesson.teacher, 'Hello?'))).toEqual([403, 'NOT_ALLOWED', undefined]);
    const { id } = (await lesson.ask(ben, 'Why?')).body.question;
    expect(await codes(lesson.settle(ben, id, 'So'))).toEqual([403, 'NOT_ALLOWED', undefined]);
    expect(await codes(lesson.settle(lesson.otherTeacher, id, 'So'))).toEqual([404, 'QUESTION_NOT_FOUND', undefined]);
    expect(await codes(lesson.settle(lesson.teacher, 999_999, 'So'))).toEqual([404, 'QUESTION_NOT_FOUND', undefined]);
    expect(await codes(lesson.settle(lesson.teacher, id, 'x'.repeat(501)))).toEqual([422, 'VALIDATION_FAILED', 'answer']);
    expect((await lesson.settle(lesson.teacher, id)).status).toBe(200);
    expect(await codes(lesson.settle(lesson.coTeacher, id, 'So'))).toEqual([409, 'QUESTION_SETTLED', undefined]);
    let refused = await lesson.ask(cem, 'First');
    for (let index = 0; index < 30 && !refused.error; index += 1) refused = await lesson.ask(cem, `Question ${index}`); // a slow machine gives time
    expect([refused.status, refused.error?.code]).toEqual([429, 'COMMENTS_TOO_FAST']);
    for (let index = 0; index < 29; index += 1)
      await app.db.insertInto('live_questions_to_staff').values({ session_id: lesson.sessionId, account_id: ann.accountId, question: 'Q' }).execute();
    expect(await codes(lesson.ask(ann, 'One more'))).toEqual([409, 'QUESTIONS_USED_UP', undefined]);
    for (const step of ['re-assign', 'next', 'finished'] as const) await lesson.step(step);
    expect(await codes(lesson.ask(ben, 'Anybody?'))).toEqual([409, 'SESSION_NOT_RUNNING', undefined]);
    expect(await lesson.asked()).not.toHaveLength(0); // they stay with the lesson
  });
});
