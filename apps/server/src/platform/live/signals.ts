/** A message to every process without a room number. `data` is JSON text, made once by the sender. */
export type Signal =
  /** An event for the listeners of the channels. */
  | { kind: 'event'; channels: readonly string[]; name: string; data: string }
  /**
   * An event from a client for the others on its channel: the whole text, for all processes except `by`, which has
   * already sent it to its own.
   */
  | { kind: 'relayed'; channel: string; text: string; by: string }
  /** A changed value that is sent as a whole. `about` identifies its source. */
  | { kind: 'changed'; channel: string; name: string; about: number }
  /** A changed membership or role: open subscriptions must be checked again. */
  | { kind: 'recheck'; scope: RecheckScope }
  | { kind: 'token-ended'; tokenId: number }
  /** A process that ended without a goodbye: its people are no longer connected. */
  | { kind: 'process-gone' };

/** The open subscriptions to check again. */
export type RecheckScope = { accountId: number } | { channel: string } | 'all';

/** Carries signals to every process, including the sender's, in one order for all. */
export interface Signals {
  send(signal: Signal): void;
  /** Returns a function that stops listening. */
  listen(listener: (signal: Signal) => void): () => void;
}

/** Creates signals within one process, without a database. They are delivered immediately. */
export function createLocalSignals(): Signals {
  const listeners = new Set<(signal: Signal) => void>();
  return {
    send(signal) {
      for (const listener of listeners) listener(signal);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
