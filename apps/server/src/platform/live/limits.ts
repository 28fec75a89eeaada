/** What one process and one socket may take. Defaults suit a school of thousands behind a single address. */
export interface LiveLimits {
  /** Largest message accepted from a client, fragments joined. */
  maxMessageBytes: number;
  /** A socket with more unsent bytes than this is not reading; it is ended. */
  maxUnsentBytes: number;
  maxSockets: number;
  maxSocketsPerAddress: number;
  maxSubscriptionsPerSocket: number;
  /** Messages and pings of one client: so many at once, refilled at so many a second; beyond that the socket is closed. */
  messages: { burst: number; perSecond: number };
  /** Malformed messages that are answered with an error; one more closes the socket. */
  malformed: { burst: number; perSecond: number };
  /** Client events, where a channel allows them. */
  clientEvents: { burst: number; perSecond: number };
  /** Silence after which a socket is pinged, and, once as long again, ended. */
  activityTimeoutMs: number;
  /** A socket that is being closed has this long to answer the goodbye. */
  goodbyeMs: number;
  /** Joins and leaves of a presence channel, and of occupancy, are told once per tick. */
  presenceTickMs: number;
  /** Shortest time between two broadcasts of one absolute value. */
  latestIntervalMs: number;
}

export const DEFAULT_LIMITS: LiveLimits = {
  maxMessageBytes: 64 * 1024,
  maxUnsentBytes: 1024 * 1024,
  maxSockets: 20_000,
  maxSocketsPerAddress: 6000,
  maxSubscriptionsPerSocket: 50,
  messages: { burst: 200, perSecond: 20 },
  malformed: { burst: 5, perSecond: 0.2 },
  clientEvents: { burst: 10, perSecond: 10 },
  activityTimeoutMs: 30_000,
  goodbyeMs: 5000,
  presenceTickMs: 50,
  latestIntervalMs: 100,
};

/** A bucket that holds `burst` and refills steadily. */
export class Budget {
  readonly #burst: number;
  readonly #perMs: number;
  #left: number;
  #at: number;

  constructor({ burst, perSecond }: { burst: number; perSecond: number }, nowMs: number) {
    this.#burst = burst;
    this.#perMs = perSecond / 1000;
    this.#left = burst;
    this.#at = nowMs;
  }

  /** Takes one; false when none is left. */
  take(nowMs: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + (nowMs - this.#at) * this.#perMs);
    this.#at = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
