import { setImmediate } from 'node:timers/promises';

/**
 * The time that one task may use before others have their turn. A lesson's response waits some fifteen times for the
 * database, and after each for a turn.
 */
const TURN_MS = 2;

/**
 * Creates a function for loops over many items in the main thread: call it for each item, and it lets others run
 * whenever a turn has ended.
 */
export function createTurns(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < TURN_MS) return undefined;
    return setImmediate().then(() => {
      startedAt = performance.now();
    });
  };
}
