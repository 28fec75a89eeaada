import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { refuseFullDisk } from '../../data-folder.ts';
import { StartRefusal } from '../../start-refusal.ts';
import type { RunAs } from './run-as.ts';

/** The name of the database user and of the database. */
export const embeddedName = 'classwright';
/** The environment of every PostgreSQL process, with none of our variables. */
export const postgresEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const unfinished = /^initialising-\d+$/;

/**
 * Creates the cluster when there is none. It is built next to its final place and moved there in one step, so an
 * interrupted start leaves a folder that the next start removes, never half a cluster.
 */
export async function createCluster(native: string, folder: string, cluster: string, runAs: RunAs, isThrowaway: boolean): Promise<void> {
  for (const entry of readdirSync(folder)) if (unfinished.test(entry)) rmSync(join(folder, entry), { recursive: true, force: true });
  if (existsSync(cluster)) return;
  const part = join(folder, `initialising-${process.pid}`);
  mkdirSync(part, { mode: 0o700 });
  if (runAs.uid !== undefined) chownSync(part, runAs.uid, runAs.gid ?? runAs.uid);
  try {
    await runInitdb(join(native, 'bin/initdb'), part, runAs, isThrowaway);
    renameSync(part, cluster);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (/No space left on device|disk quota exceeded/i.test((error as Error).message)) throw refuseFullDisk(folder);
    throw error;
  }
}

/** A locale that knows letters of every script. A machine without it still has a database that knows ASCII's. */
const letters = 'C.UTF-8';

async function runInitdb(initdb: string, folder: string, runAs: RunAs, isThrowaway: boolean, ctype = letters): Promise<void> {
  const options = [
    '-D',
    folder,
    '-U',
    embeddedName,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--no-instructions',
  ];
  if (isThrowaway) options.push('--no-sync');
  const child = spawn(initdb, options, { ...runAs, cwd: '/', env: postgresEnv, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code === 0) return;
  if (ctype !== 'C' && /invalid locale name/.test(complaint)) return runInitdb(initdb, folder, runAs, isThrowaway, 'C');
  if (complaint.includes('could not look up effective user ID')) {
    throw new StartRefusal(
      `The user with the number ${process.getuid?.()} has no name on this machine, and PostgreSQL needs one. Add it to /etc/passwd, or name a database server in DATABASE_URL.`,
    );
  }
  throw new Error(`initdb ended with ${code}: ${complaint.trim()}`);
}
