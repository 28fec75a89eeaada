/** The kinds of things that an outside source can end here. */
export const END_KINDS = ['class', 'member', 'topic', 'work', 'material', 'announcement', 'invitation'] as const;
export type EndKind = (typeof END_KINDS)[number];

/** A removal of things of one kind in a class, in a run or in a school. */
export interface Removal {
  /** The number that would end. */
  ending: number;
  /** The number that exists now, including those that would end. */
  current: number;
}

/** A removal of a larger share than this asks, if it also exceeds the small number of its kind. */
const SHARE = 1 / 10;
/** The number of each kind that may end without a question, regardless of the share. */
const FEW: Readonly<Record<EndKind, number>> = { class: 5, member: 5, topic: 2, work: 5, material: 5, announcement: 5, invitation: 5 };
/** The number from which a list that loses everything asks. For people: always. */
const ALL: Readonly<Partial<Record<EndKind, number>>> = { member: 1, topic: 2 };

/**
 * Returns true when this many ends need a person's consent: more than the small number of their kind and more than a
 * tenth of what exists. A faulty list elsewhere must not empty classes here. Source:
 * docs/decisions/ends-are-believed-twice.md.
 */
export const isMassRemoval = ({ ending, current }: Removal, kind: EndKind = 'member'): boolean => ending > FEW[kind] && ending > current * SHARE;

/** Returns true when a list loses everything, so that it is more likely faulty than true. */
export const isEmptied = ({ ending, current }: Removal, kind: EndKind = 'member'): boolean => ending >= (ALL[kind] ?? Infinity) && ending >= current;

/** The ends of a list, counted at every level that matters. */
export interface Ends {
  kind: EndKind;
  /** The number that would end in the class. */
  ending: number;
  /** Each list of the class separately: its students, its teachers, its topics. */
  lists: readonly Removal[];
  /** The class, the run so far, and the school within a day: ends without anyone's consent. */
  scopes: readonly Removal[];
}

/**
 * Returns true when a person has to consent first. `allowed`: the number that a person has consented to in this class.
 */
export const needsConsent = ({ kind, ending, lists, scopes }: Ends, allowed: number): boolean =>
  ending > allowed && (lists.some((list) => isEmptied(list, kind)) || scopes.some((scope) => isMassRemoval(scope, kind)));
