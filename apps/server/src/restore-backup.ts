// `npm run restore -- folder` creates an installation from a backup, `npm run restore -- --to moment` one from the archive, where
// `npm start` would look for it. `npm run restore -- --year file` brings rows back that ended by a term, to the installation there.
import { resolve } from 'node:path';
import { bringBackYear, openInstallation, restoreBackup } from './backup/index.ts';
import { restoreMoment } from './archive/restore-moment.ts';
import { runMaintenance } from './backup/run-maintenance.ts';
import { readConfig } from './platform/config.ts';
import { createProgress } from './platform/progress.ts';
import { StartRefusal } from './platform/start-refusal.ts';

await runMaintenance({
  inVain: 'Nothing was restored.',
  help: 'npm run restore -- folder: makes an installation from a backup, where npm start would look for it; with --to "2026-01-31 10:31" or --to latest in place of the folder, from the archive in ARCHIVE_TO, as it was then or as late as it reaches; with --year file, brings back the rows of a school year that ended by a term, to the installation there, running or not.',
  options: { to: { type: 'string' }, year: { type: 'string' } },
  async work(named, { to, year }) {
    const config = readConfig();
    if (typeof year === 'string') return bringBack(config, resolve(year));
    if (typeof to === 'string') return restoreMoment(config, named, to);
    if (named[0] === undefined) throw new StartRefusal('Name the folder of the backup: npm run restore -- backups/2026-01-31T03-00-00');
    const progress = createProgress(process.stdout);
    const { manifest, leftOut, problems, toErase } = await restoreBackup(resolve(named[0]), config, progress.show);
    progress.end();
    console.log(`Restored the school as it was at ${manifest.takenAt}: ${manifest.tables.length - leftOut.length} tables and ${manifest.files} files, in`);
    console.log(`${config.databaseUrl === null ? '' : 'the database of DATABASE_URL and '}${config.dataDir}. Start it with npm start.`);
    if (toErase > 0) console.log(`People in it who were erased after it: ${toErase}. The next start erases them again, before anybody can sign in.`);
    for (const table of leftOut) console.error(`The table ${table} is not Classwright's and was left out.`);
    for (const problem of problems) console.error(problem);
    return problems.length === 0;
  },
});

async function bringBack(config: ReturnType<typeof readConfig>, path: string): Promise<boolean> {
  const { connection, close } = await openInstallation(config);
  try {
    const { head, rows, isWithoutTexts } = await bringBackYear(connection, path);
    console.log(`Brought back ${rows} of ${head.rows} rows of ${head.table}. Others are there, or name somebody or something that is gone.`);
    if (isWithoutTexts) console.log('Somebody was erased since they ended, so what was changed came back without its texts.');
    console.log('They end again in the next night unless the term of records of use is longer by then.');
    return true;
  } finally {
    await close();
  }
}
