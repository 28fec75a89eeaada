/** Plain numbers for the metrics. `connections` and `subscriptions` are gauges, the others only grow. */
export interface LiveCounters {
  connections: number;
  subscriptions: number;
  /** The number of frames written to sockets. */
  framesSent: number;
  bytesSent: number;
  messagesReceived: number;
  /** The numbers of sockets ended because they did not read, and because they were silent. */
  droppedSlow: number;
  droppedSilent: number;
  /** The numbers of refused upgrades: a foreign origin, no room, or draining. */
  refusedOrigin: number;
  refusedCapacity: number;
  /** The numbers of refused subscriptions, and of open ones that ended with their permission. */
  refusedSubscriptions: number;
  endedSubscriptions: number;
  malformedMessages: number;
  /** The number of sockets closed for sending too much, or too many invalid messages. */
  closedAbusive: number;
  /** The number of sockets that no sign-in claimed. */
  closedUnclaimed: number;
  /** The numbers of room events, of the rows they joined, and of flushes that failed and were tried again. */
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
