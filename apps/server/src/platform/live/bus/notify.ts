import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectOptions } from '../../database/connect.ts';
import type { Log } from '../../log.ts';
import type { Broker, Line, LineEvents } from './broker.ts';
import type { Bus } from './bus.ts';
import { createCarriedBus } from './carried-bus.ts';
import { checkConnection, echo, listenForEcho, listenForRooms, notifyOfRooms, ROOMS_CHANNEL, unlistenForEcho } from './notify-queries.ts';

export interface NotifyBusOptions {
  connection: ConnectOptions['connection'];
  log: Log;
}

/** The maximum time for our own message to come back before the line counts as deaf. */
const ECHO_MS = 2_000;
const GOODBYE_MS = 500;

/**
 * Creates a bus over LISTEN and NOTIFY of the existing database, on a separate connection: outside the transactions of
 * calls, since a NOTIFY's commit waits for every other NOTIFY's.
 */
export function createNotifyBus({ connection, log }: NotifyBusOptions): Bus {
  let isTried = false;
  const broker: Broker = {
    name: 'The database',
    remedy: 'See whether DATABASE_URL names a PostgreSQL that has a connection left; processes tell each other through it what moves in a lesson.',
    async connect(line) {
      const client = await openClient(connection, line);
      if (!isTried) await warnWhereDeaf(client, connection, log);
      isTried = true;
      return toLine(client);
    },
  };
  return createCarriedBus(broker, log);
}

function createClient(connection: ConnectOptions['connection']): pg.Client {
  return new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'classwright bus',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
}

const cut = (client: pg.Client): void => void (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();

async function openClient(connection: ConnectOptions['connection'], { heard, broken }: LineEvents): Promise<pg.Client> {
  const client = createClient(connection);
  client.on('error', broken);
  client.on('end', () => broken(new Error('the connection ended')));
  client.on('notification', ({ channel, payload = '' }) => void (channel === ROOMS_CHANNEL && heard(payload)));
  await client.connect();
  try {
    await listenForRooms(client);
  } catch (error) {
    cut(client);
    throw error;
  }
  return client;
}

function toLine(client: pg.Client): Line {
  return {
    send: (texts) => notifyOfRooms(client, texts),
    ping: () => checkConnection(client),
    async close() {
      client.removeAllListeners('notification');
      await Promise.race([client.end().catch(() => undefined), sleep(GOODBYE_MS, null, { ref: false })]);
      cut(client);
    },
  };
}

/**
 * Warns when the line is deaf. A pooler that assigns connections by transaction accepts a LISTEN and delivers nothing.
 * A message on the same connection comes back even there, so another connection sends it.
 */
async function warnWhereDeaf(client: pg.Client, connection: ConnectOptions['connection'], log: Log): Promise<void> {
  const word = randomBytes(8).toString('hex');
  const over = new AbortController();
  const heard = new Promise<boolean>((resolve) => client.on('notification', ({ payload }) => void (payload === word && resolve(true))));
  const other = createClient(connection);
  other.on('error', () => undefined); // its pending queries reject
  try {
    await listenForEcho(client);
    await other.connect();
    await echo(other, word);
    if (await Promise.race([heard, sleep(ECHO_MS, false, { ref: false, signal: over.signal }).catch(() => false)])) return;
    log.warn(
      { event: 'bus deaf' },
      'The database takes LISTEN and delivers nothing: a pooler in between hands connections out by transaction. What happens in other processes is seen a second later; let DATABASE_URL lead past the pooler, or set REDIS_URL or NATS_URL.',
    );
  } catch {
    // The line itself works. The next start tests whether it receives messages.
  } finally {
    over.abort();
    await unlistenForEcho(client).catch(() => undefined);
    await other.end().catch(() => undefined);
  }
}
