import { createHash } from 'node:crypto';
import { FILE_LIMITS } from '@classwright/contract/file-kinds';
import type { Tx } from '../../platform/database/index.ts';
import { fieldError } from '../../platform/errors.ts';
import { bytesSource, judgeFile, REFUSAL_PARAMS } from './judge/index.ts';
import { insertFile } from './queries.ts';
import type { FileStorage } from './storage/index.ts';

export interface NewFile {
  /** Null: nobody's in particular. */
  ownerId: number | null;
  /** Null: for the whole installation. */
  schoolId: number | null;
  /** As the person called it; only ever shown. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Stores a file: the bytes first, then its row. When the transaction rolls back, bytes without a row stay behind, which
 * nobody can reach. Answers the file's id. @throws VALIDATION_FAILED at `file` for what is not accepted.
 */
export async function storeFile(tx: Tx, storage: FileStorage, { ownerId, schoolId, name, bytes }: NewFile): Promise<number> {
  const judged = await judgeFile(bytesSource(bytes), name);
  if ('refused' in judged) throw fieldError('file', judged.refused, REFUSAL_PARAMS);
  const key = await storage.put(bytes);
  try {
    return await insertFile(tx, {
      account_id: ownerId,
      school_id: schoolId,
      name: toShownName(name),
      mime_type: judged.mimeType,
      byte_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      storage_key: key,
    });
  } catch (error) {
    await storage.remove(key).catch(() => undefined); // the failed insert is what counts
    throw error;
  }
}

/** The last part of a path, without control characters and what turns text around; cut before its extension where it is too long. */
export function toShownName(name: string): string {
  const shown = (name.toWellFormed().split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  if (shown === '' || /^\.+$/.test(shown)) return 'file';
  const characters = [...shown];
  if (characters.length <= FILE_LIMITS.maxNameCharacters) return shown;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(shown)?.[0] ?? '';
  return `${characters.slice(0, FILE_LIMITS.maxNameCharacters - extension.length).join('')}${extension}`;
}
