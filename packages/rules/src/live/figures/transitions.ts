import { computeQuestionPosition, type Form } from '../forms.ts';
import { moveOf, type Move } from './moves.ts';
import type { FigurePost } from './posts.ts';

/** The moves of students between two forms. The four numbers count every student who chose in both, once. */
export interface Transitions {
  from: Form;
  to: Form;
  kept_right: number;
  wrong_to_right: number;
  right_to_wrong: number;
  kept_wrong: number;
  /** The pairs of responses that occur, in ascending order; empty between forms that ask different questions. */
  flows: { from_response_id: number; to_response_id: number; count: number }[];
}

/**
 * Computes the moves from one form to another of students who chose in both. `validIds`: the right responses of both
 * questions (LIVE-46).
 */
export function computeTransitions(from: Form, to: Form, posts: readonly FigurePost[], validIds: ReadonlySet<number>): Transitions {
  const steps = listSteps(from, to, posts);
  const moves = steps.map((step) => moveOfStep(step, validIds));
  const count = (move: Move): number => moves.filter((one) => one === move).length;
  return {
    from,
    to,
    kept_right: count('kept_right'),
    wrong_to_right: count('wrong_to_right'),
    right_to_wrong: count('right_to_wrong'),
    kept_wrong: count('kept_wrong'),
    flows: computeQuestionPosition(from) === computeQuestionPosition(to) ? computeFlows(steps) : [],
  };
}

/** Returns the move of each student between two forms, by account; only students who chose in both. */
export function computeMoves(from: Form, to: Form, posts: readonly FigurePost[], validIds: ReadonlySet<number>): Map<number, Move> {
  return new Map(listSteps(from, to, posts).map((step) => [step.account_id, moveOfStep(step, validIds)]));
}

interface Step {
  account_id: number;
  from_response_id: number;
  to_response_id: number;
}

function listSteps(from: Form, to: Form, posts: readonly FigurePost[]): Step[] {
  const [before, after] = [choices(posts, from), choices(posts, to)];
  return [...before].flatMap(([account_id, from_response_id]) => {
    const to_response_id = after.get(account_id);
    return to_response_id === undefined ? [] : [{ account_id, from_response_id, to_response_id }];
  });
}

const moveOfStep = ({ from_response_id, to_response_id }: Step, validIds: ReadonlySet<number>): Move =>
  moveOf(validIds.has(from_response_id), validIds.has(to_response_id));

function computeFlows(steps: readonly Step[]): Transitions['flows'] {
  const flows = new Map<string, Transitions['flows'][number]>();
  for (const { from_response_id, to_response_id } of steps) {
    const key = `${from_response_id} ${to_response_id}`;
    flows.set(key, { from_response_id, to_response_id, count: (flows.get(key)?.count ?? 0) + 1 });
  }
  return [...flows.values()].sort((left, right) => left.from_response_id - right.from_response_id || left.to_response_id - right.to_response_id);
}

function choices(posts: readonly FigurePost[], form: Form): Map<number, number> {
  return new Map(posts.flatMap((post) => (post.form === form && post.response_id !== null ? [[post.account_id, post.response_id] as const] : [])));
}
