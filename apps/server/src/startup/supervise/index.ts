/**
 * `npm start` on one machine: a process for people and one for jobs, so that imports and PDFs never stop a lesson. This
 * process only supervises them and the embedded database. One that dies is restarted. All end together, even when this
 * one is killed: the others notice that their connection to it is closed.
 */
import type { Config } from '../../platform/config.ts';
import type { EmbeddedPostgres } from '../../platform/database/embedded/index.ts';
import { startOwnDatabase } from '../own-database.ts';
import { keepProcess } from './kept-process.ts';

export interface Supervised {
  /** Lets both finish their work, then stops the database. */
  stop(): Promise<void>;
}

export interface Supervisor {
  /**
   * Starts the process for people, which migrates the database to this version, then the one for jobs. @throws
   * StartRefusal, after stopping everything it had started
   */
  start(): Promise<Supervised>;
  /** Notes that a stop has been requested, also during the start: nothing more is started. */
  expectStop(): void;
  /** Ends both immediately. */
  abandon(): void;
}

const TELL_RESTARTS_EVERY_MS = 2_000;

/**
 * Creates the supervisor. `program`: the entry of the product. `given`: the arguments of each process in addition to
 * its role.
 */
export function createSupervisor(config: Config, program: string, given: readonly string[]): Supervisor {
  let opening: Promise<EmbeddedPostgres> | null = null;
  let restartsTold = 0;
  let isStopping = false;
  const tell = (sentence: string): void => console.error(sentence);
  const open = (): Promise<EmbeddedPostgres> =>
    (opening ??= startOwnDatabase({
      config,
      onWait: (message) => console.log(message),
      onTrouble: (message, error) => console.error(message, ...(error === undefined ? [] : [error])),
    }));
  const begin = async () => {
    if (config.databaseUrl !== null) return { database: null, databaseRestarts: 0 };
    const { connection, cluster, restarts } = await open();
    return { database: { connection, cluster }, databaseRestarts: restarts() };
  };
  const keep = (role: 'web' | 'jobs') => keepProcess({ name: role, command: [program, '--role', role, '--launched', ...given], begin, tell });
  const [web, jobs] = [keep('web'), keep('jobs')];

  async function tellRestarts(): Promise<void> {
    const restarts = (await opening)?.restarts() ?? 0;
    if (restarts === restartsTold) return;
    restartsTold = restarts;
    for (const one of [web, jobs]) one.send({ is: 'restarted', databaseRestarts: restarts });
  }

  async function stop(): Promise<void> {
    await Promise.all([web.drain(), jobs.drain()]);
    const database = await opening?.catch(() => null); // its failure was reported
    await database?.stop();
  }

  return {
    async start() {
      try {
        await web.start();
        if (!isStopping) await jobs.start();
      } catch (error) {
        await stop();
        throw error;
      }
      const timer = setInterval(() => void tellRestarts(), TELL_RESTARTS_EVERY_MS).unref();
      return {
        async stop() {
          clearInterval(timer);
          await stop();
        },
      };
    },
    expectStop() {
      isStopping = true;
      for (const one of [web, jobs]) one.expectEnd();
    },
    abandon() {
      web.kill();
      jobs.kill();
    },
  };
}
