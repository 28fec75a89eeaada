/**
 * Backups: a whole installation in a folder, written while it runs and restored to an empty place.
 *
 * Invariants: all rows are of one moment (one snapshot), and every file that they name is in the backup. Everything
 * acknowledged before that moment is in it, nothing later is, and nothing is half in it. A folder with the name of a
 * backup is complete. A restore changes nothing unless the place is empty, and an interrupted restore can never be
 * mistaken for a school.
 */
export { findProblemsOfInstallation } from './check-installation.ts';
export { type BackupSetting, findBackupProblem, FRESH_BACKUP_SECONDS, makeKeptBackup } from './kept-backups.ts';
export { insertEndedRun, endRestoredRun, listAccountIds, listErased, skipRoomNumbers } from './queries.ts';
export { filesFolder, readManifest } from './format.ts';
export { openInstallation } from './open-installation.ts';
export { bringRows, requireEmptyFolder, restoreBackup } from './restore-backup.ts';
export { readSums, verifyBackup } from './verify-backup.ts';
export { recordRun } from './record-run.ts';
export { bringBackYear } from './bring-back-year.ts';
export { pruneYearFiles, YEAR_FILE_DAYS, writeYearFile, type YearFiles } from './year-files.ts';
export { writeBackup } from './write-backup.ts';
