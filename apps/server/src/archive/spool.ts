import { existsSync, statSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { machineNowMs } from '../platform/clock.ts';
import { listUncopied, SPOOL, SPOOL_CLOSED } from '../platform/database/embedded/index.ts';
import { isOfLog } from './format.ts';

/** The folder next to a cluster in which its log waits for the archive. */
export interface Spool {
  pathOf(name: string): string;
  /** Returns the names of what waits, in their order. */
  list(): Promise<string[]>;
  /** Returns for how long the oldest part of the log has waited, in seconds, also where PostgreSQL has not put it aside yet. */
  measureWait(): Promise<number>;
  /** Returns true while PostgreSQL lets its log go in place of putting it aside. */
  isClosed(): boolean;
  close(): Promise<void>;
  open(): Promise<void>;
}

export function openSpool(cluster: string): Spool {
  const folder = join(dirname(cluster), SPOOL);
  const closed = join(folder, SPOOL_CLOSED);
  const list = async (): Promise<string[]> => (await readdir(folder)).filter(isOfLog).sort();
  return {
    pathOf: (name) => join(folder, name),
    list,
    async measureWait() {
      const paths = [...(await list()).map((name) => join(folder, name)), ...listUncopied(cluster).map((name) => join(cluster, 'pg_wal', name))];
      const oldestMs = Math.min(...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity));
      return Number.isFinite(oldestMs) ? Math.max(0, (machineNowMs() - oldestMs) / 1000) : 0;
    },
    isClosed: () => existsSync(closed),
    close: () => writeFile(closed, '', { mode: 0o600 }),
    open: () => rm(closed, { force: true }),
  };
}
