/**
 * A model of a field that two people edit, one on each side, independent of how the sync works: a typed value must end
 * up on both sides, in an open conflict, or in a report as refused. Only a person who overwrites a value, decides a
 * conflict, or undoes a run may remove it.
 */
export class PlainField {
  /** Values typed on a side, and not yet seen on both. */
  readonly #typed = new Map<Side, Value>();

  type(side: Side, value: Value): void {
    this.#typed.set(side, value);
  }

  /** Removes the value typed on a side, which was replaced by one that may appear nowhere. */
  typeOver(side: Side): void {
    this.#typed.delete(side);
  }

  /**
   * Records that somebody chose one of the two values: the other one is discarded. `theirs`: the value typed there,
   * which applies here too once it is chosen.
   */
  decide(choice: 'ours' | 'theirs', theirs: Value): void {
    this.#typed.delete(choice === 'ours' ? 'there' : 'here');
    if (choice === 'theirs' && this.#typed.get('there') === theirs) this.#typed.delete('there');
  }

  /** Records that somebody discarded these values, on either side. */
  giveUp(values: readonly Value[]): void {
    for (const [side, value] of [...this.#typed]) if (values.includes(value)) this.#typed.delete(side);
  }

  /**
   * Checks both sides between two runs. `told`: values that reports show as refused. Returns the lost values, or null.
   */
  look(here: Value, there: Value, told: readonly Value[]): string | null {
    if (here !== there) return null;
    const lost = [...this.#typed].filter(([side, value]) => value !== here && !(side === 'here' && told.includes(value)));
    this.#typed.clear();
    return lost.length === 0
      ? null
      : `${lost.map(([side, value]) => `${JSON.stringify(value)}, typed ${side},`).join(' and ')} gave way to ${JSON.stringify(here)}`;
  }

  /** Checks the same at the end. `open`: the open conflict. */
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
 * A model of a fact that comes from Google, and that people may change here for this side only, such as members of a
 * class or submissions: news from Google counts once, when it is read, and later changes here are kept. Only the sync
 * knows when something was read, so the model keeps all possible states, and each check removes impossible ones.
 */
export class PlainFact<Word extends string> {
  #possible: { here: Word; read: Word }[];

  constructor(here: Word, read: Word = here) {
    this.#possible = [{ here, read }];
  }

  /** Records a change here. */
  act(here: Word): void {
    this.#keep(this.#possible.map(({ read }) => ({ here, read })));
  }

  /** Records that runs may have read any of these there, or none. */
  mayRead(words: Iterable<Word>): void {
    for (const word of words) this.#keep([...this.#possible, ...this.#possible.map((one) => news(one, word))]);
  }

  /** Records that a run has read it there. */
  read(word: Word): void {
    this.#keep(this.#possible.map((one) => news(one, word)));
  }

  /** Checks the state here. Returns the contradiction, or null. */
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
