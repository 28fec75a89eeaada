/**
 * The embedded database: a real PostgreSQL from an npm package, run as a child process on the data folder. It is stopped
 * with us; when we are killed a watchdog stops it; when everything is killed the next start recovers. Whatever was
 * committed stays. It listens on a socket in a private folder only.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { holdDataFolder, prepareDataFolder } from '../../data-folder.ts';
import { findBinaries } from './binaries.ts';
import { createCluster, embeddedName } from './cluster.ts';
import { clearLeftovers } from './leftovers.ts';
import { makeSocketFolder, type Postmaster, type PostgresSettings, removeSocketFolder, startPostmaster } from './postmaster.ts';
import { chooseRunAs, isReachableByOthers } from './run-as.ts';

export interface EmbeddedConnection {
  /** The folder of the socket. */
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /** Where the database's files are: inside the data folder, unless root's own folders hide it from PostgreSQL's user. */
  cluster: string;
  /** The process, as it is now: it is started again when it ends by itself. */
  pid(): number;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  folder: string;
  /** Settings beside ours, by PostgreSQL's names. */
  settings?: PostgresSettings;
  /** For tests: nothing has to survive, so nothing is written through to the disk. */
  isThrowaway?: boolean;
  /** Told when PostgreSQL ended by itself and is started again, and when that failed. */
  onTrouble?: (message: string, error?: unknown) => void;
}

const firstStartMegabytes = 200;
const laterStartMegabytes = 50;
const socketNumber = 5432; // only names the socket: nothing listens on the network
const throwawaySettings: PostgresSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts the database on a data folder, creating it the first time. Throws StartRefusal with what to do. */
export async function startEmbeddedPostgres({
  folder,
  settings = {},
  isThrowaway = false,
  onTrouble = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = prepareDataFolder(folder, existsSync(join(folder, clusterFolder)) ? laterStartMegabytes : firstStartMegabytes);
  const hold = await holdDataFolder(home);
  const id = createHash('sha256').update(home).digest('hex').slice(0, 12);
  try {
    const place = choosePlace(home, id);
    const cluster = join(place, clusterFolder);
    const runAs = chooseRunAs(cluster);
    const native = findBinaries(runAs.uid !== undefined, place);
    await createCluster(native, place, cluster, runAs, isThrowaway);
    await clearLeftovers(cluster, `classwright-${id}`);
    const socketFolder = makeSocketFolder(id, runAs);
    const start = () =>
      startPostmaster({
        native,
        cluster,
        socketFolder,
        runAs,
        logFile: join(home, 'postgres.log'),
        settings: { ...fixedSettings(`classwright-${id}`), ...(isThrowaway ? throwawaySettings : {}), ...settings },
      });
    const restart = async () => {
      await clearLeftovers(cluster, `classwright-${id}`);
      return start();
    };
    const supervised = supervise(await start(), restart, onTrouble);
    const connection = { host: socketFolder, port: socketNumber, user: embeddedName, database: embeddedName };
    await createDatabase(connection);
    return {
      connection,
      cluster,
      pid: supervised.pid,
      async stop() {
        await supervised.stop();
        removeSocketFolder(socketFolder);
        await hold.release();
      },
    };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

const clusterFolder = 'postgres-18';

/** Root's folders may be closed to the user PostgreSQL runs as; then the cluster lives in a place named after the folder. */
function choosePlace(home: string, id: string): string {
  if (process.getuid?.() !== 0 || isReachableByOthers(join(home, 'x'))) return home;
  const place = `/var/lib/classwright-${id}`;
  mkdirSync(place, { recursive: true, mode: 0o755 });
  return place;
}

function fixedSettings(clusterName: string): PostgresSettings {
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    port: socketNumber,
    cluster_name: clusterName,
    shared_buffers: '128MB',
    max_connections: 60,
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    log_error_verbosity: 'terse', // the detail of an error names what people wrote
  };
}

/** Starts the process again when it ends by itself, at most five times in a minute; stops it when asked. */
function supervise(first: Postmaster, restart: () => Promise<Postmaster>, onTrouble: (message: string, error?: unknown) => void) {
  const stopping = new AbortController();
  let current = first;
  let restarting: Promise<void> = Promise.resolve();
  let starts: number[] = [];
  const follow = (postmaster: Postmaster): void => {
    void postmaster.ended.then(() => {
      if (!stopping.signal.aborted) restarting = startAgain();
    });
  };
  const startAgain = async (): Promise<void> => {
    onTrouble('The embedded PostgreSQL ended by itself and is started again.');
    while (!stopping.signal.aborted) {
      starts = [...starts.filter((at) => performance.now() - at < 60_000), performance.now()];
      if (starts.length > 1) await sleep(starts.length > 5 ? 60_000 : 500, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        current = await restart();
        follow(current);
        return;
      } catch (error) {
        onTrouble('The embedded PostgreSQL could not be started again. The next try follows.', error);
      }
    }
  };
  follow(first);
  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort();
      await restarting;
      await current.stop();
    },
  };
}

async function createDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [connection.database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${connection.database}`);
  } finally {
    await client.end();
  }
}
