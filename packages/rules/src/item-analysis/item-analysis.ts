import { computeGain, type MoveCounts } from '../results/gain.ts';

/** One student's answers to one item in one session, as they count: null where nothing was chosen. */
export interface ItemAnswer {
  account_id: number;
  /** Before discussion: Form - 1A; of a transfer question its only answer, Form - 2. */
  first_response_id: number | null;
  /** After discussion: Form - 1B. Always null of a transfer question. */
  second_response_id: number | null;
  /** Whether the other question of the session was answered right when first asked; null: not answered. */
  partner_right: boolean | null;
  /** Of the student's own answers to other items, on their own, how many there are and how many are right. */
  other_answers: number;
  other_right: number;
}

/** How often a response was chosen, before and after discussion, and by the strong and the weak half before. */
export interface ResponseCounts {
  response_id: number;
  first: number;
  second: number;
  first_strong: number;
  first_weak: number;
}

/** Counts of one item, which add up over sessions: every share is computed from sums. Its moves are those of students who chose both times. */
export interface ItemCounts extends MoveCounts {
  answered_first: number;
  right_first: number;
  answered_second: number;
  right_second: number;
  strong_answered: number;
  strong_right: number;
  weak_answered: number;
  weak_right: number;
  /** Of those who were right after discussion, and of the others: who answered the partner question, and who right. */
  transfer_right_answered: number;
  transfer_right_right: number;
  transfer_wrong_answered: number;
  transfer_wrong_right: number;
}

/** What the counts say. Shares are 0 to 1, unrounded; null while there is nothing to compute from. */
export interface ItemFigures {
  share_first: number | null;
  share_second: number | null;
  /** Normalised gain (Hake) from before to after discussion, of students who chose both times. */
  gain: number | null;
  /** Discrimination index: share right of the strong half minus that of the weak half, before discussion; -1 to 1. */
  discrimination: number | null;
  /** Share right on the partner question of those who were right after discussion, and of those who were not. */
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
 * Which half each student belongs to, by the share right of what they answered on their own to other items (a rest
 * score, so that an item is not measured by itself). Students with the same share stand in the same half; the border is
 * drawn where the halves are most even. Nobody is in a half while all are alike, or without other answers.
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

/** The counts of one item in one session. `valid` are the responses that are right; all of `responses` come out, in their order. */
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

/** The counts of several sessions as one. */
export function addItemCounts(all: readonly ItemCounts[]): ItemCounts {
  const sum = { ...NOTHING };
  for (const counts of all) for (const key of Object.keys(NOTHING) as (keyof ItemCounts)[]) sum[key] += counts[key];
  return sum;
}

/** What counts say, however many sessions they come from. */
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
