import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
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

/** Takes a sign-in that has begun, once: whoever comes second finds none. */
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

/** Forgets those that nobody finished. */
export async function deleteOldBegun(db: Db): Promise<void> {
  await sql`DELETE FROM google_sign_ins WHERE expires_at < app_now()`.execute(db);
}
