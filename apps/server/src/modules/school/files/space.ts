import type { Db, Tx } from '../../../platform/database/index.ts';
import { type AppError, appError } from '../../../platform/errors.ts';
import type { FileRoom } from '../../../platform/http/index.ts';
import { lockSpace, sumBytes } from './queries.ts';
import type { FileStorage } from './storage/index.ts';

const MEGABYTE = 1_000_000;

/** Returns the space that a person's files may still use. */
export async function getFileRoom(db: Db, accountId: number, { spaceBytes }: Pick<FileStorage, 'spaceBytes'>): Promise<FileRoom> {
  const refusal = (): AppError => appError('FILE_SPACE_FULL', { megabytes: Math.floor(spaceBytes / MEGABYTE) });
  return { leftBytes: spaceBytes - (await sumBytes(db, accountId)), refusal };
}

/** Requires space for this many bytes of a person's files. Simultaneous additions wait. @throws FILE_SPACE_FULL */
export async function requireSpace(tx: Tx, accountId: number, bytes: number, storage: Pick<FileStorage, 'spaceBytes'>): Promise<void> {
  await lockSpace(tx, accountId);
  const { leftBytes, refusal } = await getFileRoom(tx, accountId, storage);
  if (bytes > leftBytes) throw refusal();
}
