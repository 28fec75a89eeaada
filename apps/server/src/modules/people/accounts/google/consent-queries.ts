import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import type { Begun } from './provider.ts';

/** The purpose of a consent. A consent that was started for one purpose counts for no other. */
export type ConsentPurpose = 'classroom' | 'drive';

interface Hashes {
  purpose: ConsentPurpose;
  accountId: number;
  stateHash: Buffer;
  secretHash: Buffer;
}

export async function insertConsent(db: Db, consent: Omit<Begun, 'state'> & Hashes & { minutes: number }): Promise<void> {
  await db
    .insertInto('google_consents')
    .values({
      state_hash: consent.stateHash,
      secret_hash: consent.secretHash,
      purpose: consent.purpose,
      account_id: consent.accountId,
      nonce: consent.nonce,
      code_verifier: consent.codeVerifier,
      redirect_uri: consent.redirectUri,
      expires_at: sql<Date>`app_now() + make_interval(mins => ${consent.minutes})`,
    })
    .execute();
}

/** Uses up a consent that this person has started. It works only once. */
export async function takeConsent(db: Db, { purpose, accountId, stateHash, secretHash }: Hashes): Promise<Omit<Begun, 'state'> | null> {
  const row = await db
    .deleteFrom('google_consents')
    .where('state_hash', '=', stateHash)
    .where('secret_hash', '=', secretHash)
    .where('purpose', '=', purpose)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['nonce', 'code_verifier as codeVerifier', 'redirect_uri as redirectUri'])
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes consents that nobody finished. */
export async function deleteOldConsents(db: Db): Promise<void> {
  await sql`DELETE FROM google_consents WHERE expires_at < app_moment()`.execute(db);
}
