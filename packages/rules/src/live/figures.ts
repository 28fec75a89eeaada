/**
 * Figures of a lesson. They contain only posts of the given session: the caller leaves out late answers and canceled
 * runs. Results have the wire's names and shapes.
 */
export * from './figures/posts.ts';
export * from './figures/distribution.ts';
export * from './figures/moves.ts';
export * from './figures/transitions.ts';
export * from './figures/engagement.ts';
