import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStorage } from '../modules/school/files/index.ts';
import { readMigrations } from '../platform/database/migrations.ts';
import { addToErasureList, type Erased, readErasureList } from '../platform/personal-data/erasure-list.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { syncFolder } from '../platform/sync-folder.ts';
import { filesFolder, type Manifest, manifestFile, pathOfTable, sumsFile, wordsFile } from './format.ts';
import { type ConnectionSetting, withConnection } from './connection.ts';
import {
  copyOut,
  type DoneMigration,
  beginSnapshot,
  lockSchema,
  listErased,
  listFiles,
  listKnownKeys,
  listMigrations,
  listSequences,
  listTables,
  prepareSession,
  type StoredFile,
} from './queries.ts';
import { CountedLines, sumOf, writeSummed } from './sums.ts';

export interface BackupSource {
  connection: ConnectionSetting;
  storage: FileStorage;
  dataDir: string;
  /** The version of Classwright. */
  version: string;
  /** Called with how much is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** The maximum number of tries. A file that is deleted during a try means another try; this is rare. */
const MOST_TRIES = 5;
/** The part of the work that the files are, as far as a progress needs it. */
const SHARE_OF_FILES = 0.5;

/**
 * Writes a backup of a running or stopped installation to `target`, which must not exist and is complete afterwards.
 * Files are copied in two passes: a long one beforehand, and a short one for the snapshot, when only the newest files
 * are missing. Next to it, the list of erased people is brought up to date, by which a restore of any backup there erases
 * them again. @throws StartRefusal when there is no installation of this version, or `target` exists
 */
export async function writeBackup(source: BackupSource, target: string): Promise<Manifest> {
  const part = `${target}.unfinished-${process.pid}`;
  makeFolder(part, target);
  try {
    let erased: Erased[] = [];
    const manifest = await withConnection(source.connection, async (client) => {
      const sums = new Map<string, string>();
      await prepareSession(client);
      if (!(await lockSchema(client))) throw new StartRefusal('This database is being brought to a newer version. Try again when that is done.');
      await requireOurs(client);
      erased = await listErased(client);
      await copyFiles(source, await listFiles(client), part, sums);
      for (let attempt = 1; ; attempt++) {
        const taken = await takeMoment(client, source, part, sums);
        if (taken) return taken;
        if (attempt === MOST_TRIES) throw new StartRefusal('Files are being deleted all the time, so there is no moment to save. Try again later.');
      }
    });
    renameSync(part, target);
    addToErasureList(dirname(target), [...erased, ...readErasureList(source.dataDir)]);
    await syncFolder(dirname(target));
    return manifest;
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw explain(error, target);
  }
}

function makeFolder(part: string, target: string): void {
  if (existsSync(target)) throw new StartRefusal(`${target} is there already. Name a folder that is not.`);
  try {
    mkdirSync(join(part, 'tables'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw refuseTarget(target, error);
  }
}

/** Explains why a folder cannot be created. On a read-only disk the system only says that it does not exist. */
function refuseTarget(target: string, error: unknown): unknown {
  let above = dirname(target);
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  if (!statSync(above).isDirectory()) return new StartRefusal(`${above} is not a folder. Name another folder for the backup.`);
  try {
    accessSync(above, constants.W_OK);
  } catch {
    return new StartRefusal(`The folder ${above} cannot be written to. Give this user the right to, or name a folder on another disk.`);
  }
  return explain(error, target);
}

function explain(error: unknown, target: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new StartRefusal(`The disk with ${target} is full. Make room, or name a folder on another disk.`, { cause: error })
    : error;
}

async function requireOurs(client: pg.Client): Promise<DoneMigration[]> {
  const migrations = await listMigrations(client);
  if (!migrations) throw new StartRefusal('This database holds no Classwright yet, so there is nothing to save.');
  if (migrations.length > readMigrations().length) throw new StartRefusal('This database is of a newer version of Classwright. Save it with that version.');
  return migrations;
}

/**
 * Saves the rows of one moment and the files they name. Returns null when one of those files has just been deleted.
 */
async function takeMoment(client: pg.Client, source: BackupSource, part: string, sums: Map<string, string>): Promise<Manifest | null> {
  const takenAt = await beginSnapshot(client);
  try {
    const migrations = await requireOurs(client);
    const files = await listFiles(client);
    const missing = await copyFiles(source, files, part, sums);
    const lostFiles = await withConnection(source.connection, (other) => listKnownKeys(other, missing));
    if (lostFiles.length < missing.length) return null;
    const tables = [];
    const listed = await listTables(client);
    for (const [index, table] of listed.entries()) {
      source.onProgress?.(SHARE_OF_FILES + (1 - SHARE_OF_FILES) * (index / listed.length));
      const rows = client.query(copyTo(copyOut(table)));
      const path = pathOfTable(table.name);
      const counted = new CountedLines(); // PostgreSQL escapes line ends within values, so a line is a row
      sums.set(path, await writeSummed(join(part, path), rows, counted, createGzip({ level: 3 })));
      tables.push({ ...table, rows: counted.lines });
    }
    const sequences = await listSequences(client);
    await copyWords(source.dataDir, part, sums);
    const known = new Set([...files.map(({ key }) => `${filesFolder}/${key}`), wordsFile, ...tables.map(({ name }) => pathOfTable(name))]);
    for (const path of sums.keys()) {
      if (known.has(path)) continue;
      rmSync(join(part, path)); // deleted between the first copying and the moment
      sums.delete(path);
    }
    const lines = [...sums].map(([path, sum]) => `${sum}  ${path}\n`).sort();
    await writeFile(join(part, sumsFile), lines.join(''), { mode: 0o600, flush: true });
    const manifest: Manifest = {
      format: 1,
      product: 'classwright',
      version: source.version,
      takenAt,
      migrations,
      tables,
      sequences,
      files: files.length - lostFiles.length,
      lostFiles,
      sums: (await sumOf(join(part, sumsFile))).sum,
    };
    await writeFile(join(part, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
    return manifest;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined); // nothing was written; what went wrong before is what counts
  }
}

/** Copies the files that are not there yet. Returns the keys of files without bytes. */
async function copyFiles({ storage, onProgress }: BackupSource, files: readonly StoredFile[], part: string, sums: Map<string, string>): Promise<string[]> {
  const missing: string[] = [];
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let copied = 0;
  for (const { key, bytes } of files) {
    const path = `${filesFolder}/${key}`;
    copied += bytes;
    if (sums.has(path)) continue;
    onProgress?.(SHARE_OF_FILES * (copied / Math.max(1, total)));
    const stream = await storage.read(key, { start: 0, end: Math.max(0, bytes - 1) });
    if (!stream) {
      missing.push(key);
      continue;
    }
    mkdirSync(dirname(join(part, path)), { recursive: true, mode: 0o700 });
    sums.set(path, await writeSummed(join(part, path), stream));
  }
  return missing;
}

/** Copies the school's own texts, if it has any in its data folder. */
async function copyWords(dataDir: string, part: string, sums: Map<string, string>): Promise<void> {
  try {
    await copyFile(join(dataDir, wordsFile), join(part, wordsFile));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  sums.set(wordsFile, (await sumOf(join(part, wordsFile))).sum);
}
