import type { FileStorage } from '../modules/school/files/index.ts';
import { type ConnectionSetting, withConnection } from './connection.ts';
import {
  countRows,
  beginSnapshot,
  listAccountIds,
  listFiles,
  listKnownKeys,
  listMigrations,
  listSequencesBehind,
  listTables,
  prepareSession,
} from './queries.ts';
import { type Erased, findErasedAgain } from '../platform/personal-data/erasure-list.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { sumOf } from './sums.ts';

/** The part of the work that the rows are, as far as a progress needs it. */
const SHARE_OF_TABLES = 0.5;

export interface InstallationReport {
  tables: number;
  rows: number;
  files: number;
  /** The problems as sentences. Empty when all is well. */
  problems: string[];
}

/**
 * Reads every row and file of an installation, which may be running, and reports anything missing or changed, and people of
 * the list of erased people who stand in it.
 */
export async function findProblemsOfInstallation({
  connection,
  storage,
  erased = [],
  onProgress = () => undefined,
}: {
  connection: ConnectionSetting;
  storage: FileStorage;
  erased?: readonly Erased[];
  /** Called with the share that is read, from 0 to 1. */
  onProgress?: (share: number) => void;
}): Promise<InstallationReport> {
  return withConnection(connection, async (client) => {
    await prepareSession(client);
    await beginSnapshot(client);
    if (!(await listMigrations(client))) throw new StartRefusal('This database holds no Classwright yet, so there is nothing to verify.');
    const problems: string[] = [];
    const tables = await listTables(client);
    let rows = 0;
    for (const [index, { name }] of tables.entries()) {
      rows += await countRows(client, name);
      onProgress(SHARE_OF_TABLES * ((index + 1) / tables.length));
    }
    const files = await listFiles(client);
    const missing: string[] = [];
    for (const [index, { key, bytes, sum }] of files.entries()) {
      onProgress(SHARE_OF_TABLES + (1 - SHARE_OF_TABLES) * (index / files.length));
      const stream = await storage.read(key, { start: 0, end: Math.max(0, bytes - 1) });
      const found = stream && (await sumOf(stream));
      if (!found) missing.push(key);
      else if (found.sum !== sum || found.bytes !== bytes) problems.push(`The file ${key} has been changed.`);
    }
    const lost = missing.length === 0 ? [] : await withConnection(connection, (other) => listKnownKeys(other, missing)); // others were deleted in the meantime
    problems.push(...lost.map((key) => `The file ${key} is missing.`));
    for (const { table } of await listSequencesBehind(client)) problems.push(`Numbers of ${table} would be given out twice.`);
    const back = findErasedAgain(await listAccountIds(client), erased).map(({ number }) => number);
    if (back.length > 0)
      problems.push(
        `People who were erased stand in this database: ${back.slice(0, 10).join(', ')}. Start Classwright: it erases them again before anybody signs in.`,
      );
    return { tables: tables.length, rows, files: files.length, problems };
  });
}
