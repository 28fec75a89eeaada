/**
 * The embedded database: a real PostgreSQL from an npm package, run as a child process on the data folder. It stops
 * with us; when we are killed a watchdog stops it; when everything is killed the next start recovers. Committed data is
 * never lost. It listens on a socket in a private folder only and requires a password; the product works as a role
 * without superuser rights.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closePrivateFolders, lockDataFolder, prepareDataFolder } from '../../data-folder.ts';
import { StartRefusal } from '../../start-refusal.ts';
import { openAsSuperuser, productRole, readPasswords, writeRules } from './access.ts';
import { findBinaries } from './binaries.ts';
import { createCluster, embeddedName } from './cluster.ts';
import { clearLeftovers, readLockFile } from './leftovers.ts';
import { copyingSettings, makeSpool } from './log-copies.ts';
import { findPlace, recordPlace, makePlace } from './place.ts';
import { openSocketFolder, type PostgresSettings, removeSocketFolder, startPostmaster } from './postmaster.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { supervise } from './supervise.ts';
import { upgradeCluster } from './upkeep.ts';

export { listUncopied, makeFetchFolder, makeFolderFor, recoverySettings, SPOOL, SPOOL_CLOSED, writeFor } from './log-copies.ts';

export interface EmbeddedConnection {
  /** The folder of the socket. */
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
}

export interface EmbeddedPostgres {
  connection: EmbeddedConnection;
  /**
   * The folder of the database's files: inside the data folder, unless root's own folders hide it from PostgreSQL's
   * user.
   */
  cluster: string;
  /** Returns the current process id. It changes when the process ends unexpectedly and is restarted. */
  pid(): number;
  /** Returns the number of restarts. */
  restarts(): number;
  /** Opens a connection of the superuser, for maintenance. The caller ends it. */
  openMaintenance(): Promise<pg.Client>;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  folder: string;
  /** Further settings, by PostgreSQL's names. */
  settings?: PostgresSettings;
  /** For tests: data need not survive or be protected, so nothing is synced to the disk. */
  isThrowaway?: boolean;
  /** True when the caller has begun a restore to the folder. */
  isRestore?: boolean;
  /** Copies its log into the folder `wal-spool` next to the cluster, a file of it after so many seconds at the latest. */
  copiesLogEvery?: number;
  /** The maximum wait for its start, in milliseconds; a recovery takes longer than the usual five minutes. */
  patienceMs?: number;
  /** Called when it has stopped, while nobody else can start it yet. */
  onStopped?: () => Promise<void>;
  /** Called with a message when a person has to wait. */
  onWait?: (message: string) => void;
  /** Called when PostgreSQL ended unexpectedly and is restarted, and when that failed. */
  onTrouble?: (message: string, error?: unknown) => void;
}

