import {
  attentionClasses,
  attentionDone,
  attentionList,
  attentionRestore,
  classCards,
  contract,
  dashboards,
  type Endpoint,
  homeMonday,
  ideaAnswers,
  ideaEvidence,
  ideaMerge,
  ideaName,
  ideas,
  ideaTable,
  lessonIdeas,
  liveTeacherSnapshot,
  nextQuestions,
  questionIdeas,
  questionWorth,
} from '@classwright/contract';
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

const CHOICES: Choices = { 'Form - 1A': [0, 0, 1], 'Form - 1B': [0, 1, 1], 'Form - 2': [1, 0, 1] };
const REFUSED = [403, 404, 422];
const STEPS = ['re-assign', 'next', 'finished'] as const;

/** Returns the names of the ideas in the table of a teacher's classes, and those behind the responses of a lesson. */
const namesOf = async (teacher: TestPerson) => (await teacher.call(ideaTable)).body.ideas.map(({ name }: { name: string }) => name);
const namesIn = async (teacher: TestPerson, assessmentId: number) =>
  (await teacher.call(lessonIdeas, { query: { assessment_id: assessmentId } })).body.responses.map(({ idea }: { idea: { name: string } }) => idea.name);

describe('[B2509] an idea changes while a finished, a running and a planned lesson name it', () => {
  test('renamed, merged, deleted and restored: each lesson shows what it is now, the running one goes on, and the counts stay', async () => {
    const at = await given.room(3);
    const asked = await given.questionsOf(at);
    const one = await given.nameIdea(at.teacher, [[asked[0], [0]]]);
    const other = await given.nameIdea(at.teacher, [[asked[0], [2]]]);
    const held = await given.hold(at, asked, CHOICES);
    const plan = () => scenario.assessment({ owner: at.teacher, schoolId: at.schoolId, classId: at.courseId, questions: asked });
    const planned = await plan();
    const running = await runLesson(app, { ...at, ...(await plan()) });
    const everywhere = async () => [await namesIn(at.teacher, held.assessmentId), await namesIn(at.teacher, running.assessmentId)];
    const update = (name: string) => at.teacher.call(ideas.endpoints.update, { params: { id: one }, body: { name, sentence: 'It is so.' } });

    expect((await update('Renamed')).error).toBeNull();
    const [, second] = (await everywhere())[0] as string[];
    expect(await everywhere()).toEqual([
      ['Renamed', second],
      ['Renamed', second],
    ]);
    // the first answers are given while the idea is merged, deleted and restored
    for (const student of at.students) await running.login(student);
    expect((await running.answer(at.students[0]!, FORMS[0], 0)).error).toBeNull();
    expect((await at.teacher.call(ideaMerge, { params: { id: one }, body: { into_id: other } })).error).toBeNull();
    expect(await everywhere()).toEqual([
      [second, second],
      [second, second],
    ]);
    expect((await running.answer(at.students[1]!, FORMS[0], 2)).error).toBeNull();
    const total = async () => (await at.teacher.call(ideaEvidence, { params: { id: other } })).body.total;
    expect(await total()).toMatchObject({ lessons: 1, first: { count: 2, of: 3 }, second: { count: 1, of: 3 } });

    expect((await at.teacher.call(ideas.endpoints.remove, { params: { id: other } })).error).toBeNull();
    expect(await everywhere()).toEqual([[], []]);
    expect(await namesOf(at.teacher)).toEqual([]);
    for (const step of STEPS) expect((await running.step(step)).error).toBeNull();
    await app.server.jobs.runDue();
    expect((await at.teacher.call(ideaTable)).body).toMatchObject({ ideas: [], lessons: [{ class_id: at.courseId }, { class_id: at.courseId }] });

    expect((await at.teacher.call(ideas.endpoints.restore, { params: { id: other } })).error).toBeNull();
    expect((await at.teacher.call(ideas.endpoints.restore, { params: { id: one } })).error).toBeNull();
    expect(await namesOf(at.teacher)).toEqual(expect.arrayContaining(['Renamed', second]));
    expect((await at.teacher.call(ideaTable)).body.ideas.find(({ id }: { id: number }) => id === one)).toMatchObject({
      total: { lessons: 2, first: { count: 3, of: 5 } },
    });
    const later = await runLesson(app, { ...at, ...planned });
    expect(await namesIn(at.teacher, later.assessmentId)).toEqual(['Renamed', second]);
  });
});

