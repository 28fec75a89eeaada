import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Server, type ServerOptions, Upload } from '@tus/server';
import { FILE_LIMITS } from '@classwright/contract/school/files/file-kinds';
import { inTransaction } from '../../../../platform/database/index.ts';
import { AppError, appError, fieldError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/index.ts';
import type { FilesDependencies } from '../dependencies.ts';
import { REFUSAL_PARAMS } from '../judge/index.ts';
import { requireSpace } from '../space.ts';
import { toShownName } from '../names.ts';
import { PieceStore } from './piece-store.ts';
import type { SharedPieces } from './shared-pieces.ts';
import { countUploads, deleteUpload, insertUpload, type UploadRow } from './queries.ts';

/** The path for tus calls, below `/api`. */
export const UPLOADS_PATH = '/api/files/uploads';

/** The error of the tus library for a call that it cannot serve: an object with the status, or a similar error. */
interface TusFailure {
  status_code?: number;
  body?: string;
}

/** The caller, for the hooks that the library runs within a call. */
export interface TusCall {
  actor: Actor;
  idempotencyKey: string | null;
  /** Finishes the upload. Its result is sent with the response to the last piece. */
  finish: (id: string) => Promise<string>;
  /** The upload that the call is about, if there is one. */
  upload: UploadRow | null;
  /** The reason the call failed, as one of our errors. Set by the hooks. */
  failure?: AppError;
}

/**
 * Returns the id of an upload. With an Idempotency-Key it is derived from the key, so that a repeat finds the first
 * upload.
 */
export function uploadIdOf({ actor, idempotencyKey }: Pick<TusCall, 'actor' | 'idempotencyKey'>): string {
  if (idempotencyKey === null) return randomBytes(32).toString('base64url');
  return createHash('sha256').update(`upload ${actor.accountId} ${idempotencyKey}`).digest('base64url');
}

/**
 * Creates a tus server for one call. Bytes go into the upload folder under the upload's id. The records are in the
 * database, so nothing is lost when a process dies.
 */
export function createTusServer(
  { db, uploadFolder, storage }: FilesDependencies,
  call: TusCall,
  { locker, pieces, incoming }: { locker: NonNullable<ServerOptions['locker']>; pieces: SharedPieces; incoming: IncomingMessage },
): { server: Server; body: ReadableStream } {
  const { actor } = call;
  const store = new PieceStore({
    directory: uploadFolder,
    configstore: uploadRecords(db, call, pieces),
    incoming,
    byteSize: () => call.upload?.byte_size ?? 0,
    share: pieces.share,
  });
  // its length is needed first, to refuse a too large one before it is sent
  store.extensions = ['creation', 'creation-with-upload', 'termination'];
  const server = new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    allowedOrigins: [],
    datastore: store,
    locker,
    lockDrainTimeout: 1000,
    maxSize: FILE_LIMITS.maxBytes,
    namingFunction: () => uploadIdOf(call),
    async onUploadCreate(_request, upload) {
      if (upload.size === undefined) throw fieldError('files', 'files.required');
      const { size } = upload;
      await inTransaction(db, async (tx) => {
        await requireSpace(tx, actor.accountId, size, storage);
        if ((await countUploads(tx, actor.accountId)) >= FILE_LIMITS.mostUploads) throw fieldError('files', 'file.tooMany', { max: FILE_LIMITS.mostUploads });
        const name = toShownName(upload.metadata?.['filename'] ?? upload.metadata?.['name'] ?? '');
        call.upload = await insertUpload(tx, { id: upload.id, account_id: actor.accountId, name, byte_size: size });
      });
      return {};
    },
    async onUploadFinish(_request, upload) {
      return { status_code: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: await call.finish(upload.id) };
    },
    onResponseError(_request, error) {
      call.failure = toFailure(error);
      return undefined;
    },
  });
  return { server, body: store.body };
}

function toFailure(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const { status_code: status, body = '' } = error as TusFailure;
  if (status === 413) return body.startsWith('Maximum') ? fieldError('files', 'file.tooLarge', REFUSAL_PARAMS) : appError('BODY_TOO_LARGE');
  if (status === 404 || status === 410) return appError('UPLOAD_NOT_FOUND');
  return undefined;
}

/**
 * The record store for the library: the upload's row, which is created when the upload is accepted and does not change
 * after that.
 */
function uploadRecords(db: FilesDependencies['db'], call: Pick<TusCall, 'upload'>, pieces: SharedPieces) {
  return {
    async get(id: string): Promise<Upload | undefined> {
      const row = call.upload?.id === id ? call.upload : null;
      return row
        ? new Upload({ id, offset: 0, size: row.byte_size, creation_date: row.created_at.toISOString(), metadata: { filename: row.name } })
        : undefined;
    },
    set: async (): Promise<void> => undefined,
    async delete(id: string): Promise<void> {
      await pieces.clear(id); // its name may be used again
      await deleteUpload(db, id);
    },
  };
}
