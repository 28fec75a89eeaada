import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Db } from './connect.ts';
import { readPosition, readReplicaState, type LogPosition } from './replica-queries.ts';

/**
 * The reasons why a read goes to the main server although there is a replica. `behind`: it has not applied in time what
 * was saved before the call. `away`: it cannot be reached, or ended in mid-read. `silent`: it does not respond. `stranger`:
 * it is a server with other data. `promoted`: it is no replica any more. `conflict`: it ended a read to go on applying
 * changes. `refused`: the read writes something. `resting`: one of these was the case some seconds ago.
 */
export const REPLICA_REASONS = ['behind', 'away', 'silent', 'stranger', 'promoted', 'conflict', 'refused', 'resting'] as const;
export type ReplicaReason = (typeof REPLICA_REASONS)[number];

/** The maximum wait until the replica has what was saved before a read. */
const PATIENCE_MS = 250;
/** The maximum time that a replica may take for a response about itself. */
const SILENCE_MS = 1_000;
const FIRST_PAUSE_MS = 4;
/** After such a reason, this is how long all reads go to the main server at once. */
const REST_MS: Readonly<Partial<Record<ReplicaReason, number>>> = { behind: 5_000, away: 10_000, silent: 10_000, stranger: 60_000, promoted: 60_000 };

/** PostgreSQL's codes for a connection that ended, also because the server stops or starts. */
const isAway = (code: string): boolean =>
  /^(08|57P0)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(code);
/** pg gives these errors no code. */
const LOST = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Returns why a read failed that may succeed on the main server. Null: the failure is the read's own. */
function reasonOf(error: unknown): ReplicaReason | null {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === '40001' || code === '40P01') return 'conflict';
  if (code === '25006') return 'refused';
  return isAway(code) || LOST.test(message) ? 'away' : null;
}

/** Runs work that only reads, where it may be heavy, on a server that has everything saved before. */
export interface HeavyReads {
  /** @param work must be repeatable: it runs a second time, on the main server, when the replica fails in between */
  run: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
}

/** Returns reads that all run on the main server. */
export const readsOn = (db: Db): HeavyReads => ({ run: (work) => work(db) });

export interface ReplicaOptions {
  main: Db;
  replica: Db;
  log: Pick<Log, 'warn' | 'info'>;
  /** The clock by which it rests, for tests. */
  nowMs?: () => number;
}

/**
 * Heavy reads on a replica. Each read first asks the main server for its position in the log, and runs on the replica only once that has
 * applied everything before it: nobody misses what they have just saved, through any process. Else, and when the
 * replica fails, it runs on the main server, and the replica rests for some seconds.
 */
export class Replica implements HeavyReads {
  readonly #options: ReplicaOptions;
  readonly #counts = new Map<ReplicaReason | 'replica', number>();
  #restUntilMs = 0;
  /** The reason of the present rest, also of one that has ended while nobody has tried the replica again. */
  #trouble: ReplicaReason | null = null;
  #isTrying = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? monotonicMs)();
  }

  /** Returns the number of reads of each kind so far: on the replica, and on the main server by reason. */
  get counts(): ReadonlyMap<ReplicaReason | 'replica', number> {
    return this.#counts;
  }

  /** Returns why reads go to the main server now; null while they go to the replica. */
  get trouble(): ReplicaReason | null {
    return this.#trouble;
  }

  async run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const reason = await this.#prepare();
    if (reason !== null) return this.#onMain(reason, work);
    try {
      const result = await work(this.#options.replica);
      this.#count('replica');
      return result;
    } catch (error) {
      const failure = reasonOf(error);
      if (failure === null) throw error;
      this.#rest(failure);
      return this.#onMain(failure, work);
    }
  }

  #onMain<T>(reason: ReplicaReason, work: (db: Db) => Promise<T>): Promise<T> {
    this.#count(reason);
    return work(this.#options.main);
  }

  /** Waits until the replica has everything that was saved before now. Returns why it cannot be used, or null. */
  async #prepare(): Promise<ReplicaReason | null> {
    const isAfterTrouble = this.#trouble !== null;
    if (this.#nowMs() < this.#restUntilMs || (isAfterTrouble && this.#isTrying)) return 'resting';
    this.#isTrying = isAfterTrouble; // then one read tries the replica, and the others do not wait for it
    try {
      const reason = await this.#await(await readPosition(this.#options.main));
      if (reason !== null) this.#rest(reason);
      else if (isAfterTrouble) this.#recover();
      return reason;
    } finally {
      if (isAfterTrouble) this.#isTrying = false;
    }
  }

  async #await({ systemId, position }: LogPosition): Promise<ReplicaReason | null> {
    const startedMs = monotonicMs();
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const state = await this.#ask(position);
      if (typeof state === 'string') return state;
      if (state.systemId !== systemId) return 'stranger';
      if (!state.isReplica) return 'promoted';
      if (state.missingBytes === 0) return null;
      if (monotonicMs() - startedMs + pauseMs > PATIENCE_MS) return 'behind';
      await sleep(pauseMs);
    }
  }

  async #ask(position: string): Promise<Awaited<ReturnType<typeof readReplicaState>> | ReplicaReason> {
    const stop = new AbortController();
    const asked = readReplicaState(this.#options.replica, position);
    asked.catch(() => undefined); // it may fail after its time has passed
    try {
      return await Promise.race([asked, sleep(SILENCE_MS, 'silent' as const, { signal: stop.signal })]);
    } catch (error) {
      return reasonOf(error) ?? 'away';
    } finally {
      stop.abort();
    }
  }

  #rest(reason: ReplicaReason): void {
    const restMs = REST_MS[reason];
    if (restMs === undefined) {
      if (reason === 'refused')
        this.#options.log.warn({ event: 'replica refused' }, 'A read was sent to the replica and writes something. It ran on the main server.');
      return;
    }
    this.#restUntilMs = this.#nowMs() + restMs;
    if (this.#trouble !== reason) this.#options.log.warn({ event: 'replica lost', reason }, SENTENCES[reason] ?? reason);
    this.#trouble = reason;
  }

  #recover(): void {
    this.#trouble = null;
    this.#options.log.info({ event: 'replica again' }, 'Heavy reads go to the replica again.');
  }

  #count(what: ReplicaReason | 'replica'): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}

const SENTENCES: Readonly<Partial<Record<ReplicaReason, string>>> = {
  behind: 'The replica in DATABASE_READ_URL is behind. Heavy reads go to the main server until it has caught up.',
  away: 'The replica in DATABASE_READ_URL cannot be reached. Heavy reads go to the main server.',
  silent: 'The replica in DATABASE_READ_URL does not respond. Heavy reads go to the main server.',
  stranger: 'The server in DATABASE_READ_URL has other data than the one in DATABASE_URL. It is not read from. Name a replica of that server.',
  promoted: 'The server in DATABASE_READ_URL is no replica any more. It is not read from. Name a replica, or leave the setting out.',
};
