import { FORMS, type Form } from './forms.ts';

/** The values of `type` in the status call. */
const STATUS_STEPS = ['re-assign', 'next', 'finished'] as const;
export type StatusStep = (typeof STATUS_STEPS)[number];

/**
 * The action of the teacher's status button. `label` is the specification's word; screens use the catalogue's text for
 * `action`.
 */
export interface StatusButton {
  action: StatusStep;
  label: 'Re-Assign' | 'Next' | 'Finish';
  /** The form that the step opens; null for Finish. */
  opens: Form | null;
  needsTime: boolean;
}

/**
 * Returns the status button of a running session by its number of attempts; null without attempts, when Activate is
 * offered (LIVE-5).
 */
export function computeStatusButton(attempts: number): StatusButton | null {
  if (attempts < 1) return null;
  if (attempts === 1) return { action: 're-assign', label: 'Re-Assign', opens: FORMS[1], needsTime: true };
  if (attempts === 2) return { action: 'next', label: 'Next', opens: FORMS[2], needsTime: true };
  return { action: 'finished', label: 'Finish', opens: null, needsTime: false };
}
