import { byOrder, type Kept, type KeptStore } from './kept-store.ts';

const ITEMS = 'items';
const BY_ACCOUNT = 'account_id';
/**
 * The time limit for opening. Some browsers never respond to `open` when storage is broken or a sleeping tab holds an
 * older version.
 */
const OPEN_TIMEOUT_MS = 4_000;
/** The time limit of a transaction. In a tab that slept, some browsers never end one. */
const TRANSACTION_TIMEOUT_MS = 8_000;

/**
 * Stores items in a database of this browser. A transaction counts as done only when it is complete, and asks to be
 * flushed to the disk if the browser supports it. A connection that the browser has closed is reopened, once per call.
 */
export function createDatabaseStore<Item extends Kept>(name: string, factory: IDBFactory | undefined = globalThis.indexedDB): KeptStore<Item> {
  let opened: Promise<IDBDatabase> | null = null;
  const database = () =>
    (opened ??= open(name, factory, () => (opened = null)).catch((error: unknown) => {
      opened = null;
      throw error;
    }));

  async function withItems<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    try {
      return await transact(await database(), mode, work);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      opened = null;
      return transact(await database(), mode, work);
    }
  }

  return {
    list: (account_id) => withItems('readonly', (items, done) => read<Item>(items, account_id, done)),
    apply: (account_id, step) =>
      withItems('readwrite', (items, done, giveUp) => {
        read<Item>(items, account_id, (mine) => {
          try {
            const { put, remove, result } = step(mine);
            for (const key of remove) items.delete(key);
            for (const item of put) items.put(item);
            done(result);
          } catch (error) {
            giveUp(error);
          }
        });
      }),
  };
}

type Work<T> = (items: IDBObjectStore, done: (result: T) => void, giveUp: (reason: unknown) => void) => void;

function read<Item extends Kept>(items: IDBObjectStore, account_id: number, then: (mine: Item[]) => void): void {
  const request = items.index(BY_ACCOUNT).getAll(account_id) as IDBRequest<Item[]>;
  request.onsuccess = () => then(request.result.sort(byOrder));
}

function transact<T>(database: IDBDatabase, mode: IDBTransactionMode, work: Work<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(ITEMS, mode, { durability: 'strict' });
    let outcome: { result: T } | null = null;
    const giveUp = (reason: unknown): void => {
      reject(reason);
      transaction.abort();
    };
    const timer = setTimeout(() => giveUp(new Error('The database did not respond')), TRANSACTION_TIMEOUT_MS);
    const end = (settle: () => void) => (): void => {
      clearTimeout(timer);
      settle();
    };
    transaction.oncomplete = end(() => (outcome ? resolve(outcome.result) : reject(new Error('The transaction ended without a result'))));
    transaction.onabort = end(() => reject(transaction.error ?? new Error('The transaction was given up')));
    work(transaction.objectStore(ITEMS), (result) => (outcome = { result }), giveUp);
  });
}

function open(name: string, factory: IDBFactory | undefined, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    if (!factory) throw new Error('This browser offers no database');
    const timer = setTimeout(() => reject(new Error('The database did not open')), OPEN_TIMEOUT_MS);
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ITEMS, { keyPath: 'key' }).createIndex(BY_ACCOUNT, BY_ACCOUNT);
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      database.onclose = onClosed;
      // a newer version of this page must be able to migrate
      database.onversionchange = () => {
        database.close();
        onClosed();
      };
      resolve(database);
    };
  });
}

/**
 * Returns true when the browser closed the database during use: memory pressure, a cleared site, a sleeping tab on iOS.
 */
function isLostConnection(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');
}
