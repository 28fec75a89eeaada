// Where a run of tests keeps what goes with it.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from './run.mjs';

const NAME = 'classwright-tests-';
/** A run has a few hundred megabytes there at a time, and beside it browsers and compilers want theirs. */
const LEAST_BYTES = 4 * 1024 ** 3;

/**
 * Makes the folder for temporary files of this process and all that it starts in memory, until it ends. A run makes and
 * drops hundreds of databases of 1,300 files each, and ext4 looks for a place for a file past all that was deleted in the last
 * minutes: on a disk each such database took a second of a processor, in memory it takes a twelfth. Where somebody has chosen
 * a folder (TMPDIR), or there is little memory, nothing is made. Returns the folder, or null.
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

/** Of runs that were killed. */
function removeLeftovers(memory) {
  for (const name of readdirSync(memory))
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length)))) rmSync(join(memory, name), { recursive: true, force: true });
}

/** The database's programs may be copied there. */
function isNoExec(folder) {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8').split('\n') : [];
  return mounts.some((line) => {
    const [, place, , options = ''] = line.split(' ');
    return place === folder && options.split(',').includes('noexec');
  });
}
