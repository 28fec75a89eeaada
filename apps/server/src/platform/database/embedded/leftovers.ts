import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefusal } from '../../start-refusal.ts';

export interface LockFile {
  pid: number;
  socketFolder: string;
  isReady: boolean;
}

/** Reads `postmaster.pid`, as PostgreSQL writes it. Null when there is none or it is not complete yet. */
export function readLockFile(cluster: string): LockFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, socketFolder: lines[4]?.trim() ?? '', isReady: lines[7]?.trim() === 'ready' } : null;
  } catch {
    return null;
  }
}

/**
 * Ends the processes that a killed server left on this cluster, and removes its lock file. The caller holds the data
 * folder, so nobody else's server can be running on it. The lock file is removed only when no process of the cluster is
 * left: without it PostgreSQL could not detect an orphan that still writes.
 */
export async function clearLeftovers(cluster: string, clusterName: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    const left = listProcesses(cluster, clusterName);
    if (left.length === 0) break;
    if (waitedMs >= 60_000)
      throw new StartRefusal(`A database process (${left.join(', ')}) still uses ${cluster} and does not stop. End it, then start again.`);
    if (waitedMs === 0) signalAll(left, 'SIGINT'); // fast shutdown, or its own watchdog was first
    if (waitedMs === 30_000) signalAll(left, 'SIGQUIT'); // immediate; the next start recovers from the log
    await sleep(50);
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended in the meantime.
    }
  }
}

/**
 * Lists the cluster's processes: the postmaster by its arguments, its children by the cluster's name in their titles.
 */
function listProcesses(cluster: string, clusterName: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      const command = readCommand(pid);
      return command.includes(`\0-D\0${cluster}\0`) || command.startsWith(`postgres: ${clusterName}: `);
    });
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
