/**
 * The processes that serve one installation, each a row with a lease: what lives only as long as a process refers to its
 * row, and goes with it.
 *
 * Invariants: the lease runs by the database's own clock, so neither a process's clock nor a moved test clock ends it. A
 * process whose lease is over is deleted by exactly one other, which is told; one that was only asleep then enters
 * itself anew under another id. Where the database was away nobody is taken for gone before all could renew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { CommonGround } from './common-ground.ts';
import { deleteGoneProcesses, deleteProcess, insertProcess, renewLease } from './queries.ts';
import type { ServerRole } from './roles.ts';

export type { CommonGround } from './common-ground.ts';
export { doesJobs, type ServerRole, servesPeople } from './roles.ts';

const LEASE_MS = 6_000;
const RENEW_EVERY_MS = 2_000;
const RETRY_MS = 500;

export interface ServerProcess {
  /** The id of its row. @throws before `start` */
  readonly id: number;
  readonly role: ServerRole;
  /** Enters it; while the database is away it tries on. */
  start(): Promise<void>;
  /** Takes it out, and with it what refers to it. Nobody is told. */
  stop(): Promise<void>;
  /** Tells which processes this one found gone and deleted; not those that stopped by themselves. Returns how to stop. */
  onGone(listener: (ids: readonly number[]) => void): () => void;
  /** Tells that others took this one for gone: it has another id, and what referred to the former is not there any more. */
  onReplaced(listener: () => void): () => void;
}

interface ServerProcessOptions {
  db: Db;
  log: Pick<Log, 'warn' | 'error'>;
  role: ServerRole;
  /** Of the program. */
  version: string;
  /** Unknown unless said. */
  ground?: CommonGround | null | undefined;
  /** Tests cannot wait for the ones of real life. */
  leaseMs?: number;
  renewEveryMs?: number;
}

export function createServerProcess({
  db,
  log,
  role,
  version,
  ground = null,
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

  async function renew(): Promise<void> {
    const isThere = await renewLease(db, ownId as number, leaseMs);
    // neither the database nor this process was away: else others may not have had their turn yet
    if (monotonicMs() - renewedAtMs > leaseMs) trustsLeasesFromMs = monotonicMs() + leaseMs;
    renewedAtMs = monotonicMs();
    if (!isThere) {
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
    if (ownId !== null) await deleteProcess(db, ownId).catch(() => undefined); // its lease ends by itself
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
