import { availableParallelism } from 'node:os';

/**
 * How many things that each keep a processor busy go on at once, so many at most: one processor stays free for lessons. With two of them
 * at once on two processors an answer of a lesson waits several times as long.
 */
export const besideLessons = (most: number, processors = availableParallelism()): number => Math.max(1, Math.min(most, processors - 1));
