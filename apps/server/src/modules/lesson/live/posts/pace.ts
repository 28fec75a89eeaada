import { LIVE_LIMITS } from '@classwright/rules';
import { monotonicMs } from '../../../../platform/clock.ts';
import { appError } from '../../../../platform/errors.ts';
import type { MakeLimiter, RateLimiter } from '../../../../platform/http/index.ts';

const SWEEP_AT = 5_000;

/** How fast one person may write and react, so that nobody's words bury those of a class. */
export interface Pace {
  /** Refuses somebody who has just been told to wait, before anything is looked up. @throws COMMENTS_TOO_FAST */
  requirePatience(accountId: number): void;
  /** Counts a comment or reply. @throws COMMENTS_TOO_FAST */
  takeRemark(accountId: number, role: 'student' | 'staff'): void;
  /** Counts a like or dislike. @throws TOO_MANY_REQUESTS */
  takeReaction(accountId: number): void;
}

/** Over all processes, as far as `makeLimiter` makes limits so; who was told to wait is remembered where they were told. `nowMs`: milliseconds that only ever grow. */
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
      if (seconds > 0) throw appError('TOO_MANY_REQUESTS', { seconds });
    },
  };
}
