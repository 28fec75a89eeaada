import { createHash } from 'node:crypto';
import { afterFailure, type Tx } from '../../../platform/database/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { StagedFile } from '../../../platform/http/index.ts';
import { bytesSource, judgeFile, REFUSAL_PARAMS, withFile } from './judge/index.ts';
import { toKeptName } from './names.ts';
import { insertFile, insertFiles } from './queries.ts';
import { requireSpace } from './space.ts';
import type { FileStorage } from './storage/index.ts';

export type NewFile = {
  /** The owner, or null for a file without one. */
  ownerId: number | null;
  /** The school, or null for the whole installation. */
  schoolId: number | null;
  /** The name that the person gave it. It is only ever displayed. */
  name: string;
  /** True when the product made the file for its owner, who gets it even without space left. */
  isMade?: boolean;
} & ({ bytes: Uint8Array } | { staged: StagedFile });

/**
 * Stores a file of a person who has space for it: the bytes first, then its row. When the transaction fails, the bytes
 * are removed again. Returns the file's id. @throws VALIDATION_FAILED at `file` for a file that is not accepted,
 * FILE_SPACE_FULL
 */
export async function storeFile(tx: Tx, storage: FileStorage, file: NewFile): Promise<number> {
  const mimeType = await judge(file);
  if (file.ownerId !== null && !file.isMade) await requireSpace(tx, file.ownerId, sizeOf(file), storage);
  return insertFile(tx, await put(tx, storage, file, mimeType));
}

/**
 * Stores files that are made for people, in parallel: all bytes first, then all rows in one statement. Returns their
 * ids in the order given. @throws VALIDATION_FAILED at `file` for a file that is not accepted
 */
export async function storeMadeFiles(tx: Tx, storage: FileStorage, files: readonly Omit<NewFile & { bytes: Uint8Array }, 'isMade'>[]): Promise<number[]> {
  const rows = await Promise.all(files.map(async (file) => put(tx, storage, file, await judge(file))));
  const ids = await insertFiles(tx, rows);
  return rows.map(({ storage_key: key }) => ids.get(key) as number);
}

type Content = Pick<NewFile, 'ownerId' | 'schoolId' | 'name'> & ({ bytes: Uint8Array } | { staged: StagedFile });

const sizeOf = (file: Content): number => ('staged' in file ? file.staged.byteSize : file.bytes.length);

async function judge(file: Content): Promise<string> {
  const judged = await ('staged' in file
    ? withFile(file.staged.path, (source) => judgeFile(source, file.name))
    : judgeFile(bytesSource(file.bytes), file.name));
  if ('refused' in judged) throw fieldError('file', judged.refused, REFUSAL_PARAMS);
  return judged.mimeType;
}

async function put(tx: Tx, storage: FileStorage, file: Content, mimeType: string) {
  const key = await ('staged' in file ? storage.putFile(file.staged.path) : storage.put(file.bytes));
  afterFailure(tx, () => storage.remove(key));
  return {
    account_id: file.ownerId,
    school_id: file.schoolId,
    name: toKeptName(file.name, mimeType),
    mime_type: mimeType,
    byte_size: sizeOf(file),
    sha256: 'staged' in file ? file.staged.sha256 : createHash('sha256').update(file.bytes).digest(),
    storage_key: key,
  };
}
