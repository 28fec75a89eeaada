import type { Config } from '../platform/config.ts';
import { createProgress } from '../platform/progress.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { restoreArchive } from './restore-archive.ts';

/** Restores the school of the archive as it was at a moment, for the command line. Returns true when nothing is missing. */
export async function restoreMoment({ archive, databaseUrl, dataDir, s3 }: Config, named: readonly string[], to: string): Promise<boolean> {
  if (named.length > 0) throw new StartRefusal('Name either a folder or a moment, not both.');
  if (databaseUrl !== null)
    throw new StartRefusal('The archive is of the embedded database. For the server in DATABASE_URL use the tool that keeps its archive (docs/operations.md).');
  if (archive === null) throw new StartRefusal('Name the place of the archive in ARCHIVE_TO.');
  const until = readMoment(to);
  const progress = createProgress(process.stdout);
  const { at, damaged, problems, missingFiles, toErase } = await restoreArchive({
    settings: archive,
    dataDir,
    hasFiles: s3 === null,
    until,
    onProgress: progress.show,
  });
  progress.end();
  console.log(`Restored the school${until === null ? '' : ` as it was at ${until.toISOString()}`}, in ${dataDir}. Start it with npm start.`);
  if (at !== null) console.log(`The last change in it was made at ${at.toISOString()}.`);
  if (toErase > 0) console.log(`People in it who were erased after it: ${toErase}. The next start erases them again, before anybody can sign in.`);
  for (const problem of problems) console.error(`${problem} An older copy was taken.`);
  if (damaged !== null) console.error(`The log in the archive is damaged at ${damaged}. Nothing that was saved after it could be restored.`);
  for (const key of missingFiles) console.error(`The file ${key} is not in the archive.`);
  return damaged === null && missingFiles.length === 0;
}

/** Reads a moment in the time zone of this machine unless it names one. Null stands for the latest. @throws StartRefusal */
export function readMoment(text: string): Date | null {
  if (text === 'latest') return null;
  const isMoment = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?$/.test(text.trim());
  const moment = new Date(
    text
      .trim()
      .replace(' ', 'T')
      .replace(/ (?=[Z+-])/, ''),
  );
  if (!isMoment || Number.isNaN(moment.getTime()))
    throw new StartRefusal(`“${text}” is no moment. Write it as "2026-01-31 10:31", with the time zone of this machine, or as 2026-01-31T10:31Z, or “latest”.`);
  return moment;
}
