/**
 * The way of one student through the first question of a lesson, alone and after talking (LIVE-117). Each has a sentence of its own
 * on the screen.
 */
export const OWN_WAYS = [
  'kept-right',
  'changed-to-right',
  'changed-from-right',
  'kept-wrong',
  'changed-but-wrong',
  /** Form - 1B was not asked. */
  'once-right',
  'once-wrong',
  /** A form was asked and has no choice of this student. */
  'no-first',
  'no-second',
  'neither',
  /** The choice that is missing in that form came after its end. */
  'late-first',
  'late-second',
] as const;
export type OwnWay = (typeof OWN_WAYS)[number];

/** A student's answer in a form that was asked. */
export interface WayAnswer {
  /** The response that was chosen. Null: the form has no choice of this student. */
  chosen: number | null;
  isRight: boolean;
  /** True when an answer or a draft with a choice came too late to count. */
  isLate: boolean;
}

/** The smallest number of others that a sentence counts: fewer could be recognized. */
export const MIN_OTHERS_COUNTED = 3;

/**
 * Returns a student's way from Form - 1A to Form - 1B. `first` and `second`: null when the form was not asked. Null when
 * neither was, so there is nothing to say.
 */
export function computeOwnWay(first: WayAnswer | null, second: WayAnswer | null): OwnWay | null {
  if (!first) return null;
  if (!second) {
    if (first.chosen === null) return first.isLate ? 'late-first' : 'no-first';
    return first.isRight ? 'once-right' : 'once-wrong';
  }
  if (first.chosen === null && second.chosen === null) return second.isLate ? 'late-second' : first.isLate ? 'late-first' : 'neither';
  if (first.chosen === null) return first.isLate ? 'late-first' : 'no-first';
  if (second.chosen === null) return second.isLate ? 'late-second' : 'no-second';
  if (first.isRight) return second.isRight ? 'kept-right' : 'changed-from-right';
  if (second.isRight) return 'changed-to-right';
  return first.chosen === second.chosen ? 'kept-wrong' : 'changed-but-wrong';
}

/**
 * Returns the number of other students with the same way, from the ways of all students, this one included. Null when
 * the sentence of the way has no number, or for fewer than `MIN_OTHERS_COUNTED`.
 */
export function countOthersOfWay(own: OwnWay | null, all: readonly (OwnWay | null)[]): number | null {
  if (own === null || !WAYS_WITH_OTHERS.has(own)) return null;
  const others = all.filter((way) => way === own).length - 1;
  return others >= MIN_OTHERS_COUNTED ? others : null;
}

const WAYS_WITH_OTHERS: ReadonlySet<OwnWay> = new Set(['kept-right', 'changed-to-right', 'changed-from-right', 'kept-wrong', 'changed-but-wrong']);
