import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '../platform/database/embedded/binaries.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { type Postmaster, startPostmaster } from '../platform/database/embedded/postmaster.ts';
import { chooseRunAs, isReachableByOthers } from '../platform/database/embedded/run-as.ts';
import { withClient } from './scratch-database.ts';

interface Server {
  host: string;
  port: number;
  user: string;
}

export interface Replicated {
  main: Server;
  replica: Server;
  /** Stops the replica, and starts it again. */
  stopReplica: () => Promise<void>;
  startReplica: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Files of the running server, which a copy must not have. */
const OF_THE_RUNNING = ['postmaster.pid', 'postmaster.opts'];

/** Starts a server and a replica that streams from it, both in a temporary folder and without writing to the disk's end. */
export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(isReachableByOthers(join(tmpdir(), 'x')) ? tmpdir() : '/tmp', 'classwright-replica-'));
  chmodSync(folder, 0o711);
  const settings = {
    max_connections: 60,
    wal_level: 'replica',
    max_wal_senders: 4,
    hot_standby: 'on',
    synchronous_commit: 'on',
    hot_standby_feedback: 'off',
    max_standby_streaming_delay: 0,
  };
  const main = await startEmbeddedPostgres({ folder: join(folder, 'main'), isThrowaway: true, settings });
  const { host, port, user } = main.connection;
  const cluster = join(folder, 'replica');
  const socketFolder = join(folder, 'line');
  const runAs = chooseRunAs(main.cluster);
  await withClient({ host, port, user, database: 'postgres' }, async (client) => {
    await client.query(`SELECT pg_backup_start('replica', true)`);
    cpSync(main.cluster, cluster, { recursive: true, filter: (path) => !OF_THE_RUNNING.some((name) => path === join(main.cluster, name)) });
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
    writeFileSync(join(cluster, 'backup_label'), rows[0]!.label);
  });
  writeFileSync(join(cluster, 'standby.signal'), '');
  mkdirSync(socketFolder);

  const { uid, gid } = runAs;
  const inside = readdirSync(cluster, { recursive: true, encoding: 'utf8' }).map((name) => join(cluster, name));
  if (uid !== undefined) for (const path of [socketFolder, cluster, ...inside]) chownSync(path, uid, gid ?? uid);
  chmodSync(cluster, 0o700);
  const start = (): Promise<Postmaster> =>
    startPostmaster({
      native: findBinaries(runAs.uid !== undefined, folder),
      cluster,
      socketFolder,
      logFile: join(folder, 'replica.log'),
      runAs,
      settings: {
        ...settings,
        listen_addresses: '',
        port,
        fsync: 'off',
        timezone: 'UTC',
        shared_buffers: '32MB',
        primary_conninfo: `host=${host} port=${port} user=${user}`,
      },
    });
  let postmaster: Postmaster | null = await start();
  return {
    main: { host, port, user },
    replica: { host: socketFolder, port, user },
    async stopReplica() {
      await postmaster?.stop();
      postmaster = null;
    },
    async startReplica() {
      postmaster ??= await start();
    },
    async stop() {
      await postmaster?.stop();
      await main.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
