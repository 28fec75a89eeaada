import { defineCommittedEvent, defineTransactionEvent } from '../../../platform/module-events.ts';

/**
 * The people who reach an assessment may have changed: its class, its owner, whether it is archived. Open subscriptions
 * must then be checked again.
 */
export const reachChanged = defineCommittedEvent<{ assessmentId: number }>();

/**
 * An assessment was made or changed: its content, its class, whether it is archived. `isGoing`: it is about to be
 * erased.
 */
export const assessmentChanged = defineTransactionEvent<{ assessmentId: number; isGoing: boolean }>();
