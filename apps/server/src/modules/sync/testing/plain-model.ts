/**
 * What is to be true of a field that two people type into, one on each side, kept without knowing how the sync works: a value
 * that was typed stands on both sides in the end, or in an open conflict, or in a report as refused. Only whoever types over
 * a value, or decides a conflict, makes it go away.
 */
export class PlainField {
  /** Typed on a side, and not yet seen on both. */
  readonly #typed = new Map<Side, Value>();

  type(side: Side, value: Value): void {
    this.#typed.set(side, value);
  }

  /** Somebody chose one of both values: the other one is given up. */
  decide(choice: 'ours' | 'theirs'): void {
    this.#typed.delete(choice === 'ours' ? 'there' : 'here');
  }

  /** Looks at both sides between two runs. `refused`: values of ours that reports say were not taken. Returns what was lost, or null. */
  look(here: Value, there: Value, refused: readonly Value[]): string | null {
    if (here !== there) return null;
    const lost = [...this.#typed].filter(([side, value]) => value !== here && !(side === 'here' && refused.includes(value)));
    this.#typed.clear();
    return lost.length === 0
      ? null
      : `${lost.map(([side, value]) => `${JSON.stringify(value)}, typed ${side},`).join(' and ')} gave way to ${JSON.stringify(here)}`;
  }

  /** The same once all is said. `open`: a conflict stands. */
  settle(here: Value, there: Value, open: { ours: Value; theirs: Value } | undefined, refused: readonly Value[]): string | null {
    if (here === there) return this.look(here, there, refused);
    if (open) {
      return open.ours === here && open.theirs === there
        ? null
        : `the conflict shows ${JSON.stringify([open.ours, open.theirs])}, and both sides have ${JSON.stringify([here, there])}`;
    }
    return refused.includes(here) ? null : `${JSON.stringify(here)} here and ${JSON.stringify(there)} there, and nobody is told`;
  }
}

export type Side = 'here' | 'there';
export type Value = string | number | null;
