import { accessSync, constants, mkdirSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { StartRefusal } from './start-refusal.ts';

const oneMegabyte = 1024 * 1024;

/**
 * Makes sure of the data folder before anything is started in it: creates it, and refuses one that cannot be written to
 * or has less than `neededMegabytes` free. Answers its real path.
 */
export function prepareDataFolder(folder: string, neededMegabytes: number): string {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(folder, `.write-test-${process.pid}`);
    writeFileSync(probe, 'x');
    rmSync(probe);
  } catch (error) {
    throw refuseFolder(folder, error as NodeJS.ErrnoException);
  }
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < neededMegabytes * oneMegabyte) throw refuseFullDisk(folder, neededMegabytes);
  return realpathSync(folder);
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

/**
 * Holds a data folder for this process, so that two servers never write to one. The lock is a socket name that the
 * kernel forgets with the process, so kill -9 leaves nothing stale; whoever is refused is told the holder's process id.
 * Linux only, as the embedded database is. Processes in separate network namespaces do not see each other's lock.
 */
export async function holdDataFolder(folder: string): Promise<{ release(): Promise<void> }> {
  const { dev, ino } = statSync(folder);
  const name = `\0classwright-data-${dev}-${ino}`;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(String(process.pid));
  });
  const isHeld = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(name, () => resolve(true));
  });
  if (!isHeld) {
    throw new StartRefusal(
      `Classwright is already running on the data folder ${folder} (process ${await askHolder(name)}). Stop it first, or name another folder in DATA_DIR.`,
    );
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function askHolder(name: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(name);
    socket.setTimeout(1000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(/^\d+$/.test(answer) ? answer : 'unknown'));
  });
}
