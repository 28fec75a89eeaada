import { type Form, liveActive, liveStart, liveStatus, liveStudentLogin, postAdd } from '@classwright/contract';
import type { TestApp, TestReply } from './app.ts';
import type { Scenario, TestLesson, TestPerson } from './scenario.ts';

/** A running lesson, with shorthands for people's actions. */
export interface RunningLesson extends TestLesson {
  sessionId: number;
  /** Returns the ids of the choices of a form's question, in the order shown. The second is right. */
  choices: (form: Form) => Promise<number[]>;
  step: (type: 're-assign' | 'next' | 'finished', time?: number) => Promise<TestReply>;
  login: (student: TestPerson) => Promise<TestReply>;
  answer: (student: TestPerson, form: Form, choice: number | null, options?: { comment?: unknown; key?: string; token?: string }) => Promise<TestReply>;
  /** Moves the clock past the end of the running form and its grace, and lets the server close it. */
  runOut: (minutes?: number) => Promise<void>;
}

export async function startLesson(
  app: TestApp,
  scenario: Scenario,
  { students = 3, minutes = 5, description }: { students?: number; minutes?: number; description?: string } = {},
): Promise<RunningLesson> {
  const lesson = await scenario.lesson({ students, ...(description === undefined ? {} : { description }) });
  return runLesson(app, lesson, minutes);
}

/** Activates an assessment as its teacher. */
export async function runLesson(app: TestApp, lesson: TestLesson, minutes = 5): Promise<RunningLesson> {
  const { assessmentId, teacher } = lesson;
  const started = await teacher.call(liveStart, { body: { assessment_id: assessmentId, time: minutes } });
  if (started.error) throw new Error(`the lesson did not start: ${started.error.code} ${JSON.stringify(started.error.errors ?? {})}`);
  const sessionId = started.body.session.id as number;
  const choices = async (form: Form): Promise<number[]> => {
    const { versionId } = form === 'Form - 2' ? lesson.transfer : lesson.first;
    const rows = await app.db.selectFrom('question_responses').select('id').where('question_version_id', '=', versionId).orderBy('position').execute();
    return rows.map(({ id }) => id);
  };
  return {
    ...lesson,
    sessionId,
    choices,
    step: (type, time = 5) => teacher.call(liveStatus, { body: { id: assessmentId, type, ...(type === 'finished' ? {} : { time }) } }),
    login: (student) => student.call(liveStudentLogin, { body: { assessment_id: assessmentId } }),
    async answer(student, form, choice, { comment = 'Because of gravity.', key, token } = {}) {
      const ids = await choices(form);
      return student.call(
        postAdd,
        { body: { session_id: sessionId, form, response_id: choice === null ? null : ids[choice], comment } },
        { ...(key ? { key } : {}), ...(token ? { token } : {}) },
      );
    },
    async runOut(extra = minutes) {
      await app.clock.advanceMs(extra * 60_000 + 3_001);
      await app.server.modules.live.deadlines.runDueDeadlines();
    },
  };
}

/** Reads a student's page of the running lesson. */
export function readStudentPage(student: TestPerson, assessmentId: number): Promise<TestReply> {
  return student.call(liveActive, { query: { assessment_id: assessmentId } });
}
