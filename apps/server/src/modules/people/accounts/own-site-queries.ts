import type { Db } from '../../../platform/database/index.ts';

/** Returns the school of an account; null for none. */
export async function findSchoolOfAccount(db: Db, accountId: number): Promise<number | null> {
  const account = await db.selectFrom('accounts').select('school_id').where('id', '=', accountId).executeTakeFirst();
  return account?.school_id ?? null;
}
