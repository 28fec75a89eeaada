import { measureClockDriftMs, MUCH_DRIFT_MS } from '../platform/clock.ts';
import type { Db } from '../platform/database/index.ts';
import { LITTLE_SPACE_BYTES, readFreeBytes } from '../platform/disk-space.ts';
import type { Log } from '../platform/log.ts';

const EVERY_MS = 60_000;

interface Measures {
  freeBytes: () => Promise<number>;
  /** Returns how far the database's clock is ahead of this machine's. */
  driftMs: () => Promise<number>;
}

/** Checks once for future problems, and warns when one begins: little disk space, a clock that is off. */
export function createMachineWatch(log: Pick<Log, 'warn'>, measures: Measures): () => Promise<void> {
  let isLittle = false;
  let toldDriftMs = 0;
  return async () => {
    const freeBytes = await measures.freeBytes();
    const wasLittle = isLittle;
    isLittle = freeBytes < LITTLE_SPACE_BYTES;
    if (isLittle && !wasLittle)
      log.warn({ freeMegabytes: Math.floor(freeBytes / 1024 ** 2) }, 'the disk with the data folder is nearly full; make room before nothing can be saved');
    const driftMs = await measures.driftMs();
    if (Math.abs(driftMs - toldDriftMs) < MUCH_DRIFT_MS) return;
    toldDriftMs = driftMs;
    log.warn({ seconds: Math.round(driftMs / 1000) }, 'the clock of the database is off from this machine’s; deadlines of lessons follow the database’s');
  };
}

/** Checks every minute. Returns a function that stops it. */
export function watchMachine({ db, dataDir, log }: { db: Db; dataDir: string; log: Log }): () => void {
  const look = createMachineWatch(log, { freeBytes: () => readFreeBytes(dataDir), driftMs: () => measureClockDriftMs(db) });
  const lookQuietly = (): void => void look().catch(() => undefined); // a missing database is reported elsewhere
  const timer = setInterval(lookQuietly, EVERY_MS).unref();
  lookQuietly();
  return () => clearInterval(timer);
}
