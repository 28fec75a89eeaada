import { type Form, FORMS } from '@classwright/contract';
import type { TestApp } from '../../../../../testing/app.ts';
import { type RunningLesson, runLesson } from '../../../../../testing/running-lesson.ts';
import type { Scenario, TestLesson, TestPerson } from '../../../../../testing/scenario.ts';
import { discuss } from './discussion.ts';

const steps = { 'Form - 1A': 're-assign', 'Form - 1B': 'next', 'Form - 2': 'finished' } as const;

/** The students' choices by form; 1 is right, null is no answer. Every student listed here logs in. */
export type Choices = Record<Form, readonly (number | null)[]>;

/**
 * A lesson counted by hand: ann learns and transfers, ben becomes wrong, cem is wrong throughout, dia does not answer
 * in Form - 1B.
 */
export const COUNTED: Choices = { 'Form - 1A': [0, 1, 2, 1], 'Form - 1B': [1, 0, 3, null], 'Form - 2': [1, 1, 0, 1] };

export interface HoldOptions {
  /** The number of students; those beyond the choices are absent. */
  students?: number;
  /** The last form to close; `open`: Form - 1A remains open. */
  until?: Form | 'open';
  /** An existing lesson that has not started; by default one is created. */
  lesson?: TestLesson;
}

/** Runs a lesson with these choices, and finishes it by default. */
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
