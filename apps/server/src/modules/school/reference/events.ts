import { defineTransactionEvent } from '../../../platform/module-events.ts';

/** The marking periods of some schools have changed. */
export const periodsChanged = defineTransactionEvent<{ schoolIds: readonly number[] }>();
