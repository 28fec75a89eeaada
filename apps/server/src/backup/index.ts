/**
 * Backups: a whole installation in a folder, taken while it runs and restored to an empty place.
 *
 * Invariants: all rows are of one moment (one snapshot), and every file that they name is in the backup; what was
 * acknowledged before that moment is in it, what came later is not, nothing is half in it; a folder that bears the name
 * of a backup is complete; a restore changes nothing unless the place is empty, and one that is broken off can never be
 * taken for a school.
 */
export { findProblemsOfInstallation } from './check-installation.ts';
export { openInstallation } from './open-installation.ts';
export { restoreBackup } from './restore-backup.ts';
export { verifyBackup } from './verify-backup.ts';
export { writeBackup } from './write-backup.ts';
