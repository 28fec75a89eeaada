import { fieldError } from '../../../platform/errors.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { audit } from '../../../platform/audit/index.ts';
import { judgeFile, REFUSAL_PARAMS, withFile } from './judge/index.ts';
import { insertFile } from './queries.ts';
import { toKeptName } from './names.ts';

/**
 * Returns the type and size of a file on this machine. @throws VALIDATION_FAILED at `field` for a file that is not
 * accepted
 */
export async function requireAccepted(path: string, name: string, field = 'files'): Promise<{ mimeType: string; byteSize: number }> {
  return withFile(path, async (source) => {
    const judged = await judgeFile(source, name);
    if ('refused' in judged) throw fieldError(field, judged.refused, REFUSAL_PARAMS);
    return { mimeType: judged.mimeType, byteSize: source.size };
  });
}

export interface StoredFile {
  name: string;
  mimeType: string;
  byteSize: number;
  sha256: Buffer;
  storageKey: string;
}

/** Saves the row of a file whose bytes are stored already, with its entry in the audit trail. Returns its id. */
export async function saveFile(
  tx: Tx,
  actor: Pick<Actor, 'accountId' | 'schoolId'>,
  file: StoredFile,
  { action, requestId }: { action: string; requestId: string },
): Promise<number> {
  const name = toKeptName(file.name, file.mimeType);
  const id = await insertFile(tx, {
    account_id: actor.accountId,
    school_id: actor.schoolId,
    name,
    mime_type: file.mimeType,
    byte_size: file.byteSize,
    sha256: file.sha256,
    storage_key: file.storageKey,
  });
  await audit(tx, actor, { action, subjectType: 'file', subjectId: id, after: { name, type: file.mimeType, byte_size: file.byteSize }, requestId });
  return id;
}
