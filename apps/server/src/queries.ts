import type { Db } from './platform/database/index.ts';

/** What this installation keeps for itself. The key is public; the secrets never leave the server. */
export interface Installation {
  realtimeKey: string;
  realtimeSecret: string;
  linkSecret: string;
}

/** Reads the one row that the first migration run made. */
export async function getInstallation(db: Db): Promise<Installation> {
  const row = await db.selectFrom('installation').select(['realtime_key', 'realtime_secret', 'link_secret']).executeTakeFirstOrThrow();
  return { realtimeKey: row.realtime_key, realtimeSecret: row.realtime_secret, linkSecret: row.link_secret };
}
