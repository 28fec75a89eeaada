import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { lockSpace, sumBytes } from './queries.ts';
import type { FileStorage } from './storage/index.ts';

const MEGABYTE = 1_000_000;

/** Makes sure that a person's files may grow by so many bytes; whoever adds to them at the same time waits. @throws FILE_SPACE_FULL */
export async function requireSpace(tx: Tx, accountId: number, bytes: number, { spaceBytes }: Pick<FileStorage, 'spaceBytes'>): Promise<void> {
  await lockSpace(tx, accountId);
  if ((await sumBytes(tx, accountId)) + bytes > spaceBytes) throw appError('FILE_SPACE_FULL', { megabytes: Math.floor(spaceBytes / MEGABYTE) });
}
