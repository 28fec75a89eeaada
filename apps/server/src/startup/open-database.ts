import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../platform/config.ts';
import { hasFiles } from '../platform/data-folder.ts';
import type { EmbeddedConnection } from '../platform/database/embedded/index.ts';
import { TIME_LIMITS } from '../platform/database/index.ts';
import { migrate } from '../platform/database/migrate.ts';
import { refreshCollations } from '../platform/database/order.ts';
import { makeSchoolYearsAtStart } from '../platform/database/school-years-queries.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { type OwnDatabaseSettings, startOwnDatabase } from './own-database.ts';

export interface OpenDatabase {
  /** The connection setting for `connect`. */
  connection: string | EmbeddedConnection;
  /** The folder of the embedded database's files, or null for the school's own server. */
  cluster: string | null;
  /** Returns how often the embedded database was restarted. */
  restarts(): number;
  /** Stops the embedded database. The school's own server keeps running. */
  stop(): Promise<void>;
}

type DatabaseSettings = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>;

export interface OpenDatabaseOptions {
  config: DatabaseSettings & OwnDatabaseSettings;
  /** Called with a message when a person has to wait. */
  onWait: (message: string) => void;
  onTrouble: (message: string, error?: unknown) => void;
  /** Called with the share of the migrations that are applied, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

const patienceMs = 10_000;

/** Opens the database of this installation and migrates it to the newest schema. @throws StartRefusal */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const { config, onWait, onProgress } = options;
  const database = config.databaseUrl === null ? await startOwnDatabase(options) : ownServer(config.databaseUrl);
  try {
    await prepareDatabase(database.connection, config, { onWait, onProgress });
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** The school's own server: started and stopped by others. */
const ownServer = (databaseUrl: string): OpenDatabase => ({ connection: databaseUrl, cluster: null, restarts: () => 0, stop: async () => undefined });

/** Migrates a database to the newest schema. Several processes may do so at the same time. @throws StartRefusal */
export async function prepareDatabase(
  connection: OpenDatabase['connection'],
  config: DatabaseSettings,
  { onWait, onProgress }: Pick<OpenDatabaseOptions, 'onWait' | 'onProgress'>,
): Promise<void> {
  const client = await reach(config.databaseDirectUrl ?? connection, onWait);
  try {
    if (config.databaseUrl !== null) {
      await requireSession(client);
      await refuseFilesAlone(client, config);
      await refreshCollations(client, onWait);
    }
    await migrateOn(client, onWait, onProgress);
  } finally {
    await client.end();
  }
}

/**
 * Requires a session. Migrations take locks that last from statement to statement, which a pooler would leave to the
 * next client.
 */
async function requireSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ ms: number }>("SELECT setting::int AS ms FROM pg_settings WHERE name = 'statement_timeout'");
  if (rows[0]?.ms !== STATEMENT_LIMIT_MS)
    throw new StartRefusal(
      'The address in DATABASE_URL leads through a pooler, which gives no session of one’s own. Name the same database past the pooler in DATABASE_DIRECT_URL: migrations and backups go there.',
    );
}

/** Refuses an empty database when there are files of a school: the wrong one is named, or only half was restored. */
async function refuseFilesAlone(client: pg.Client, { databaseUrl, dataDir }: DatabaseSettings): Promise<void> {
  if (!hasFiles(dataDir)) return;
  const { rows } = await client.query<{ empty: boolean }>("SELECT to_regclass('schema_migrations') IS NULL AS empty");
  if (rows[0]?.empty !== true) return;
  const { host, pathname } = new URL(databaseUrl ?? '');
  throw new StartRefusal(
    `The data folder ${dataDir} holds the files of an installation, but the database ${decodeURIComponent(pathname.slice(1))} on ${host} is empty. Name the database that belongs to these files in DATABASE_URL, or restore a backup to an empty folder (npm run restore). To begin anew, name an empty folder in DATA_DIR.`,
  );
}

/**
 * The time limit of a migration's statements, over the user's own limit. This odd number also shows that a session is
 * only ours.
 */
const STATEMENT_LIMIT_MS = 86_399_999;

/** Connects. A server that is just starting (for example in a container) gets ten seconds. */
async function reach(connection: string | EmbeddedConnection, onWait: (message: string) => void): Promise<pg.Client> {
  for (let waitedMs = 0; ; waitedMs += 1000) {
    const client = new pg.Client({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      connectionTimeoutMillis: 10_000,
      statement_timeout: STATEMENT_LIMIT_MS,
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

/** Returns true when nobody listens yet, or the server reports that it is starting. */
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
    case '08P01':
      return refusePooler(url);
    case '42501':
      return new StartRefusal(`The user in DATABASE_URL may not connect to the database ${database} on ${url.host}.`);
    default:
      return new StartRefusal(
        `The database server at ${url.host} cannot be reached (${codeOf(error) || (error as Error).message}). Check DATABASE_URL and that the server runs.`,
      );
  }
}

/** Returns the refusal for an error that comes from the pooler. */
const refusePooler = ({ host }: URL): StartRefusal =>
  new StartRefusal(
    `The pooler at ${host} refuses our limits of time. Let it pass them by: ignore_startup_parameters = ${Object.keys(TIME_LIMITS).join(',')} in its settings.`,
  );

async function migrateOn(client: pg.Client, onWait: (message: string) => void, onProgress: OpenDatabaseOptions['onProgress']): Promise<void> {
  try {
    await migrate(client, undefined, { onWait, ...(onProgress && { onProgress }) });
    await makeSchoolYearsAtStart(client);
    await warnOfLetters(client, onWait);
  } catch (error) {
    if ((error as { code?: string; cause?: { code?: string } }).cause?.code === '42501' || (error as { code?: string }).code === '42501') {
      throw new StartRefusal('The user in DATABASE_URL may not create tables in this database. Make it the owner of the database.');
    }
    throw error;
  }
}

/** Warns when the school's own server does not count letters outside ASCII as letters. */
async function warnOfLetters(client: pg.Client, onWait: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ unknown: boolean }>("SELECT datctype IN ('C', 'POSIX') AS unknown FROM pg_database WHERE datname = current_database()");
  if (rows[0]?.unknown !== true) return;
  onWait(
    "The database knows letters of English only (its character type is C): misspelt words of other languages are not found. To change that, save it (npm run backup), create one with LC_CTYPE 'C.UTF-8' from template0, and restore.",
  );
}
