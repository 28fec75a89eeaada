import { setImmediate } from 'node:timers/promises';

/**
 * So long the process may do one thing before others have their turn. An answer of a lesson waits some fifteen times for the database, and
 * behind a turn each time.
 */
const TURN_MS = 2;

/** For loops over many things in the main thread: called at each of them, it lets others go on whenever a turn is over. */
export function createTurns(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < TURN_MS) return undefined;
    return setImmediate().then(() => {
      startedAt = performance.now();
    });
  };
}
