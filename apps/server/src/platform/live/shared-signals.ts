import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { Bus } from './bus/index.ts';
import { getLastSignal, insertSignals, listSignals } from './signal-queries.ts';
import type { Signal, Signals } from './signals.ts';

export interface SharedSignalsOptions {
  /** The database pool. Best a small separate one, so that signals never wait behind calls. */
  db: Db;
  bus: Bus;
  log: Log;
  /** The interval of checks for lost messages. */
  lookMs?: number;
}

export interface SharedSignals extends Signals {
  /** Starts listening to signals. */
  start(): Promise<void>;
  /** Writes waiting signals, then stops. Gives up after a few seconds without a database. */
  stop(): Promise<void>;
}

/** The name under which the bus reports the position of the signals. */
const ROOM = 'private-signals';
const MOST_PER_STATEMENT = 500;
const MOST_PER_READ = 1000;
/**
 * The maximum number of waiting signals, more than a short database outage causes. Beyond it, signals that are repeated
 * anyway are dropped first.
 */
const MOST_WAITING = 20_000;
const RETRY_MS = { first: 100, last: 3000 };
const PATIENCE_MS = 5000;

/**
 * Creates signals that go through the database: written in batches outside of every call's transaction, read by each
 * process in the order of their numbers. The bus only reports that there is something to read; what it loses is found
 * by polling.
 */
export function createSharedSignals({ db, bus, log, lookMs = 1000 }: SharedSignalsOptions): SharedSignals {
  const listeners = new Set<(signal: Signal) => void>();
  let waiting: string[] = [];
  let writing: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  let isReadWanted = false;
  /** The last signal that was delivered here. Null: it does not listen yet. */
  let last: number | null = null;
  let isStopped = false;
  let isFailing = false;
  let stopHearing: (() => void)[] = [];

  function deliver(body: string): void {
    const signal = JSON.parse(body) as Signal;
    for (const listener of listeners) {
      try {
        listener(signal);
      } catch (error) {
        log.error({ err: error, kind: signal.kind }, 'a signal could not be followed');
      }
    }
  }

  async function write(): Promise<void> {
    let retryMs = RETRY_MS.first;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST_PER_STATEMENT);
      try {
        const written = await insertSignals(db, batch);
        retryMs = RETRY_MS.first;
        bus.say({ room: ROOM, epoch: 0, at: written.last });
        if (last !== null && !reading && written.first === last + 1 && written.last === last + batch.length) {
          last = written.last;
          for (const body of batch) deliver(body);
        } else read();
      } catch (error) {
        waiting = [...batch, ...waiting];
        if (isStopped) return;
        complain(error);
        await sleep(retryMs, undefined, { ref: false });
        retryMs = Math.min(RETRY_MS.last, retryMs * 2);
      }
    }
  }

  /** Writes all signals of one turn of the event loop together. */
  function startWriting(): void {
    writing ??= Promise.resolve()
      .then(write)
      .finally(() => {
        writing = null;
        if (waiting.length > 0 && !isStopped) startWriting();
      });
  }

  function read(): void {
    if (last === null || isStopped) return;
    isReadWanted = true;
    reading ??= readAll().finally(() => {
      reading = null;
      if (isReadWanted) read();
    });
  }

  async function readAll(): Promise<void> {
    try {
      while (isReadWanted) {
        isReadWanted = false;
        const rows = await listSignals(db, last as number, MOST_PER_READ);
        for (const { id, body } of rows) {
          last = id;
          deliver(body);
        }
        if (rows.length === MOST_PER_READ) isReadWanted = true;
      }
      isFailing = false;
    } catch (error) {
      isReadWanted = false; // the next look asks again
      complain(error);
    }
  }

  /** Finds unreported signals. After a database was restored to an earlier state, it counts from there. */
  async function look(): Promise<void> {
    const before = last;
    if (before === null) return;
    try {
      const newest = await getLastSignal(db);
      if (newest < before) last = newest;
      else if (newest > (last as number)) read();
    } catch (error) {
      complain(error);
    }
  }

  function complain(error: unknown): void {
    if (!isFailing && !isStopped) log.warn({ err: error }, 'signals between processes cannot be written or read; trying again');
    isFailing = true;
  }

  return {
    send(signal) {
      if (isStopped) return;
      if (waiting.length >= MOST_WAITING) waiting.splice(0, MOST_WAITING / 10, JSON.stringify({ kind: 'recheck', scope: 'all' } satisfies Signal));
      waiting.push(JSON.stringify(signal));
      startWriting();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      last = await getLastSignal(db);
      const timer = setInterval(() => void look(), lookMs);
      timer.unref();
      stopHearing = [
        () => clearInterval(timer),
        bus.listen(({ room, at }) => {
          if (room === ROOM && last !== null && at > last) read();
        }),
        bus.onReconnected(() => void look()),
      ];
    },
    async stop() {
      for (const stop of stopHearing) stop();
      await Promise.race([writing, sleep(PATIENCE_MS, undefined, { ref: false })]);
      isStopped = true;
      await reading;
    },
  };
}
