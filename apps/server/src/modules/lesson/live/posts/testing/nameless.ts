import { livePlanUpdate } from '@classwright/contract';
import type { TestApp, TestReply } from '../../../../../testing/app.ts';
import { type RunningLesson, runLesson } from '../../../../../testing/running-lesson.ts';
import type { Scenario, TestPerson } from '../../../../../testing/scenario.ts';

export interface Plan {
  shows_answers?: 'as-answered' | 'when-closed';
  with_names?: boolean;
}

/** Sets the plan of a lesson. */
export const setPlan = (person: TestPerson, assessmentId: number, { shows_answers = 'as-answered', with_names = true }: Plan): Promise<TestReply> =>
  person.call(livePlanUpdate, { body: { assessment_id: assessmentId, shows_answers, with_names } });

/** Starts a lesson with a plan. */
export async function startPlanned(app: TestApp, scenario: Scenario, plan: Plan, students = 3): Promise<RunningLesson> {
  const lesson = await scenario.lesson({ students });
  const set = await setPlan(lesson.teacher, lesson.assessmentId, plan);
  if (set.error) throw new Error(`no plan: ${set.error.code}`);
  return runLesson(app, lesson);
}
