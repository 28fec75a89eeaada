import { listFormsOfSameQuestion, type Form } from '@classwright/rules/live/forms';
import type { Live } from '../use-live.ts';

/** A part of the lesson for the walls. `step`: the explained response, in the order of `orderToExplain`. */
export interface OnWall {
  show: 'distribution' | 'change' | 'explain';
  of: Form;
  step: number;
}

/** Shows a part of the lesson on the walls: nothing of its question stays hidden there. */
export function showOnWall({ wall }: Pick<Live, 'wall'>, { of }: OnWall): void {
  const shown = listFormsOfSameQuestion(of);
  wall.change({ hidden: wall.get().hidden.filter((form) => !shown.includes(form)) });
}
