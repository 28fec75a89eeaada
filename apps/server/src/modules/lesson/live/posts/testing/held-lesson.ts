import { type Form, FORMS } from '@classwright/contract';
import type { TestApp } from '../../../../../testing/app.ts';
import { type RunningLesson, runLesson } from '../../../../../testing/running-lesson.ts';
import type { Scenario, TestLesson, TestPerson } from '../../../../../testing/scenario.ts';
import { discuss } from './discussion.ts';

const steps = { 'Form - 1A': 're-assign', 'Form - 1B': 'next', 'Form - 2': 'finished' } as const;

/** Choices of students by form; 1 is right, null no answer. Everybody who is named here logs in. */
export type Choices = Record<Form, readonly (number | null)[]>;

/** Counted by hand: ann learns and transfers, ben loses it, cem stays wrong, dia does not answer in Form - 1B. */
export const COUNTED: Choices = { 'Form - 1A': [0, 1, 2, 1], 'Form - 1B': [1, 0, 3, null], 'Form - 2': [1, 1, 0, 1] };

export interface HoldOptions {
  /** Those beyond the choices are absent. */
  students?: number;
  /** The last form to close; `open`: Form - 1A is left open. */
  until?: Form | 'open';
  /** A lesson that is there and has not started; unless said, one is made. */
  lesson?: TestLesson;
}

/** A lesson that was held with these choices, and finished unless said. */
export async function holdLesson(app: TestApp, scenario: Scenario, choices: Choices, options: HoldOptions = {}): Promise<RunningLesson> {
  const { students = choices['Form - 1A'].length, until = 'Form - 2' } = options;
  const lesson = await runLesson(app, options.lesson ?? (await scenario.lesson({ students })));
  const talk = discuss(lesson);
  for (const index of choices['Form - 1A'].keys()) await lesson.login(lesson.students[index] as TestPerson);
  for (const form of FORMS) {
    for (const [index, choice] of choices[form].entries()) if (choice !== null) await talk.post(lesson.students[index] as TestPerson, form, choice);
    if (until === 'open') break;
    const step = await lesson.step(steps[form]);
    if (step.error) throw new Error(`not stepped on: ${step.error.code}`);
    if (form === until) break;
  }
  return lesson;
}
