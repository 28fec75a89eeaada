import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefusal } from './start-refusal.ts';

const oneMegabyte = 1024 * 1024;

/**
 * Prepares the data folder before anything starts in it: creates it, closes it to other people of this machine, and
 * refuses one that cannot be written to, has less than `neededMegabytes` free, or was left by an interrupted restore.
 * Returns its real path.
 */
export function prepareDataFolder(folder: string, neededMegabytes: number, isRestore = false): string {
  try {
    makeFolder(folder);
    if (!isRestore && existsSync(join(folder, restoreMark)))
      throw new StartRefusal(`A restore to the data folder ${folder} was broken off, so what is in it is no school. Empty the folder and restore again.`);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(folder, `.write-test-${process.pid}`);
    writeFileSync(probe, 'x');
    rmSync(probe, { force: true }); // two containers may be of one number
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    throw refuseFolder(folder, error as NodeJS.ErrnoException);
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < neededMegabytes * oneMegabyte) throw refuseFullDisk(folder, neededMegabytes);
  return realpathSync(folder);
}

/** Creates the folder. Parent folders get the usual permissions. */
function makeFolder(folder: string): void {
  const mask = process.umask(0o022);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
  } finally {
    process.umask(mask);
  }
  closeFolder(folder);
}

/**
 * Closes a folder to everybody else. Root's folder stays passable if it was, since the embedded database runs as
 * another user and may be in it; its contents are closed separately.
 */
function closeFolder(folder: string): void {
  const { mode, uid } = statSync(folder);
  const me = process.getuid?.();
  if (me === undefined || (me !== 0 && uid !== me) || !isOurs(folder, mode)) return;
  const wanted = mode & (me === 0 ? 0o7711 : 0o7700);
  if ((mode & 0o7777) !== wanted) chmodSync(folder, wanted);
}

/**
 * Returns false for a folder that is open to everybody, or that holds other things and nothing of ours. It keeps its
 * permissions.
 */
function isOurs(folder: string, mode: number): boolean {
  const isForEverybody = (mode & 0o1002) !== 0;
  const entries = readdirSync(folder);
  return !isForEverybody && (entries.length === 0 || entries.some((name) => name === 'postgres-18' || privateFolders.includes(name)));
}

/** Folders with what people wrote and uploaded. Each is closed even when its parent is passable. */
const privateFolders = ['files', 'uploads', 'staging'];

export function closePrivateFolders(folder: string): void {
  for (const name of privateFolders) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const { mode, uid } = statSync(path);
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o700);
  }
}

/** Returns true when the folder has uploads. Then there is a database that has rows for them. */
export function hasFiles(home: string): boolean {
  const files = join(home, 'files');
  return existsSync(files) && statSync(files).isDirectory() && readdirSync(files).length > 0;
}

function refuseFolder(folder: string, error: NodeJS.ErrnoException): StartRefusal {
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return refuseFullDisk(folder);
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartRefusal(`The data folder ${folder} is not a folder. Name one in DATA_DIR.`);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartRefusal(`The data folder ${folder} cannot be written to. Give this user the right to, or name another folder in DATA_DIR.`);
    default:
      return new StartRefusal(`The data folder ${folder} cannot be used (${error.code ?? error.message}). Name another one in DATA_DIR.`);
  }
}

/** Returns the refusal for a full disk, also when that shows only later. */
export function refuseFullDisk(folder: string, neededMegabytes = 100): StartRefusal {
  return new StartRefusal(
    `The disk with the data folder ${folder} is full: at least ${neededMegabytes} MB must be free. Make room, or name another folder in DATA_DIR.`,
  );
}

const restoreMark = 'restore-under-way';

/** Marks the folder as incomplete. Until `endRestore` no start accepts it as an installation. */
export function beginRestore(folder: string): void {
  makeFolder(folder);
  writeFileSync(join(folder, restoreMark), '', { mode: 0o600, flush: true });
}

export function endRestore(folder: string): void {
  rmSync(join(folder, restoreMark));
}

/** The refusal for a folder that another process of this machine uses. */
export class FolderInUse extends StartRefusal {}

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process, so that two servers never write to one. It is a kernel lock on a file of the
 * folder that nobody else may open: it ends with the process, so kill -9 leaves nothing stale, and it works between
 * containers that share the folder. Node.js has no file locks, so SQLite takes it, for a database that stays empty. The
 * refusal contains the holder's process id.
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  return lock(
    folder,
    'lock',
    (holder) => `Classwright is already running on the data folder ${folder} (process ${holder}). Stop it first, or name another folder in DATA_DIR.`,
  );
}

/** Locks the upgrade of a data folder for this process, by a lock of its own kind. @throws FolderInUse with the holder's process id */
export async function lockUpgrade(folder: string): Promise<FolderLock> {
  return lock(folder, 'upgrade-lock', (holder) => `An upgrade of the data folder ${folder} is already under way (process ${holder}). Wait until it has ended.`);
}

async function lock(folder: string, name: string, refuse: (holder: string) => string): Promise<FolderLock> {
  const path = join(folder, name);
  const holder = join(folder, `${name}-holder`);
  writeFileSync(path, '', { mode: 0o600, flag: 'a' });
  chmodSync(path, 0o600);
  const held = new DatabaseSync(path, { timeout: 0 });
  try {
    held.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    held.close();
    throw new FolderInUse(refuse(readHolder(holder)));
  }
  writeFileSync(holder, String(process.pid), { mode: 0o600 });
  return {
    async release() {
      rmSync(holder, { force: true });
      if (held.isOpen) held.close();
    },
  };
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8') || 'unknown';
  } catch {
    return 'unknown'; // it has just begun, or just ended
  }
}
