/**
 * What is to be true of a field that two people type into, one on each side, kept without knowing how the sync works: a value
 * that was typed stands on both sides in the end, or in an open conflict, or in a report as not taken. Only whoever types over
 * a value, decides a conflict, or takes a run back makes it go away.
 */
export class PlainField {
  /** Typed on a side, and not yet seen on both. */
  readonly #typed = new Map<Side, Value>();

  type(side: Side, value: Value): void {
    this.#typed.set(side, value);
  }

  /** What was typed on a side gave way to what stands nowhere. */
  typeOver(side: Side): void {
    this.#typed.delete(side);
  }

  /** Somebody chose one of both values: the other one is given up. `theirs`: what was typed there, and stands here too once it is chosen. */
  decide(choice: 'ours' | 'theirs', theirs: Value): void {
    this.#typed.delete(choice === 'ours' ? 'there' : 'here');
    if (choice === 'theirs' && this.#typed.get('there') === theirs) this.#typed.delete('there');
  }

  /** Somebody gave these values up, wherever they were typed. */
  giveUp(values: readonly Value[]): void {
    for (const [side, value] of [...this.#typed]) if (values.includes(value)) this.#typed.delete(side);
  }

  /** Looks at both sides between two runs. `told`: values that reports say were not taken. Returns what was lost, or null. */
  look(here: Value, there: Value, told: readonly Value[]): string | null {
    if (here !== there) return null;
    const lost = [...this.#typed].filter(([side, value]) => value !== here && !(side === 'here' && told.includes(value)));
    this.#typed.clear();
    return lost.length === 0
      ? null
      : `${lost.map(([side, value]) => `${JSON.stringify(value)}, typed ${side},`).join(' and ')} gave way to ${JSON.stringify(here)}`;
  }

  /** The same once all is said. `open`: a conflict stands. */
  settle(here: Value, there: Value, open: { ours: Value; theirs: Value } | undefined, told: readonly Value[]): string | null {
    if (here === there) return this.look(here, there, told);
    if (open) {
      return open.ours === here && open.theirs === there
        ? null
        : `the conflict shows ${JSON.stringify([open.ours, open.theirs])}, and both sides have ${JSON.stringify([here, there])}`;
    }
    return told.includes(here) ? null : `${JSON.stringify(here)} here and ${JSON.stringify(there)} there, and nobody is told`;
  }
}

/**
 * What is to be true of a fact that comes from there, and that somebody may change here for here alone, as who is in a class
 * or what was handed in: news from there counts once, when it is read, and what was done here since stays. When something was
 * read is known to no one but the sync, so all that may be true is kept, and each look leaves out what is not.
 */
export class PlainFact<Word extends string> {
  #possible: { here: Word; read: Word }[];

  constructor(here: Word, read: Word = here) {
    this.#possible = [{ here, read }];
  }

  /** Somebody did it here. */
  act(here: Word): void {
    this.#keep(this.#possible.map(({ read }) => ({ here, read })));
  }

  /** Runs may have read any of these there, or nothing. */
  mayRead(words: Iterable<Word>): void {
    for (const word of words) this.#keep([...this.#possible, ...this.#possible.map((one) => news(one, word))]);
  }

  /** A run has read it there. */
  read(word: Word): void {
    this.#keep(this.#possible.map((one) => news(one, word)));
  }

  /** Looks at it here. Returns what cannot be, or null. */
  look(here: Word): string | null {
    const before = this.#possible;
    this.#keep(before.filter((one) => one.here === here));
    if (this.#possible.length > 0) return null;
    this.#possible = before.map(({ read }) => ({ here, read }));
    return `is ${here} here, and is to be ${[...new Set(before.map((one) => one.here))].join(' or ')}`;
  }

  #keep(possible: readonly { here: Word; read: Word }[]): void {
    this.#possible = [...new Map(possible.map((one) => [`${one.here} ${one.read}`, one])).values()];
  }
}

const news = <Word>(one: { here: Word; read: Word }, word: Word): { here: Word; read: Word } => (one.read === word ? one : { here: word, read: word });

export type Side = 'here' | 'there';
export type Value = string | number | null;
