import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileUploadFinish } from '@classwright/contract';
import { inTransaction } from '../../../../platform/database/index.ts';
import { AppError, appError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/index.ts';
import type { FilesDependencies } from '../dependencies.ts';
import { requireAccepted, saveFile } from '../save-file.ts';
import { requireSchoolSpace } from '../space.ts';
import type { PieceHasher } from './hash-pieces.ts';
import { deleteUpload, findUpload, lockUpload, setFile, type UploadRow } from './queries.ts';
import type { SharedPieces } from './shared-pieces.ts';
import type { UploadLocker } from './upload-lock.ts';

/** Returns the id of the file made from a person's upload. `isHeld`: the caller holds the upload already. */
export type FinishUpload = (actor: Actor, id: string, requestId: string, isHeld: boolean) => Promise<number>;

interface Finishing {
  dependencies: FilesDependencies;
  hasher: PieceHasher;
  locker: UploadLocker;
  pieces: SharedPieces;
}

/**
 * Finishes uploads. Callers of the process that finishes an upload share its result; callers of another process wait,
 * and find the file.
 */
export function createFinishUpload(finishing: Finishing): FinishUpload {
  const running = new Map<string, Promise<number>>();
  return (actor, id, requestId, isHeld) => {
    const key = `${actor.accountId} ${id}`;
    // a caller that holds the upload must not join one that waits for its lock
    const begun = (isHeld ? undefined : running.get(key)) ?? finishUpload(finishing, actor, id, requestId, isHeld);
    running.set(key, begun);
    return begun.finally(() => {
      if (running.get(key) === begun) running.delete(key);
    });
  };
}

/**
 * Makes a complete upload a file, exactly once even for repeated calls at several processes, and returns the file's id.
 * An upload that is not accepted is deleted. @throws UPLOAD_NOT_FOUND, UPLOAD_UNFINISHED, VALIDATION_FAILED at `files`,
 * SCHOOL_FILES_FULL
 */
async function finishUpload(finishing: Finishing, actor: Actor, id: string, requestId: string, isHeld: boolean): Promise<number> {
  const { dependencies, locker } = finishing;
  const findOwn = async (): Promise<UploadRow> => {
    const upload = await findUpload(dependencies.db, id);
    if (upload?.account_id !== actor.accountId) throw appError('UPLOAD_NOT_FOUND');
    return upload;
  };
  const upload = await findOwn();
  if (upload.file_id !== null) return upload.file_id;
  if (isHeld) return makeFile(finishing, actor, upload, requestId);
  return locker.hold(id, async () => {
    const held = await findOwn();
    return held.file_id ?? (await makeFile(finishing, actor, held, requestId));
  });
}

async function makeFile({ dependencies, hasher, pieces }: Finishing, actor: Actor, upload: UploadRow, requestId: string): Promise<number> {
  const { db, storage, uploadFolder } = dependencies;
  const { id } = upload;
  const place = path.join(uploadFolder, id);
  const arrived = await stat(place).catch(() => null);
  if (!arrived) throw appError('UPLOAD_NOT_FOUND');
  if (arrived.size !== upload.byte_size) throw appError('UPLOAD_UNFINISHED');
  const { mimeType, byteSize } = await requireAccepted(place, upload.name).catch(async (error: unknown) => {
    if (error instanceof AppError) {
      await pieces.clear(id);
      await forgetUpload(db, uploadFolder, id);
    }
    throw error;
  });
  const sha256 = await hasher.digest(upload, place, byteSize);
  if (!sha256) throw new Error(`the bytes of upload ${id} could not be hashed`);
  const storageKey = await storage.putFile(place);
  try {
    const { fileId, isFirst } = await inTransaction(db, async (tx) => {
      const held = await lockUpload(tx, id);
      if (!held) throw appError('UPLOAD_NOT_FOUND');
      if (held.file_id !== null) return { fileId: held.file_id, isFirst: false };
      const file = { name: upload.name, mimeType, byteSize, sha256, storageKey };
      await requireSchoolSpace(tx, actor.schoolId, byteSize);
      const fileId = await saveFile(tx, actor, file, { action: fileUploadFinish.name, requestId });
      await setFile(tx, id, fileId);
      return { fileId, isFirst: true };
    });
    if (!isFirst) await storage.remove(storageKey).catch(() => undefined);
    await rm(place, { force: true });
    await pieces.clear(id).catch(() => undefined); // in the background
    return fileId;
  } catch (error) {
    await storage.remove(storageKey).catch(() => undefined); // the first failure is the one to report
    if (error instanceof AppError && error.code === 'SCHOOL_FILES_FULL') {
      await pieces.clear(id);
      await forgetUpload(db, uploadFolder, id); // it cannot be finished, and takes its space no more
    }
    throw error;
  }
}

async function forgetUpload(db: FilesDependencies['db'], uploadFolder: string, id: string): Promise<void> {
  await deleteUpload(db, id);
  await rm(path.join(uploadFolder, id), { force: true });
}
