import { type EndKind, type Ends, needsConsent } from '@classwright/rules/sync/ends';

declare const granted: unique symbol;
/** The right to end something here. Only `believeList` and `asChosen` grant it. */
export interface Grounds {
  readonly [granted]: true;
}
const grounds = {} as Grounds;

/** The ids that a first reading of a list did not find, by kind. */
export type Missed = Readonly<Partial<Record<EndKind, readonly string[]>>>;

/** Thrown where a list would end something at its first reading: all of it is read again, with what it missed in mind. */
export class ReadAgain extends Error {
  readonly missed: Missed;
  constructor(missed: Missed) {
    super('a list that ends something is read again first');
    this.missed = missed;
  }
}

/** Thrown where a person has to consent before so many things of a kind end. */
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
 * Returns those of the things that a list ends which its first reading ended too. `isStated`: the list says of each that it
 * ended; otherwise it only does not hold them, and what this reading alone misses is left for the next run.
 * @throws ReadAgain at the first reading
 */
export function missingTwice<One extends { external_id: string }>(
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

/** Grants what a list ends. `allowed`: the number that somebody has consented to. @throws ConsentRequired */
export function believeList(ends: Ends, allowed: number): Grounds {
  if (needsConsent(ends, allowed)) throw new ConsentRequired(ends.kind, ends.ending);
  return grounds;
}

/** Grants what a person chose: an undo, a side of a conflict, a preview that showed each end and asked where it had to. */
export const asChosen = (): Grounds => grounds;
