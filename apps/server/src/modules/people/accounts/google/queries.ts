import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { Begun } from './provider.ts';

export type KeptSignIn = Omit<Begun, 'state'>;

export async function insertBegun(db: Db, begun: KeptSignIn & { stateHash: Buffer; secretHash: Buffer; minutes: number }): Promise<void> {
  await db
    .insertInto('google_sign_ins')
    .values({
      state_hash: begun.stateHash,
      secret_hash: begun.secretHash,
      nonce: begun.nonce,
      code_verifier: begun.codeVerifier,
      redirect_uri: begun.redirectUri,
      expires_at: sql<Date>`app_now() + make_interval(mins => ${begun.minutes})`,
    })
    .execute();
}

/** Uses up a started sign-in. It works only once: a second attempt finds none. */
export async function takeBegun(db: Db, stateHash: Buffer, secretHash: Buffer): Promise<KeptSignIn | null> {
  const row = await db
    .deleteFrom('google_sign_ins')
    .where('state_hash', '=', stateHash)
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['nonce', 'code_verifier as codeVerifier', 'redirect_uri as redirectUri'])
    .executeTakeFirst();
  return row ?? null;
}

export interface Identity {
  issuer: string;
  subject: string;
}

/** Returns the account that this person at the provider signed in to before. */
export async function findIdentityHolder(db: Db, { issuer, subject }: Identity): Promise<number | null> {
  const row = await db.selectFrom('google_identities').select('account_id').where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();
  return row?.account_id ?? null;
}

/** Returns the accounts that these people at a provider sign in to, by their ids there. */
export async function listIdentityHolders(db: Db, issuer: string, subjects: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ subject: string; account_id: number }>`
    SELECT subject, account_id FROM google_identities WHERE issuer = ${issuer} AND subject = ANY(${[...subjects]}::text[])`.execute(db);
  return new Map(rows.map(({ subject, account_id }) => [subject, account_id]));
}

/**
 * Ties an account to a person at the provider for good. Returns true when it is tied to that person, now or before.
 */
export async function keepIdentity(tx: Tx, accountId: number, { issuer, subject }: Identity): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO google_identities (account_id, issuer, subject) VALUES (${accountId}, ${issuer}, ${subject})
    ON CONFLICT (account_id) DO UPDATE SET linked_at = google_identities.linked_at
     WHERE google_identities.issuer = excluded.issuer AND google_identities.subject = excluded.subject RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes the tie to a person at the provider. Called when the account has a new owner, or its owner was confirmed in
 * another way.
 */
export async function deleteIdentity(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('google_identities').where('account_id', '=', accountId).execute();
}

/** Deletes sign-ins that nobody finished. */
export async function deleteOldBegun(db: Db): Promise<void> {
  await sql`DELETE FROM google_sign_ins WHERE expires_at < app_moment()`.execute(db);
}
