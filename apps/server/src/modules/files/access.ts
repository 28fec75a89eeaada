import type { Db } from '../../platform/database/index.ts';
import { fieldError } from '../../platform/errors.ts';
import { findFiles } from './queries.ts';

/**
 * Makes sure that somebody may put these files into something of theirs: files of their own, of their school, or of
 * nobody in particular. Else a document could name any file by its number and be handed a signed address for it.
 * @throws VALIDATION_FAILED at `field`
 */
export async function requireUsableFiles(
  db: Db,
  ids: readonly number[],
  { accountId, schoolId, field }: { accountId: number; schoolId: number | null; field: string },
): Promise<void> {
  const usable = new Set(
    (await findFiles(db, ids)).filter((file) => file.account_id === accountId || file.school_id === null || file.school_id === schoolId).map(({ id }) => id),
  );
  if (ids.some((id) => !usable.has(id))) throw fieldError(field, 'file.notYours');
}
