import { decide } from '@classwright/rules/live';
import { LIVE_LIMITS } from '@classwright/rules';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log.ts';
import { Gate, IN_ORDER } from '../../../platform/waiting/index.ts';
import { listClosings, lockRunningSession } from './queries.ts';
import { applyEffects, holdSession, type TransitionContext } from './transition.ts';

export interface DeadlineEngine {
  /** Closes what is due already, then watches the deadlines. */
  start(): void;
  /** Lets a running closing finish, then stops. */
  stop(): Promise<void>;
  /**
   * Closes every phase whose deadline and grace have passed by the database's clock. Returns the number this process
   * closed.
   */
  runDueDeadlines(): Promise<number>;
}

const LOOK_EVERY_MS = 1_000;
const LOOK_AHEAD_MS = 3_000;
/** The number of parallel closings: enough for a district's bells, while most of the pool stays free for answers. */
const PARALLEL = 4;

/**
 * Closes forms when their time has ended; this is the server's own step. The deadline is in the database, so a lost
 * process loses nothing: timers only say when to check. A closing locks session and phase and reads the clock after
 * that, so a form never closes early, and closes only once for any number of processes. A failure is logged and retried
 * at the next check.
 */
export function createDeadlineEngine(context: TransitionContext & { db: Db; log: Log }): DeadlineEngine {
  const { db, log } = context;
  /** The timers that will close forms, by assessment. */
  const timers = new Map<number, NodeJS.Timeout>();
  /** Closings that run or wait for their turn; a lesson that has to wait delays no other. */
  const closings = new Map<number, Promise<boolean>>();
  const gate = new Gate({ atOnce: PARALLEL });
  let nextLook: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = true;
  let isFailing = false;

  /** Closes a form; never throws. Returns true when this call closed it. */
  function close(assessmentId: number): Promise<boolean> {
    const underWay = closings.get(assessmentId);
    if (underWay) return underWay;
    const closing = gate
      .run(IN_ORDER, () => closeIfDue(context, assessmentId))
      .catch((error: unknown) => {
        log.error({ err: error, assessment: assessmentId }, 'a form could not be closed; trying again');
        return false;
      })
      .finally(() => closings.delete(assessmentId));
    closings.set(assessmentId, closing);
    return closing;
  }

  async function look(): Promise<void> {
    try {
      const upcoming = await listClosings(db, { graceMs: LIVE_LIMITS.graceMs, withinMs: LOOK_AHEAD_MS });
      if (isFailing) log.info('deadlines are watched again');
      isFailing = false;
      arm(upcoming.filter(({ in_ms }) => in_ms > 0));
      for (const { assessment_id, in_ms } of upcoming) if (in_ms === 0) void close(assessment_id);
    } catch (error) {
      if (!isFailing) log.error({ err: error }, 'deadlines cannot be read; trying again every second');
      isFailing = true;
    }
  }

  /** Sets all timers again, since a deadline may have moved. */
  function arm(upcoming: readonly { assessment_id: number; in_ms: number }[]): void {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    if (isStopped) return;
    for (const { assessment_id, in_ms } of upcoming)
      timers.set(
        assessment_id,
        setTimeout(() => {
          timers.delete(assessment_id);
          void close(assessment_id);
        }, in_ms),
      );
  }

  function lookAgain(): void {
    looking = look().finally(() => {
      if (!isStopped) nextLook = setTimeout(lookAgain, LOOK_EVERY_MS);
    });
  }

  return {
    start() {
      if (!isStopped) return;
      isStopped = false;
      lookAgain();
    },
    async stop() {
      isStopped = true;
      if (nextLook) clearTimeout(nextLook);
      arm([]);
      await looking;
      arm([]);
      await Promise.allSettled(closings.values());
    },
    async runDueDeadlines() {
      const due = await listClosings(db, { graceMs: LIVE_LIMITS.graceMs, withinMs: 0 });
      return (await Promise.all(due.map(({ assessment_id }) => close(assessment_id)))).filter(Boolean).length;
    },
  };
}

/**
 * Closes the open form of a lesson, for the class or for students with extra time, if its time has ended and no step or
 * other process has closed it.
 */
async function closeIfDue(context: TransitionContext & { db: Db }, assessmentId: number): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const session = await lockRunningSession(tx, assessmentId);
    if (!session) return false;
    const { state, phases, now } = await holdSession(tx, session);
    const action = { type: 'close-due' } as const;
    const decision = decide(state, action, now.getTime());
    if (!decision.ok) return false;
    await applyEffects(context, tx, { session, phases, extraTimes: state.extraTimes, now, actorId: null, action }, decision.effects);
    return true;
  });
}
