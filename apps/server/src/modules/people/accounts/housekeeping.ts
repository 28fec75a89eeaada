import type { HousekeepingTask } from '../../../housekeeping.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type JobKind, type Scheduled, scheduledJob, sinceLastTime } from '../../../platform/jobs/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import { CHANGES_DAYS } from './own-changes.ts';
import { deleteOldChanges } from './change-queries.ts';
import { cleanUpLanes } from './guessing/index.ts';
import { deleteOldSteps } from './factors/index.ts';
import { deleteOldConsents } from './google/consent-queries.ts';
import { deleteOldBegun } from './google/queries.ts';
import { deleteOldPictureCards } from './links/picture-queries.ts';
import { deleteOldLinks, deleteOldPasswordRequests } from './links/queries.ts';
import { deleteOldTokens, endExpiredTokens } from './queries.ts';
import { KEEP_TOKENS_DAYS } from './tokens.ts';

const FORGET = 'accounts.forget';
const KEEP_LINKS_DAYS = 30;
const TOKENS_AT_ONCE = 1_000;

/** Ends expired tokens, and their sockets on this process. */
export function accountsHousekeeping({ db, realtime }: { db: Db; realtime: Pick<Realtime, 'endToken'> }): HousekeepingTask[] {
  const run = async (): Promise<void> => {
    for (let lookedAt = TOKENS_AT_ONCE; lookedAt === TOKENS_AT_ONCE; ) {
      const found = await endExpiredTokens(db, TOKENS_AT_ONCE);
      for (const tokenId of found.ended) realtime.endToken(tokenId);
      lookedAt = found.lookedAt;
    }
  };
  return [{ name: 'expired tokens', everyMinutes: 1, run }];
}

/** Deletes started sign-ins, links, requests and tokens that nobody needs any more. */
export function cleanUpSignIns(db: Db): JobKind<Scheduled> {
  return scheduledJob(FORGET, 60, async () => {
    await deleteOldBegun(db);
    await deleteOldConsents(db);
    await deleteOldSteps(db);
    await deleteOldChanges(db, CHANGES_DAYS);
    await deleteOldLinks(db, KEEP_LINKS_DAYS);
    await deleteOldPictureCards(db);
    await deleteOldPasswordRequests(db);
    await sinceLastTime(db, FORGET, (since) => deleteOldTokens(db, KEEP_TOKENS_DAYS, since));
    await cleanUpLanes(db);
  });
}
