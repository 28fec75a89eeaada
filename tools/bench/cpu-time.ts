import type pg from 'pg';
import { readdirSync, readFileSync } from 'node:fs';

/** The unit of /proc on Linux. */
const TICK_MS = 10;

interface Stat {
  parent: number;
  ownMs: number;
  /** CPU time of its ended children. */
  endedMs: number;
}

function statOf(pid: number | string): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent, utime, stime, cutime, cstime] = [0, fields[1]!, fields[11]!, fields[12]!, fields[13]!, fields[14]!];
    return { parent: parent!, ownMs: (utime! + stime!) * TICK_MS, endedMs: (cutime! + cstime!) * TICK_MS };
  } catch {
    return null; // it has ended in the meantime
  }
}

/**
 * Returns a meter of the CPU milliseconds used so far by a connection's server, all its processes together. 0 if /proc
 * is missing.
 */
export async function databaseMeter(client: pg.Client): Promise<() => number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return () => databaseCpuMs(rows[0]!.pid);
}

/** Returns the CPU milliseconds of a process's first thread, which is all of a process of the database, to the nanosecond. */
function threadMs(pid: string): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null; // it has ended in the meantime, or the system keeps no such account
  }
}

function databaseCpuMs(backendPid: number): number {
  const server = statOf(backendPid)?.parent;
  const own = server === undefined ? null : statOf(server);
  if (!own) return 0;
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = all.filter((pid) => statOf(pid)?.parent === server);
  return own.ownMs + own.endedMs + children.reduce((sum, pid) => sum + (threadMs(pid) ?? statOf(pid)?.ownMs ?? 0), 0);
}

/** Returns the CPU milliseconds of another process so far, all threads. 0 if /proc is missing. */
export const processCpuMs = (pid: number): number => statOf(pid)?.ownMs ?? 0;

/** Returns the CPU milliseconds of this process so far, all threads. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
