import type { FileUse } from '../../../manifest.ts';
import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import { deleteFileRow, listOwned, listStored, setOwner } from './queries.ts';
import type { FileStorage } from './storage/index.ts';
import { listUsed } from './uses.ts';

const AT_ONCE = 100;

/** Deletes those of some files that nothing uses, with their bytes. Returns how many. */
export async function deleteUnusedFiles(
  tx: Tx,
  { storage, uses }: { storage: Pick<FileStorage, 'remove'>; uses: readonly FileUse[] },
  fileIds: readonly number[],
): Promise<number> {
  let deleted = 0;
  const files = await listStored(tx, fileIds); // held, so that nothing begins to use one after it was looked for
  const used = await listUsed(
    tx,
    uses,
    files.map(({ id }) => id),
  );
  for (const { id, storage_key: key } of files) {
    if (used.has(id) || !(await deleteFileRow(tx, id))) continue;
    deleted++;
    afterCommit(tx, () => void storage.remove(key).catch(() => undefined));
  }
  return deleted;
}

/**
 * Erases some files of a person: those that nothing uses are deleted with their bytes, the others get the person's new
 * number. Returns how many; call it until both are 0.
 */
export async function eraseFilesOf(
  tx: Tx,
  { storage, uses }: { storage: Pick<FileStorage, 'remove'>; uses: readonly FileUse[] },
  { from, to }: { from: number; to: number },
): Promise<{ deleted: number; numbered: number }> {
  let deleted = 0;
  const files = await listOwned(tx, from, AT_ONCE);
  const used = await listUsed(
    tx,
    uses,
    files.map(({ id }) => id),
  );
  for (const { id, storage_key: key } of files) {
    if (used.has(id) || !(await deleteFileRow(tx, id))) {
      await setOwner(tx, id, to);
      continue;
    }
    deleted++;
    afterCommit(tx, () => void storage.remove(key).catch(() => undefined));
  }
  return { deleted, numbered: files.length - deleted };
}
