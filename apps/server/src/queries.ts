import { createHash } from 'node:crypto';
import type { Db } from './platform/database/index.ts';

/** The installation's own data. The key is public; the secrets never leave the server. */
export interface Installation {
  realtimeKey: string;
  realtimeSecret: string;
  linkSecret: string;
  /** An id that identifies the installation and reveals nothing of the secrets: 16 letters and digits. */
  id: string;
}

/** Reads the one row that the first migration run created. */
export async function getInstallation(db: Db): Promise<Installation> {
  const row = await db.selectFrom('installation').select(['realtime_key', 'realtime_secret', 'link_secret']).executeTakeFirstOrThrow();
  const id = createHash('sha256').update(`installation ${row.link_secret}`).digest('hex').slice(0, 16);
  return { realtimeKey: row.realtime_key, realtimeSecret: row.realtime_secret, linkSecret: row.link_secret, id };
}
