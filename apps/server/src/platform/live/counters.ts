/** Plain numbers that the app turns into figures: `connections` and `subscriptions` are gauges, the rest only grow. */
export interface LiveCounters {
  connections: number;
  subscriptions: number;
  /** Every frame written to a socket. */
  framesSent: number;
  bytesSent: number;
  messagesReceived: number;
  /** Sockets ended because they did not read, and because they fell silent. */
  droppedSlow: number;
  droppedSilent: number;
  /** Upgrades refused: a foreign origin, no room, or draining. */
  refusedOrigin: number;
  refusedCapacity: number;
  /** Subscriptions refused, and open ones that ended because a permission did. */
  refusedSubscriptions: number;
  endedSubscriptions: number;
  malformedMessages: number;
  /** Sockets closed for sending too much, or too much nonsense. */
  closedAbusive: number;
  /** Sockets that no sign-in claimed. */
  closedUnclaimed: number;
  /** Numbered room events, the rows they joined, and flushes that failed and were tried again. */
  roomEvents: number;
  roomRows: number;
  roomRetries: number;
}

export function createCounters(): LiveCounters {
  return {
    connections: 0,
    subscriptions: 0,
    framesSent: 0,
    bytesSent: 0,
    messagesReceived: 0,
    droppedSlow: 0,
    droppedSilent: 0,
    refusedOrigin: 0,
    refusedCapacity: 0,
    refusedSubscriptions: 0,
    endedSubscriptions: 0,
    malformedMessages: 0,
    closedAbusive: 0,
    closedUnclaimed: 0,
    roomEvents: 0,
    roomRows: 0,
    roomRetries: 0,
  };
}
