/**
 * Work in separate threads: data from outside that could cost more than it appears is read and drawn there.
 *
 * Invariants: a piece of work has a limit of processor time and of memory, and is ended beyond them. Errors of a thread
 * are thrown where its work is awaited. A thread does one piece of work at a time and is reused. Few work at the same
 * time; the others wait their turn.
 */
export { serveWork, type Work } from './serve-work.ts';
export type { WorkLimits } from './thread.ts';
export { createTurns } from './turns.ts';
export { WorkFailedError, WorkLimitError } from './work-errors.ts';
export { createWorkers, type Workers } from './workers.ts';
