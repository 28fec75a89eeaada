import type { Db, Tx } from '../../../platform/database/index.ts';
import { type AppError, appError } from '../../../platform/errors.ts';
import type { FileRoom } from '../../../platform/http/index.ts';
import { findSchoolSpace, lockSchoolSpace, lockSpace, sumBytes } from './queries.ts';
import type { FileStorage } from './storage/index.ts';

const MEGABYTE = 1_000_000;

/** Returns the space that a school's files may still use. Null: its files have no limit. */
async function getSchoolRoom(db: Db, of: { accountId: number } | { schoolId: number }, options: { withUploads: boolean }): Promise<FileRoom | null> {
  const found = await findSchoolSpace(db, of);
  if (!found) return null;
  const { school, limit, files, uploads } = found;
  const used = options.withUploads ? files + uploads : files;
  const refusal = (): AppError => appError('SCHOOL_FILES_FULL', { school, used: Math.ceil(used / MEGABYTE), limit: Math.floor(limit / MEGABYTE) });
  return { leftBytes: limit - used, refusal };
}

/** Returns the space that a person's files may still use: that of the person, or that of the school if it is less. */
export async function getFileRoom(db: Db, accountId: number, { spaceBytes }: Pick<FileStorage, 'spaceBytes'>): Promise<FileRoom> {
  const refusal = (): AppError => appError('FILE_SPACE_FULL', { megabytes: Math.floor(spaceBytes / MEGABYTE) });
  const own = { leftBytes: spaceBytes - (await sumBytes(db, accountId)), refusal };
  const ofSchool = await getSchoolRoom(db, { accountId }, { withUploads: true });
  return ofSchool && ofSchool.leftBytes < own.leftBytes ? ofSchool : own;
}

/**
 * Requires space for an upload that becomes a file of a school. It has taken its space since it began, so this refuses only when
 * the limit was lowered, or others used the space first. Simultaneous additions wait. @throws SCHOOL_FILES_FULL
 */
export async function requireSchoolSpace(tx: Tx, schoolId: number | null, bytes: number): Promise<void> {
  if (schoolId === null) return;
  await lockSchoolSpace(tx, { schoolId });
  const room = await getSchoolRoom(tx, { schoolId }, { withUploads: false });
  if (room && bytes > room.leftBytes) throw room.refusal();
}

/**
 * Requires space for this many bytes of a person's files. Simultaneous additions of the person and of the school wait.
 * @throws FILE_SPACE_FULL, SCHOOL_FILES_FULL
 */
export async function requireSpace(tx: Tx, accountId: number, bytes: number, storage: Pick<FileStorage, 'spaceBytes'>): Promise<void> {
  await lockSpace(tx, accountId);
  await lockSchoolSpace(tx, { accountId });
  const { leftBytes, refusal } = await getFileRoom(tx, accountId, storage);
  if (bytes > leftBytes) throw refusal();
}
