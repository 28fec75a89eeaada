/**
 * The server's clock as this device estimates it. Deadlines are the server's; what a wrong clock of the device says
 * makes no difference. Runs on the browser's steady counter, which nobody can set.
 */
export interface ServerClock {
  /** The server's time now, in epoch milliseconds. */
  now: () => number;
  /** Learns from an answer: its server time lies between sending and receiving. */
  observe: (serverTime: string, sentAt: number, receivedAt: number) => void;
  /** Learns from an event, which has been under way for an unknown time: the server's clock is at least there. */
  observeEvent: (serverTime: string) => void;
  /** Whether the device slept or its clock was set since the last answer: the estimate is then worth a new one. */
  isDoubtful: () => boolean;
}

/** A measurement may be replaced by a worse one after this long: steady counters drift. */
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
      // while the answer was under way the server's clock stood between these two: an estimate outside of them is wrong
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
