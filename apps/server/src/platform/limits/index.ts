/**
 * Limits over all processes. Invariants: no call asks the database for them. Each second every process reports the
 * spending of heavy callers, and subtracts what they spent elsewhere from the same budget, even below zero. So somebody
 * who spreads calls over N processes gets, beyond the budget, one second's worth at the others, once, and it is
 * subtracted afterwards. Spending of less than a quarter at a process is not reported. Without a database each process
 * limits by its own counts.
 */
import { randomUUID } from 'node:crypto';
import { monotonicMs } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';
import { type MakeLimiter, RateLimiter } from '../waiting/index.ts';
import { deleteOldSpending, listSpendingElsewhere, saveSpending } from './queries.ts';

const EVERY_MS = 1_000;
/** The interval whose reports are read. A process that was stalled for longer gets the rest with the next report. */
const HEARD_MS = 5_000;
const FORGET_EVERY_MS = 60_000;

export interface SharedLimits {
  make: MakeLimiter;
  /** Reports and reads once. */
  exchange(): Promise<void>;
  /** Reports and reads each second. Returns a function that stops it. */
  start(): () => void;
}

interface Heard {
  run: number;
  spent: number;
  untilMs: number;
}

export function createSharedLimits({ db, log, nowMs = monotonicMs }: { db: Db; log: Pick<Log, 'warn'>; nowMs?: () => number }): SharedLimits {
  const process = randomUUID();
  const limiters = new Map<string, RateLimiter>();
  const heard = new Map<string, Heard>();
  let forgottenAtMs = nowMs();

  function hear({ limiter: name, key, process: from, run, spent, debt }: Awaited<ReturnType<typeof listSpendingElsewhere>>[number]): void {
    const limiter = limiters.get(name);
    if (!limiter) return; // the limiter of another version
    const place = JSON.stringify([name, key, from]);
    const before = heard.get(place);
    const more = before?.run === run ? spent - before.spent : Math.min(spent, debt);
    if (more > 0) limiter.takeElsewhere(key, more);
    heard.set(place, { run, spent, untilMs: nowMs() + limiter.fillMs + HEARD_MS });
  }

  async function exchange(): Promise<void> {
    const news = [...limiters].flatMap(([limiter, one]) => one.takeNews().map((spending) => ({ limiter, ...spending, fillMs: one.fillMs })));
    if (news.length > 0) await saveSpending(db, process, news);
    for (const spending of await listSpendingElsewhere(db, process, HEARD_MS)) hear(spending);
    if (nowMs() - forgottenAtMs < FORGET_EVERY_MS) return;
    forgottenAtMs = nowMs();
    for (const [place, { untilMs }] of heard) if (untilMs < nowMs()) heard.delete(place);
    await deleteOldSpending(db);
  }

  return {
    make(name, budget) {
      const limiter = new RateLimiter(budget, nowMs);
      if (limiters.has(name)) throw new Error(`two limits are called ${name}`);
      limiters.set(name, limiter);
      return limiter;
    },
    exchange,
    start() {
      let isTroubled = false;
      let isBusy = false;
      const timer = setInterval(() => {
        if (isBusy) return;
        isBusy = true;
        exchange()
          .then(
            () => {
              isTroubled = false;
            },
            (error: unknown) => {
              if (!isTroubled) log.warn({ err: error }, 'what callers spend at other processes cannot be read; trying again');
              isTroubled = true;
            },
          )
          .finally(() => {
            isBusy = false;
          });
      }, EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}
