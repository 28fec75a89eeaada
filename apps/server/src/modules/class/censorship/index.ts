/**
 * Censorship: listed words do not reach others, and staff can see what was written.
 *
 * Invariants: what students write for others is censored before it is stored, by the lists and levels of that moment;
 * the original is kept in the same transaction and shown in review alone, to the teachers of its class and to Admins;
 * no original is shown without an entry in the audit trail.
 */
export { type Censor, createCensor } from './censor.ts';
export type { NewOriginal } from './queries.ts';
export { censorshipModule } from './implement.ts';
