/**
 * Censorship: listed words do not reach others, and staff can see the original text.
 *
 * Invariants: texts that students write for others are censored before they are stored, by the lists and levels of that
 * moment; the original is stored in the same transaction and shown only in review, to the teachers of its class and to
 * Admins; no original is shown without an entry in the audit trail.
 */
export { type Censor, createCensor } from './censor.ts';
export type { NewOriginal } from './queries.ts';
export { censorshipModule } from './implement.ts';
