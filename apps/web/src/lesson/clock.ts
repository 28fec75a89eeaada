/**
 * The server's clock as this device estimates it. Deadlines are the server's, so a wrong device clock makes no
 * difference. It runs on the browser's steady counter, which nobody can set.
 */
export interface ServerClock {
  /** Returns the server's time now, in epoch milliseconds. */
  now: () => number;
  /** Updates the estimate from a response: its server time is between sending and receiving. */
  observe: (serverTime: string, sentAt: number, receivedAt: number) => void;
  /**
   * Updates the estimate from an event, which was under way for an unknown time: the server's clock is at least at this
   * time.
   */
  observeEvent: (serverTime: string) => void;
  /**
   * Returns true when the device slept or its clock was set since the last response, so that the estimate should be
   * renewed.
   */
  isDoubtful: () => boolean;
}

/** The time after which a worse measurement may replace a better one, since steady counters drift. */
const FRESH_MS = 60_000;
const JUMP_MS = 1_500;

export function createServerClock(steady: () => number = () => performance.now(), wall: () => number = () => Date.now()): ServerClock {
  let offset = wall() - steady();
  let best: { roundTrip: number; at: number } | null = null;
  let apart = wall() - steady();

  return {
    now: () => steady() + offset,
    observe: (serverTime, sentAt, receivedAt) => {
      const at = Date.parse(serverTime);
      if (Number.isNaN(at)) return;
      const roundTrip = receivedAt - sentAt;
      apart = wall() - steady();
      // While the response was under way, the server's clock was between these two. An estimate outside them is wrong.
      const isPossible = offset >= at - receivedAt && offset <= at - sentAt;
      if (best && isPossible && roundTrip > best.roundTrip && receivedAt - best.at < FRESH_MS) return;
      best = { roundTrip, at: receivedAt };
      offset = at + roundTrip / 2 - receivedAt;
    },
    observeEvent: (serverTime) => {
      const at = Date.parse(serverTime);
      if (!Number.isNaN(at) && at - steady() > offset) offset = at - steady();
    },
    isDoubtful: () => Math.abs(wall() - steady() - apart) > JUMP_MS,
  };
}
