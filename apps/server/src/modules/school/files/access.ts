import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, can } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { type FileRow, findFiles, lockFilesShared, type LibraryReach } from './queries.ts';
import type { FileUse } from '../../../manifest.ts';

export interface UsableFiles {
  accountId: number;
  schoolId: number | null;
  /** The form field for the error. */
  field: string;
  /**
   * Files that are already used in the thing, or in the one it is copied from. People who may edit or copy it keep
   * them.
   */
  kept?: readonly number[];
}

/**
 * Requires files that a person may put into something: their own, files without an owner (of their school or of all),
 * and those that are in it already. Otherwise a document could name any file by its number and get a signed address for
 * it. Locks them until commit, so that none is deleted. @throws VALIDATION_FAILED at `field`
 */
export async function requireUsableFiles(tx: Tx, ids: readonly number[], { accountId, schoolId, field, kept = [] }: UsableFiles): Promise<void> {
  if (ids.length === 0) return;
  const isUsable = (file: FileRow): boolean =>
    file.account_id === null ? file.school_id === null || file.school_id === schoolId : file.account_id === accountId || kept.includes(file.id);
  const usable = new Set((await lockFilesShared(tx, ids)).filter(isUsable).map(({ id }) => id));
  if (ids.some((id) => !usable.has(id))) throw fieldError(field, 'file.notYours');
}

/** Returns whose files a person sees in the library. */
export function libraryOf(actor: Pick<Actor, 'accountId' | 'reach' | 'rights'>, isOwnOnly = false): LibraryReach {
  const { accountId, reach } = actor;
  return { accountId, schools: isOwnOnly || !can(actor, 'school-files', 'view') ? 'none' : reach };
}

/** Returns true when the person may delete a file, if nothing uses it. */
export function mayDelete(actor: Pick<Actor, 'accountId' | 'reach' | 'rights'>, file: Pick<FileRow, 'account_id' | 'school_id'>): boolean {
  if (!can(actor, 'files', 'delete')) return false;
  return file.account_id === actor.accountId || (can(actor, 'school-files', 'delete') && isWithin(actor.reach, file.school_id));
}

/**
 * Returns true when the person may read a file: its owner, staff with the right, and everyone who may see a thing that
 * uses it.
 */
export async function mayRead(db: Db, actor: Actor, file: FileRow, uses: readonly FileUse[]): Promise<boolean> {
  if (file.account_id === actor.accountId) return true;
  if (can(actor, 'school-files', 'view') && isWithin(actor.reach, file.school_id)) return true;
  for (const use of uses) if (await use.canRead(db, actor, file.id)) return true;
  return false;
}

/** Returns the files if the person may read each of them, in no particular order. @throws FILE_NOT_FOUND */
export async function requireReadable(db: Db, actor: Actor, ids: readonly number[], uses: readonly FileUse[]): Promise<FileRow[]> {
  const files = await findFiles(db, ids);
  if (files.length < new Set(ids).size) throw appError('FILE_NOT_FOUND');
  for (const file of files) if (!(await mayRead(db, actor, file, uses))) throw appError('FILE_NOT_FOUND');
  return files;
}
