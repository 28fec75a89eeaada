import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/database/index.ts';
import { fieldError } from '../../platform/errors.ts';
import { detectContentType } from './content-type.ts';
import { insertFile } from './queries.ts';
import type { FileStorage } from './storage.ts';

export interface NewFile {
  /** Null: nobody's in particular. */
  ownerId: number | null;
  /** Null: for the whole installation. */
  schoolId: number | null;
  /** As the person called it; only ever shown. */
  name: string;
  bytes: Uint8Array;
}

const MAX_NAME_CHARACTERS = 200;

/**
 * Stores a file: the bytes first, then its row. When the transaction rolls back, bytes without a row stay behind, which
 * nobody can reach. Answers the file's id. @throws VALIDATION_FAILED at `file` for a type that is not accepted.
 */
export async function storeFile(tx: Tx, storage: FileStorage, { ownerId, schoolId, name, bytes }: NewFile): Promise<number> {
  const mimeType = detectContentType(bytes);
  if (mimeType === null) throw fieldError('file', 'file.kindRefused');
  const key = await storage.put(bytes);
  try {
    return await insertFile(tx, {
      account_id: ownerId,
      school_id: schoolId,
      name: toShownName(name),
      mime_type: mimeType,
      byte_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      storage_key: key,
    });
  } catch (error) {
    await storage.remove(key).catch(() => undefined); // the failed insert is what counts
    throw error;
  }
}

/** The last part of a path, without control characters. */
function toShownName(name: string): string {
  const shown = (name.toWellFormed().split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS);
  return shown === '' || /^\.+$/.test(shown) ? 'file' : shown;
}
