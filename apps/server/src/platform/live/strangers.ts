import type { Connection } from './connection.ts';
import type { LiveCounters } from './counters.ts';
import type { LiveLimits } from './limits.ts';
import { CODES } from './protocol.ts';

/**
 * Sockets that no sign-in has claimed yet. An honest one is claimed within a moment, so few are allowed, for a short
 * time. When there are too many the oldest is closed, never the newest: sockets that only occupy places keep nobody
 * out.
 */
export class Strangers {
  readonly #limits: LiveLimits;
  readonly #counters: LiveCounters;
  readonly #all = new Set<Connection>();
  readonly #byAddress = new Map<string, Set<Connection>>();

  constructor(limits: LiveLimits, counters: LiveCounters) {
    this.#limits = limits;
    this.#counters = counters;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Returns the number for an address, in the form that limits use. */
  countOf(address: string): number {
    return this.#byAddress.get(address)?.size ?? 0;
  }

  add(connection: Connection): void {
    const ofAddress = this.#byAddress.get(connection.address) ?? new Set();
    if (ofAddress.size >= this.#limits.maxStrangersPerAddress) this.#close(oldestOf(ofAddress));
    else if (this.#all.size >= this.#limits.maxStrangers) this.#close(oldestOf(this.#all));
    this.#all.add(connection);
    this.#byAddress.set(connection.address, ofAddress.add(connection));
  }

  /** Removes a socket that has an owner now, or is gone. */
  delete(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const ofAddress = this.#byAddress.get(connection.address);
    ofAddress?.delete(connection);
    if (ofAddress?.size === 0) this.#byAddress.delete(connection.address);
  }

  /** Closes sockets that nobody has claimed in time. */
  closeOverdue(nowMs: number): void {
    for (const connection of this.#all) {
      if (nowMs - connection.openedAtMs < this.#limits.strangerMs) return; // the oldest stand first
      this.#close(connection);
    }
  }

  #close(connection: Connection): void {
    this.delete(connection);
    this.#counters.closedUnclaimed += 1;
    connection.dismiss(CODES.unclaimed, 'No sign-in has claimed this connection');
  }
}

function oldestOf(connections: ReadonlySet<Connection>): Connection {
  return connections.values().next().value as Connection;
}
