import type { Db } from './database/index.ts';

/** Says whether a guardian is tied to a child now. */
export async function isGuardianOf(db: Db, guardianId: number, childId: number): Promise<boolean> {
  const tie = await db
    .selectFrom('current_guardians')
    .where('guardian_id', '=', guardianId)
    .where('child_id', '=', childId)
    .select('child_id')
    .executeTakeFirst();
  return tie !== undefined;
}

/** Lists who is a guardian of these children now. */
export async function listGuardiansOf(db: Db, childIds: readonly number[]): Promise<{ child_id: number; guardian_id: number }[]> {
  if (childIds.length === 0) return [];
  return db
    .selectFrom('current_guardians')
    .where('child_id', 'in', [...childIds])
    .select(['child_id', 'guardian_id'])
    .execute() as Promise<{ child_id: number; guardian_id: number }[]>;
}
