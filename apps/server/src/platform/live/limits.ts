/** The limits of one process and one socket. The defaults suit a school of thousands behind a single address. */
export interface LiveLimits {
  /** The largest message accepted from a client, with fragments joined. */
  maxMessageBytes: number;
  /** A socket with more unsent bytes than this is not reading; it is ended. */
  maxUnsentBytes: number;
  maxSockets: number;
  /** The maximum per IPv4 address, or IPv6 network of 64 bits. */
  maxSocketsPerAddress: number;
  maxSocketsPerAccount: number;
  /** New sockets of one address: a burst, then a number a minute. */
  upgradesPerAddress: { burst: number; perMinute: number };
  /**
   * The number of these that open in a burst and per second, without those that have a ticket. The others wait for their
   * turn, and none is refused for it.
   */
  openingsPerAddress: { burst: number; perSecond: number };
  /**
   * The number of sockets that an account opens with its ticket in a burst and per second. Beyond that it waits as those
   * without a ticket do.
   */
  openingsPerTicket: { burst: number; perSecond: number };
  /** A ticket older than this says nothing about who opens a socket. One older than a signature opens no channels. */
  ticketMs: number;
  /** With more unclaimed sockets than this, an address opens new ones at a quarter of that pace. */
  strangersAtFullPace: number;
  /** The maximum time for unclaimed sockets, and their maximum number: per address and in all. */
  strangerMs: number;
  maxStrangersPerAddress: number;
  maxStrangers: number;
  maxSubscriptionsPerSocket: number;
  /**
   * Messages, pings and pongs of one client, a large message counting as several: a burst, refilled at a rate per
   * second. Beyond that the socket is closed.
   */
  messages: { burst: number; perSecond: number };
  /** Malformed messages that get an error. One more closes the socket. */
  malformed: { burst: number; perSecond: number };
  /** Client events, where a channel allows them. */
  clientEvents: { burst: number; perSecond: number };
  /**
   * The idle time after which clients should ping. A socket that is silent for two thirds of it is pinged, and after as
   * long again, ended.
   */
  activityTimeoutMs: number;
  /** The time that a closing socket has to answer the goodbye. */
  goodbyeMs: number;
  /** A signature older than this opens its channel only after its permission has been checked again. */
  grantMs: number;
  /** A signature older than this opens nothing. */
  signatureMs: number;
  /**
   * The time after its first subscription in which a process checks every one: it may not have heard of earlier
   * changes.
   */
  settleMs: number;
  /** The time within which every open subscription is checked again, even without a reported change. */
  recheckMs: number;
  /** The interval in which joins and leaves of a presence channel, and of occupancy, are reported. */
  presenceTickMs: number;
  /** The shortest time between two broadcasts of one absolute value. */
  latestIntervalMs: number;
}

export const DEFAULT_LIMITS: LiveLimits = {
  maxMessageBytes: 64 * 1024,
  maxUnsentBytes: 1024 * 1024,
  maxSockets: 20_000,
  maxSocketsPerAddress: 6000,
  maxSocketsPerAccount: 50,
  upgradesPerAddress: { burst: 6000, perMinute: 6000 },
  openingsPerAddress: { burst: 60, perSecond: 400 },
  openingsPerTicket: { burst: 6, perSecond: 0.5 },
  ticketMs: 12 * 3_600_000,
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
