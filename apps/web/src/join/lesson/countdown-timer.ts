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
  /** Whole seconds until the deadline of the form opened last; 0 when it has passed or the form is closed. */
  readonly seconds: Pick<Store<number>, 'get' | 'subscribe'>;
  /** The last announced reminder: the seconds left, for its form. */
  readonly reminder: Pick<Store<number | null>, 'get' | 'subscribe'>;
  /** Checks the deadline right away, since it may have moved. */
  refresh: () => void;
  stop: () => void;
}

export interface CountdownOptions {
  clock: ServerClock;
  model: Pick<Store<LessonModel>, 'get'>;
  mode: () => LessonMode;
  /** Requests the server's time and the lesson's. */
  askTime: () => void;
  /** Called when the time is up while the student was still writing. */
  onTimeUp: () => void;
  random?: () => number;
}

/** The time after the grace period within which the closing event may still arrive. After that it is requested. */
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

  /** Requests the closing, which was due but not received, until it arrives. */
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
