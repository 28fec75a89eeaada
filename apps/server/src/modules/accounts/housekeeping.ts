import type { HousekeepingTask } from '../../housekeeping.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Realtime } from '../../platform/live/index.ts';
import { deleteOldBegun } from './google/queries.ts';
import { deleteOldLinks, deleteOldPasswordRequests } from './links/queries.ts';
import { deleteOldTokens, endExpiredTokens } from './queries.ts';

const KEEP_LINKS_DAYS = 30;
/** As long as a device is known after its last sign-in. */
const KEEP_TOKENS_DAYS = 90;

/** Ends tokens whose life is over, with their sockets; forgets sign-ins begun, links, requests and tokens that nobody needs any more. */
export function accountsHousekeeping({ db, realtime }: { db: Db; realtime: Pick<Realtime, 'endToken'> }): HousekeepingTask[] {
  const endTokens = async (): Promise<void> => {
    for (const tokenId of await endExpiredTokens(db)) realtime.endToken(tokenId);
  };
  return [
    { name: 'expired tokens', everyMinutes: 1, run: endTokens },
    { name: 'sign-ins begun', everyMinutes: 60, run: () => deleteOldBegun(db) },
    { name: 'old links', everyMinutes: 60, run: () => deleteOldLinks(db, KEEP_LINKS_DAYS) },
    { name: 'old password requests', everyMinutes: 60, run: () => deleteOldPasswordRequests(db) },
    { name: 'old tokens', everyMinutes: 60, run: () => deleteOldTokens(db, KEEP_TOKENS_DAYS) },
  ];
}
