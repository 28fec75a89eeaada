// Provides a folder for a test run's temporary files.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from './run.mjs';

const NAME = 'classwright-tests-';
/** A run needs a few hundred megabytes there at a time, and browsers and compilers need theirs too. */
const LEAST_BYTES = 4 * 1024 ** 3;

/**
 * Moves the folder for temporary files of this process and its children into memory until it ends. A run creates and
 * drops hundreds of databases of 1,300 files each, and ext4 searches past all recently deleted files: on a disk each
 * such database took a second of processor time, in memory it takes a twelfth. If a folder is set (TMPDIR), or there is
 * little memory, nothing is created. Returns the folder, or null.
 */
export function keepTemporaryFilesInMemory({ memory = '/dev/shm', leastBytes = LEAST_BYTES, env = process.env } = {}) {
  if (env.TMPDIR || !existsSync(memory) || isNoExec(memory)) return null;
  removeLeftovers(memory);
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, process.availableMemory?.() ?? 0) < leastBytes) return null;
  const folder = join(memory, `${NAME}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777); // as the usual one: root's tests run the database as another user
  env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Removes the folders of runs that were killed. */
function removeLeftovers(memory) {
  for (const name of readdirSync(memory))
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length)))) rmSync(join(memory, name), { recursive: true, force: true });
}

/** Checks whether the folder forbids execution, since the database's programs may be copied there. */
function isNoExec(folder) {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : [];
  return mounts.some((line) => {
    const [, place, , options = ''] = line.split(' ');
    return place === folder && options.split(',').includes('noexec');
  });
}
