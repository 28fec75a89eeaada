import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/index.ts';
import { readFreeBytes, TOO_LITTLE_BYTES } from '../disk-space.ts';
import { writeToDatabase } from './queries.ts';

/** Whoever asks decides by it where people are sent, and does not wait long. */
const PATIENCE_MS = 1_800;

/** Whether calls would be served now: the database writes, and the data folder has room. Knows within two seconds. */
export async function isReady(db: Db, dataDir: string | null): Promise<boolean> {
  const checks = Promise.all([writeToDatabase(db), dataDir === null ? null : readFreeBytes(dataDir)]);
  checks.catch(() => undefined); // it may fail when nobody waits any more
  const outcome = await Promise.race([checks, sleep(PATIENCE_MS, null, { ref: false })]).catch(() => null);
  if (outcome === null) return false;
  const [, freeBytes] = outcome;
  return freeBytes === null || freeBytes >= TOO_LITTLE_BYTES;
}
