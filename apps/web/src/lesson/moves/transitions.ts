import type { TransitionView } from '@classwright/contract/lesson/live/views';
import { MOVES, moveOf, type Move } from '@classwright/rules/live/figures/moves';
import type { Flow as DrawnFlow } from '../../ui/moves/Flows.tsx';
import { choicesOf, type Choice, type Offered } from './choices.ts';
import { type MessageKey, t } from '../../base/t.ts';

export interface Flow extends DrawnFlow {
  from: Choice;
  to: Choice;
}

/** Returns the flows between two forms of one question, in the order of the choices. */
export function flowsOf(transition: Pick<TransitionView, 'flows'>, question: Offered): Flow[] {
  const byId = new Map(choicesOf(question).map((choice) => [choice.id, choice]));
  return transition.flows
    .flatMap(({ from_response_id, to_response_id, count }): Flow[] => {
      const [from, to] = [byId.get(from_response_id), byId.get(to_response_id)];
      return from && to && count > 0 ? [{ from, to, move: moveOf(from.isCorrect, to.isCorrect), count }] : [];
    })
    .toSorted((left, right) => left.from.index - right.from.index || left.to.index - right.to.index);
}

const moveKeys = {
  kept_right: 'teach.kept_right',
  wrong_to_right: 'teach.wrong_to_right',
  right_to_wrong: 'teach.right_to_wrong',
  kept_wrong: 'teach.kept_wrong',
} as const satisfies Record<Move, MessageKey>;

export const moveName = (move: Move): string => t(moveKeys[move]);

/** Returns the number of students in the four moves together. */
export const movedTotal = (transition: Pick<TransitionView, Move>): number => MOVES.reduce((sum, move) => sum + transition[move], 0);

/** Returns the finding of a transition as a sentence. */
export function movedTitle({ wrong_to_right: gained }: Pick<TransitionView, 'wrong_to_right'>): string {
  return gained === 0 ? t('teach.moved.none') : t('teach.moved', { count: gained });
}
