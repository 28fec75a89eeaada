import { createStore, type Store } from '../store.ts';
import { type Change, changeItems, createMemoryStore, type Kept, type KeptStore } from './kept-store.ts';

/** `device`: survives reload and closing. `memory`: lost with the page, which the screen has to show. */
export type Keeping = 'device' | 'memory';

export interface KeepingStore<Item extends Kept> extends KeptStore<Item> {
  readonly keeping: Pick<Store<Keeping>, 'get' | 'subscribe'>;
  /** Changes when items were added that the device could not read at first. */
  readonly found: Pick<Store<number>, 'subscribe'>;
}

/** The wait for the items on a device that is given up. What is submitted then waits as long. */
const READ_TIMEOUT_MS = 2_000;
/** A device that could not be read is read again at this interval, so many times: on a slow one items of earlier pages wait. */
const READ_AGAIN_MS = 5_000;
const MAX_READS = 12;

/** Adds an item of the device to what a page has in memory. */
type Adopt<Item extends Kept> = (item: Item) => (items: readonly Item[]) => Change<Item, unknown>;
const adoptUnknown =
  <Item extends Kept>(item: Item) =>
  (items: readonly Item[]): Change<Item, unknown> => ({ put: items.some(({ key }) => key === item.key) ? [] : [item], remove: [], result: null });

/**
 * Uses the device's store while it works. The first failure switches to memory for the rest of this page's life, with
 * every item that can still be read or was known before, so that they are sent anyway.
 */
export function keepWhileItWorks<Item extends Kept>(device: KeptStore<Item>, adopt: Adopt<Item> = adoptUnknown): KeepingStore<Item> {
  const keeping = createStore<Keeping>('device');
  const found = createStore(0);
  /** The items of each account, as they were last read or changed. */
  const lastKnown = new Map<number, readonly Item[]>();
  let current = device;
  let turning: Promise<void> | null = null;

  async function turnToMemory(account_id: number, error: unknown): Promise<void> {
    console.warn('This browser keeps nothing on the device:', error);
    const readable = Promise.race([device.list(account_id), new Promise<never>((_, reject) => setTimeout(reject, READ_TIMEOUT_MS))]);
    const items = await readable.catch(() => null);
    current = createMemoryStore(items ?? lastKnown.get(account_id) ?? []);
    keeping.set('memory');
    if (!items) void readLater(account_id);
  }

  async function readLater(account_id: number): Promise<void> {
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS));
      const items = await device.list(account_id).catch(() => null);
      if (!items) continue;
      for (const item of items) await current.apply(account_id, adopt(item));
      if (items.length > 0) found.set(found.get() + 1);
      return;
    }
  }

  async function attempt<T>(account_id: number, work: (store: KeptStore<Item>) => Promise<T>): Promise<T> {
    if (turning) await turning; // a change that the device stored now would be missing in memory
    try {
      return await work(current);
    } catch (error) {
      await (turning ??= turnToMemory(account_id, error));
      return work(current);
    }
  }

  return {
    keeping,
    found,
    list: (account_id) =>
      attempt(account_id, async (store) => {
        const items = await store.list(account_id);
        lastKnown.set(account_id, items);
        return items;
      }),
    apply: (account_id, step) =>
      attempt(account_id, async (store) => {
        let changed: readonly Item[] = [];
        const result = await store.apply(account_id, (items) => {
          const change = step(items);
          changed = changeItems(items, change);
          return change;
        });
        lastKnown.set(account_id, changed);
        return result;
      }),
  };
}
