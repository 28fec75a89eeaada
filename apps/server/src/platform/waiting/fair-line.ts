/** The position in a line: places take turns, and within a place the people who wait there. */
export interface Turn {
  place: string;
  who: string;
}

/**
 * A line of waiting items in fair turns: a place with a thousand items delays another one by one of them. Items of one
 * place and person keep the order in which they came.
 */
export class FairLine<Item> {
  readonly #places = new Map<string, Map<string, Item[]>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ place, who }: Turn, item: Item): void {
    const people = this.#places.get(place) ?? new Map<string, Item[]>();
    const items = people.get(who) ?? [];
    items.push(item);
    people.set(who, items);
    this.#places.set(place, people);
    this.#size += 1;
  }

  /** Removes and returns the next item, or null when none waits. Its place and person move to the end of their lines. */
  take(): Item | null {
    const [first] = this.#places;
    if (!first) return null;
    const [place, people] = first;
    const [person] = people;
    const [who, items] = person as [string, Item[]];
    const item = items.shift() as Item;
    people.delete(who);
    if (items.length > 0) people.set(who, items);
    this.#places.delete(place);
    if (people.size > 0) this.#places.set(place, people);
    this.#size -= 1;
    return item;
  }

  /** Removes and returns the last item of the place where most wait, or null when none waits. */
  takeLast(): Item | null {
    if (this.#size === 0) return null;
    const [place, people] = longestOf(this.#places, (waiting) => [...waiting.values()].reduce((sum, items) => sum + items.length, 0));
    const [who, items] = longestOf(people, ({ length }) => length);
    const item = items.pop() as Item;
    if (items.length === 0) people.delete(who);
    if (people.size === 0) this.#places.delete(place);
    this.#size -= 1;
    return item;
  }
}

function longestOf<T>(of: ReadonlyMap<string, T>, lengthOf: (value: T) => number): [string, T] {
  let longest: [string, T] | null = null;
  let length = -1;
  for (const entry of of) {
    const own = lengthOf(entry[1]);
    if (own >= length) [longest, length] = [entry, own]; // the last of equals came last
  }
  return longest as [string, T];
}
