import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../platform/config.ts';
import { hasFiles } from '../platform/data-folder.ts';
import { type EmbeddedConnection, startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { refreshCollations } from '../platform/database/order.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { holdDatabase } from './hold-database.ts';

export interface OpenDatabase {
  /** What `connect` takes. */
  connection: string | EmbeddedConnection;
  /** Where the embedded database keeps its files; null for a server of the school's own. */
  cluster: string | null;
  /** How often the embedded database was started again. */
  restarts(): number;
  /** Stops the embedded database, or lets go of a server of the school's own. */
  stop(): Promise<void>;
}

export interface OpenDatabaseOptions {
  config: Pick<Config, 'databaseUrl' | 'databaseConnections' | 'dataDir'>;
  /** Told what a person waits for. */
  onWait: (message: string) => void;
  onTrouble: (message: string, error?: unknown) => void;
}

/** What runs beside calls, its upkeep, a backup, and somebody who looks. */
const besideCalls = 20;
const patienceMs = 10_000;

/** Opens the database of this installation and brings it to the newest schema. Throws StartRefusal. */
export async function openDatabase({ config, onWait, onTrouble }: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const client = await reach(config.databaseUrl, onWait);
    // before anything is changed: an older version may still be serving
    const hold = await holdDatabase({ connection: config.databaseUrl, onWait, onTrouble }).catch(async (error: unknown) => {
      await client.end();
      throw error;
    });
    try {
      await refuseFilesAlone(client, config);
      await refreshCollations(client, onWait);
      await migrateOn(client, onWait);
    } catch (error) {
      await client.end();
      await hold.release();
      throw error;
    }
    return { connection: config.databaseUrl, cluster: null, restarts: () => 0, stop: hold.release };
  }
  const postgres = await startEmbeddedPostgres({
    folder: config.dataDir,
    settings: { max_connections: Math.max(60, config.databaseConnections + besideCalls) },
    onTrouble,
    onWait,
  });
  try {
    await migrateOn(await reach(postgres.connection, onWait), onWait);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { connection: postgres.connection, cluster: postgres.cluster, restarts: postgres.restarts, stop: postgres.stop };
}

/** Files of a school beside a database that is still empty: the wrong one is named, or only half was restored. */
async function refuseFilesAlone(client: pg.Client, { databaseUrl, dataDir }: OpenDatabaseOptions['config']): Promise<void> {
  if (!hasFiles(dataDir)) return;
  const { rows } = await client.query<{ empty: boolean }>("SELECT to_regclass('schema_migrations') IS NULL AS empty");
  if (rows[0]?.empty !== true) return;
  const { host, pathname } = new URL(databaseUrl ?? '');
  throw new StartRefusal(
    `The data folder ${dataDir} holds the files of an installation, but the database ${decodeURIComponent(pathname.slice(1))} on ${host} is empty. Name the database that belongs to these files in DATABASE_URL, or restore a backup to an empty folder (npm run restore). To begin anew, name an empty folder in DATA_DIR.`,
  );
}

/** Connects; a server that is just starting (a container beside ours) gets ten seconds. */
async function reach(connection: string | EmbeddedConnection, onWait: (message: string) => void): Promise<pg.Client> {
  for (let waitedMs = 0; ; waitedMs += 1000) {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      connectionTimeoutMillis: 10_000,
      application_name: 'classwright',
    });
    client.on('error', () => undefined); // the query that was running rejects
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (waitedMs >= patienceMs || !isPassing(error)) throw refuseConnection(error, connection);
      if (waitedMs === 0) onWait('Waiting for the database server.');
      await sleep(1000);
    }
  }
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  return code ?? errors?.[0]?.code ?? '';
}

/** Nobody listens yet, or the server says that it is starting. */
function isPassing(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOENT', '57P03', 'EAI_AGAIN'].includes(codeOf(error));
}

function refuseConnection(error: unknown, connection: string | EmbeddedConnection): Error {
  if (typeof connection !== 'string') return error as Error;
  const url = new URL(connection);
  const database = decodeURIComponent(url.pathname.slice(1));
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return new StartRefusal(`The database server at ${url.host} does not accept the user and password in DATABASE_URL.`);
    case '3D000':
      return new StartRefusal(`There is no database named ${database} on ${url.host}. Create it, or name another in DATABASE_URL.`);
    case '42501':
      return new StartRefusal(`The user in DATABASE_URL may not connect to the database ${database} on ${url.host}.`);
    default:
      return new StartRefusal(
        `The database server at ${url.host} cannot be reached (${codeOf(error) || (error as Error).message}). Check DATABASE_URL and that the server runs.`,
      );
  }
}

async function migrateOn(client: pg.Client, onWait: (message: string) => void): Promise<void> {
  try {
    await migrate(client, undefined, { onWait });
    await warnOfLetters(client, onWait);
  } catch (error) {
    if ((error as { code?: string; cause?: { code?: string } }).cause?.code === '42501' || (error as { code?: string }).code === '42501') {
      throw new StartRefusal('The user in DATABASE_URL may not create tables in this database. Make it the owner of the database.');
    }
    throw error;
  } finally {
    await client.end();
  }
}

/** A server of the school's own may take every letter outside ASCII for a sign. */
async function warnOfLetters(client: pg.Client, onWait: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ unknown: boolean }>("SELECT datctype IN ('C', 'POSIX') AS unknown FROM pg_database WHERE datname = current_database()");
  if (rows[0]?.unknown !== true) return;
  onWait(
    "The database knows letters of English only (its character type is C): misspelt words of other languages are not found. To change that, save it (npm run backup), create one with LC_CTYPE 'C.UTF-8' from template0, and restore.",
  );
}
