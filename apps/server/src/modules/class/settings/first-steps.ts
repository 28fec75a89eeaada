import { FIRST_STEPS, type FirstStep, settingsFirstSteps } from '@classwright/contract';
import { can, implement, type Implementation } from '../../../platform/http/index.ts';
import { findDoneSteps } from './queries.ts';

/** The right that each step requires. */
const RIGHTS: Readonly<Record<FirstStep, readonly [resource: string, action: string]>> = {
  school: ['schools', 'view'],
  levels: ['levels', 'create'],
  periods: ['periods', 'create'],
  subjects: ['question-subjects', 'create'],
  people: ['accounts', 'create'],
  sign_in: ['sign-in-cards', 'create'],
  questions: ['questions', 'create'],
};

/** Returns the first steps and the finished ones, of one's own school for people who do not span the installation. */
export function implementFirstSteps(): Implementation {
  return implement(settingsFirstSteps, async ({ tx, actor }) => {
    const done = await findDoneSteps(tx, actor.reach);
    const own = FIRST_STEPS.filter((step) => can(actor, ...RIGHTS[step]));
    return { steps: own.map((step) => ({ step, is_done: done[step] })) };
  });
}
