import type { Form } from '@classwright/contract/lesson/live/forms';
import type { Stage } from '../lesson/model.ts';
import type { NextStep } from './next-step.ts';

/** The open dialog. A step is the one that was on the button when it was pressed. */
export type OpenDialog =
  | { is: 'step'; step: NextStep; closes: Form | null }
  | { is: 'close'; stage: Stage | null }
  | { is: 'time' }
  | { is: 'close-form'; form: Form }
  | { is: 'end'; form: Form }
  | { is: 'commenting'; enable: boolean };

/**
 * Checks whether a dialog still fits the lesson. In the meantime, someone else may have taken the step, changed the
 * setting or finished.
 */
export function isStillAsked(
  dialog: OpenDialog,
  { stage, next, isPhaseOpen, form, canComment }: { stage: Stage | null; next: NextStep | null; isPhaseOpen: boolean; form: Form | null; canComment: boolean },
): boolean {
  switch (dialog.is) {
    case 'step':
      return next !== null && next.action === dialog.step.action && next.opens === dialog.step.opens;
    case 'close':
      return stage === dialog.stage;
    case 'time':
      return stage === 'running' && isPhaseOpen;
    case 'close-form':
      return stage === 'running' && isPhaseOpen && form === dialog.form;
    case 'end':
      return stage === 'running' && form === dialog.form;
    case 'commenting':
      return stage === 'running' && canComment !== dialog.enable;
  }
}
