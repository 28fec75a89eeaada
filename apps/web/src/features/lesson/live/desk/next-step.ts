import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { computeStatusButton, type StatusStep } from '@classwright/rules/live/steps';
import type { Stage } from '../lesson/model.ts';

/** The action of the one filled button. */
export interface NextStep {
  action: 'activate' | StatusStep;
  /** The form that opens; null if the lesson finishes. */
  opens: Form | null;
}

/**
 * Returns the next step: Activate before a run, then the status button by the number of attempts; null once the lesson
 * is finished.
 */
export function nextStepOf(stage: Stage | null, attempts: number): NextStep | null {
  if (stage === 'ready') return { action: 'activate', opens: FORMS[0] };
  const button = stage === 'running' ? computeStatusButton(attempts) : null;
  return button && { action: button.action, opens: button.opens };
}

/** Returns the page to open after leaving a lesson: the assessments, or Home for people who cannot see assessments. */
export function homeOf(rights: readonly string[]): '/assessments' | '/home' {
  return rights.includes('assessments:view') ? '/assessments' : '/home';
}
