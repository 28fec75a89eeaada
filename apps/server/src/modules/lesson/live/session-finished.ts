import { defineTransactionEvent } from '../../../platform/module-events.ts';

/** A session has finished, and not been canceled. What follows from it is recorded or scheduled with it. */
export const sessionFinished = defineTransactionEvent<{ sessionId: number }>();

/** A run has begun. Data that must exist from its first moment is made with it. */
export const sessionStarted = defineTransactionEvent<{ sessionId: number }>();
