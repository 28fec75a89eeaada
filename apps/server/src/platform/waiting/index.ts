/**
 * Waiting: everything that makes callers wait, take turns, or come later. docs/decisions/one-gate-for-waiting.md says
 * which to take. Invariants: queues of waiting callers are kept here only (`tools/house-rules/waiting-rules.ts`); each
 * is of one process, but the rate of calls is shared by all; a caller who waits holds nothing that others need.
 */
export { Batcher } from './batcher.ts';
export { Bucket, type Rate } from './bucket.ts';
export { Crowd, type Patience } from './crowd.ts';
export type { Turn } from './fair-line.ts';
export { Gate, Gates, IN_ORDER } from './gate.ts';
export { LoopGate } from './loop-gate.ts';
export { Paces } from './paces.ts';
export { type MakeLimiter, makeLocalLimiter, RateLimiter, type Spending } from './rate-limiter.ts';
export { RefusalDelay } from './refusal-delay.ts';
