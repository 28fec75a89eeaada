import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createFileStorage } from '../modules/school/files/index.ts';
import type { Config } from '../platform/config.ts';
import { beginRestore, endRestore } from '../platform/data-folder.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { readMigrations } from '../platform/database/migrations.ts';
import type { Progress } from '../platform/progress.ts';
import { addToErasureList, findErasedAgain, readErasureList } from '../platform/personal-data/erasure-list.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { findProblemsOfInstallation } from './check-installation.ts';
import { type ConnectionSetting, withConnection } from './connection.ts';
import { filesFolder, type Manifest, pathOfTable, wordsFile } from './format.ts';
import {
  copyIn,
  endRestoredRun,
  insertEndedRun,
  isEmpty,
  listAccountIds,
  listTables,
  prepareSession,
  refillTables,
  setSequences,
  skipRoomNumbers,
} from './queries.ts';
import { readSums, verifyBackup } from './verify-backup.ts';

export interface Restored {
  manifest: Manifest;
  /** Tables in the backup that do not belong to Classwright. */
  leftOut: string[];
  problems: string[];
  /** The people in the backup who were erased after it; the next start erases them before it lets anybody in. */
  toErase: number;
}

/**
 * Creates an installation from a backup, in a data folder and, where one is named, a database. Both must be empty. The
 * whole backup is read before anything is created. Rows are restored in one transaction, after their files. @throws
 * StartRefusal when the place is not empty, or the backup is damaged or of a newer version
 */
export async function restoreBackup(
  folder: string,
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 's3'> & Partial<Pick<Config, 'databaseDirectUrl'>>,
  onProgress: Progress['show'] = () => undefined,
): Promise<Restored> {
  const { manifest, problems } = await verifyBackup(folder, (share) => onProgress('Reading the backup', share));
  if (problems.length > manifest.lostFiles.length) throw new StartRefusal(`The backup is damaged: ${problems.slice(0, 3).join(' ')}`);
  requireKnown(manifest);
  requireEmptyFolder(config.dataDir);
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  if (databaseUrl !== null) await withConnection(databaseUrl, requireEmptyDatabase);
  beginRestore(config.dataDir);
  const embedded = databaseUrl === null ? await startEmbeddedPostgres({ folder: config.dataDir, isRestore: true }) : null;
  const connection: ConnectionSetting = embedded?.connection ?? (databaseUrl as string);
  try {
    const storage = createFileStorage(config.dataDir, config.s3);
    const files = readSums(folder).filter(([path]) => path.startsWith(`${filesFolder}/`));
    for (const [index, [path]] of files.entries()) {
      await storage.putBack(path.slice(filesFolder.length + 1), join(folder, path));
      onProgress('Restoring the files', (index + 1) / files.length);
    }
    if (existsSync(join(folder, wordsFile))) await copyFile(join(folder, wordsFile), join(config.dataDir, wordsFile));
    const leftOut = await withConnection(connection, (client) => bringRows(client, folder, manifest, (share) => onProgress('Restoring the rows', share)));
    const erased = readErasureList(dirname(folder));
    addToErasureList(config.dataDir, erased);
    const toErase = await withConnection(connection, async (client) => findErasedAgain(await listAccountIds(client), erased).length);
    const report = await findProblemsOfInstallation({ connection, storage, onProgress: (share) => onProgress('Examining what was restored', share) });
    await withConnection(connection, async (client) => {
      await skipRoomNumbers(client);
      await endRestoredRun(client);
      await insertEndedRun(client, { kind: 'restore', takenAt: manifest.takenAt, problem: report.problems.length > 0 ? 'damaged' : null });
    });
    endRestore(config.dataDir);
    return { manifest, leftOut, problems: report.problems, toErase };
  } finally {
    await embedded?.stop();
  }
}

/**
 * Requires that this version knows the migrations of the backup. It creates that schema, and the next start applies the
 * rest.
 */
function requireKnown({ migrations, version }: Manifest): void {
  const known = readMigrations();
  if (migrations.length > known.length) throw new StartRefusal(`The backup is of a newer version of Classwright (${version}). Restore it with that version.`);
  migrations.forEach((migration, index) => {
    if (migration.checksum !== known[index]?.checksum)
      throw new StartRefusal(`The migration ${migration.name} is not the one that the backup was made with. Restore it with the version it was made with.`);
  });
}

/** @throws StartRefusal when something is in the folder that a restore is to fill */
export function requireEmptyFolder(dataDir: string): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new StartRefusal(`The data folder ${dataDir} is not empty. Restore to a folder that is, named in DATA_DIR.`);
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  if (!(await isEmpty(client))) throw new StartRefusal('The database in DATABASE_URL is not empty. Create a new one and name it there.');
}

/** Restores the rows to an empty database, at the migrations of the backup. Returns the names of tables that were left out. */
export async function bringRows(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  onProgress: (share: number) => void = () => undefined,
): Promise<string[]> {
  await migrate(client, readMigrations().slice(0, manifest.migrations.length));
  await prepareSession(client);
  const ours = new Set((await listTables(client)).map(({ name }) => name));
  const tables = manifest.tables.filter(({ name }) => ours.has(name));
  const total = tables.reduce((sum, table) => sum + table.rows, 0);
  let restored = 0;
  await client.query('BEGIN');
  await refillTables(client, [...ours], async () => {
    for (const table of tables) {
      const rows = client.query(copyFrom(copyIn(table)));
      await pipeline(createReadStream(join(folder, pathOfTable(table.name))), createGunzip(), rows);
      if (rows.rowCount !== table.rows) throw new Error(`the table ${table.name} took ${rows.rowCount} of ${table.rows} rows`);
      onProgress((restored += table.rows) / Math.max(1, total));
    }
  });
  await setSequences(
    client,
    manifest.sequences.filter(({ table }) => ours.has(table)),
  );
  await client.query('COMMIT');
  await client.query('ANALYZE');
  return manifest.tables.filter(({ name }) => !ours.has(name)).map(({ name }) => name);
}
