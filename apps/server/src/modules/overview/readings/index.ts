/**
 * Readings: who looked at whose record. Each process gathers what its calls show (`platform/readings`), and writes it every
 * second outside of them.
 *
 * Invariants: a call that shows more than a name about a person declares it (`declared.ts`); one's own record is no
 * reading; a person sees all readings of their own record, and administrators those of people within reach; looking at
 * them is a reading; they are kept for the school's term of records of use, 400 days unless it set another (`retention`).
 */
import { type HandlerResult, recordReadingList, recordReadingOwn, recordReadingUnusual } from '@classwright/contract';
import type { FastifyInstance } from 'fastify';
import type { ManifestWith } from '../../../manifest.ts';
import { monotonicMs } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { implement } from '../../../platform/http/index.ts';
import { type PageRequest, toPagination } from '../../../platform/lists.ts';
import type { Log } from '../../../platform/log.ts';
import type { Readings } from '../../../platform/readings/index.ts';
import { declaredReadings } from './declared.ts';
import { personalData } from './personal-data.ts';
import { findReadingTerm, listReaders, listReadings, listUnusualReaders, type ReadingRow, saveReadings } from './queries.ts';

export interface ReadingsDependencies {
  /** The database pool for background work, separate from lessons. */
  backgroundDb: Db;
  log: Log;
  readings: Readings;
}

/** The readings of each statement, which takes milliseconds. */
const ROWS_AT_ONCE = 2_000;
const WRITE_EVERY_MS = 1_000;
const MOST_READERS = 200;
const UNUSUAL_DAYS = 30;
const MOST_UNUSUAL = 50;

export function readingsModule({ backgroundDb: db, log, readings }: ReadingsDependencies): ManifestWith<{ writeReadings: () => Promise<void> }> {
  let writing: Promise<void> | null = null;
  let isTroubled = false;
  const fail = (error: unknown): void => {
    if (!isTroubled) log.warn({ err: error }, 'who looked at whose record cannot be written; trying again');
    isTroubled = true;
  };
  const writeAll = async (): Promise<void> => {
    const gathered = await readings.take(fail);
    for (let at = 0; at < gathered.length; at += ROWS_AT_ONCE)
      try {
        await saveReadings(db, gathered.slice(at, at + ROWS_AT_ONCE), monotonicMs());
        isTroubled = false;
      } catch (error) {
        readings.addAgain(gathered.slice(at));
        return fail(error);
      }
  };
  /** Writes what was gathered before the call. Two writings never run at the same time. */
  const writeReadings = async (): Promise<void> => {
    await writing;
    writing = writeAll().finally(() => (writing = null));
    await writing;
  };
  const implementations = [
    implement(recordReadingOwn, ({ tx, actor, input }) => loadReadingsOf(tx, actor.accountId, input)),
    implement(recordReadingList, async ({ tx, actor, input }) => {
      const { account_id, reader_id, client_id, from, to } = input;
      const search = { reach: actor.reach, accountId: account_id, readerId: reader_id, clientId: client_id, from: from ?? undefined, to: to ?? undefined };
      const { rows, total } = await listReadings(tx, search, input);
      return { data: rows.map(toView), pagination: toPagination(input, total) };
    }),
    implement(recordReadingUnusual, async ({ tx, actor }) => ({
      readers: await listUnusualReaders(tx, { reach: actor.reach, days: UNUSUAL_DAYS, most: MOST_UNUSUAL }),
    })),
  ];
  const writeEachSecond = (app: FastifyInstance): void => {
    let timer: NodeJS.Timeout | undefined;
    app.addHook('onListen', async () => {
      timer = setInterval(() => {
        if (writing === null) void writeReadings();
      }, WRITE_EVERY_MS).unref();
    });
    // after the last call was answered
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await writeReadings();
    });
  };
  return {
    personalData,
    implementations,
    shows: declaredReadings,
    routes: [writeEachSecond],
    parts: { writeReadings },
  };
}

/** Returns the looks of others at a person's record, as the person sees them. */
export async function loadReadingsOf(db: Db, accountId: number, page: PageRequest): Promise<HandlerResult<typeof recordReadingOwn>> {
  const term = await findReadingTerm(db, accountId);
  const readers = await listReaders(db, { accountId, since: term.since, most: MOST_READERS });
  const search = { reach: { all: true }, accountId, readerId: undefined, clientId: undefined, from: undefined, to: undefined } as const;
  const { rows, total } = await listReadings(db, search, page);
  return {
    ...term,
    readers: readers.map(({ first_at, last_at, ...reader }) => ({ ...reader, first_at: first_at.toISOString(), last_at: last_at.toISOString() })),
    data: rows.map(toView),
    pagination: toPagination(page, total),
  };
}

const toView = ({ first_at, last_at, data_class, ...row }: ReadingRow) => ({
  ...row,
  data_class,
  first_at: first_at.toISOString(),
  last_at: last_at.toISOString(),
});
