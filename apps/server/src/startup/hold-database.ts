import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { connect } from '../platform/database/index.ts';
import { StartRefusal } from '../platform/start-refusal.ts';

/** Any fixed number will do: it only has to be the same in every process that serves this database. */
const servingLock = 4_202_411_708;
/** One that is stopping gets this long to end. */
const PATIENCE_MS = 25_000;
const RETRY_MS = 5_000;

interface HoldOptions {
  connection: Parameters<typeof connect>[0]['connection'];
  onWait: (message: string) => void;
  onTrouble: (message: string, error?: unknown) => void;
  patienceMs?: number;
}

/**
 * Makes this process the only one that serves the database: events of a lesson reach the sockets of the process in which
 * they happened, so students of a second one would miss them. The lock lives as long as its connection; when that breaks
 * it is taken again.
 * @throws StartRefusal when another process serves the database
 */
export async function holdDatabase({ connection, onWait, onTrouble, patienceMs = PATIENCE_MS }: HoldOptions): Promise<{ release(): Promise<void> }> {
  let isReleased = false;
  let current: pg.Client | null = null;

  const hold = async (): Promise<pg.Client | null> => {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      application_name: 'classwright lock',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    client.on('error', () => undefined); // 'end' follows
    await client.connect();
    // a server whose client has vanished lets go of its lock within half a minute
    await client.query('SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3').catch(() => undefined);
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [servingLock]);
    if (rows[0]?.held !== true) {
      await client.end();
      return null;
    }
    client.once('end', () => void (isReleased || holdAgain()));
    return client;
  };

  const holdAgain = async (): Promise<void> => {
    let isTold = false;
    for (current = null; !isReleased && current === null; ) {
      await sleep(RETRY_MS, undefined, { ref: false });
      if (isReleased) return;
      const client = await hold().catch(() => undefined); // undefined: the database is away, which others tell
      if (client === null && !isTold)
        onTrouble('Another Classwright serves this database as well. Students of one miss what happens in the other: stop one of them.');
      isTold ||= client === null;
      current = client ?? null;
    }
  };

  for (let waitedMs = 0; ; waitedMs += 500) {
    current = await hold();
    if (current) break;
    if (waitedMs >= patienceMs)
      throw new StartRefusal('Another Classwright is already serving this database. Stop it first: one process at a time serves a school.');
    if (waitedMs === 0) onWait('Another Classwright is serving this database. Waiting for it to end.');
    await sleep(500);
  }
  return {
    async release() {
      isReleased = true;
      await current?.end().catch(() => undefined);
    },
  };
}
