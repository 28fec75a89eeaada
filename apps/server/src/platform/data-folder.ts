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
 * Makes sure of the data folder before anything is started in it: creates it, closes it to other people of this machine,
 * and refuses one that cannot be written to, has less than `neededMegabytes` free, or was left by a restore that was broken
 * off. Returns its real path.
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

/** Folders above it are made for everybody to walk through, as they would be by hand. */
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
 * Closes a folder to everybody else. Root's is left open to be walked through where it was, since the embedded database
 * runs as another user and may be in it; what is in it is closed by itself.
 */
function closeFolder(folder: string): void {
  const { mode, uid } = statSync(folder);
  const me = process.getuid?.();
  if (me === undefined || (me !== 0 && uid !== me) || !isOurs(folder, mode)) return;
  const wanted = mode & (me === 0 ? 0o7711 : 0o7700);
  if ((mode & 0o7777) !== wanted) chmodSync(folder, wanted);
}

/** A folder that is for everybody, or holds other things and nothing of ours, stays as somebody has made it. */
function isOurs(folder: string, mode: number): boolean {
  const isForEverybody = (mode & 0o1002) !== 0;
  const entries = readdirSync(folder);
  return !isForEverybody && (entries.length === 0 || entries.some((name) => name === 'postgres-18' || privateFolders.includes(name)));
}

/** In which the product keeps what people wrote and uploaded; each is closed even where its folder can be walked through. */
const privateFolders = ['files', 'uploads', 'staging'];

export function closePrivateFolders(folder: string): void {
  for (const name of privateFolders) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const { mode, uid } = statSync(path);
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(path, 0o700);
  }
}

/** Whether something was uploaded here: then there is a database that knows of it. */
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

/** The sentence for a disk without room, also when that shows only later. */
export function refuseFullDisk(folder: string, neededMegabytes = 100): StartRefusal {
  return new StartRefusal(
    `The disk with the data folder ${folder} is full: at least ${neededMegabytes} MB must be free. Make room, or name another folder in DATA_DIR.`,
  );
}

const restoreMark = 'restore-under-way';

/** From here until `endRestore` no start takes the folder for an installation. */
export function beginRestore(folder: string): void {
  makeFolder(folder);
  writeFileSync(join(folder, restoreMark), '', { mode: 0o600, flush: true });
}

export function endRestore(folder: string): void {
  rmSync(join(folder, restoreMark));
}

/** Another process of this machine runs on the folder. */
export class FolderHeld extends StartRefusal {}

/**
 * Holds a data folder for this process, so that two servers never write to one. The lock is the kernel's, on a file of
 * the folder that nobody else may open: it goes with the process, so kill -9 leaves nothing stale, and it holds between
 * containers that share the folder. Node.js has no lock of files, so SQLite takes it, for a database that stays empty.
 * Whoever is refused is told the holder's process id.
 */
export async function holdDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const path = join(folder, 'lock');
  const holder = join(folder, 'lock-holder');
  writeFileSync(path, '', { mode: 0o600, flag: 'a' });
  chmodSync(path, 0o600);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new FolderHeld(
      `Classwright is already running on the data folder ${folder} (process ${readHolder(holder)}). Stop it first, or name another folder in DATA_DIR.`,
    );
  }
  writeFileSync(holder, String(process.pid), { mode: 0o600 });
  return {
    async release() {
      rmSync(holder, { force: true });
      if (lock.isOpen) lock.close();
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
