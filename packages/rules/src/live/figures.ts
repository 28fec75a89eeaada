/**
 * Figures of a lesson. They hold only posts of the session that is asked about: late answers and canceled runs are
 * not among them, because the caller does not pass them. Results have the wire's names and shapes.
 */
export * from './figures/posts.ts';
export * from './figures/distribution.ts';
export * from './figures/moves.ts';
export * from './figures/transitions.ts';
export * from './figures/engagement.ts';
