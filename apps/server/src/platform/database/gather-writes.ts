import type { Socket } from 'node:net';
import type pg from 'pg';

type Query = pg.PoolClient['query'];

/** Writes the statements that are sent to a connection at one moment together: each write costs as much as a small statement. */
export function gatherWrites(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
    let isGathering = false;
    client.query = ((...parts: unknown[]) => {
      if (!isGathering) {
        isGathering = true;
        stream.cork();
        process.nextTick(() => {
          isGathering = false;
          stream.uncork();
        });
      }
      return query(...parts);
    }) as Query;
  });
}