test('[B2510] an idea stays in its school: another school, or none, is refused in words, and the same one is accepted', async () => {
  const at = await given.room(1);
  const { id: made } = (await at.teacher.call(ideas.endpoints.create, { body: { name: 'Stays', sentence: 'It is so.' } })).body.idea;
  const elsewhere = await scenario.school();
  const body = { name: 'Moved', sentence: 'It is so.' };
  const update = (school_id: number | null) => at.admin.call(ideas.endpoints.update, { params: { id: made }, body: { ...body, school_id } });
  for (const school of [elsewhere, null])
    expect(await update(school)).toMatchObject({
      status: 422,
      error: { errors: { school_id: ['An idea stays in its school. Create a new one in the other school instead.'] } },
    });
  expect(await update(at.schoolId)).toMatchObject({ status: 200, body: { idea: { name: 'Moved', school_id: at.schoolId } } });
});

describe('[B2511] unknown, old and foreign ids', () => {
  /** The calls that take an id: what they take, of one's own. */
  const callsOf = (own: Record<'idea' | 'question' | 'response' | 'class' | 'assessment' | 'student', number>, into: number) =>
    [
      [questionIdeas, { params: { id: own.question } }],
      [ideaName, { body: { responses: [{ response_id: own.response, idea_id: own.idea }] } }],
      [ideaMerge, { params: { id: own.idea }, body: { into_id: into } }],
      [ideaTable, { query: { class_id: own.class } }],
      [ideaEvidence, { params: { id: own.idea } }],
      [ideaAnswers, { params: { id: own.idea }, query: { assessment_id: own.assessment } }],
      [lessonIdeas, { query: { assessment_id: own.assessment } }],
      [nextQuestions, { query: { class_id: own.class, idea_id: own.idea } }],
      [questionWorth, { params: { id: own.question } }],
      [attentionList, { query: { course_id: own.class, assessment_id: own.assessment } }],
      [attentionDone, { body: { course_id: own.class, account_ids: [own.student], note: '' } }],
      [attentionRestore, { body: { course_id: own.class, account_ids: [own.student] } }],
    ] as [Endpoint, Record<string, Record<string, unknown>>][];

  async function make(at: TestClass) {
    const asked = await given.questionsOf(at);
    const idea = await given.nameIdea(at.teacher, [[asked[0], [0]]]);
    const lesson = await given.hold(at, asked, CHOICES);
    const [response] = await given.responsesOf(asked[0]);
    return {
      idea,
      question: asked[0].questionId,
      response: response!,
      class: at.courseId,
      assessment: lesson.assessmentId,
      student: at.students[0]!.accountId,
    };
  }

  test('the walk has every call of ideas and attention that takes an id', () => {
    const walked = callsOf({ idea: 1, question: 1, response: 1, class: 1, assessment: 1, student: 1 }, 2).map(([{ name }]) => name);
    const all = contract.filter(
      ({ name }) => (name.startsWith('idea.') && !Object.values(ideas.endpoints).some((one) => one.name === name)) || name.startsWith('attention.'),
    );
    expect(all.map(({ name }) => name).filter((name) => !walked.includes(name))).toEqual([attentionClasses.name]);
  });

  test('each call refuses them, tells nothing of another school, and changes nothing', async () => {
    const [here, there] = [await given.room(3), await given.room(3)];
    const [own, foreign] = [await make(here), await make(there)];
    const archived = (await here.teacher.call(ideas.endpoints.create, { body: { name: 'Old', sentence: 'It is so.' } })).body.idea.id as number;
    await here.teacher.call(ideas.endpoints.remove, { params: { id: archived } });
    const unknown = { idea: 987_654_321, question: 987_654_321, response: 987_654_321, class: 987_654_321, assessment: 987_654_321, student: 987_654_321 };
    const before = await here.teacher.call(ideaTable);
    const others = await there.teacher.call(ideaTable);
    const word = others.body.ideas[0]?.name;
    expect(word).toBeDefined();
    for (const wrong of [foreign, unknown]) {
      for (const [endpoint, args] of callsOf(wrong, own.idea)) {
        const reply = await here.teacher.call(endpoint, args as never);
        // published questions are of all schools, and what they stand for is of each
        const isShared = wrong === foreign && (endpoint === questionIdeas || endpoint === questionWorth);
        expect(isShared ? [200] : REFUSED, endpoint.name).toContain(reply.status);
        expect(JSON.stringify(reply)).not.toContain(`"${word}"`);
      }
    }
    for (const [endpoint, args] of [
      [ideaEvidence, { params: { id: archived } }],
      [ideaMerge, { params: { id: archived }, body: { into_id: own.idea } }],
      [ideaMerge, { params: { id: own.idea }, body: { into_id: archived } }],
      [ideaName, { body: { responses: [{ response_id: own.response, idea_id: archived }] } }],
      [nextQuestions, { query: { class_id: own.class, idea_id: archived } }],
    ] as [Endpoint, object][])
      expect([endpoint.name, (await here.teacher.call(endpoint, args as never)).status]).toEqual([endpoint.name, 404]);
    expect((await here.teacher.call(ideaTable)).body).toEqual(before.body);
    expect((await there.teacher.call(ideaTable)).body).toEqual(others.body);
  });
});

