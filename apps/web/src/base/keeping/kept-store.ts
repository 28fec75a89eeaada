/** A record of an account that a device keeps until the server has it. */
export interface Kept {
  readonly key: string;
  readonly account_id: number;
  /** The order of writing, ascending. */
  readonly order: number;
}

/** The changes of a step: records to write, keys to delete. */
export interface Change<Item extends Kept, T> {
  readonly put: readonly Item[];
  readonly remove: readonly string[];
  readonly result: T;
}

/** A store for items. One contract, tested on every store. */
export interface KeptStore<Item extends Kept> {
  /** Returns items of this account only, in the order in which they were written. */
  list: (account_id: number) => Promise<readonly Item[]>;
  /**
   * Runs a step on the account's items as one transaction. Resolves when it is stored permanently; rejects with nothing
   * changed.
   */
  apply: <T>(account_id: number, step: (items: readonly Item[]) => Change<Item, T>) => Promise<T>;
}

export const byOrder = (left: Kept, right: Kept): number => left.order - right.order || left.key.localeCompare(right.key);

/** Returns the items after a change. */
export function changeItems<Item extends Kept>(items: readonly Item[], { put, remove }: Pick<Change<Item, unknown>, 'put' | 'remove'>): readonly Item[] {
  const changed = new Map(items.map((item) => [item.key, item]));
  for (const key of remove) changed.delete(key);
  for (const item of put) changed.set(item.key, item);
  return [...changed.values()];
}

/**
 * Keeps items as long as the page lives, for browsers that store nothing (private window, storage full or blocked).
 */
export function createMemoryStore<Item extends Kept>(initial: readonly Item[] = []): KeptStore<Item> {
  let items = initial;
  const of = (account_id: number) => items.filter((item) => item.account_id === account_id).sort(byOrder);
  return {
    list: async (account_id) => of(account_id),
    apply: async (account_id, step) => {
      const change = step(of(account_id));
      items = changeItems(items, change);
      return change.result;
    },
  };
}
