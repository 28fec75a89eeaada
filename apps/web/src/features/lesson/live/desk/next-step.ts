import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { computeLessonStep, type LessonStep, type StepFacts } from '@classwright/rules/live/next-step';
import { computeStatusButton, type StatusStep } from '@classwright/rules/live/steps';
import type { Stage } from '../lesson/model.ts';

/** The step of the specified status button. */
export interface NextStep {
  action: 'activate' | StatusStep;
  /** The form that opens; null if the lesson finishes. */
  opens: Form | null;
}

/** A step between two forms, and the form that it is about. It acts without a question. */
export interface TurnStep {
  action: Exclude<LessonStep, StatusStep>;
  form: Form;
}

/**
 * Returns the step of the status button: Activate before a run, then by the number of attempts; null once the lesson is
 * finished.
 */
export function statusStepOf(stage: Stage | null, attempts: number): NextStep | null {
  if (stage === 'ready') return { action: 'activate', opens: FORMS[0] };
  const button = stage === 'running' ? computeStatusButton(attempts) : null;
  return button && { action: button.action, opens: button.opens };
}

/** All steps between forms. Each is one object, so that a part of the screen that shows one is drawn when it changes. */
const TURNS: readonly TurnStep[] = (['close', 'pair', 'show', 'reveal'] as const).flatMap((action) => FORMS.map((form) => ({ action, form })));

/** Returns the step between forms that the method suggests now; null while the status button's step is the next one. */
export function turnStepOf(stage: Stage | null, facts: StepFacts): TurnStep | null {
  const next = stage === 'running' ? computeLessonStep(facts) : null;
  return TURNS.find(({ action, form }) => action === next?.step && form === next.form) ?? null;
}

/** Returns the page to open after leaving a lesson: the assessments, or Home for people who cannot see assessments. */
export function homeOf(rights: readonly string[]): '/assessments' | '/home' {
  return rights.includes('assessments:view') ? '/assessments' : '/home';
}
