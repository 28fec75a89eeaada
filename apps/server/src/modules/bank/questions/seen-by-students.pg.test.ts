import {
  liveClose,
  questionBlocks,
  questionCopy,
  questionCreate,
  questionDelete,
  questionGet,
  questionList,
  questionReview,
  questionTagList,
  questionStatusUpdate,
  questionUpdate,
  questionVersionList,
  type QuestionView,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom, runLesson, startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestLesson, type TestPerson } from '../../../testing/scenario.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let references: TestReferences;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  references = await makeReferences(app);
});
afterAll(() => app.close());

const KEYS_OF_QUESTION = ['overall_grade', 'rubrics', 'open_response', 'open_response_grade', 'assessment_count'];
const KEYS_OF_RESPONSE = ['is_valid', 'match_label', 'sub_grade', 'rubric', 'description'];

/** Returns everything in a response that could reveal the right response. */
function keysIn(question: QuestionView): string[] {
  return [...KEYS_OF_QUESTION.filter((key) => key in question), ...question.responses.flatMap((response) => KEYS_OF_RESPONSE.filter((key) => key in response))];
}

const listed = async (person: TestPerson, query: Record<string, unknown> = {}): Promise<QuestionView[]> =>
  (await person.call(questionList, { query: { per_page: 200, ...query } })).body.questions;
const sees = async (person: TestPerson, id: number): Promise<boolean> => {
  const { status } = await person.call(questionGet, { params: { id } });
  const inList = (await listed(person)).some((question) => question.id === id);
  const blocks = (await person.call(questionBlocks, { query: { limit: 500 } })).body.data;
  const inBlocks = blocks.some((question) => question.id === id);
  expect([id, inList, inBlocks]).toEqual([id, status === 200, status === 200]); // list, blocks and address never differ
  return status === 200;
};
const seen = async (person: TestPerson, { first, transfer }: TestLesson): Promise<[boolean, boolean]> => [
  await sees(person, first.questionId),
  await sees(person, transfer.questionId),
];

describe('[Q224] questions of an unfinished assessment', () => {
  test('are hidden from the students of its class until each form opens, step by step', async () => {
    const lesson = await scenario.lesson({ students: 2 });
    const [student] = lesson.students as [TestPerson];
    expect(await seen(student, lesson)).toEqual([false, false]);
    const run = await runLesson(app, lesson);
    expect(await seen(student, lesson)).toEqual([true, false]);
    await run.runOut();
    await run.step('re-assign');
    expect(await seen(student, lesson)).toEqual([true, false]);
    await run.runOut();
    await run.step('next');
    expect(await seen(student, lesson)).toEqual([true, true]);
    await run.runOut();
    await run.step('finished');
    expect(await seen(student, lesson)).toEqual([true, true]);
  });

  test('are hidden again when the lesson is cancelled: it can be run once more, from the beginning', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    const [student] = lesson.students as [TestPerson];
    await runLesson(app, lesson);
    expect(await seen(student, lesson)).toEqual([true, false]);
    expect(await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } })).toMatchObject({ status: 200 });
    expect(await seen(student, lesson)).toEqual([false, false]);
  });

  test('are nobody else’s secret: staff see them, and students of other classes do', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    for (const person of [lesson.teacher, lesson.otherTeacher, lesson.admin, lesson.otherStudent]) expect(await seen(person, lesson)).toEqual([true, true]);
  });

  test('are seen again by a student who left the class', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    const [student] = lesson.students as [TestPerson];
    expect(await seen(student, lesson)).toEqual([false, false]);
    await scenario.remove(lesson.courseId, student.accountId);
    expect(await seen(student, lesson)).toEqual([true, true]);
  });

  test('stay hidden when another assessment of the class has asked one of them', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    const [student] = lesson.students as [TestPerson];
    const run = await runLesson(app, lesson);
    for (const step of ['re-assign', 'next', 'finished'] as const) {
      await run.runOut();
      expect(await run.step(step)).toMatchObject({ status: 200 });
    }
    expect(await seen(student, lesson)).toEqual([true, true]);
    await scenario.assessment({ owner: lesson.teacher, schoolId: lesson.schoolId, classId: lesson.courseId, questions: [lesson.transfer, lesson.first] });
    expect(await seen(student, lesson)).toEqual([false, false]);
  });

  test('[B093] cannot be reached by any call, nor counted, nor found', async () => {
    const lesson = await scenario.lesson({ students: 1 });
    const [student] = lesson.students as [TestPerson];
    const params = { id: lesson.first.questionId };
    const calls = [
      student.call(questionGet, { params }),
      student.call(questionUpdate, { params, body: questionBody(references) }),
      student.call(questionDelete, { params }),
      student.call(questionCopy, { params }),
      student.call(questionVersionList, { params }),
      student.call(questionReview, { body: { question: params.id, user_rating: 3 } }),
      student.call(questionStatusUpdate, { body: { question: params.id, status: 'Approved ?' } }),
    ];
    for (const reply of await Promise.all(calls)) expect(reply).toMatchObject({ status: 404, error: { code: 'QUESTION_NOT_FOUND' } });
    const { body } = await student.call(questionList, { query: { account_id: lesson.teacher.accountId, search_text: lesson.first.title } });
    expect(body).toMatchObject({ questions: [], pagination: { total: 0 } });
    const tag = `only ${params.id}`;
    await lesson.teacher.call(questionUpdate, { params, body: questionBody(references, { tag: [tag] }) });
    const tags = async (person: TestPerson) => (await person.call(questionTagList, { query: { query: tag } })).body.tags;
    expect([await tags(student), await tags(lesson.otherStudent), await tags(lesson.teacher)]).toEqual([[], [tag], [tag]]);
    expect((await student.call(questionList)).body.tags).not.toContain(tag);
  });
});

