/** What every process of an installation must hear. `data` is JSON text, made once by the sender. */
export type BusMessage =
  /** Broadcast to whoever listens to the channel. */
  | { kind: 'event'; channel: string; name: string; data: string }
  /** The room's outbox holds something. */
  | { kind: 'wake'; room: string; urgent: boolean }
  /** A membership or role changed: ask again for open subscriptions. */
  | { kind: 'recheck'; scope: RecheckScope }
  | { kind: 'token-ended'; tokenId: number };

/** Whose open subscriptions are asked about again. */
export type RecheckScope = { accountId: number } | { channel: string } | 'all';

/**
 * The one way from what happened to the sockets. A bus delivers in the order of sending, to every listener, the
 * sender's own process included; it may lose messages when it breaks, since sequence and re-read carry correctness.
 */
export interface Bus {
  send(message: BusMessage): void;
  /** Returns a function that stops listening. */
  listen(listener: (message: BusMessage) => void): () => void;
}

/** For an installation of one process: delivers at once. */
export function createLocalBus(): Bus {
  const listeners = new Set<(message: BusMessage) => void>();
  return {
    send(message) {
      for (const listener of listeners) listener(message);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
