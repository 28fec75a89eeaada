// `npm run verify -- folder` checks a backup; `npm run verify` checks the installation itself.
import { resolve } from 'node:path';
import { verifyArchive } from './archive/index.ts';
import { findProblemsOfInstallation, openInstallation, recordRun, verifyBackup } from './backup/index.ts';
import { runMaintenance } from './backup/run-maintenance.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { readConfig } from './platform/config.ts';
import { createProgress } from './platform/progress.ts';
import { readErasureList } from './platform/personal-data/erasure-list.ts';
import { StartRefusal } from './platform/start-refusal.ts';

const progress = createProgress(process.stdout);

await runMaintenance({
  inVain: 'Nothing was verified.',
  help: 'npm run verify -- [folder]: reads a backup, or the installation itself where no folder is named, and says what is missing or changed; npm run verify -- archive: the archive in ARCHIVE_TO.',
  async work(named) {
    const folder = named[0];
    const problems = folder === 'archive' ? await verifyOwnArchive() : folder === undefined ? await verifyInstallation() : await verifyFolder(resolve(folder));
    for (const problem of problems) console.error(problem);
    return problems.length === 0;
  },
});

async function verifyOwnArchive(): Promise<string[]> {
  const { archive } = readConfig();
  if (archive === null) throw new StartRefusal('No archive is set up. Name its place in ARCHIVE_TO.');
  const { copies, logFiles, from, problems } = await verifyArchive(archive);
  if (problems.length === 0) console.log(`The archive is whole: copies of the database: ${copies}, files of its log: ${logFiles}. It begins at ${from}.`);
  return problems;
}

async function verifyFolder(folder: string): Promise<string[]> {
  const { manifest, problems } = await verifyBackup(folder, (share) => progress.show('Reading the backup', share));
  progress.end();
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  if (problems.length === 0)
    console.log(`The backup of ${manifest.takenAt} is whole: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files} files.`);
  await recordVerification(manifest.takenAt, problems.length > 0);
  return problems;
}

/** Records it in the installation that `npm start` would use, where that is known and can be reached. */
async function recordVerification(takenAt: string, isDamaged: boolean): Promise<void> {
  try {
    const { connection, close } = await openInstallation(readConfig());
    await recordRun(connection, { kind: 'verify', takenAt, problem: isDamaged ? 'damaged' : null }).finally(close);
  } catch {
    // a backup is verified on any machine
  }
}

async function verifyInstallation(): Promise<string[]> {
  const config = readConfig();
  const { connection, close } = await openInstallation(config);
  try {
    const report = await findProblemsOfInstallation({
      connection,
      storage: createFileStorage(config.dataDir, config.s3),
      erased: readErasureList(config.dataDir),
      onProgress: (share) => progress.show('Reading the installation', share),
    });
    progress.end();
    if (report.problems.length === 0) console.log(`Everything is there: ${report.rows} rows of ${report.tables} tables, ${report.files} files.`);
    return report.problems;
  } finally {
    await close();
  }
}