describe('[Q223] whatever the bank holds', () => {
  test('a student sees their own whole, and of others nothing that tells which response is right', { timeout: 120_000 }, async () => {
    const random = createRandom(20_261_120);
    const room = await scenario.class({ students: 3 });
    const people = [room.teacher, room.otherTeacher, room.admin, ...room.students, room.otherStudent];
    for (let round = 0; round < 3; round += 1) {
      for (const person of people) {
        const point = random.below(50) + 1;
        const body = questionBody(references, {
          title: `Of ${person.accountId} in round ${round}`,
          status: ['Not Approved', 'Approved ?', 'Public'][random.below(3)],
          published_state: random.below(4) === 0 ? 'DRAFT' : 'PUBLISHED',
          rubrics: [{ point, level: 'key', description: 'secret rubric' }],
          responses: [0, 1, 2].map((index) => ({
            title: `Choice ${index}`,
            match_label: index === random.below(3) ? 'key' : 'none',
            description: 'secret reasoning',
            is_valid: index === 0,
            sub_grade: index,
          })),
        });
        await person.call(questionCreate, { body });
      }
      for (const student of [...room.students, room.otherStudent])
        for (const search_text of ['', 'round', 'choice', 'secret reasoning']) {
          const questions = await listed(student, { search_text });
          expect([search_text, search_text === 'secret reasoning' ? questions : []]).toEqual([search_text, []]);
          for (const question of questions) {
            const isOwn = question.account_id === student.accountId;
            expect([question.title, keysIn(question).length > 0, JSON.stringify(question).includes('secret')]).toEqual([question.title, isOwn, isOwn]);
            const single = (await student.call(questionGet, { params: { id: question.id } })).body.question;
            expect(single).toEqual(question);
          }
        }
    }
    const all = await listed(room.teacher);
    expect(all.every((question) => keysIn(question).length >= KEYS_OF_QUESTION.length)).toBe(true);
  });

  test('the right that shows keys is data: whoever loses it sees as students do, on the next call', async () => {
    const teacher = await scenario.person('teachers', await scenario.school());
    const author = await scenario.person('teachers', null);
    const { id } = (await author.call(questionCreate, { body: questionBody(references) })).body.question;
    const look = async (): Promise<QuestionView> => (await teacher.call(questionGet, { params: { id } })).body.question;
    expect(keysIn(await look()).length).toBeGreaterThan(0);
    const tie = app.db
      .updateTable('resource_policies')
      .where('resource_id', 'in', app.db.selectFrom('resources').select('id').where('key', '=', 'question-keys'));
    await tie.set({ is_active: false }).execute();
    expect(keysIn(await look())).toEqual([]);
    await tie.set({ is_active: true }).execute();
  });
});
