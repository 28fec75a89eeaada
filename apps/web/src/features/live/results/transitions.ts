import type { StaffQuestionView, TransitionView } from '@classwright/contract/live-views';
import { choicesOf, type Choice } from '../desk/choices.ts';
import { t } from '../t.ts';

/** How a student moved between two forms. The order is that of the legend. */
export const MOVES = ['kept_right', 'wrong_to_right', 'right_to_wrong', 'kept_wrong'] as const;
export type Move = (typeof MOVES)[number];

export interface Flow {
  from: Choice;
  to: Choice;
  move: Move;
  count: number;
}

/** The flows between two forms of one question with their choices, in the order of the choices. */
export function flowsOf(transition: Pick<TransitionView, 'flows'>, question: Pick<StaffQuestionView, 'responses'>): Flow[] {
  const byId = new Map(choicesOf(question).map((choice) => [choice.id, choice]));
  return transition.flows
    .flatMap(({ from_response_id, to_response_id, count }): Flow[] => {
      const [from, to] = [byId.get(from_response_id), byId.get(to_response_id)];
      return from && to && count > 0 ? [{ from, to, move: moveOf(from.isCorrect, to.isCorrect), count }] : [];
    })
    .toSorted((left, right) => left.from.index - right.from.index || left.to.index - right.to.index);
}

function moveOf(wasRight: boolean, isRight: boolean): Move {
  if (wasRight) return isRight ? 'kept_right' : 'right_to_wrong';
  return isRight ? 'wrong_to_right' : 'kept_wrong';
}

/** All whom the four numbers hold. */
export const movedTotal = (transition: Pick<TransitionView, Move>): number => MOVES.reduce((sum, move) => sum + transition[move], 0);

/** The finding of a figure of transitions, in a sentence. */
export function movedTitle({ wrong_to_right: gained }: Pick<TransitionView, 'wrong_to_right'>): string {
  return gained === 0 ? t('teach.moved.0') : gained === 1 ? t('teach.moved.1') : t('teach.moved.many', { count: gained });
}
