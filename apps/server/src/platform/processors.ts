import { availableParallelism } from 'node:os';

/**
 * Returns how many tasks that each keep a processor busy may run at the same time, up to a maximum. One processor stays
 * free for lessons: with two tasks on two processors a lesson's response takes several times as long.
 */
export const computeParallelLimit = (most: number, processors = availableParallelism()): number => Math.max(1, Math.min(most, processors - 1));
