import { createStore, type Store } from '../store.ts';
import { createMemoryStore, type Kept, type KeptStore } from './kept-store.ts';

/** `device`: survives reload and closing. `memory`: lost with the page, which the screen has to show. */
export type Keeping = 'device' | 'memory';

export interface KeepingStore<Item extends Kept> extends KeptStore<Item> {
  readonly keeping: Pick<Store<Keeping>, 'get' | 'subscribe'>;
}

/** The wait for the items on a device that is given up. What is submitted then waits as long. */
const READ_TIMEOUT_MS = 2_000;

/**
 * Uses the device's store while it works. The first failure switches to memory for the rest of this page's life, with
 * every item that can still be read or was known before, so that they are sent anyway.
 */
export function keepWhileItWorks<Item extends Kept>(device: KeptStore<Item>): KeepingStore<Item> {
  const keeping = createStore<Keeping>('device');
  /** The items of each account, as they were last read or changed. */
  const lastKnown = new Map<number, readonly Item[]>();
  let current = device;
  let turning: Promise<void> | null = null;

  async function turnToMemory(account_id: number, error: unknown): Promise<void> {
    console.warn('This browser keeps nothing on the device:', error);
    const readable = Promise.race([device.list(account_id), new Promise<never>((_, reject) => setTimeout(reject, READ_TIMEOUT_MS))]);
    current = createMemoryStore(await readable.catch(() => lastKnown.get(account_id) ?? []));
    keeping.set('memory');
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
          const replaced = new Set([...change.remove, ...change.put.map(({ key }) => key)]);
          changed = [...items.filter(({ key }) => !replaced.has(key)), ...change.put];
          return change;
        });
        lastKnown.set(account_id, changed);
        return result;
      }),
  };
}
