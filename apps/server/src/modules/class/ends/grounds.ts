import { type EndKind, type Ends, needsConsent } from '@classwright/rules/sync/ends';

declare const granted: unique symbol;
/** The permission to end something here. Only `grantListEnds` and `grantChosenEnds` grant it. */
export interface Grounds {
  readonly [granted]: true;
}
const grounds = {} as Grounds;

/** The ids that the first read of a list did not find, by kind. */
export type Missed = Readonly<Partial<Record<EndKind, readonly string[]>>>;

/**
 * Thrown when a list would end something at its first read. The whole list is then read again, with the missing ids in
 * mind.
 */
export class ReadAgain extends Error {
  readonly missed: Missed;
  constructor(missed: Missed) {
    super('a list that ends something is read again first');
    this.missed = missed;
  }
}

/** Thrown when a person has to consent before this many things of a kind end. */
export class ConsentRequired extends Error {
  readonly kind: EndKind;
  readonly count: number;
  constructor(kind: EndKind, count: number) {
    super('a person has to consent');
    this.kind = kind;
    this.count = count;
  }
}

/**
 * Returns the given things that end in both reads of a list. `isStated`: the list marks each one as ended; otherwise it
 * only lacks them, and things missing only in this read are left for the next run. @throws ReadAgain at the first read
 */
export function listMissingTwice<One extends { external_id: string }>(
  ending: readonly One[],
  { kind, missed, isStated = false }: { kind: EndKind; missed: Missed; isStated?: boolean },
): One[] {
  if (ending.length === 0) return [];
  const before = missed[kind];
  const ids = ending.map(({ external_id }) => external_id);
  if (!before || (isStated && ids.some((id) => !before.includes(id))))
    throw new ReadAgain({ ...missed, [kind]: [...(isStated ? (before ?? []) : []), ...ids] });
  return ending.filter(({ external_id }) => before.includes(external_id));
}

/** Grants the ends of a list. `allowed`: the number that a person has consented to. @throws ConsentRequired */
export function grantListEnds(ends: Ends, allowed: number): Grounds {
  if (needsConsent(ends, allowed)) throw new ConsentRequired(ends.kind, ends.ending);
  return grounds;
}

/**
 * Grants a person's choice: an undo, one side of a conflict, or a preview that showed each end and asked where
 * necessary.
 */
export const grantChosenEnds = (): Grounds => grounds;