const firstStartMegabytes = 200;
const laterStartMegabytes = 50;
const socketNumber = 5432; // only names the socket: nothing listens on the network
const throwawaySettings: PostgresSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts the database on a data folder, and creates it the first time. @throws StartRefusal with what to do */
export async function startEmbeddedPostgres({
  folder,
  settings = {},
  isThrowaway = false,
  isRestore = false,
  copiesLogEvery,
  patienceMs,
  onStopped = async () => undefined,
  onWait = () => undefined,
  onTrouble = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = prepareDataFolder(folder, hasCluster(folder) ? laterStartMegabytes : firstStartMegabytes, isRestore);
  const hold = await lockDataFolder(home);
  try {
    closePrivateFolders(home);
    const place = findPlace(home);
    const { cluster } = place;
    makePlace(place);
    const runAs = chooseRunAs(cluster);
    const native = findBinaries(runAs.uid !== undefined, place.folder);
    await createCluster(native, place.folder, cluster, runAs, isThrowaway);
    recordPlace(home, place);
    const clusterName = `classwright-${place.id}`;
    await clearLeftovers(cluster, clusterName);
    if (!isThrowaway) writeRules(cluster, 'scram-sha-256', runAs);
    const socketFolder = openSocketFolder(place, runAs);
    const logFile = join(home, 'postgres.log');
    if (copiesLogEvery !== undefined) makeSpool(place.folder, runAs);
    const copying = copiesLogEvery === undefined ? {} : copyingSettings(copiesLogEvery);
    const start = () =>
      startPostmaster({
        native,
        cluster,
        socketFolder,
        runAs,
        logFile,
        settings: { ...fixedSettings(clusterName), ...(isThrowaway ? throwawaySettings : {}), ...copying, ...settings },
        ...(patienceMs === undefined ? {} : { patienceMs }),
      });
    const restart = async () => {
      await clearLeftovers(cluster, clusterName);
      openSocketFolder(place, runAs, socketFolder);
      return start();
    };
    const socketFile = join(socketFolder, `.s.PGSQL.${socketNumber}`);
    const supervised = supervise({ first: await start(), restart, socketFile, logFile, onTrouble });
    const socket = { host: socketFolder, port: socketNumber };
    const stop = async (): Promise<void> => {
      await supervised.stop();
      removeSocketFolder(socketFolder);
      try {
        await onStopped();
      } finally {
        await hold.release();
      }
    };
    try {
      const connection = isThrowaway ? await openThrowaway(socket) : await open();
      return { connection, cluster, pid: supervised.pid, restarts: supervised.restarts, openMaintenance, stop };
    } catch (error) {
      await stop();
      throw error;
    }

    function knock() {
      const reload = () => process.kill(supervised.pid(), 'SIGHUP');
      return openAsSuperuser({ socket, cluster, runAs, home, reload });
    }

    async function openMaintenance(): Promise<pg.Client> {
      return (await knock()).client;
    }

    async function open(): Promise<EmbeddedConnection> {
      const { client, passwords } = await knock();
      try {
        await upgradeCluster(client, socket, passwords, onWait);
      } finally {
        await client.end();
      }
      return { ...socket, user: productRole, password: passwords.product, database: embeddedName };
    }
  } catch (error) {
    await hold.release();
    throw error;
  }
}

/** The place where a data folder's database is, or will be, and the user that PostgreSQL runs as. */
export interface EmbeddedPlace {
  /** The folder that holds the cluster. */
  folder: string;
  cluster: string;
  runAs: RunAs;
}

/** Finds the place of a data folder's database and creates the folder that holds it. */
export function openPlace(home: string): EmbeddedPlace {
  const place = findPlace(home);
  makePlace(place);
  return { folder: place.folder, cluster: place.cluster, runAs: chooseRunAs(place.cluster) };
}

/**
 * Returns true when a data folder already has an embedded database. @throws StartRefusal when it had one that is gone
 */
export function hasCluster(folder: string): boolean {
  return existsSync(folder) && existsSync(findPlace(realpathSync(folder)).cluster);
}

const joinLimitMs = 60_000;

/**
 * Returns the connection for another process of this machine to the database that a running product has started on a
 * data folder.
 */
export async function joinEmbeddedPostgres(folder: string): Promise<EmbeddedConnection> {
  const home = realpathSync(folder);
  const { cluster } = findPlace(home);
  for (let waitedMs = 0; waitedMs < joinLimitMs; waitedMs += 100) {
    const lock = readLockFile(cluster);
    const passwords = readPasswords(home);
    if (lock?.isReady && passwords) {
      const connection = { host: lock.socketFolder, port: socketNumber, user: productRole, password: passwords.product, database: embeddedName };
      if (await isOpen(connection)) return connection;
    }
    await sleep(100);
  }
  throw new StartRefusal(`Classwright runs on the data folder ${folder}, but its database cannot be reached. Stop it, or do this as the user who started it.`);
}

async function isOpen(connection: EmbeddedConnection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false; // it is just starting
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function openThrowaway(socket: { host: string; port: number }): Promise<EmbeddedConnection> {
  const connection = { ...socket, user: embeddedName, database: embeddedName };
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [connection.database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${connection.database}`);
  } finally {
    await client.end();
  }
  return connection;
}

function fixedSettings(clusterName: string): PostgresSettings {
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    port: socketNumber,
    cluster_name: clusterName,
    shared_buffers: '128MB',
    max_connections: 60,
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    max_parallel_workers_per_gather: '0', // one call keeps one processor busy, and the next one finds another
    log_error_verbosity: 'terse', // the detail of an error names what people wrote
  };
}
