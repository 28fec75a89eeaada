/** The live lesson, see SPEC.md. Times are epoch milliseconds by the server's clock. */
export * from './forms.ts';
export * from './session.ts';
export * from './time.ts';
export * from './own-time.ts';
export * from './steps.ts';
export * from './machine.ts';
export * from './answers.ts';
export * from './visibility.ts';
export * from './figures.ts';
export * from './own-way.ts';
export * from './reviews.ts';
export * from './solo.ts';
export * from './comment-log.ts';
export * from './numbered.ts';
export * from './lesson-events.ts';
export * from './lesson-dirty.ts';
export * from './lesson-state.ts';
