/**
 * Events between the modules of one process. The module in which something happens defines the event and announces it
 * in its transaction. A module that reacts names the event and its function in `listens` of its manifest.
 *
 * Listeners belong to a database handle, and not to the program: a server binds those of its modules to its own pools,
 * so two servers in one process do not hear each other. On a handle without listeners nobody hears anything, for
 * example while the demo school is created before the server starts.
 */
import { afterCommit, databaseOf, type Db, type Tx } from './database/index.ts';

/** A function that hears an event, as manifests list it. Made by `listen` of the event. */
export interface Listening {
  readonly event: object;
  readonly hear: (...heard: never[]) => unknown;
}

/** An event that is heard within the transaction that announces it, for data that must exist with its cause. */
export interface TransactionEvent<Payload> {
  /** Calls the listeners one after the other, in the order of the modules. If one fails, so does the transaction. */
  announce: (tx: Tx, payload: Payload) => Promise<void>;
  listen: (hear: (tx: Tx, payload: Payload) => Promise<void>) => Listening;
}

/** An event that is heard once its transaction has committed, in the process that committed it. */
export interface CommittedEvent<Payload> {
  /** Schedules the listeners for the commit. A listener that fails is reported and changes nothing. */
  announce: (tx: Tx, payload: Payload) => void;
  listen: (hear: (payload: Payload) => void | Promise<void>) => Listening;
}

const listeningOf = new WeakMap<Db, readonly Listening[]>();

/**
 * Binds listeners to a database handle, after those that it has: they hear what its transactions announce. Returns a
 * function that removes them.
 */
export function bindListeners(db: Db, listens: readonly Listening[]): () => void {
  const bound = [...listens];
  listeningOf.set(db, [...(listeningOf.get(db) ?? []), ...bound]);
  return () =>
    void listeningOf.set(
      db,
      (listeningOf.get(db) ?? []).filter((one) => !bound.includes(one)),
    );
}

/** Returns the functions that hear an event of a transaction. */
function listListeners<Hear>(tx: Tx, event: object): Hear[] {
  return (listeningOf.get(databaseOf(tx)) ?? []).filter((one) => one.event === event).map(({ hear }) => hear as Hear);
}

export function defineTransactionEvent<Payload>(): TransactionEvent<Payload> {
  const event: TransactionEvent<Payload> = {
    async announce(tx, payload) {
      for (const hear of listListeners<(tx: Tx, payload: Payload) => Promise<void>>(tx, event)) await hear(tx, payload);
    },
    listen: (hear) => ({ event, hear }),
  };
  return event;
}

export function defineCommittedEvent<Payload>(): CommittedEvent<Payload> {
  const event: CommittedEvent<Payload> = {
    announce(tx, payload) {
      for (const hear of listListeners<(payload: Payload) => void | Promise<void>>(tx, event)) afterCommit(tx, () => hear(payload));
    },
    listen: (hear) => ({ event, hear }),
  };
  return event;
}
