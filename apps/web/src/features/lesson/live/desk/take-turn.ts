import { FORMS } from '@classwright/contract/lesson/live/forms';
import { listFormsOfSameQuestion } from '@classwright/rules/live/forms';
import { phasesOf } from '../lesson/model.ts';
import type { Live } from '../use-live.ts';
import type { TurnStep } from './next-step.ts';
import { showOnWall } from './show-on-wall.ts';

/**
 * Takes a step between two forms. None of them asks first: everybody here has answered when a form closes, and a
 * question whose forms have all closed can be shown and explained without harm.
 */
export async function takeTurn(live: Live, { action, form }: TurnStep): Promise<void> {
  const { actions, lesson } = live;
  if (action === 'close') await actions.closeForm(form);
  if (action === 'show') {
    const asked = listFormsOfSameQuestion(form);
    const hidden = phasesOf(lesson.model.get()).filter((phase) => asked.includes(phase.form) && !phase.distributionRevealed);
    for (const phase of hidden) if (!(await actions.reveal(phase.form, 'distribution'))) return;
    showOnWall(live, { show: form === FORMS[2] ? 'distribution' : 'change', of: form, step: 0 });
  }
  if (action === 'reveal' && (await actions.reveal(form, 'correctness'))) showOnWall(live, { show: 'explain', of: form, step: 0 });
}
