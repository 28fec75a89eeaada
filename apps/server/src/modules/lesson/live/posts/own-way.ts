import type { Form } from '@classwright/contract';
import { computeOwnWay, type OwnWay, type WayAnswer } from '@classwright/rules/live';
import type { FormFeed } from './feed.ts';
import { findChosen } from './views.ts';

/** Returns the way of each student who has a post in the first question, by account (LIVE-117). Late answers have no part in it. */
export function computeWays(opened: readonly FormFeed[]): Map<number, OwnWay | null> {
  const [first, second] = (['Form - 1A', 'Form - 1B'] as const).map((form) => answersOf(opened, form));
  const accounts = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])]);
  const answerIn = (form: Map<number, WayAnswer> | null | undefined, account: number) => form && (form.get(account) ?? NO_ANSWER);
  return new Map([...accounts].map((account) => [account, computeOwnWay(answerIn(first, account) ?? null, answerIn(second, account) ?? null)]));
}

const NO_ANSWER: WayAnswer = { chosen: null, isRight: false, isLate: false };

/** Returns the answers of a form by account. Null: the form was not asked. */
function answersOf(opened: readonly FormFeed[], form: Form): Map<number, WayAnswer> | null {
  const feed = opened.find((one) => one.form === form);
  if (!feed) return null;
  return new Map(
    feed.posts.map(({ account_id, response_id }) => {
      const isRight = findChosen(feed.question, response_id)?.is_valid ?? false;
      return [account_id, { chosen: response_id, isRight, isLate: false }];
    }),
  );
}
