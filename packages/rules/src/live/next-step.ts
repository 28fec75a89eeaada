import { listFormsOfSameQuestion, type Form } from './forms.ts';
import { computeStatusButton, type StatusStep } from './steps.ts';

/**
 * The steps of a running lesson in the order of the method: close the form, pair those who chose differently, show the
 * change, reveal and explain; and the steps of the specified status button.
 */
export type LessonStep = 'close' | 'pair' | 'show' | 'reveal' | StatusStep;

/** The facts about a running lesson that decide about its next step. */
export interface StepFacts {
  /** The opened forms, in their order. */
  phases: readonly { form: Form; closed: boolean; distributionRevealed: boolean; correctnessRevealed: boolean }[];
  /** The number of students who have logged in to the lesson. */
  here: number;
  /** The number of them who have answered the form opened last. */
  answered: number;
  /** `none`: nobody can be paired; `offered`: pairs can be made; `made`: they have been published. */
  pairs: 'none' | 'offered' | 'made';
}

export interface NextLessonStep {
  step: LessonStep;
  /** The form that the step is about: the one that it opens, closes, shows or explains; for Finish the last one. */
  form: Form;
}

/** The share of those who are here that has answered when closing is suggested: a few never answer. */
const MOST = 0.8;

/**
 * Returns the step that the method suggests now; null before a form has opened (LIVE-73). It never acts, and it can be
 * skipped: every later step stays allowed. Once what is right has been revealed, the change is not suggested anymore.
 */
export function computeLessonStep({ phases, here, answered, pairs }: StepFacts): NextLessonStep | null {
  const last = phases.at(-1);
  const button = computeStatusButton(phases.length);
  if (!last || !button) return null;
  const specified: NextLessonStep = { step: button.action, form: button.opens ?? last.form };
  if (!last.closed) return here > 0 && answered >= here * MOST ? { step: 'close', form: last.form } : specified;
  if (button.action === 're-assign') return pairs === 'offered' ? { step: 'pair', form: last.form } : specified;
  const ofQuestion = phases.filter(({ form }) => listFormsOfSameQuestion(last.form).includes(form));
  if (ofQuestion.some(({ correctnessRevealed }) => correctnessRevealed)) return specified;
  return { step: ofQuestion.every(({ distributionRevealed }) => distributionRevealed) ? 'reveal' : 'show', form: last.form };
}
