import type { Socket } from 'node:net';
import type pg from 'pg';

/** Longer than any statement may run, so a working server has sent something before that. */
const LONGEST_SILENCE_MS = 45_000;

interface Watched {
  stream: Pick<Socket, 'bytesRead' | 'destroy'>;
  bytesRead: number;
  sinceMs: number;
}

/**
 * Ends connections on which the server sends nothing while a statement runs. After a failover, or behind a firewall
 * that dropped them, nobody would notice that they are dead, and the pool would use them forever.
 */
export function endSilentConnections(pool: pg.Pool, longestMs = LONGEST_SILENCE_MS): void {
  const watched = new Map<pg.PoolClient, Watched>();
  const look = (): void => {
    const nowMs = performance.now();
    for (const [client, state] of watched) {
      const { stream } = state;
      const isWaiting = (client as unknown as { readyForQuery: boolean }).readyForQuery === false;
      if (!isWaiting || stream.bytesRead !== state.bytesRead) Object.assign(state, { bytesRead: stream.bytesRead, sinceMs: nowMs });
      else if (nowMs - state.sinceMs >= longestMs) {
        watched.delete(client);
        stream.destroy(Object.assign(new Error(`the database said nothing for ${Math.round(longestMs / 1000)} seconds`), { code: 'ECONNRESET' }));
      }
    }
  };
  let timer: NodeJS.Timeout | null = null;
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    watched.set(client, { stream, bytesRead: stream.bytesRead, sinceMs: performance.now() });
    timer ??= setInterval(look, Math.min(5_000, longestMs / 4)).unref();
  });
  pool.on('remove', (client) => {
    watched.delete(client);
    if (watched.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  });
}
