import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileUploadFinish } from '@classwright/contract';
import { inTransaction } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/index.ts';
import type { FilesDependencies } from '../dependencies.ts';
import { requireAccepted, saveFile } from '../save-file.ts';
import type { PieceHasher } from './hash-pieces.ts';
import { deleteUpload, findUpload, lockUpload, setFile } from './queries.ts';

/** Returns the id of the file that came of somebody's upload. */
export type FinishUpload = (actor: Actor, id: string, requestId: string) => Promise<number>;

/** Whoever asks while an upload is being finished gets what comes of that. */
export function createFinishUpload(dependencies: FilesDependencies, hasher: PieceHasher): FinishUpload {
  const running = new Map<string, Promise<number>>();
  return (actor, id, requestId) => {
    const key = `${actor.accountId} ${id}`;
    const begun = running.get(key) ?? finishUpload(dependencies, hasher, actor, id, requestId).finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };
}

/**
 * Makes an upload whose bytes are all here a file, once however often and by how many it is asked; returns the file's id.
 * What is not accepted is forgotten. @throws UPLOAD_NOT_FOUND, UPLOAD_UNFINISHED, VALIDATION_FAILED at `files`
 */
async function finishUpload(
  { db, storage, uploadFolder }: FilesDependencies,
  hasher: PieceHasher,
  actor: Actor,
  id: string,
  requestId: string,
): Promise<number> {
  const upload = await findUpload(db, id);
  if (!upload || upload.account_id !== actor.accountId) throw appError('UPLOAD_NOT_FOUND');
  if (upload.file_id !== null) return upload.file_id;
  const place = path.join(uploadFolder, id);
  const arrived = await stat(place).catch(() => null);
  if (!arrived) throw appError('UPLOAD_NOT_FOUND');
  if (arrived.size !== upload.byte_size) throw appError('UPLOAD_UNFINISHED');
  const { mimeType, byteSize } = await requireAccepted(place, upload.name).catch(async (error: unknown) => {
    if (error instanceof AppError) await forgetUpload(db, uploadFolder, id);
    throw error;
  });
  const sha256 = await hasher.digest(id, place, byteSize);
  if (!sha256) throw new Error(`the bytes of upload ${id} could not be hashed`);
  const storageKey = await storage.putFile(place);
  try {
    const { fileId, isFirst } = await inTransaction(db, async (tx) => {
      const held = await lockUpload(tx, id);
      if (!held) throw appError('UPLOAD_NOT_FOUND');
      if (held.file_id !== null) return { fileId: held.file_id, isFirst: false };
      const file = { name: upload.name, mimeType, byteSize, sha256, storageKey };
      const fileId = await saveFile(tx, actor, file, { action: fileUploadFinish.name, requestId });
      await setFile(tx, id, fileId);
      return { fileId, isFirst: true };
    });
    if (!isFirst) await storage.remove(storageKey).catch(() => undefined);
    await rm(place, { force: true });
    return fileId;
  } catch (error) {
    await storage.remove(storageKey).catch(() => undefined); // what failed before is what counts
    throw error;
  }
}

async function forgetUpload(db: FilesDependencies['db'], uploadFolder: string, id: string): Promise<void> {
  await deleteUpload(db, id);
  await rm(path.join(uploadFolder, id), { force: true });
}
