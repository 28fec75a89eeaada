/**
 * The continuous archive of the embedded database: a copy of it every week and its log in between, so that a school whose disk is
 * gone comes back as it was less than a minute before, or as it was at a moment that a person names.
 *
 * Invariants: nothing of the archive stops the database or a lesson. A thing in the archive is whole or not there. A copy counts
 * when its description is there, which is written last, and the log that it needs. The life of one cluster is a line of its own, so that
 * a restored school never writes over the past of the lost one. A place that was emptied is never taken for a new one.
 */
export { createArchiver } from './archiver.ts';
export { tryArchive } from './examine-archive.ts';
export { leaveLine } from './leave-line.ts';
export { type ArchiveSaying, type ArchiveState, judgeArchive, MAX_BEHIND_SECONDS, readArchiveState } from './state.ts';
export { verifyArchive } from './verify-archive.ts';
