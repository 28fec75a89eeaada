import { createHash } from 'node:crypto';
import { afterFailure, type Tx } from '../../platform/database/index.ts';
import { fieldError } from '../../platform/errors.ts';
import type { StagedFile } from '../../platform/http/index.ts';
import { bytesSource, judgeFile, REFUSAL_PARAMS, withFile } from './judge/index.ts';
import { toKeptName } from './names.ts';
import { insertFile } from './queries.ts';
import { requireSpace } from './space.ts';
import type { FileStorage } from './storage/index.ts';

export type NewFile = {
  /** Null: nobody's in particular. */
  ownerId: number | null;
  /** Null: for the whole installation. */
  schoolId: number | null;
  /** As the person called it; only ever shown. */
  name: string;
  /** Made by the product for its owner, who may have no room left: it is theirs all the same. */
  isMade?: boolean;
} & ({ bytes: Uint8Array } | { staged: StagedFile });

/**
 * Stores a file of a person who has room for it: the bytes first, then its row. When the transaction fails, the bytes are
 * removed again. Returns the file's id. @throws VALIDATION_FAILED at `file` for what is not accepted, FILE_SPACE_FULL
 */
export async function storeFile(tx: Tx, storage: FileStorage, file: NewFile): Promise<number> {
  const { ownerId, schoolId } = file;
  const judged = await ('staged' in file
    ? withFile(file.staged.path, (source) => judgeFile(source, file.name))
    : judgeFile(bytesSource(file.bytes), file.name));
  if ('refused' in judged) throw fieldError('file', judged.refused, REFUSAL_PARAMS);
  const byteSize = 'staged' in file ? file.staged.byteSize : file.bytes.length;
  if (ownerId !== null && !file.isMade) await requireSpace(tx, ownerId, byteSize, storage);
  const key = await ('staged' in file ? storage.putFile(file.staged.path) : storage.put(file.bytes));
  afterFailure(tx, () => storage.remove(key));
  return insertFile(tx, {
    account_id: ownerId,
    school_id: schoolId,
    name: toKeptName(file.name, judged.mimeType),
    mime_type: judged.mimeType,
    byte_size: byteSize,
    sha256: 'staged' in file ? file.staged.sha256 : createHash('sha256').update(file.bytes).digest(),
    storage_key: key,
  });
}
