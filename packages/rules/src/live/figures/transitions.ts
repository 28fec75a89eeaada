import { computeQuestionPosition, type Form } from '../forms.ts';
import type { FigurePost } from './posts.ts';

/** How students moved between two forms. The four numbers hold every student who chose in both, once. */
export interface Transitions {
  from: Form;
  to: Form;
  kept_right: number;
  wrong_to_right: number;
  right_to_wrong: number;
  kept_wrong: number;
  /** By pair of responses that occurs, in ascending order; empty between forms that ask different questions. */
  flows: { from_response_id: number; to_response_id: number; count: number }[];
}

/** Moves from one form to another of students who chose in both. `validIds`: the right responses of both questions (LIVE-46). */
export function computeTransitions(from: Form, to: Form, posts: readonly FigurePost[], validIds: ReadonlySet<number>): Transitions {
  const [before, after] = [choices(posts, from), choices(posts, to)];
  const moves = [...before].flatMap(([account, from_response_id]) => {
    const to_response_id = after.get(account);
    return to_response_id === undefined ? [] : [{ from_response_id, to_response_id }];
  });
  const count = (wasRight: boolean, isRight: boolean): number =>
    moves.filter((move) => validIds.has(move.from_response_id) === wasRight && validIds.has(move.to_response_id) === isRight).length;
  return {
    from,
    to,
    kept_right: count(true, true),
    wrong_to_right: count(false, true),
    right_to_wrong: count(true, false),
    kept_wrong: count(false, false),
    flows: computeQuestionPosition(from) === computeQuestionPosition(to) ? computeFlows(moves) : [],
  };
}

function computeFlows(moves: readonly Omit<Transitions['flows'][number], 'count'>[]): Transitions['flows'] {
  const flows = new Map<string, Transitions['flows'][number]>();
  for (const move of moves) {
    const key = `${move.from_response_id} ${move.to_response_id}`;
    flows.set(key, { ...move, count: (flows.get(key)?.count ?? 0) + 1 });
  }
  return [...flows.values()].sort((left, right) => left.from_response_id - right.from_response_id || left.to_response_id - right.to_response_id);
}

function choices(posts: readonly FigurePost[], form: Form): Map<number, number> {
  return new Map(posts.flatMap((post) => (post.form === form && post.response_id !== null ? [[post.account_id, post.response_id] as const] : [])));
}
