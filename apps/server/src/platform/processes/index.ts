/**
 * The processes that serve one installation, each a row with a lease. Data that lives only as long as a process refers
 * to its row, and is deleted with it.
 *
 * Invariants: the lease runs by the database's own clock, so neither a process's clock nor a moved test clock ends it.
 * A process whose lease has expired is deleted by exactly one other, which is notified; if it was only suspended it
 * then enters itself again with another id. After a database outage no process is deleted before all had time to renew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { CommonGround } from './common-ground.ts';
import type { ProcessFigures } from './figures.ts';
import { deleteGoneProcesses, deleteProcess, insertProcess, renewLease } from './queries.ts';
import type { ServerRole } from './roles.ts';

export type { CommonGround } from './common-ground.ts';
export { createFigures, type ProcessFigures } from './figures.ts';
export { findLogsMore, listProcesses, processesAsJson, type ProcessRow, setLogsMore } from './queries.ts';
export { doesJobs, type ServerRole, servesPeople } from './roles.ts';

const LEASE_MS = 6_000;
const RENEW_EVERY_MS = 2_000;
const RETRY_MS = 500;
const MEASURE_EVERY_MS = 10_000;

export interface ServerProcess {
  /** The id of its row. @throws before `start` */
  readonly id: number;
  readonly role: ServerRole;
  /** Enters the process. Retries while the database is away. */
  start(): Promise<void>;
  /** Removes the process and everything that refers to it. No other process is notified. */
  stop(): Promise<void>;
  /**
   * Calls the listener with processes that this one found dead and deleted, not with those that stopped themselves.
   * Returns a function that stops it.
   */
  onGone(listener: (ids: readonly number[]) => void): () => void;
  /**
   * Calls the listener when others considered this process dead: it has a new id, and everything that referred to the
   * old one is deleted.
   */
  onReplaced(listener: () => void): () => void;
}

interface ServerProcessOptions {
  db: Db;
  log: Pick<Log, 'warn' | 'error'>;
  role: ServerRole;
  /** The version of the product. */
  version: string;
  /** The common settings. The default is unknown. */
  ground?: CommonGround | null | undefined;
  /** Measures this process. Others read its newest figures in its row. The default says nothing. */
  measure?: () => Promise<ProcessFigures>;
  /** Called with true while all processes are to log more than they are set to. */
  onLogsMore?: (isMore: boolean) => void;
  /** The length of the lease. Tests use a short one. */
  leaseMs?: number;
  renewEveryMs?: number;
}

export function createServerProcess({
  db,
  log,
  role,
  version,
  ground = null,
  measure,
  onLogsMore,
  leaseMs = LEASE_MS,
  renewEveryMs = RENEW_EVERY_MS,
}: ServerProcessOptions): ServerProcess {
  const goneListeners = new Set<(ids: readonly number[]) => void>();
  const replacedListeners = new Set<() => void>();
  let ownId: number | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let turn: Promise<void> = Promise.resolve();
  let renewedAtMs = 0;
  let trustsLeasesFromMs = 0;
  let isTroubled = false;
  let figures: ProcessFigures | null = null;
  let measuring: Promise<void> | null = null;
  let measuredAtMs = -Infinity;
  let leaving: Promise<void> | null = null;

  const tell = <Told>(listeners: ReadonlySet<(told: Told) => void>, told: Told): void => {
    for (const listener of listeners) {
      try {
        listener(told);
      } catch (error) {
        log.error({ err: error }, 'what hangs on a process could not be told of its end');
      }
    }
  };

  const enter = async (): Promise<void> => {
    ownId = await insertProcess(db, { role, version, ground }, leaseMs);
    renewedAtMs = monotonicMs();
  };

  /** Begins to measure when that is due. A disk that does not answer never delays the lease. */
  function look(): void {
    if (!measure || measuring || monotonicMs() - measuredAtMs < MEASURE_EVERY_MS) return;
    measuredAtMs = monotonicMs();
    measuring = measure()
      .then(
        (measured) => {
          figures = measured;
        },
        () => undefined,
      )
      .finally(() => {
        measuring = null;
      });
  }

  async function renew(): Promise<void> {
    look();
    const said = figures;
    figures = null;
    const renewed = await renewLease(db, ownId as number, leaseMs, said);
    // Neither the database nor this process was away; otherwise others may not have had their turn yet.
    if (monotonicMs() - renewedAtMs > leaseMs) trustsLeasesFromMs = monotonicMs() + leaseMs;
    renewedAtMs = monotonicMs();
    if (renewed) onLogsMore?.(renewed.logs_more);
    else {
      await enter();
      tell(replacedListeners, undefined);
    }
    if (renewedAtMs < trustsLeasesFromMs) return;
    const gone = await deleteGoneProcesses(db);
    if (gone.length > 0) tell(goneListeners, gone);
  }

  function plan(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      turn = renew()
        .then(
          () => {
            isTroubled = false;
          },
          (error: unknown) => {
            if (!isTroubled) log.warn({ err: error }, 'the lease of this process cannot be renewed; trying again');
            isTroubled = true;
          },
        )
        .finally(plan);
    }, renewEveryMs).unref();
  }

  async function leave(): Promise<void> {
    isStopped = true;
    if (timer) clearTimeout(timer);
    await turn;
    if (ownId !== null) await deleteProcess(db, ownId).catch(() => undefined); // its lease expires
  }

  return {
    role,
    get id() {
      if (ownId === null) throw new Error('a process has an id once it was started');
      return ownId;
    },
    async start() {
      while (!isStopped) {
        try {
          await enter();
          return plan();
        } catch (error) {
          log.warn({ err: error }, 'this process cannot be entered; trying again');
          await sleep(RETRY_MS);
        }
      }
    },
    stop: () => (leaving ??= leave()),
    onGone(listener) {
      goneListeners.add(listener);
      return () => goneListeners.delete(listener);
    },
    onReplaced(listener) {
      replacedListeners.add(listener);
      return () => replacedListeners.delete(listener);
    },
  };
}
