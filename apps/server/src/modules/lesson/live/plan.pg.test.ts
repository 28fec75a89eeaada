import { channels, commentAdd, courseArchiveMany, liveAssessment, liveClose, liveJoin, postReact, postsCurrentForm } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hear, runLesson, startTestApp, type TestApp, until } from '../../../testing/index.ts';
import { startLesson } from '../../../testing/running-lesson.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { discuss } from './posts/testing/discussion.ts';
import { setPlan, startPlanned } from './posts/testing/nameless.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const USUAL = { shows_answers: 'as-answered', with_names: true };
const planOf = async (person: TestPerson, assessmentId: number) => {
  const { assessment } = (await person.call(liveAssessment, { query: { assessment_id: assessmentId } })).body;
  return 'plan' in assessment ? assessment.plan : null;
};

describe('live.planUpdate', () => {
  test('[B2210] [LIVE-109] a class remembers its plan, and a run takes it at Activate', async () => {
    const lesson = await scenario.lesson();
    const { teacher, assessmentId } = lesson;
    expect(await planOf(teacher, assessmentId)).toEqual(USUAL);
    const plan = { shows_answers: 'when-closed', with_names: false } as const;
    expect((await setPlan(teacher, assessmentId, plan)).body.plan).toEqual(plan);
    expect(await planOf(lesson.coTeacher, assessmentId)).toEqual(plan);
    await runLesson(app, lesson);
    const joined = (await lesson.students[0]!.call(liveJoin, { body: { assessment_id: assessmentId } })).body;
    expect([joined.session.plan, joined.alias?.name]).toEqual([plan, expect.stringMatching(/^\w+ \w+$/)]);
    await teacher.call(liveClose, { body: { id: assessmentId } });
    // the next lesson of the class begins with it; another class does not
    const next = await scenario.assessment({ owner: teacher, schoolId: lesson.schoolId, classId: lesson.courseId });
    expect(await planOf(teacher, next.assessmentId)).toEqual(plan);
    const other = await scenario.lesson();
    expect(await planOf(other.teacher, other.assessmentId)).toEqual(USUAL);
  });

  test('[LIVE-110] when answers are shown at the closing, a student who has answered sees none of them before, and all of them then', async () => {
    const lesson = await startPlanned(app, scenario, { shows_answers: 'when-closed' });
    const [ann, ben] = lesson.students as [TestPerson, TestPerson];
    const talk = discuss(lesson);
    await talk.openCommenting();
    const postId = await talk.post(ann, 'Form - 1A', 1, 'Mine');
    await talk.post(ben, 'Form - 1A', 0);
    const query = { assessment_id: lesson.assessmentId };
    expect((await ben.call(postsCurrentForm, { query })).body).toMatchObject({ visible: false, posts: [], distribution: null });
    expect((await ben.call(postReact, { body: { post_id: postId, reaction_type: 'like' } })).error?.code).toBe('AFTER_CLOSE');
    expect((await ben.call(commentAdd, { body: { post_id: postId, comment: 'Hm' } })).error?.code).toBe('AFTER_CLOSE');
    await lesson.runOut();
    expect((await ben.call(postsCurrentForm, { query })).body).toMatchObject({ visible: true, distribution: { answered: 2 } });
    expect((await ben.call(commentAdd, { body: { post_id: postId, comment: 'Hm' } })).status).toBe(200);
  });

  test('[B2211] [LIVE-111] in a run the moment changes between two forms, names never, and every screen hears of it', async () => {
    const lesson = await startLesson(app, scenario);
    const { teacher, assessmentId } = lesson;
    const ear = await hear(app, lesson.students[0]!, channels.assessment(assessmentId));
    expect((await setPlan(teacher, assessmentId, { shows_answers: 'when-closed' })).error?.code).toBe('FORM_OPEN');
    expect((await setPlan(teacher, assessmentId, { with_names: false })).error?.code).toBe('PLAN_FIXED');
    expect((await setPlan(teacher, assessmentId, {})).status).toBe(200); // as it is
    await lesson.runOut();
    expect((await setPlan(teacher, assessmentId, { with_names: false })).error?.code).toBe('PLAN_FIXED');
    expect((await setPlan(teacher, assessmentId, { shows_answers: 'when-closed' })).body.plan.shows_answers).toBe('when-closed');
    await until(() => ear.events.some(({ name, data }) => name === 'assessment.settings.changed' && data.shows_answers === 'when-closed'), 'the plan');
    expect(await planOf(teacher, assessmentId)).toEqual({ ...USUAL, shows_answers: 'when-closed' });
    ear.close();
  });

  test('[B2215] a plan with another word, without names, of a class that is archived, by people who do not run the lesson, and after it', async () => {
    const lesson = await scenario.lesson();
    const { teacher, assessmentId, students } = lesson;
    const codes = async (person: TestPerson, plan: object) => {
      const { status, error } = await setPlan(person, assessmentId, plan);
      return [status, error?.code, Object.keys(error?.errors ?? {})[0]];
    };
    expect(await codes(teacher, { shows_answers: 'never' })).toEqual([422, 'VALIDATION_FAILED', 'shows_answers']);
    expect(await codes(teacher, { with_names: 'perhaps' })).toEqual([422, 'VALIDATION_FAILED', 'with_names']);
    expect(await codes(students[0]!, {})).toEqual([403, 'NOT_ALLOWED', undefined]);
    expect(await codes(lesson.otherTeacher, {})).toEqual([404, 'ASSESSMENT_NOT_FOUND', undefined]);
    const ended = await startLesson(app, scenario);
    for (const step of ['re-assign', 'next', 'finished'] as const) await ended.step(step);
    expect((await setPlan(ended.teacher, ended.assessmentId, {})).error?.code).toBe('ASSESSMENT_FINISHED');
    await teacher.call(courseArchiveMany, { body: { ids: [lesson.courseId] } });
    expect(await codes(teacher, {})).toEqual([409, 'CLASS_ARCHIVED', undefined]);
  });
});
