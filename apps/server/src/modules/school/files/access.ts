import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, can } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { type FileRow, findFiles, lockFilesShared, type LibraryReach } from './queries.ts';
import type { FileUse } from '../../../manifest.ts';

export interface UsableFiles {
  accountId: number;
  schoolId: number | null;
  /** Where the form says so. */
  field: string;
  /** Files that are in the thing already, or in the one it is copied from: whoever may edit or copy it keeps them. */
  kept?: readonly number[];
}

/**
 * Makes sure of files that somebody puts into something: their own, nobody's in particular (of their school or of all),
 * and those that are in it already. Else a document could name any file by its number and be handed a signed address for
 * it. Held until commit, so that none is deleted meanwhile. @throws VALIDATION_FAILED at `field`
 */
export async function requireUsableFiles(tx: Tx, ids: readonly number[], { accountId, schoolId, field, kept = [] }: UsableFiles): Promise<void> {
  if (ids.length === 0) return;
  const isUsable = (file: FileRow): boolean =>
    file.account_id === null ? file.school_id === null || file.school_id === schoolId : file.account_id === accountId || kept.includes(file.id);
  const usable = new Set((await lockFilesShared(tx, ids)).filter(isUsable).map(({ id }) => id));
  if (ids.some((id) => !usable.has(id))) throw fieldError(field, 'file.notYours');
}

/** Whose files somebody finds in the library. */
export function libraryOf(actor: Pick<Actor, 'accountId' | 'reach' | 'rights'>, isOwnOnly = false): LibraryReach {
  const { accountId, reach } = actor;
  return { accountId, schools: isOwnOnly || !can(actor, 'school-files', 'view') ? 'none' : reach };
}

/** Whether somebody may delete a file, apart from what uses it. */
export function mayDelete(actor: Pick<Actor, 'accountId' | 'reach' | 'rights'>, file: Pick<FileRow, 'account_id' | 'school_id'>): boolean {
  if (!can(actor, 'files', 'delete')) return false;
  return file.account_id === actor.accountId || (can(actor, 'school-files', 'delete') && isWithin(actor.reach, file.school_id));
}

/**
 * Whether somebody may read a file: its owner, staff who may, and whoever may see what it is part of.
 */
export async function mayRead(db: Db, actor: Actor, file: FileRow, uses: readonly FileUse[]): Promise<boolean> {
  if (file.account_id === actor.accountId) return true;
  if (can(actor, 'school-files', 'view') && isWithin(actor.reach, file.school_id)) return true;
  for (const use of uses) if (await use.canRead(db, actor, file.id)) return true;
  return false;
}

/** The files, each of which somebody may read, in no particular order. @throws FILE_NOT_FOUND */
export async function requireReadable(db: Db, actor: Actor, ids: readonly number[], uses: readonly FileUse[]): Promise<FileRow[]> {
  const files = await findFiles(db, ids);
  if (files.length < new Set(ids).size) throw appError('FILE_NOT_FOUND');
  for (const file of files) if (!(await mayRead(db, actor, file, uses))) throw appError('FILE_NOT_FOUND');
  return files;
}
