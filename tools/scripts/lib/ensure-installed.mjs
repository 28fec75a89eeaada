// Installs the lockfile's packages if they are missing, so that one command is enough on a fresh clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { installLocked } from './npm.mjs';
import { inRoot, node, root } from './paths.mjs';
import { isRunning, refuseNoExec } from './run.mjs';

const stampFile = inRoot('node_modules', '.classwright-installed');
const lockFile = inRoot('.installing');
const machineLibc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';

/** Installs if needed. Ends the process with a message when installing fails. */
export async function ensureInstalled() {
  const lock = readFileSync(inRoot('package-lock.json'), 'utf8');
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}\n`;
  if (isInstalled(lock, stamp)) return;
  const release = await takeTurn();
  try {
    if (isInstalled(lock, stamp)) return; // somebody else did it while we waited
    console.log('Installing what Classwright needs. This takes a minute, and only the first time.');
    const code = await installLocked(JSON.parse(lock).packages['node_modules/node'].version, (child) => {
      writeFileSync(lockFile, `${process.pid} ${child.pid}`); // npm may outlive us, and then still installs
    });
    if (code >= 128) process.exit(code); // told to stop
    if (code !== 0) fail('Installing failed; what npm said is above. Check the network and the free space, then start again.');
    if (!isRunnable()) fail(`The Node.js that Classwright runs on could not be installed for ${process.platform} on ${process.arch}.`);
    remember(stamp);
  } finally {
    release();
  }
}

function isInstalled(lock, stamp) {
  if (!isRunnable()) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  if (!isWhatLockSays(JSON.parse(lock))) return false;
  remember(stamp);
  return true;
}

/** Checks whether npm was run by hand: its own record of node_modules then names the same versions. */
function isWhatLockSays(lock) {
  try {
    const installed = JSON.parse(readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(lock.packages).every(
      ([path, wanted]) => !path.includes('node_modules/') || wanted.link || !isForThisMachine(wanted) || installed[path]?.version === wanted.version,
    );
  } catch {
    return false;
  }
}

/**
 * Checks whether a package is for this machine. Those of other platforms are left out; of those for ours none may be
 * missing, although they are marked optional.
 */
function isForThisMachine({ os, cpu, libc, optional }) {
  if (!os && !cpu) return !optional;
  return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch)) && (!libc || libc.includes(machineLibc));
}

function remember(stamp) {
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // Another user's node_modules, to be checked again next time.
  }
}

function isRunnable() {
  if (!existsSync(node)) return false;
  const { status, error } = spawnSync(node, ['--version']);
  if (error?.code === 'EACCES') fail(refuseNoExec());
  return status === 0;
}

/** Waits for its turn: one process installs, since npm has no lock of its own. */
async function takeTurn() {
  const mine = `${lockFile}.${process.pid}`;
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(mine, String(process.pid));
      linkSync(mine, lockFile); // never there without its content
      rmSync(mine);
      const release = () => rmSync(lockFile, { force: true });
      process.once('exit', release);
      return release;
    } catch (error) {
      rmSync(mine, { force: true });
      if (error.code !== 'EEXIST') fail(`The folder ${root} cannot be written to (${error.code}), and the packages are not installed yet.`);
    }
    if (!isHeld()) rmSync(lockFile, { force: true });
    else if (waited === 1) console.log('Waiting for another start that is installing.');
    await sleep(500);
  }
}

function isHeld() {
  try {
    return readFileSync(lockFile, 'utf8').split(' ').map(Number).some(isRunning);
  } catch {
    return false; // it has just been released
  }
}

function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
