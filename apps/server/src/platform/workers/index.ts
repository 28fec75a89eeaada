/**
 * Work in threads of its own: whatever comes from outside, and could cost more than it looks, is read and drawn there.
 *
 * Invariants: a piece of work has a limit of processor time and of memory, and is ended beyond them; what goes wrong in a
 * thread is thrown where its work is waited for; a thread does one piece of work at a time and is used again; few work at
 * once, the others wait their turn.
 */
export { serveWork, type Work } from './serve-work.ts';
export type { WorkLimits } from './thread.ts';
export { createTurns } from './turns.ts';
export { WorkFailedError, WorkLimitError } from './work-errors.ts';
export { createWorkers, type Workers } from './workers.ts';
