/**
 * A fleet: many installations on one machine, one for each district, from one table and one file of shared settings.
 *
 * Invariants: two districts share no host, port, database or data folder. A file that may hold a secret is readable by its owner
 * alone. An upgrade leaves the districts after a failed one alone.
 */
export { OPTIONS, requireFitting } from './fitting.ts';
export { COMMANDS, describeOutcome, runForEach } from './run.ts';
export { choose, complete, readShared } from './shared.ts';
export { findStatus } from './status.ts';
export { readTable } from './table.ts';
export { writeFiles } from './write-files.ts';
