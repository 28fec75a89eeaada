/** A student's moves between two forms. The order is that of the legend. */
export const MOVES = ['kept_right', 'wrong_to_right', 'right_to_wrong', 'kept_wrong'] as const;
export type Move = (typeof MOVES)[number];

export function moveOf(wasRight: boolean, isRight: boolean): Move {
  if (wasRight) return isRight ? 'kept_right' : 'right_to_wrong';
  return isRight ? 'wrong_to_right' : 'kept_wrong';
}
