import type { HousekeepingTask } from '../../../housekeeping.ts';
import type { Db } from '../../../platform/database/index.ts';
import { type JobKind, type Scheduled, scheduledJob } from '../../../platform/jobs/index.ts';
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

const KEEP_LINKS_DAYS = 30;
/** The number of days for which tokens are kept, the same time for which a device is known after its last sign-in. */
const KEEP_TOKENS_DAYS = 90;

/** Ends expired tokens, and their sockets on this process. */
export function accountsHousekeeping({ db, realtime }: { db: Db; realtime: Pick<Realtime, 'endToken'> }): HousekeepingTask[] {
  const run = async (): Promise<void> => {
    for (const tokenId of await endExpiredTokens(db)) realtime.endToken(tokenId);
  };
  return [{ name: 'expired tokens', everyMinutes: 1, run }];
}

/** Deletes started sign-ins, links, requests and tokens that nobody needs any more. */
export function cleanUpSignIns(db: Db): JobKind<Scheduled> {
  return scheduledJob('accounts.forget', 60, async () => {
    await deleteOldBegun(db);
    await deleteOldConsents(db);
    await deleteOldSteps(db);
    await deleteOldChanges(db, CHANGES_DAYS);
    await deleteOldLinks(db, KEEP_LINKS_DAYS);
    await deleteOldPictureCards(db);
    await deleteOldPasswordRequests(db);
    await deleteOldTokens(db, KEEP_TOKENS_DAYS);
    await cleanUpLanes(db);
  });
}
