import { constants, existsSync } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LITTLE_SPACE_BYTES, readFreeBytes } from '../platform/disk-space.ts';
import { toFolderName } from '../platform/folder-names.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { type ConnectionSetting, withConnection } from './connection.ts';
import { estimateBytes } from './queries.ts';
import { verifyBackup } from './verify-backup.ts';
import { type BackupSource, writeBackup } from './write-backup.ts';

/** The place of the backups that administrators ask for, and how many of them stay. */
export interface BackupSetting {
  /** A connection past a pooler, since rows of one moment need one session. */
  connection: ConnectionSetting;
  folder: string;
  /** True for the folder within the data folder, which is made when it is missing. Another one that is missing is a disk that is not mounted. */
  isOwnFolder: boolean;
  keep: number;
}

type BackupProblem = 'missing' | 'readOnly' | 'noRoom' | 'full' | 'damaged' | 'unknown';

/** The age from which a backup is old. */
export const FRESH_BACKUP_SECONDS = 48 * 3600;

/** The names of the backups that are kept here. Others in the folder are never touched. */
const OWN_NAME = /^now-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/;
const UNFINISHED_NAME = /^now-[\dT-]+\.unfinished-\d+$/;

class BackupRefusal extends Error {
  readonly problem: BackupProblem;
  constructor(problem: BackupProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Returns the problem that an error of `makeKeptBackup` stands for. */
export function findBackupProblem(error: unknown): BackupProblem {
  if (error instanceof BackupRefusal) return error.problem;
  const { code } = ((error instanceof StartRefusal ? error.cause : error) ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  return code === 'EACCES' || code === 'EROFS' || code === 'EPERM' ? 'readOnly' : 'unknown';
}

/**
 * Makes a backup named after `startedAt`, reads it again, and then deletes the oldest of these backups. One at a time: what an
 * earlier one left unfinished is deleted first. @throws an error for `findBackupProblem`
 */
export async function makeKeptBackup(
  { connection, folder, isOwnFolder, keep }: BackupSetting,
  source: Omit<BackupSource, 'connection'>,
  startedAt: Date,
): Promise<{ takenAt: string; bytes: number }> {
  await requireFolder(folder, isOwnFolder);
  for (const name of await readdir(folder)) if (UNFINISHED_NAME.test(name)) await rm(join(folder, name), { recursive: true, force: true });
  const needed = await withConnection(connection, estimateBytes);
  // a disk that holds the database too must not become full of backups
  if ((await readFreeBytes(folder)) < needed + LITTLE_SPACE_BYTES) throw new BackupRefusal('noRoom');
  const target = join(folder, `now-${toFolderName(startedAt)}`);
  const { takenAt } = await writeBackup({ ...source, connection }, target);
  const { manifest, problems } = await verifyBackup(target);
  if (problems.length > manifest.lostFiles.length) throw new BackupRefusal('damaged');
  const own = (await readdir(folder)).filter((name) => OWN_NAME.test(name)).sort();
  for (const name of own.slice(0, -keep)) await rm(join(folder, name), { recursive: true, force: true });
  return { takenAt, bytes: await sizeOf(target) };
}

async function requireFolder(folder: string, isOwnFolder: boolean): Promise<void> {
  if (!existsSync(folder) && !isOwnFolder) throw new BackupRefusal('missing');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  } catch {
    throw new BackupRefusal('readOnly');
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
