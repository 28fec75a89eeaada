// `npm run backup -- folder`: saves the installation that `npm start` would use, running or not.
import { join, resolve } from 'node:path';
import { openInstallation, recordRun, writeBackup } from './backup/index.ts';
import { runMaintenance } from './backup/run-maintenance.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { readConfig } from './platform/config.ts';
import { toFolderName } from './platform/folder-names.ts';
import { createProgress } from './platform/progress.ts';
import { readVersion } from './startup/version.ts';

await runMaintenance({
  inVain: 'The backup was not made.',
  help: 'npm run backup -- [folder]: saves the installation that npm start would use, running or not, in a new folder; in backups/ by the time unless one is named.',
  async work(named) {
    const config = readConfig();
    const target = resolve(named[0] ?? join('backups', toFolderName(new Date(performance.timeOrigin))));
    const { connection, close } = await openInstallation(config);
    const progress = createProgress(process.stdout);
    const onProgress = (share: number): void => progress.show('Saving', share);
    try {
      const source = { connection, storage: createFileStorage(config.dataDir, config.s3), dataDir: config.dataDir, version: readVersion(), onProgress };
      const { takenAt, tables, files, lostFiles } = await writeBackup(source, target).catch(async (error: unknown) => {
        await recordRun(connection, { kind: 'backup', takenAt: null, problem: 'unknown' });
        throw error;
      });
      progress.end();
      await recordRun(connection, { kind: 'backup', takenAt, problem: null });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`Saved ${rows} rows of ${tables.length} tables and ${files} files as they were at ${takenAt}, in ${target}`);
      for (const key of lostFiles) console.error(`The file ${key} was lost already and is not in the backup.`);
      return lostFiles.length === 0;
    } finally {
      await close();
    }
  },
});
