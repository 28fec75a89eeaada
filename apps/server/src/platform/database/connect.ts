import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { nameStatements } from './named-statements.ts';
import { sendAhead } from './pipeline.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './schema.gen.ts';
import { endSilentConnections } from './silence.ts';

/** PostgreSQL's code for a server that has no connection left. */
const TOO_MANY = '53300';
const PATIENCE_MS = 8_000;

/**
 * Waits for a connection when the server has none left: connections become free in milliseconds, so no call has to be
 * refused for it.
 */
function waitForConnections(pool: pg.Pool, patienceMs = PATIENCE_MS): void {
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

/** The pool, or a transaction on it, for running queries. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const INT8_ARRAY = 1016;

/** Ids stay below 2^53 and points have two decimals, so both are plain numbers; calendar dates stay text. */
function typeParsers(): pg.CustomTypesConfig {
  const own = new Map<number, (value: string) => unknown>([
    [INT8, Number],
    [NUMERIC, Number],
    [DATE, (value) => value],
    [INT8_ARRAY, (value) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number))],
  ]);
  return {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      (format === 'binary' ? undefined : own.get(oid)) ?? pg.types.getTypeParser(oid, format as 'text')) as never,
  };
}

export interface ConnectOptions {
  /** A postgres:// URL, or host (a socket folder too), port, user and database. */
  connection: string | { host: string; port: number; user: string; password?: string; database: string };
  maxConnections?: number;
  /** The maximum time without a response from the server while a statement runs, for tests and long work of a command. */
  longestSilenceMs?: number;
  /** The maximum wait for a new connection, in milliseconds. The default is 10 s. */
  connectWithinMs?: number;
  /** Called for errors of idle connections, which pg would otherwise throw. Not called once the pool is closing. */
  onError: (error: Error) => void;
}

const DEFAULT_CONNECTIONS = 20;
/**
 * The time limits for a statement, a wait for a lock and an idle transaction, in milliseconds, by PostgreSQL's names.
 */
export const TIME_LIMITS = { statement_timeout: 30_000, lock_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 } as const;

/**
 * Opens the pool. Nothing is sent before the first query. A statement may run for 30 s and wait for a lock for 10 s.
 */
export function connect({ connection, maxConnections = DEFAULT_CONNECTIONS, longestSilenceMs, connectWithinMs = 10_000, onError }: ConnectOptions): {
  db: Db;
  pool: pg.Pool;
} {
  const pool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectWithinMs,
    ...TIME_LIMITS,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'classwright',
    types: typeParsers(),
  });
  // The pool ends before the server has closed each connection, and a server that stops then reports that.
  const tell = (error: Error): void => void (pool.ending || onError(error));
  pool.on('error', (error) => {
    Reflect.deleteProperty(error, 'client'); // with its keys it would stand in the log
    tell(error);
  });
  pool.on('connect', (client) => client.on('error', tell));
  endSilentConnections(pool, longestSilenceMs);
  waitForConnections(pool);
  nameStatements(pool);
  sendAhead(pool);
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}
