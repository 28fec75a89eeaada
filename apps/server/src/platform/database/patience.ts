import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** PostgreSQL's code for a server that has no connection left. */
const TOO_MANY = '53300';
const PATIENCE_MS = 8_000;

/**
 * Waits for a connection when the server has none left: connections become free in milliseconds, so no call has to be
 * refused for it.
 */
export function waitForConnections(pool: pg.Pool, patienceMs = PATIENCE_MS): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        if ((error as { code?: string }).code !== TOO_MANY || performance.now() - startedAt >= patienceMs) throw error;
        await sleep(30 + Math.random() * 70);
      }
    }
  }) as pg.Pool['connect'];
}
