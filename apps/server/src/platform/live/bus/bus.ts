import type { RoomPosition } from './position.ts';

/** How processes of one installation tell each other that a room has moved on. */
export interface Bus {
  /**
   * Tells the other processes, perhaps: what is lost is found by looking. Never throws, never waits. At most 10 a second
   * of a room: the first at once, then the newest of each 100 ms. Says nothing before `start` and after `stop`.
   */
  say(position: RoomPosition): void;
  /** Own words may come back or not; a listener must bear both. Returns what ends it. */
  listen(listener: (position: RoomPosition) => void): () => void;
  /** Called when the line stood still and stands again: what was said meanwhile is lost, look now. Returns what ends it. */
  onReconnected(listener: () => void): () => void;
  /** Opens the line, once. A broker that cannot be reached is tried again until it can, and stops no start. */
  start(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
  /** What has been so far, for the figures. */
  readonly counts: Readonly<BusCounts>;
}

export interface BusCounts {
  /** Positions handed to the broker, and those that came from other processes. */
  said: number;
  heard: number;
  /** Texts that were none of ours. */
  foreign: number;
  /** How often the line stood still, and how often it stood again. */
  lost: number;
  reconnected: number;
}
