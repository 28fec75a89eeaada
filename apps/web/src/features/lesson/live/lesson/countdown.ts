import { LIVE_LIMITS, FALLBACK_LIMITS } from '@classwright/rules/limits';
import { computeRemainingSeconds } from '@classwright/rules/live/time';
import { createStore, type Store } from '../../../../base/store.ts';
import type { ServerClock } from '../../../../lesson/clock.ts';
import { msToNextTick } from '../../../../lesson/countdown.ts';

export interface CountdownOptions {
  clock: Pick<ServerClock, 'now'>;
  /** Deadline of the open form; null while none is open. */
  deadline: () => number | null;
  /** Every second, on the second; counts from 1. */
  onTick: (tick: number) => void;
  /** The closing was due and was not heard of. At most once in a few seconds. */
  onOverdue: () => void;
}

export interface Countdown {
  /** Whole seconds until the deadline; 0 when it is over or no form is open. */
  readonly seconds: Pick<Store<number>, 'get' | 'subscribe'>;
  /** The deadline may have moved: looks at once. */
  refresh: () => void;
  stop: () => void;
}

/** How long after the end of the grace the closing may take to be heard of. */
const CLOSING_SLACK_MS = 1_500;
const ASK_AGAIN_MS = 4_000;

/** One tick a second, on the second as the server's clock has it. */
export function createCountdown({ clock, deadline, onTick, onOverdue }: CountdownOptions): Countdown {
  const seconds = createStore(0);
  let ticks = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    const [at, now] = [deadline(), clock.now()];
    seconds.set(at === null ? 0 : computeRemainingSeconds(at, now));
    if (at === null || now <= at + LIVE_LIMITS.graceMs + CLOSING_SLACK_MS || now - askedAt < ASK_AGAIN_MS) return;
    askedAt = now;
    onOverdue();
  }

  function plan(): void {
    clearTimeout(timer);
    const at = deadline();
    timer = setTimeout(tick, at === null ? FALLBACK_LIMITS.tickMs : msToNextTick(at, clock.now()));
  }

  function tick(): void {
    ticks += 1;
    look();
    onTick(ticks);
    plan();
  }

  plan();
  return {
    seconds,
    refresh: () => {
      look();
      plan();
    },
    stop: () => clearTimeout(timer),
  };
}
