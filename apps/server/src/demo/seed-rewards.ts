import { addStoreItem, award } from '../modules/school/rewards/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { storeItems } from './content/index.ts';

/**
 * Creates a store with a few items, and the points that students have earned so far: one lesson each, two for every
 * third student.
 */
export async function seedRewards(
  tx: Tx,
  { schoolId, teacherId, studentIds }: { schoolId: number; teacherId: number; studentIds: readonly number[] },
): Promise<void> {
  for (const item of storeItems) await addStoreItem(tx, { ...item, schoolId, accountId: teacherId });
  const earned = (accountId: number, lesson: number) => ({ event: 'lesson-answered' as const, accountId, cause: `demo:lesson:${lesson}` });
  await award(
    tx,
    studentIds.flatMap((id, index) => [earned(id, 1), ...(index % 3 === 0 ? [earned(id, 2)] : [])]),
  );
}