describe('[B2512] figures of a class', () => {
  const figuresOf = async (teacher: TestPerson, at: TestClass) => {
    const calls: [Endpoint, object][] = [
      [homeMonday, {}],
      [attentionClasses, {}],
      [attentionList, { query: { course_id: at.courseId } }],
      [ideaTable, { query: { class_id: at.courseId } }],
      [ideaTable, {}],
      [nextQuestions, { query: { class_id: at.courseId } }],
      [classCards, {}],
      ...dashboards.map(({ endpoints }): [Endpoint, object] => [endpoints.get, {}]),
    ];
    const found: Record<string, { status: number; body: never }> = {};
    for (const [endpoint, args] of calls) {
      const reply = await teacher.call(endpoint, args as never);
      expect([endpoint.name, reply.status]).toEqual([endpoint.name, 200]);
      found[endpoint.name] = { status: reply.status, body: reply.body as never };
    }
    return found as Record<string, { body: Record<string, never> }>;
  };

  test('without a lesson are empty', async () => {
    const at = await given.room(2);
    const found = await figuresOf(at.teacher, at);
    expect(found[homeMonday.name]!.body).toMatchObject({ week: null, lessons: [], survived: null });
    expect(found[attentionList.name]!.body).toMatchObject({ data: [], facts: [], lesson: null, lessons: 0 });
    expect(found[ideaTable.name]!.body).toMatchObject({ lessons: [], ideas: [], unnamed: [] });
    expect(found[classCards.name]!.body).toMatchObject({ data: [{ last: null, next: null }] });
  });

  test('that lost all its students keep what was answered, and name nobody', async () => {
    const at = await given.room(3);
    const asked = await given.questionsOf(at);
    const idea = await given.nameIdea(at.teacher, [[asked[0], [0]]]);
    const lesson = await given.hold(at, asked, CHOICES);
    await app.db.updateTable('course_members').set({ left_at: new Date() }).where('course_id', '=', at.courseId).where('role', '=', 'STUDENT').execute();
    const found = await figuresOf(at.teacher, at);
    expect(found[homeMonday.name]!.body).toMatchObject({
      lessons: [{ assessment_id: lesson.assessmentId, answered_first: 3, right_first: 1, answered_second: 3, right_second: 2 }],
      attention: { total: 0, names: [] },
    });
    expect(found[attentionList.name]!.body).toMatchObject({ data: [], facts: [], lessons: 1 });
    expect(found[ideaTable.name]!.body).toMatchObject({ ideas: [{ id: idea, total: { lessons: 1, first: { count: 2, of: 3 } } }] });
    expect(found[classCards.name]!.body).toMatchObject({
      data: [
        {
          last: {
            forms: [
              { right: 1, answered: 3 },
              { right: 2, answered: 3 },
              { right: 2, answered: 3 },
            ],
          },
        },
      ],
    });
    expect((await at.teacher.call(liveTeacherSnapshot, { query: { assessment_id: lesson.assessmentId } })).status).toBe(200);
  });

  test('whose teacher left stay with the other teacher, and are no longer among those of the one who left', async () => {
    const at = await given.room(3);
    const asked = await given.questionsOf(at);
    await given.nameIdea(at.teacher, [[asked[0], [0]]]);
    const lesson = await given.hold(at, asked, CHOICES);
    await app.db.updateTable('courses').set({ owner_id: at.coTeacher.accountId }).where('id', '=', at.courseId).execute();
    await app.db
      .updateTable('course_members')
      .set({ left_at: new Date() })
      .where('course_id', '=', at.courseId)
      .where('account_id', '=', at.teacher.accountId)
      .execute();
    const found = await figuresOf(at.coTeacher, at);
    expect(found[homeMonday.name]!.body).toMatchObject({ lessons: [{ assessment_id: lesson.assessmentId }] });
    expect(found[ideaTable.name]!.body).toMatchObject({ ideas: [{ total: { lessons: 1 } }] });
    expect((await at.teacher.call(homeMonday)).body).toMatchObject({ lessons: [], attention: { total: 0 } });
    expect((await at.teacher.call(ideaTable)).body).toMatchObject({ lessons: [], ideas: [] });
    expect((await at.teacher.call(attentionClasses)).body).toMatchObject({ data: [] });
  });
});
