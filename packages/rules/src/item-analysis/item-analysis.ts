import { computeGain, type MoveCounts } from '../results/gain.ts';

/** One student's counted answers to one item in one session: null when nothing was chosen. */
export interface ItemAnswer {
  account_id: number;
  /** The answer before discussion: Form - 1A, or Form - 2 for a transfer question, its only answer. */
  first_response_id: number | null;
  /** The answer after discussion: Form - 1B. Always null for a transfer question. */
  second_response_id: number | null;
  /** True when the first answer to the other question of the session was right; null: not answered. */
  partner_right: boolean | null;
  /** The number of the student's own individual answers to other items, and how many of them are right. */
  other_answers: number;
  other_right: number;
}

/**
 * The number of times a response was chosen, before and after discussion, and by the strong and the weak half before.
 */
export interface ResponseCounts {
  response_id: number;
  first: number;
  second: number;
  first_strong: number;
  first_weak: number;
}

/**
 * Counts of one item, which can be added over sessions: every share is computed from sums. Its moves are those of
 * students who chose both times.
 */
export interface ItemCounts extends MoveCounts {
  answered_first: number;
  right_first: number;
  answered_second: number;
  right_second: number;
  strong_answered: number;
  strong_right: number;
  weak_answered: number;
  weak_right: number;
  /**
   * Among students who were right after discussion, and among the others: how many answered the partner question, and
   * how many correctly.
   */
  transfer_right_answered: number;
  transfer_right_right: number;
  transfer_wrong_answered: number;
  transfer_wrong_right: number;
}

/** The figures computed from counts. Shares are 0 to 1, unrounded; null when there is no data. */
export interface ItemFigures {
  share_first: number | null;
  share_second: number | null;
  /** The normalized gain (Hake) from before to after discussion, for students who chose both times. */
  gain: number | null;
  /**
   * The discrimination index: the share right of the strong half minus that of the weak half, before discussion; -1 to
   * 1.
   */
  discrimination: number | null;
  /**
   * The share right on the partner question, among students who were right after discussion, and among those who were
   * not.
   */
  transfer_if_right: number | null;
  transfer_if_wrong: number | null;
}

const NOTHING: ItemCounts = {
  answered_first: 0,
  right_first: 0,
  answered_second: 0,
  right_second: 0,
  strong_answered: 0,
  strong_right: 0,
  weak_answered: 0,
  weak_right: 0,
  transfer_right_answered: 0,
  transfer_right_right: 0,
  transfer_wrong_answered: 0,
  transfer_wrong_right: 0,
  kept_right: 0,
  wrong_to_right: 0,
  right_to_wrong: 0,
  kept_wrong: 0,
};

/**
 * Splits students into halves by the share right of their individual answers to other items (a rest score, so that an
 * item does not measure itself). Students with the same share are in the same half; the border is where the halves are
 * most even. Nobody is in a half when all have the same share, or have no other answers.
 */
export function splitHalves(answers: readonly Pick<ItemAnswer, 'account_id' | 'other_answers' | 'other_right'>[]): { strong: Set<number>; weak: Set<number> } {
  const shares = answers
    .filter(({ other_answers }) => other_answers > 0)
    .map(({ account_id, other_answers, other_right }) => ({ account_id, share: other_right / other_answers }));
  const borders = [...new Set(shares.map(({ share }) => share))].sort((left, right) => left - right).slice(1);
  const unevenness = (border: number) => Math.abs(shares.filter(({ share }) => share >= border).length * 2 - shares.length);
  const border = borders.reduce<number | null>((best, each) => (best === null || unevenness(each) < unevenness(best) ? each : best), null);
  if (border === null) return { strong: new Set(), weak: new Set() };
  const half = (isStrong: boolean) => new Set(shares.filter(({ share }) => share >= border === isStrong).map(({ account_id }) => account_id));
  return { strong: half(true), weak: half(false) };
}

/** Counts one item in one session. `valid` are the right responses. The result has all `responses`, in their order. */
export function countItem(
  answers: readonly ItemAnswer[],
  responses: readonly number[],
  valid: ReadonlySet<number>,
): { counts: ItemCounts; responses: ResponseCounts[] } {
  const { strong, weak } = splitHalves(answers);
  const first = answers.filter((answer) => answer.first_response_id !== null);
  const second = answers.filter((answer) => answer.second_response_id !== null);
  const isRight = (id: number | null): boolean => id !== null && valid.has(id);
  const rightFirst = (some: readonly ItemAnswer[]) => some.filter((answer) => isRight(answer.first_response_id)).length;
  const ofHalf = (half: ReadonlySet<number>) => first.filter(({ account_id }) => half.has(account_id));
  const transferred = (wasRight: boolean) => second.filter((answer) => isRight(answer.second_response_id) === wasRight && answer.partner_right !== null);
  const moved = (before: boolean, after: boolean) =>
    second.filter((answer) => answer.first_response_id !== null && isRight(answer.first_response_id) === before && isRight(answer.second_response_id) === after)
      .length;
  const partnerRight = (some: readonly ItemAnswer[]) => some.filter((answer) => answer.partner_right).length;
  return {
    counts: {
      answered_first: first.length,
      right_first: rightFirst(first),
      answered_second: second.length,
      right_second: second.filter((answer) => isRight(answer.second_response_id)).length,
      strong_answered: ofHalf(strong).length,
      strong_right: rightFirst(ofHalf(strong)),
      weak_answered: ofHalf(weak).length,
      weak_right: rightFirst(ofHalf(weak)),
      transfer_right_answered: transferred(true).length,
      transfer_right_right: partnerRight(transferred(true)),
      transfer_wrong_answered: transferred(false).length,
      transfer_wrong_right: partnerRight(transferred(false)),
      kept_right: moved(true, true),
      wrong_to_right: moved(false, true),
      right_to_wrong: moved(true, false),
      kept_wrong: moved(false, false),
    },
    responses: responses.map((response_id) => {
      const choseFirst = first.filter((answer) => answer.first_response_id === response_id);
      return {
        response_id,
        first: choseFirst.length,
        second: second.filter((answer) => answer.second_response_id === response_id).length,
        first_strong: choseFirst.filter(({ account_id }) => strong.has(account_id)).length,
        first_weak: choseFirst.filter(({ account_id }) => weak.has(account_id)).length,
      };
    }),
  };
}

/** Adds the counts of several sessions. */
export function addItemCounts(all: readonly ItemCounts[]): ItemCounts {
  const sum = { ...NOTHING };
  for (const counts of all) for (const key of Object.keys(NOTHING) as (keyof ItemCounts)[]) sum[key] += counts[key];
  return sum;
}

/** Returns the figures of counts from any number of sessions. */
export function computeItemFigures(counts: ItemCounts): ItemFigures {
  const share = (right: number, answered: number) => (answered > 0 ? right / answered : null);
  const share_first = share(counts.right_first, counts.answered_first);
  const share_second = share(counts.right_second, counts.answered_second);
  const strong = share(counts.strong_right, counts.strong_answered);
  const weak = share(counts.weak_right, counts.weak_answered);
  return {
    share_first,
    share_second,
    gain: computeGain(counts),
    discrimination: strong === null || weak === null ? null : strong - weak,
    transfer_if_right: share(counts.transfer_right_right, counts.transfer_right_answered),
    transfer_if_wrong: share(counts.transfer_wrong_right, counts.transfer_wrong_answered),
  };
}
