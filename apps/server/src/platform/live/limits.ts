/** What one process and one socket may take. Defaults suit a school of thousands behind a single address. */
export interface LiveLimits {
  /** Largest message accepted from a client, fragments joined. */
  maxMessageBytes: number;
  /** A socket with more unsent bytes than this is not reading; it is ended. */
  maxUnsentBytes: number;
  maxSockets: number;
  /** Per IPv4 address, or IPv6 network of 64 bits. */
  maxSocketsPerAddress: number;
  maxSocketsPerAccount: number;
  /** New sockets of one address: so many at once, then so many a minute. */
  upgradesPerAddress: { burst: number; perMinute: number };
  /** Of these, so many at once and so many a second; the others wait for their turn, and nobody is refused for it. */
  openingsPerAddress: { atOnce: number; perSecond: number };
  /** With more than so many that no sign-in has claimed, an address opens new ones at a quarter of that pace. */
  strangersAtFullPace: number;
  /** Sockets that no sign-in has claimed: so long, and so many at once; of one address and in all. */
  strangerMs: number;
  maxStrangersPerAddress: number;
  maxStrangers: number;
  maxSubscriptionsPerSocket: number;
  /** Messages, pings and pongs of one client, a large message as several: so many at once, refilled at so many a second; beyond that the socket is closed. */
  messages: { burst: number; perSecond: number };
  /** Malformed messages that are answered with an error; one more closes the socket. */
  malformed: { burst: number; perSecond: number };
  /** Client events, where a channel allows them. */
  clientEvents: { burst: number; perSecond: number };
  /** What clients are told to ping after. A socket that is silent for two thirds of it is pinged, and as long again after that, ended. */
  activityTimeoutMs: number;
  /** A socket that is being closed has this long to answer the goodbye. */
  goodbyeMs: number;
  /** A signature older than this opens its channel only after its permission has been asked about again. */
  grantMs: number;
  /** One older than this opens nothing. */
  signatureMs: number;
  /** So long after its first subscription a process asks about every one: it may not have heard of what changed before. */
  settleMs: number;
  /** Within this time every open subscription is asked about again, whether anybody told of a change or not. */
  recheckMs: number;
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
  maxSocketsPerAccount: 50,
  upgradesPerAddress: { burst: 6000, perMinute: 6000 },
  openingsPerAddress: { atOnce: 60, perSecond: 400 },
  strangersAtFullPace: 300,
  strangerMs: 20_000,
  maxStrangersPerAddress: 1500,
  maxStrangers: 4000,
  maxSubscriptionsPerSocket: 50,
  messages: { burst: 200, perSecond: 20 },
  malformed: { burst: 5, perSecond: 0.2 },
  clientEvents: { burst: 10, perSecond: 10 },
  activityTimeoutMs: 30_000,
  goodbyeMs: 5000,
  grantMs: 5000,
  signatureMs: 60_000,
  settleMs: 2000,
  recheckMs: 60_000,
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

  /** Takes one, or as many as something weighs; false when they are not there. */
  take(nowMs: number, weight = 1): boolean {
    this.#left = Math.min(this.#burst, this.#left + (nowMs - this.#at) * this.#perMs);
    this.#at = nowMs;
    if (this.#left < weight) return false;
    this.#left -= weight;
    return true;
  }
}
