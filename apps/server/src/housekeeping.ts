import { deleteOldBegun, deleteOldLinks, deleteOldPasswordRequests, deleteOldTokens, endExpiredTokens } from './modules/accounts/index.ts';
import { eraseDeletedFiles, type FileStorage, forgetAbandonedUploads } from './modules/files/index.ts';
import { deleteOldCodes } from './modules/hand-off/index.ts';
import { forgetImports } from './modules/imports/index.ts';
import type { Db } from './platform/database/index.ts';
import { deleteOldIdempotencyKeys } from './platform/http/index.ts';
import { deleteFailedJobs } from './platform/jobs/index.ts';
import { pruneRoomEvents, type Realtime } from './platform/live/index.ts';
import type { Log } from './platform/log.ts';
import { forgetErasedRows } from './platform/reference-lists/index.ts';

const EVERY_MS = 60_000;
/** Forgetting what is old may wait. */
const FORGET_EVERY_ROUNDS = 60;
/** Long after the last phone has asked for a lesson's events. */
const KEEP_EVENTS_DAYS = 14;
const KEEP_ENDED_DAYS = 30;
/** As long as a device is known after its last sign-in. */
const KEEP_TOKENS_DAYS = 90;

interface Dependencies {
  db: Db;
  log: Log;
  realtime: Pick<Realtime, 'endToken'>;
  /** Where this machine keeps what has not arrived whole. */
  uploadFolders: readonly string[];
  storage: Pick<FileStorage, 'remove'>;
}

/**
 * What has to be done now and then, on any process and by several at once without harm: end tokens whose life is over,
 * with their sockets; erase files and rows deleted an hour ago; forget idempotency keys after 48 hours, the events of lessons long gone, codes, links, imports, jobs
 * and uploads that nobody needs any more.
 */
export async function keepHouse({ db, log, realtime, uploadFolders, storage }: Omit<Dependencies, 'log'> & { log?: Log }, round: number): Promise<void> {
  for (const tokenId of await endExpiredTokens(db)) realtime.endToken(tokenId);
  if (round % FORGET_EVERY_ROUNDS !== 0) return;
  await deleteOldIdempotencyKeys(db);
  await pruneRoomEvents(db, { olderThanDays: KEEP_EVENTS_DAYS });
  await deleteOldCodes(db);
  await deleteOldBegun(db);
  await deleteOldLinks(db, KEEP_ENDED_DAYS);
  await deleteOldPasswordRequests(db);
  await deleteOldTokens(db, KEEP_TOKENS_DAYS);
  await forgetImports(db);
  await forgetAbandonedUploads(db, uploadFolders);
  await eraseDeletedFiles(db, storage, log);
  await forgetErasedRows(db);
  await deleteFailedJobs(db, KEEP_ENDED_DAYS);
}

/** Keeps house every minute. Answers how to stop. */
export function startHousekeeping({ db, log, realtime, uploadFolders, storage }: Dependencies): () => void {
  let round = 0;
  const timer = setInterval(() => {
    keepHouse({ db, log, realtime, uploadFolders, storage }, round++).catch((error: unknown) =>
      log.warn({ err: error }, 'housekeeping failed; trying again in a minute'),
    );
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
