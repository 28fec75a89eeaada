/** A fault of a phone's own storage. */
export type DiskFault =
  /** Its database opens this late the first time. Pages give up after four seconds. */
  | { kind: 'slow'; opensAfterMs: number }
  /** It is full from this write on. */
  | { kind: 'full'; afterWrites: number }
  /** The browser closes the database this long after it was opened, each time. */
  | { kind: 'lost'; closesAfterMs: number }
  /** Each connection responds no more after some transactions, as in a tab that slept. Pages give up after ten seconds. */
  | { kind: 'stuck'; afterTransactions: number };

type Handler = ((event: Event) => void) | null;
const HANDLERS = ['onupgradeneeded', 'onsuccess', 'onerror'] as const;

interface ObjectStore {
  put: (...record: unknown[]) => unknown;
  delete?: (key: unknown) => unknown;
  index?: (name: string) => { getAll: (key: unknown) => unknown };
}
interface Transaction {
  objectStore: (name: string) => ObjectStore;
  abort?: () => void;
}
interface Database {
  transaction: (...given: unknown[]) => Transaction;
  close: () => void;
  onclose: Handler;
}
interface OpenRequest extends Partial<Record<(typeof HANDLERS)[number], Handler>> {
  result: Database | null;
  error: unknown;
  addEventListener?: (name: 'success', listener: () => void) => void;
}

/** The parts of a browser's `IDBFactory` that a page uses. */
export interface DeviceDatabases {
  open: (name: string, version?: number) => OpenRequest;
}

/** Returns the databases of a phone whose storage has a fault. */
export function spoilDatabases(databases: DeviceDatabases, fault: DiskFault): DeviceDatabases {
  let opens = 0;
  let writes = 0;
  const open = (name: string, version?: number): OpenRequest => databases.open(name, version);
  const whenOpen = (request: OpenRequest, work: (database: Database) => void): OpenRequest => {
    request.addEventListener?.('success', () => request.result && work(request.result));
    return request;
  };
  switch (fault.kind) {
    case 'slow':
      return { open: (...given) => ((opens += 1) === 1 ? openLate(() => open(...given), fault.opensAfterMs) : open(...given)) };
    case 'full':
      return {
        open: (...given) =>
          whenOpen(open(...given), (database) =>
            watchWrites(database, () => {
              if ((writes += 1) > fault.afterWrites) throw new DOMException('the disk is full', 'QuotaExceededError');
            }),
          ),
      };
    case 'lost':
      return { open: (...given) => whenOpen(open(...given), (database) => void setTimeout(() => closeByBrowser(database), fault.closesAfterMs).unref()) };
    case 'stuck':
      return { open: (...given) => whenOpen(open(...given), (database) => fallSilent(database, fault.afterTransactions)) };
  }
}

/** Opens a database after a while. */
function openLate(open: () => OpenRequest, afterMs: number): OpenRequest {
  const late: OpenRequest = { result: null, error: null };
  setTimeout(() => {
    const real = open();
    for (const name of HANDLERS)
      real[name] = (event) => {
        if (name === 'onerror') late.error = real.error;
        else late.result = real.result;
        late[name]?.(event);
      };
  }, afterMs).unref();
  return late;
}

/** Calls `onWrite` before each record that a connection writes. What it throws is thrown there. */
function watchWrites(database: Database, onWrite: () => void): void {
  const begin = database.transaction.bind(database);
  database.transaction = (...given) => {
    const transaction = begin(...given);
    const find = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name) => {
      const store = find(name);
      const put = store.put.bind(store);
      store.put = (...record) => {
        onWrite();
        return put(...record);
      };
      return store;
    };
    return transaction;
  };
}

/** A transaction without any event. */
const SILENT: Transaction = {
  objectStore: () => ({ index: () => ({ getAll: () => ({}) }), put: () => ({}), delete: () => ({}) }),
  abort: () => undefined,
};

function fallSilent(database: Database, afterTransactions: number): void {
  const begin = database.transaction.bind(database);
  let begun = 0;
  database.transaction = (...given) => ((begun += 1) > afterTransactions ? SILENT : begin(...given));
}

function closeByBrowser(database: Database): void {
  database.close();
  database.onclose?.(new Event('close'));
}
