import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { withConnection } from '../backup/connection.ts';
import { endRestoredRun, insertEndedRun, listAccountIds, requireEmptyFolder, skipRoomNumbers } from '../backup/index.ts';
import type { ArchiveSettings } from '../platform/config.ts';
import { beginRestore, endRestore, prepareDataFolder } from '../platform/data-folder.ts';
import { type EmbeddedPlace, type EmbeddedPostgres, openPlace, recoverySettings, startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { findErasedAgain, readErasureList } from '../platform/personal-data/erasure-list.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { ERASURES, pathOfFile, WORDS } from './format.ts';
import { chooseMoment, type Choice } from './choose-moment.ts';
import { countFiles, getRecoveredMoment, listFilesAfter } from './queries.ts';
import { serveLog } from './serve-log.ts';
import type { ArchiveTarget } from './target.ts';
import { DamagedBase, unpackBase } from './unpack-base.ts';

export interface RestoredMoment {
  /** The last change that the school has. Null: nothing was changed after the copy. */
  at: Date | null;
  /** The file of the log at which the archive is damaged, so that nothing after it could be restored. */
  damaged: string | null;
  /** Copies that are damaged, so that an older one was taken. */
  problems: string[];
  missingFiles: string[];
  /** The people who were erased after the moment; the next start erases them before it lets anybody in. */
  toErase: number;
}

interface RestoreOptions {
  settings: ArchiveSettings;
  dataDir: string;
  /** True when uploaded files belong in the data folder, and not in a bucket. */
  hasFiles: boolean;
  /** Null: as late as the archive reaches. */
  until: Date | null;
  /** Called with what is being done, and how much of it, from 0 to 1. */
  onProgress: (what: string, share: number) => void;
}

const SPARE_MEGABYTES = 200;
const RECOVERY_MS = 24 * 3600_000;
const BATCH = 500;

/**
 * Makes an installation with the embedded database as it was at a moment, in an empty data folder. A damaged copy is passed over for
 * an older one, which takes longer. @throws StartRefusal when the folder is not empty, or the archive does not reach the moment
 */
export async function restoreArchive({ settings, dataDir, hasFiles, until, onProgress }: RestoreOptions): Promise<RestoredMoment> {
  const choice = await chooseMoment(settings, until);
  requireEmptyFolder(dataDir);
  const bytes = choice.bases[0]!.base.files.reduce((sum, file) => sum + file.bytes, 0);
  beginRestore(dataDir);
  const home = prepareDataFolder(dataDir, Math.ceil(bytes / 1024 ** 2) + SPARE_MEGABYTES, true);
  const place = openPlace(home);
  if (existsSync(place.cluster)) throw new StartRefusal(`There is a database in ${place.cluster} already. Move it away, or name another folder in DATA_DIR.`);
  const problems = await unpackNewest(choice, place, onProgress);
  const log = serveLog(choice.target, choice.line, place, choice.segmentBytes);
  onProgress('Bringing the log back', 0);
  const postgres = await recover(home, until).finally(() => log.stop());
  try {
    const result = await withConnection(postgres.connection, (client) => finishRestore(client, { choice, dataDir: home, hasFiles, onProgress }));
    endRestore(home);
    return { ...result, problems, damaged: log.damaged };
  } finally {
    await postgres.stop();
  }
}

/** Unpacks the newest copy before the moment that is whole. Returns what is wrong with newer ones. */
async function unpackNewest({ target, line, bases }: Choice, place: EmbeddedPlace, onProgress: RestoreOptions['onProgress']): Promise<string[]> {
  const problems: string[] = [];
  for (const base of bases) {
    try {
      await unpackBase(target, line, base, place, (share) => onProgress(`Unpacking the copy of ${base.base.endedAt}`, share));
      return problems;
    } catch (error) {
      rmSync(place.cluster, { recursive: true, force: true });
      if (!(error instanceof DamagedBase)) throw error;
      problems.push(error.message);
    }
  }
  throw new StartRefusal(`No copy of the database in the archive can be read: ${problems.join(' ')}`);
}

/** Lets PostgreSQL recover. When the log ends before the moment, everything in it is older, so all of it is wanted. */
async function recover(home: string, until: Date | null): Promise<EmbeddedPostgres> {
  const start = (moment: Date | null) => startEmbeddedPostgres({ folder: home, isRestore: true, settings: recoverySettings(moment), patienceMs: RECOVERY_MS });
  if (until === null) return start(null);
  return start(until).catch((error: Error) => {
    if (error.message.includes('recovery ended before configured recovery target was reached')) return start(null);
    throw error;
  });
}

async function finishRestore(
  client: pg.Client,
  { choice, dataDir, hasFiles, onProgress }: { choice: Choice; dataDir: string } & Pick<RestoreOptions, 'hasFiles' | 'onProgress'>,
): Promise<Pick<RestoredMoment, 'at' | 'missingFiles' | 'toErase'>> {
  const { target } = choice;
  const at = await getRecoveredMoment(client);
  const missingFiles = hasFiles ? await bringFiles(client, target, dataDir, onProgress) : [];
  const words = await target.get(WORDS);
  if (words) writeFileSync(join(dataDir, WORDS), words, { mode: 0o600 });
  const erased = await target.get(ERASURES);
  if (erased) writeFileSync(join(dataDir, ERASURES), erased, { mode: 0o600 });
  await skipRoomNumbers(client);
  await endRestoredRun(client);
  await insertEndedRun(client, { kind: 'restore', takenAt: at?.toISOString() ?? null, problem: missingFiles.length > 0 ? 'damaged' : null });
  return { at, missingFiles, toErase: findErasedAgain(await listAccountIds(client), readErasureList(dataDir)).length };
}

/** Brings back the files that the database names. Returns the keys of those that the archive does not have. */
async function bringFiles(client: pg.Client, target: ArchiveTarget, dataDir: string, onProgress: RestoreOptions['onProgress']): Promise<string[]> {
  const missing: string[] = [];
  const total = await countFiles(client);
  for (let last = 0, done = 0; ; ) {
    const files = await listFilesAfter(client, last, BATCH);
    for (const { id, key } of files) {
      if (!(await bringFile(target, key, join(dataDir, 'files', key)))) missing.push(key);
      [last, done] = [id, done + 1];
    }
    onProgress('Bringing back files', total === 0 ? 1 : done / total);
    if (files.length < BATCH) return missing;
  }
}

async function bringFile(target: ArchiveTarget, key: string, path: string): Promise<boolean> {
  const stream = await target.read(pathOfFile(key));
  if (stream === null) return false;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  await pipeline(stream, file.createWriteStream({ flush: true }));
  return true;
}
