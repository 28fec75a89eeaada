import { LIVE_LIMITS } from '@classwright/rules';
import { monotonicMs } from '../../../../platform/clock.ts';
import { appError, tooManyRequests } from '../../../../platform/errors.ts';
import type { MakeLimiter, RateLimiter } from '../../../../platform/waiting/index.ts';

const SWEEP_AT = 5_000;

/** Limits how fast one person may write and react, so that one person's posts do not bury the class's. */
export interface Pace {
  /** Refuses somebody who has to wait after an earlier refusal, before any lookup. @throws COMMENTS_TOO_FAST */
  requirePatience(accountId: number): void;
  /** Counts a comment or reply. @throws COMMENTS_TOO_FAST */
  takeRemark(accountId: number, role: 'student' | 'staff'): void;
  /** Counts a like or dislike. @throws TOO_MANY_REQUESTS */
  takeReaction(accountId: number): void;
}

/**
 * Creates limits that apply across processes as far as `makeLimiter` supports it; a refused person is remembered by the
 * process that refused them. `nowMs`: monotonic milliseconds.
 */
export function createPace(makeLimiter: MakeLimiter, nowMs: () => number = monotonicMs): Pace {
  const told = new Map<number, { untilMs: number; count: number }>();
  const limiterOf = (name: string, perMinute: number): RateLimiter => makeLimiter(name, { perMinute, burst: perMinute });
  const { student, staff } = LIVE_LIMITS.remarks;
  const limiters = {
    student: limiterOf('remarks of students', student.aMinute),
    staff: limiterOf('remarks of staff', staff.aMinute),
    reactions: limiterOf('reactions', LIVE_LIMITS.reactionsAMinute),
  };
  const take = (limiter: RateLimiter, accountId: number): number => {
    if (limiter.size >= SWEEP_AT) limiter.sweep();
    return limiter.take(String(accountId));
  };
  return {
    requirePatience(accountId) {
      const wait = told.get(accountId);
      if (!wait) return;
      const seconds = Math.ceil((wait.untilMs - nowMs()) / 1000);
      if (seconds > 0) throw appError('COMMENTS_TOO_FAST', { count: wait.count, seconds });
      told.delete(accountId);
    },
    takeRemark(accountId, role) {
      const seconds = take(limiters[role], accountId);
      if (seconds === 0) return;
      const count = LIVE_LIMITS.remarks[role].aMinute;
      if (told.size >= SWEEP_AT) told.clear();
      told.set(accountId, { untilMs: nowMs() + seconds * 1000, count });
      throw appError('COMMENTS_TOO_FAST', { count, seconds });
    },
    takeReaction(accountId) {
      const seconds = take(limiters.reactions, accountId);
      if (seconds > 0) throw tooManyRequests(seconds);
    },
  };
}
