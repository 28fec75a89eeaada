import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cloneDatabase } from '../../../../testing/database.ts';
import { findPort } from '../../../../testing/free-port.ts';
import { withClient } from '../../../../testing/scratch-database.ts';
import { until } from '../../../../testing/hear.ts';
import type { BrokerSetting } from '../../../config.ts';
import type { Log } from '../../../log.ts';
import { type Bus, type BusOptions, createBus } from '../index.ts';

/** A real broker that tests stop and start again. */
export interface TestBroker {
  /** The bus of one process of an installation. */
  createBus: (log: Log, installation?: string) => Bus;
  /** Creates a bus of the same kind with an address where nobody listens. */
  createLost: (log: Log) => Bus;
  /** The broker setting. */
  setting: BrokerSetting | null;
  /** Writes a text to the broker, as anyone with access can. */
  write: (text: string, installation?: string) => Promise<void>;
  /** Ends every connection and accepts no new ones. Null when we cannot stop the broker. */
  halt: (() => Promise<void>) | null;
  resume: () => Promise<void>;
  close: () => Promise<void>;
}

export const INSTALLATION = 'abcdef0123456789';
const PASSWORD = 'hush-hush-%40';

/** The database is not used when a broker is set. */
const outside = (kind: 'redis' | 'nats', url: string): Omit<BusOptions, 'log'> => ({ broker: { kind, url }, installation: INSTALLATION, connection: '' });

export async function openPostgres(): Promise<TestBroker> {
  const database = await cloneDatabase();
  const { connection } = database;
  const asAdmin = (statement: string, values: unknown[] = []) =>
    withClient({ ...connection, database: 'postgres' }, async (client) => void (await client.query(statement, values)));
  return {
    setting: null,
    createBus: (log) => createBus({ broker: null, installation: INSTALLATION, connection, log }),
    createLost: (log) => createBus({ broker: null, installation: INSTALLATION, connection: { ...connection, host: '127.0.0.1', port: 1 }, log }),
    write: (text) => withClient(connection, async (client) => void (await client.query('SELECT pg_notify($1, $2)', ['classwright_rooms', text]))),
    async halt() {
      await asAdmin(`ALTER DATABASE ${pg.escapeIdentifier(connection.database)} ALLOW_CONNECTIONS false`);
      await asAdmin('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [connection.database]);
    },
    resume: () => asAdmin(`ALTER DATABASE ${pg.escapeIdentifier(connection.database)} ALLOW_CONNECTIONS true`),
    close: () => database.drop(),
  };
}

export async function openRedis(given: string | null): Promise<TestBroker> {
  const program =
    given === null
      ? await startProgram((port, folder) => [
          'redis-server',
          '--port',
          `${port}`,
          '--bind',
          '127.0.0.1',
          '--dir',
          folder,
          '--save',
          '',
          '--requirepass',
          decodeURIComponent(PASSWORD),
        ])
      : null;
  const url = given ?? `redis://:${PASSWORD}@127.0.0.1:${program?.port}`;
  return {
    ...ofProgram(program),
    setting: { kind: 'redis', url },
    createBus: (log, installation) => createBus({ ...outside('redis', url), log, ...(installation ? { installation } : {}) }),
    createLost: (log) => createBus({ ...outside('redis', `redis://:${PASSWORD}@127.0.0.1:1`), log }),
    async write(text, installation = INSTALLATION) {
      const { createClient } = await import('@redis/client');
      const client = await createClient({ url }).connect();
      await client.publish(`classwright:${installation}:rooms`, text);
      client.destroy();
    },
  };
}

export async function openNats(given: string | null): Promise<TestBroker> {
  const program =
    given === null
      ? await startProgram((port) => ['nats-server', '-a', '127.0.0.1', '-p', `${port}`, '--user', 'classwright', '--pass', decodeURIComponent(PASSWORD)])
      : null;
  const url = given ?? `nats://classwright:${PASSWORD}@127.0.0.1:${program?.port}`;
  const { host, username, password } = new URL(url);
  return {
    ...ofProgram(program),
    setting: { kind: 'nats', url },
    createBus: (log, installation) => createBus({ ...outside('nats', url), log, ...(installation ? { installation } : {}) }),
    createLost: (log) => createBus({ ...outside('nats', `nats://classwright:${PASSWORD}@127.0.0.1:1`), log }),
    async write(text, installation = INSTALLATION) {
      const { connect } = await import('@nats-io/transport-node');
      const client = await connect({ servers: host, ...(username ? { user: username, pass: decodeURIComponent(password) } : {}) });
      client.publish(`classwright.${installation}.rooms`, text);
      await client.flush();
      await client.close();
    },
  };
}

/** Returns true when the program can be started. */
export const isInstalled = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

interface Program {
  port: number;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  close: () => Promise<void>;
}

const ofProgram = (program: Program | null): Pick<TestBroker, 'halt' | 'resume' | 'close'> => ({
  halt: program && program.kill,
  resume: async () => program?.start(),
  close: async () => program?.close(),
});

/** Starts a separate broker on a free port of this machine. */
async function startProgram(command: (port: number, folder: string) => string[]): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), `cw-broker-${randomBytes(3).toString('hex')}-`));
  const port = await findPort();
  const [name = '', ...words] = command(port, folder);
  let child: ChildProcess | null = null;
  const program: Program = {
    port,
    async start() {
      child = spawn(name, words, { stdio: 'ignore' });
      await until(() => isListening(port), `${name} on port ${port}`);
    },
    async kill() {
      const ending = child && child.exitCode === null ? once(child, 'exit') : null;
      child?.kill('SIGKILL');
      await ending;
    },
    async close() {
      await program.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await program.start();
  return program;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connectTo(port, '127.0.0.1');
  const isThere = await Promise.race([once(socket, 'connect').then(() => true), sleep(500, false, { ref: false })]).catch(() => false);
  socket.destroy();
  return isThere;
}
