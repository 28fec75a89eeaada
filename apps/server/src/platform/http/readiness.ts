import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/index.ts';
import { readFreeBytes, TOO_LITTLE_BYTES } from '../disk-space.ts';
import { writeToDatabase } from './queries.ts';

/** A balancer decides by the answer where people are sent, and does not wait long for it. */
const PATIENCE_MS = 1_800;

/** Why a process should be sent nobody: its database does not write, or the disk of the embedded database is nearly full. */
export type NotReady = 'database' | 'disk';

/**
 * Returns why calls would not be served now, or null where they would. Knows within two seconds.
 *
 * `databaseFolder` is the folder of an embedded database, which fails soon after its disk is full. It is null where the
 * database runs elsewhere: a full data folder then refuses uploads alone. All processes share that folder, so none of them
 * would be left for a lesson if readiness followed it.
 */
export async function findNotReady(db: Db, databaseFolder: string | null): Promise<NotReady | null> {
  const soon = <Value>(work: Promise<Value>): Promise<Value | 'late'> =>
    Promise.race([work, sleep(PATIENCE_MS, 'late' as const, { ref: false })]).catch(() => 'late' as const);
  const [written, freeBytes] = await Promise.all([soon(writeToDatabase(db)), databaseFolder === null ? null : soon(readFreeBytes(databaseFolder))]);
  if (freeBytes === 'late' || (freeBytes !== null && freeBytes < TOO_LITTLE_BYTES)) return 'disk';
  return written === 'late' ? 'database' : null;
}
