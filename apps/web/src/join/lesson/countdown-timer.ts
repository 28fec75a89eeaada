import { FALLBACK_LIMITS, LIVE_LIMITS } from '@classwright/rules/limits';
import { computeRemainingSeconds } from '@classwright/rules/live/time';
import { connectionStore } from '../../base/realtime.ts';
import { createStore, type Store } from '../../base/store.ts';
import type { ServerClock } from '../../lesson/clock.ts';
import { msToNextTick, reminderAt } from '../../lesson/countdown.ts';
import type { LessonModel } from './model.ts';
import { phaseOf } from './model.ts';
import type { LessonMode } from './view.ts';

/** The page's own timer: one tick a second, on the second. */
export interface Countdown {
  /** Whole seconds until the deadline of the form opened last; 0 when it is over or closed. */
  readonly seconds: Pick<Store<number>, 'get' | 'subscribe'>;
  /** The reminder spoken last: seconds left, for the form it belongs to. */
  readonly reminder: Pick<Store<number | null>, 'get' | 'subscribe'>;
  /** The deadline may have moved: looks at once. */
  refresh: () => void;
  stop: () => void;
}

export interface CountdownOptions {
  clock: ServerClock;
  model: Pick<Store<LessonModel>, 'get'>;
  mode: () => LessonMode;
  /** Asks the server for its time and the lesson's. */
  askTime: () => void;
  /** The time is up while the student was still writing. */
  onTimeUp: () => void;
  random?: () => number;
}

/** How long after the end of the grace the closing may take to be heard of before it is asked for. */
const CLOSING_SLACK_MS = 1_500;
const ASK_AGAIN_MS = 4_000;

export function createCountdown({ clock, model, mode, askTime, onTimeUp, random = Math.random }: CountdownOptions): Countdown {
  const seconds = createStore(0);
  const reminder = createStore<number | null>(null);
  let deadline: number | null = null;
  let ticks = 0;
  let askedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const slack = CLOSING_SLACK_MS + random() * 1_000;

  function look(): void {
    const phase = phaseOf(model.get());
    const now = clock.now();
    const left = phase && !phase.closed ? computeRemainingSeconds(phase.deadlineAtMs, now) : 0;
    const before = deadline === phase?.deadlineAtMs ? seconds.get() : null;
    deadline = phase?.deadlineAtMs ?? null;
    const isWriting = left > 0 ? mode() === 'answering' : before !== null && before > 0 && mode() === 'answering';
    seconds.set(left);
    if (left === 0 && isWriting && phase && !phase.closed) onTimeUp();
    reminder.set(isWriting && left > 0 ? (reminderAt(before, left) ?? (before === null ? null : reminder.get())) : null);
    if (phase && !phase.closed && now > phase.deadlineAtMs + LIVE_LIMITS.graceMs + slack) askNowAndThen();
  }

  /** The closing was due and was not heard of: asks until it is. */
  function askNowAndThen(): void {
    if (performance.now() - askedAt < ASK_AGAIN_MS) return;
    askedAt = performance.now();
    askTime();
  }

  function tick(): void {
    ticks += 1;
    look();
    if (clock.isDoubtful() || (connectionStore.get().status !== 'online' && ticks % FALLBACK_LIMITS.resyncTicks === 0)) askTime();
    plan();
  }

  function plan(): void {
    clearTimeout(timer);
    const phase = phaseOf(model.get());
    if (!stopped) timer = setTimeout(tick, phase ? msToNextTick(phase.deadlineAtMs, clock.now()) : FALLBACK_LIMITS.tickMs);
  }

  plan();
  return {
    seconds,
    reminder,
    refresh: () => {
      if (stopped) return;
      look();
      plan();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      seconds.set(0);
    },
  };
}
