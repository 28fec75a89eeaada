import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/index.ts';
import { readFreeBytes, MIN_FREE_BYTES } from '../disk-space.ts';
import { writeToDatabase } from './queries.ts';

/** The maximum wait. A load balancer decides by the response where to send people, and does not wait long for it. */
const PATIENCE_MS = 1_800;

/**
 * The reason why a process should get no calls: its database cannot write, or the disk of the embedded database is
 * nearly full.
 */
export type NotReady = 'database' | 'disk';

/**
 * Returns why calls cannot be served now, or null when they can. Takes at most two seconds. `databaseFolder` is the
 * folder of an embedded database, which fails soon after its disk is full. It is null when the database runs elsewhere:
 * a full data folder then only refuses uploads. All processes share that folder, so if readiness depended on it, none
 * would be left for a lesson.
 */
export async function findNotReady(db: Db, databaseFolder: string | null): Promise<NotReady | null> {
  const soon = <Value>(work: Promise<Value>): Promise<Value | 'late'> =>
    Promise.race([work, sleep(PATIENCE_MS, 'late' as const, { ref: false })]).catch(() => 'late' as const);
  const [written, freeBytes] = await Promise.all([soon(writeToDatabase(db)), databaseFolder === null ? null : soon(readFreeBytes(databaseFolder))]);
  if (freeBytes === 'late' || (freeBytes !== null && freeBytes < MIN_FREE_BYTES)) return 'disk';
  return written === 'late' ? 'database' : null;
}
