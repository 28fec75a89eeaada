import type { Chance } from './chance.ts';

/** The state that a list may still show during a delay: the one before the write, or null when there was none. */
interface Entry<Item> {
  id: string;
  place: readonly [number];
  item: Item;
  isGone: boolean;
  before: Item | null;
  /** The time until which lists show `before`. */
  settlesAt: number;
}

export interface ShelfSetting<Item> {
  chance: Chance;
  now: () => number;
  /** Returns the time for which a list may miss a write. */
  lagMs: () => number;
  /** Returns the group of an item. Lists of a group, such as the submissions of one work, are kept in order too. */
  groupOf?: (item: Item) => string;
}

/** An entry of a list: the item as the list shows it, and its position there. */
export interface Listed<Item> {
  id: string;
  place: readonly number[];
  item: Item;
}

/** The position after which a list continues, with the id there. */
export interface After {
  place: readonly number[];
  id: string;
}

/**
 * Items of one kind by id, in an order that cannot be guessed, since Google sorts few of its lists. A single item is
 * read in its current state; a list may still show the state before the last write. Adding, changing and removing cost
 * the same for any number; a list is sorted once after items were added or removed.
 */
export class Shelf<Item extends object> {
  readonly #setting: ShelfSetting<Item>;
  readonly #entries = new Map<string, Entry<Item>>();
  readonly #groups = new Map<string, Set<Entry<Item>>>();
  readonly #orders = new Map<string, Entry<Item>[]>();
  #gone = new Set<Entry<Item>>();

  constructor(setting: ShelfSetting<Item>) {
    this.#setting = setting;
  }

  get size(): number {
    return this.#entries.size - this.#gone.size;
  }

  get(id: string): Item | undefined {
    const entry = this.#entries.get(id);
    return entry && !entry.isGone ? entry.item : undefined;
  }

  /** Returns all items in their current state, not as lists show them. */
  *values(group?: string): Generator<Item> {
    for (const entry of group === undefined ? this.#entries.values() : (this.#groups.get(group) ?? [])) if (!entry.isGone) yield entry.item;
  }

  add(id: string, item: Item): Item {
    const old = this.#entries.get(id);
    if (old) this.#forget(old);
    const lagMs = this.#setting.lagMs();
    const entry: Entry<Item> = { id, place: [this.#setting.chance.placeOf(id)], item, isGone: false, before: null, settlesAt: this.#settling(lagMs) };
    this.#entries.set(id, entry);
    const group = this.#setting.groupOf?.(item);
    if (group !== undefined) {
      const members = this.#groups.get(group) ?? new Set();
      this.#groups.set(group, members.add(entry));
      this.#orders.delete(group);
    }
    this.#orders.delete('');
    return item;
  }

  /** Changes an item in place; lists follow after the delay. */
  change(id: string, change: (item: Item) => void): Item {
    const entry = this.#entries.get(id);
    if (!entry || entry.isGone) throw new Error(`nothing has the id ${id}`);
    this.#follow(entry);
    change(entry.item);
    return entry.item;
  }

  remove(id: string): boolean {
    const entry = this.#entries.get(id);
    if (!entry || entry.isGone) return false;
    if (this.#setting.lagMs() === 0) {
      this.#forget(entry);
      return true;
    }
    this.#follow(entry);
    entry.isGone = true;
    this.#gone.add(entry);
    return true;
  }

  /**
   * Returns the items that lists show now, after a position, in the order of positions. `after` null: from the
   * beginning.
   */
  *listed(group = '', after: After | null = null): Generator<Listed<Item>> {
    this.#clear();
    const order = this.#order(group);
    const now = this.#setting.now();
    for (let at = after === null ? 0 : firstAfter(order, after); at < order.length; at += 1) {
      const entry = order[at] as Entry<Item>;
      const { id, place } = entry;
      const item = now < entry.settlesAt ? entry.before : entry.isGone ? null : entry.item;
      if (item !== null) yield { id, place, item };
    }
  }

  /**
   * Lists show the old state until the delay has passed. Further changes in between are included, so that nothing is
   * delayed for longer.
   */
  #follow(entry: Entry<Item>): void {
    const lagMs = this.#setting.lagMs();
    if (lagMs === 0 || this.#setting.now() < entry.settlesAt) return;
    entry.before = structuredClone(entry.item);
    entry.settlesAt = this.#settling(lagMs);
  }

  #settling(lagMs: number): number {
    return lagMs === 0 ? 0 : this.#setting.now() + lagMs;
  }

  #order(group: string): Entry<Item>[] {
    let order = this.#orders.get(group);
    if (!order) {
      order = [...(group === '' ? this.#entries.values() : (this.#groups.get(group) ?? []))].sort(compare);
      this.#orders.set(group, order);
    }
    return order;
  }

  #clear(): void {
    if (this.#gone.size === 0) return;
    const now = this.#setting.now();
    for (const entry of this.#gone) if (now >= entry.settlesAt) this.#forget(entry);
  }

  #forget(entry: Entry<Item>): void {
    this.#gone.delete(entry);
    this.#entries.delete(entry.id);
    this.#orders.delete('');
    const group = this.#setting.groupOf?.(entry.item);
    if (group === undefined) return;
    this.#groups.get(group)?.delete(entry);
    this.#orders.delete(group);
  }
}

/** Compares by numbers in turn, then by id. */
export function compare(a: After, b: After): number {
  for (let at = 0; at < a.place.length; at += 1) {
    const difference = (a.place[at] ?? 0) - (b.place[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function firstAfter(order: readonly After[], after: After): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(order[middle] as After, after) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
