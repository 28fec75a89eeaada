import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect, type Db } from '@classwright/server/platform/database/index';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@classwright/server/platform/database/embedded/index';
import { migrate } from '@classwright/server/platform/database/migrate';
import { findPort } from '@classwright/server/testing/free-port';
import { type LessonSchool, makeLessonSchool } from '@classwright/server/testing/many-lessons';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '@classwright/server/testing/product-process';
import { withClient } from '@classwright/server/testing/scratch-database';
import { buildServer } from '../scripts/lib/build-server.mjs';
import { type Broker, startBroker } from './broker.ts';
import { Ways } from './calls.ts';
import type { Bus } from './plan.ts';

const STUDENTS = 300;
/** The characters of its output that are shown of a process that ended. */
const ENDED_OUTPUT = 600;
const shiftClock = fileURLToPath(new URL('./shift-clock.mjs', import.meta.url));

export type ProcessName = 'web 1' | 'web 2' | 'jobs';

/**
 * Two web processes, one for jobs and their own PostgreSQL, kept over many storms. Anything that a fault ends is
 * restarted.
 */
export class Installation {
  readonly ways: Ways;
  /** A direct connection to the database, for the true state. */
  readonly db: Db;
  readonly school: LessonSchool;
  readonly broker: Broker | null;
  readonly #postgres: EmbeddedPostgres;
  readonly #folder: string;
  /** The bundle of the server, as `npm start` runs it; null for its sources. */
  readonly #program: string | null;
  readonly #ports: readonly [number, number];
  readonly #running = new Map<ProcessName, ProductProcess>();
  readonly #killing = new Map<ProcessName, Promise<void>>();
  /** The number of processes and databases that a fault has stopped and that are not back yet. */
  #away = 0;
  #wholeAtMs = Date.now();
  #jobKills = 0;
  /** The output of processes that were killed. */
  #written = '';

  private constructor(parts: {
    postgres: EmbeddedPostgres;
    folder: string;
    program: string | null;
    ports: [number, number];
    db: Db;
    school: LessonSchool;
    broker: Broker | null;
  }) {
    this.#postgres = parts.postgres;
    this.#folder = parts.folder;
    this.#program = parts.program;
    this.#ports = parts.ports;
    this.db = parts.db;
    this.school = parts.school;
    this.broker = parts.broker;
    this.ways = new Ways(parts.ports);
  }

  static async start(bus: Bus): Promise<Installation> {
    const folder = mkdtempSync(join(tmpdir(), 'classwright-storm-'));
    chmodSync(folder, 0o711);
    const postgres = await startEmbeddedPostgres({
      folder: join(folder, 'database'),
      isThrowaway: true,
      settings: { max_connections: 120, synchronous_commit: 'on' },
    });
    await withClient(postgres.connection, (client) => migrate(client));
    const { db } = connect({ connection: postgres.connection, maxConnections: 4, onError: () => undefined });
    const school = await makeLessonSchool(db, STUDENTS);
    await db
      .updateTable('schools')
      .set({ settings: { seat_check: 'nothing' } })
      .where('id', '=', school.schoolId)
      .execute();
    const ports: [number, number] = [await findPort(), await findPort()];
    const installation = new Installation({
      ...{ postgres, folder, ports, db, school },
      program: await buildServer(),
      broker: bus === 'database' ? null : await startBroker(bus),
    });
    await Promise.all((['web 1', 'web 2', 'jobs'] as const).map((name) => installation.#begin(name)));
    return installation;
  }

  async #begin(name: ProcessName): Promise<void> {
    const process = startProductProcess({
      role: name === 'jobs' ? 'jobs' : 'web',
      program: this.#program,
      env: {
        ...(name === 'jobs' ? {} : { PORT: String(this.#ports[name === 'web 1' ? 0 : 1]) }),
        DATA_DIR: join(this.#folder, 'data'),
        DATABASE_URL: toDatabaseUrl({ password: '', ...this.#postgres.connection }),
        DATABASE_CONNECTIONS: '20',
        TRUSTED_PROXIES: '127.0.0.1',
        DEMO: 'off',
        NODE_OPTIONS: `--import=${shiftClock}`,
        ...this.broker?.env,
      },
    });
    this.#running.set(name, process);
    await process.running;
  }

  /**
   * Kills a process with kill -9 and restarts it right away. Killing one that is being restarted counts as the same
   * kill. Resolves when it works again.
   */
  async kill(name: ProcessName): Promise<void> {
    const killing = this.#killing.get(name) ?? this.#without(() => this.#killAndBegin(name)).finally(() => this.#killing.delete(name));
    this.#killing.set(name, killing);
    await killing;
  }

  /** Returns the time at which everything that serves people last ran again after a fault; now, while something is away. */
  servesSinceMs(): number {
    return this.#away > 0 ? Date.now() : this.#wholeAtMs;
  }

  /** Does what takes something away, until it is back. */
  async #without<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#away += 1;
    try {
      return await work();
    } finally {
      this.#away -= 1;
      this.#wholeAtMs = Date.now();
    }
  }

  /** Returns how often a job may have been interrupted so far: its process was killed, or the database stopped. */
  interruptions(): number {
    return this.#jobKills + this.#postgres.restarts();
  }

  /** A start that needs the database retries until it is available. */
  async #killAndBegin(name: ProcessName): Promise<void> {
    const process = this.#running.get(name);
    if (name === 'jobs') this.#jobKills += 1;
    await process?.end('SIGKILL');
    this.#written += process?.output() ?? '';
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#begin(name);
      } catch (error) {
        if (tries === 5) throw error;
        await pause(300);
      }
    }
  }

  /** Sets a process's clock ahead of the true time, or back. One that is being killed no longer hears it. */
  setClock(name: ProcessName, clockMs: number): void {
    this.#running.get(name)?.child.send({ clockMs }, () => undefined);
  }

  /**
   * Stops the database like a machine that lost power: sessions end in the middle of their work. It is restarted
   * automatically.
   */
  async stopDatabase(): Promise<void> {
    const before = this.#postgres.restarts();
    await this.#without(async () => {
      signal(this.#postgres.pid(), 'SIGQUIT');
      while (this.#postgres.restarts() === before) await pause(20);
    });
  }

  /** Freezes all its processes for a while. */
  async freezeDatabase(forMs: number): Promise<void> {
    const main = this.#postgres.pid();
    const frozen = [main, ...childrenOf(main)];
    await this.#without(async () => {
      for (const pid of frozen) signal(pid, 'SIGSTOP');
      await pause(forMs);
      for (const pid of [...frozen, ...childrenOf(main)]) signal(pid, 'SIGCONT');
    });
  }

  /** Returns the output of all processes so far. */
  output(): string {
    return this.#written + [...this.#running.values()].map((process) => process.output()).join('');
  }

  /** Lists the processes that have ended though no fault killed them, with the end of their output. */
  listEnded(): string[] {
    return [...this.#running].flatMap(([name, { child, output }]) =>
      child.exitCode === null && child.signalCode === null
        ? []
        : [`${name} ended with ${child.exitCode ?? child.signalCode}: ${output().slice(-ENDED_OUTPUT)}`],
    );
  }

  /** Checks whether each process is running. */
  isWhole(): boolean {
    return this.listEnded().length === 0;
  }

  async stop(): Promise<void> {
    this.ways.close();
    await Promise.all([...this.#running.values()].map((process) => process.end('SIGKILL').catch(() => null)));
    await this.db.destroy().catch(() => undefined);
    await this.broker?.kill();
    await this.#postgres.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Lists the children of a process; none of one that another fault has ended. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH') return [];
    throw error;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended in the meantime.
  }
}
