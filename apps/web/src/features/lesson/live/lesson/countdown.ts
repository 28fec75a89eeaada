import { LIVE_LIMITS, FALLBACK_LIMITS } from '@classwright/rules/limits';
import { computeRemainingSeconds } from '@classwright/rules/live/time';
import { createStore, type Store } from '../../../../base/store.ts';
import type { ServerClock } from '../../../../lesson/clock.ts';
import { msToNextTick } from '../../../../lesson/countdown.ts';

export interface CountdownOptions {
  clock: Pick<ServerClock, 'now'>;
  /** Returns the deadline of the open form, or null while none is open. */
  deadline: () => number | null;
  /** Called every second, on the second. `tick` counts from 1. */
  onTick: (tick: number) => void;
  /** Called when the form should have closed but no event arrived; at most once every few seconds. */
  onOverdue: () => void;
}

export interface Countdown {
  /** Whole seconds until the deadline; 0 when it has passed or no form is open. */
  readonly seconds: Pick<Store<number>, 'get' | 'subscribe'>;
  /** Checks the deadline right away, since it may have moved. */
  refresh: () => void;
  stop: () => void;
}

/** The time after the grace period within which the closing event may still arrive. */
const CLOSING_SLACK_MS = 1_500;
const ASK_AGAIN_MS = 4_000;

/** Creates a countdown that ticks once a second, on the server clock's second. */
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
