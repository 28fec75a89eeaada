import type { RoomPosition } from './position.ts';

/** The channel between processes of one installation for messages that a room has moved on. */
export interface Bus {
  /**
   * Notifies the other processes, without a guarantee: a lost message is found by polling. Never throws, never waits.
   * At most 10 a second for a room: the first immediately, then the newest of each 100 ms. Sends nothing before `start`
   * and after `stop`.
   */
  say(position: RoomPosition): void;
  /** Listens. A process may or may not receive its own messages. Returns a function that stops listening. */
  listen(listener: (position: RoomPosition) => void): () => void;
  /**
   * Called when the line works again after a break. Messages in between are lost, so read the database now. Returns a
   * function that stops it.
   */
  onReconnected(listener: () => void): () => void;
  /** Opens the line, once. An unreachable broker is retried until it responds, and does not delay the start. */
  start(): Promise<void>;
  /** Stops it for good. */
  stop(): Promise<void>;
  /** The totals so far, for the metrics. */
  readonly counts: Readonly<BusCounts>;
}

export interface BusCounts {
  /** The number of positions sent to the broker, and of those from other processes. */
  said: number;
  heard: number;
  /** The number of texts that were not ours. */
  foreign: number;
  /** The number of times the line was lost, and restored. */
  lost: number;
  reconnected: number;
}
