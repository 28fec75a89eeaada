/** What every process must hear of and no room counts. `data` is JSON text, made once by the sender. */
export type Signal =
  /** Broadcast to whoever listens to one of the channels. */
  | { kind: 'event'; channels: readonly string[]; name: string; data: string }
  /** What a client tells the others on its channel: the whole text, for the processes other than `by`, which has told its own. */
  | { kind: 'relayed'; channel: string; text: string; by: string }
  /** A value that is told whole has changed; `about` says what it is made of. */
  | { kind: 'changed'; channel: string; name: string; about: number }
  /** A membership or role changed: ask again for open subscriptions. */
  | { kind: 'recheck'; scope: RecheckScope }
  | { kind: 'token-ended'; tokenId: number }
  /** A process has ended without a word: whom it held is connected no more. */
  | { kind: 'process-gone' };

/** Whose open subscriptions are asked about again. */
export type RecheckScope = { accountId: number } | { channel: string } | 'all';

/** The way of signals to every process, the sender's own included, in one order for all. */
export interface Signals {
  send(signal: Signal): void;
  /** Returns a function that stops listening. */
  listen(listener: (signal: Signal) => void): () => void;
}

/** Within one process, without a database: delivers at once. */
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
