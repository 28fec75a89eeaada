import { sql } from 'kysely';
import { AS_OF, type Db } from '../database/index.ts';
import type { Entry, PresentAccount, PresentList } from './present.ts';

/** Saves the accounts that have joined or left this process's sockets, with two statements in one transaction. */
export async function saveWhereabouts(db: Db, processId: number, { come, gone }: { come: readonly Entry[]; gone: readonly Entry[] }): Promise<void> {
  if (gone.length > 0)
    await sql`
      DELETE FROM live_presence p USING unnest(${gone.map(({ channel }) => channel)}::text[], ${gone.map(({ accountId }) => accountId)}::bigint[]) AS g (channel, account_id)
       WHERE p.channel = g.channel AND p.account_id = g.account_id AND p.process_id = ${processId}`.execute(db);
  if (come.length > 0)
    await sql`
      INSERT INTO live_presence (channel, account_id, process_id, member)
      SELECT c.channel, c.account_id, ${processId}, c.member
        FROM unnest(${come.map(({ channel }) => channel)}::text[], ${come.map(({ accountId }) => accountId)}::bigint[],
                    ${come.map(({ member }) => (member ? JSON.stringify(member) : null))}::jsonb[]) AS c (channel, account_id, member)
          ON CONFLICT (channel, account_id, process_id) DO UPDATE SET member = EXCLUDED.member`.execute(db);
}

/**
 * Returns the accounts with a socket in a channel, in any process, and the moment of the list. `processId` is the
 * asking process, null when it has no entries.
 */
export async function listPresent(db: Db, channel: string, processId: number | null): Promise<PresentList> {
  const { rows } = await sql<{ account_id: number | null; member: PresentAccount['member']; as_of: number; is_elsewhere: boolean }>`
    SELECT present.account_id, present.member, moment.as_of,
           EXISTS (SELECT FROM live_presence o WHERE o.channel = ${channel} AND o.process_id IS DISTINCT FROM ${processId}) AS is_elsewhere
      FROM (SELECT ${AS_OF} AS as_of) moment
      LEFT JOIN (SELECT DISTINCT ON (p.account_id) p.account_id, p.member
                   FROM live_presence p
                  WHERE p.channel = ${channel} ORDER BY p.account_id, p.process_id) present ON true
     ORDER BY present.account_id`.execute(db);
  return {
    accounts: rows.flatMap(({ account_id, member }) => (account_id === null ? [] : [{ accountId: account_id, member }])),
    asOf: rows[0]!.as_of,
    isElsewhere: rows[0]!.is_elsewhere,
  };
}

/** Returns how many accounts have a socket in each of the channels. */
export async function countPresent(db: Db, channels: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ channel: string; accounts: number }>`
    SELECT channel, count(DISTINCT account_id) AS accounts FROM live_presence WHERE channel = ANY(${[...channels]}::text[]) GROUP BY channel`.execute(db);
  return new Map(rows.map(({ channel, accounts }) => [channel, accounts]));
}

/** Returns the channels with this prefix that have listeners, with the number of accounts, at most `limit`. */
export async function listOccupiedChannels(db: Db, prefix: string, limit: number): Promise<{ channel: string; accounts: number }[]> {
  const { rows } = await sql<{ channel: string; accounts: number }>`
    SELECT channel, count(DISTINCT account_id) AS accounts FROM live_presence
     WHERE starts_with(channel, ${prefix}) GROUP BY channel ORDER BY channel LIMIT ${limit}`.execute(db);
  return rows;
}
