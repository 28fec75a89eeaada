/**
 * Uploads in pieces, by tus 1.0.0: they resume after an interruption, even after this process has died.
 *
 * Invariants: an upload belongs to the person who started it, and does not exist for anyone else; no part of it is a
 * file until all its bytes have arrived and been checked; unfinished uploads are deleted after a day.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileUploadCancel, fileUploadCreate, fileUploadFinish, fileUploadPart, fileUploadState } from '@classwright/contract';
import { FILE_LIMITS } from '@classwright/contract/school/files/file-kinds';
import { inTransaction } from '../../../../platform/database/index.ts';
import { appError, fieldError } from '../../../../platform/errors.ts';
import { type Actor, idempotencyKeyOf, implement, implementProtocol, type Implementation, type ProtocolHandler } from '../../../../platform/http/index.ts';
import type { FilesDependencies } from '../dependencies.ts';
import { REFUSAL_PARAMS } from '../judge/index.ts';
import { toShownName } from '../names.ts';
import { loadFileViews } from '../present.ts';
import { findSameBefore } from '../queries.ts';
import { requireSpace } from '../space.ts';
import { createPieceHasher } from './hash-pieces.ts';
import { createFinishUpload } from './finish.ts';
import { countUploads, deleteUpload, findUpload, insertUpload, type UploadRow } from './queries.ts';
import { receivePiece } from './receive-piece.ts';
import { createSharedPieces } from './shared-pieces.ts';
import { parseTusHeaders, requireLength, requireOffset, toMetadata, TUS_HEADERS, type TusHeaders, TusRefusal } from './tus.ts';
import { UploadLocker } from './upload-lock.ts';

export { deleteAbandonedUploads } from './delete-abandoned-uploads.ts';

const UPLOADS_PATH = '/api/files/uploads';

type ProtocolCall = Parameters<ProtocolHandler>[0];

interface Progress {
  /** The number of bytes that have arrived. */
  arrived: number;
  /** The file made of the upload; null while bytes are missing. */
  fileId: number | null;
}

export function implementUploads(dependencies: FilesDependencies): Implementation[] {
  const { db, links, storage, uploadFolder } = dependencies;
  const pieces = createSharedPieces(dependencies);
  const locker = new UploadLocker(db, pieces.catchUp);
  const hasher = createPieceHasher();
  const finish = createFinishUpload({ dependencies, hasher, locker, pieces });
  let folder: Promise<unknown> | undefined;
  const placeOf = ({ id }: UploadRow): string => path.join(uploadFolder, id);

  /** Inserts the record of an upload that begins. @throws VALIDATION_FAILED at `files`, FILE_SPACE_FULL */
  async function insert(actor: Actor, id: string, byteSize: number, metadata: TusHeaders['metadata']): Promise<UploadRow> {
    if (byteSize > FILE_LIMITS.maxBytes) throw fieldError('files', 'file.tooLarge', REFUSAL_PARAMS);
    return inTransaction(db, async (tx) => {
      await requireSpace(tx, actor.accountId, byteSize, storage);
      if ((await countUploads(tx, actor.accountId)) >= FILE_LIMITS.mostUploads) throw fieldError('files', 'file.tooMany', { max: FILE_LIMITS.mostUploads });
      const name = toShownName(metadata.get('filename') ?? metadata.get('name') ?? '');
      return insertUpload(tx, { id, account_id: actor.accountId, name, byte_size: byteSize });
    });
  }

  /** Returns the number of bytes of an upload that have arrived. The caller must hold it. @throws UPLOAD_NOT_FOUND */
  async function countArrived(upload: UploadRow): Promise<number> {
    const found = await stat(placeOf(upload)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw appError('UPLOAD_NOT_FOUND');
      throw error;
    });
    return found.size;
  }

  /**
   * Receives a piece, and returns the bytes that have arrived. An upload that arrives in one piece becomes a file
   * immediately, or is sent again; of others, other processes need the pieces. @throws BODY_TOO_LARGE, TusRefusal
   */
  async function receive(upload: UploadRow, offset: number, { bodyLength }: TusHeaders, { request }: ProtocolCall, signal: AbortSignal): Promise<number> {
    if (offset + bodyLength > upload.byte_size) throw appError('BODY_TOO_LARGE');
    try {
      await receivePiece(request.raw, { place: placeOf(upload), offset, most: upload.byte_size - offset, signal });
    } finally {
      const arrived = await countArrived(upload);
      if (arrived > offset && arrived - offset < upload.byte_size) await pieces.share(upload.id, offset, arrived);
    }
    return countArrived(upload);
  }

  /** Makes an upload a file if all its bytes are here. The caller must hold it. */
  async function finishIfWhole({ request, actor }: ProtocolCall, upload: UploadRow, arrived: number): Promise<Progress> {
    return { arrived, fileId: arrived === upload.byte_size ? await finish(actor, upload.id, request.id, true) : null };
  }

  async function sendFile({ reply, actor }: ProtocolCall, fileId: number): Promise<unknown> {
    const [file] = await loadFileViews(db, actor, links, [fileId]);
    return reply.code(200).type('application/json; charset=utf-8').send({ status: 'success', file });
  }

  const begin: ProtocolHandler = async (call) => {
    const { request, reply, actor } = call;
    const idempotencyKey = idempotencyKeyOf(request.headers['idempotency-key']);
    const id = uploadIdOf(actor, idempotencyKey);
    const begun = idempotencyKey === null ? null : await findUpload(db, id);
    if (begun) {
      if (String(begun.byte_size) !== request.headers['upload-length']) throw appError('IDEMPOTENCY_KEY_REUSED');
      return reply.code(201).header('location', `${UPLOADS_PATH}/${id}`).send('');
    }
    const headers = parseTusHeaders(request.headers);
    const upload = await insert(actor, id, requireLength(headers, request.headers), headers.metadata);
    const { arrived, fileId } = await locker.hold(
      id,
      async (signal) => {
        await writeFile(placeOf(upload), '');
        return finishIfWhole(call, upload, headers.hasPiece ? await receive(upload, 0, headers, call, signal) : 0);
      },
      whenGone(call),
    );
    if (headers.hasPiece) reply.header('upload-offset', String(arrived));
    if (fileId !== null) return sendFile(call, fileId);
    return reply.code(201).header('location', `${UPLOADS_PATH}/${id}`).send('');
  };

  const ask: OwnerHandler = async (call, upload) => {
    // its pieces are deleted; a client that missed the last response asks, and finishes it again
    if (upload.file_id === null) {
      parseTusHeaders(call.request.headers);
      call.reply.headers({ 'upload-offset': String(await locker.hold(upload.id, () => countArrived(upload))), 'upload-metadata': toMetadata(upload.name) });
    } else call.reply.header('upload-offset', String(upload.byte_size));
    return call.reply.code(200).header('upload-length', String(upload.byte_size)).send('');
  };

  const takePiece: OwnerHandler = async (call, upload) => {
    const { request, reply } = call;
    const headers = parseTusHeaders(request.headers);
    const offset = requireOffset(headers, request.headers);
    const work = async (signal: AbortSignal): Promise<Progress> => {
      if ((await countArrived(upload)) !== offset) throw new TusRefusal(409, 'Upload-Offset conflict\n');
      const arrived = await receive(upload, offset, headers, call, signal);
      if (signal.aborted) reply.header('connection', 'close');
      return finishIfWhole(call, upload, arrived);
    };
    const { arrived, fileId } = await locker.hold(upload.id, work, whenGone(call));
    reply.header('upload-offset', String(arrived));
    if (fileId !== null) return sendFile(call, fileId);
    hasher.arrived(upload, placeOf(upload), arrived);
    return reply.code(204).send('');
  };

  const cancel: OwnerHandler = async ({ request, reply }, upload) => {
    parseTusHeaders(request.headers);
    await locker.hold(upload.id, async () => {
      await unlink(placeOf(upload)).catch(() => {
        throw appError('UPLOAD_NOT_FOUND');
      });
      await pieces.clear(upload.id); // its name may be used again
      await deleteUpload(db, upload.id);
    });
    return reply.code(204).send('');
  };

  /** Adds what every response of the protocol has, and makes its refusals plain text. */
  const speakTus =
    (handler: ProtocolHandler): ProtocolHandler =>
    async (call) => {
      await (folder ??= mkdir(uploadFolder, { recursive: true }));
      call.reply.headers(TUS_HEADERS);
      try {
        return await handler(call);
      } catch (error) {
        if (!(error instanceof TusRefusal)) throw error;
        return call.reply.code(error.status).type('text/plain; charset=utf-8').send(error.message);
      }
    };
  const ofOwner = (handler: OwnerHandler): ProtocolHandler =>
    speakTus(async (call) => {
      const { upload: id } = call.request.params as { upload: string };
      const upload = /^[\w-]{43}$/.test(id) ? await findUpload(db, id) : null;
      if (upload?.account_id !== call.actor.accountId) throw appError('UPLOAD_NOT_FOUND');
      return handler(call, upload);
    });

  return [
    implementProtocol(fileUploadCreate, speakTus(begin)),
    implementProtocol(fileUploadState, ofOwner(ask)),
    implementProtocol(fileUploadPart, ofOwner(takePiece)),
    implementProtocol(fileUploadCancel, ofOwner(cancel)),
    implement(fileUploadFinish, async ({ tx, actor, input, requestId }) => {
      const id = await finish(actor, input.upload, requestId, false);
      const before = await findSameBefore(tx, id);
      const shown = await loadFileViews(tx, actor, links, before === null ? [id] : [id, before]);
      const file = shown.find((one) => one.id === id);
      if (!file) throw appError('UPLOAD_NOT_FOUND');
      return { file, same: shown.find((one) => one.id === before) ?? null };
    }),
  ];
}

type OwnerHandler = (call: ProtocolCall, upload: UploadRow) => Promise<unknown>;

/**
 * Returns the id of an upload. With an Idempotency-Key it is derived from the key, so that a repeat finds the first
 * upload.
 */
function uploadIdOf({ accountId }: Actor, idempotencyKey: string | null): string {
  if (idempotencyKey === null) return randomBytes(32).toString('base64url');
  return createHash('sha256').update(`upload ${accountId} ${idempotencyKey}`).digest('base64url');
}

/** Returns a signal that is aborted when the connection of a call breaks. */
function whenGone({ request }: ProtocolCall): AbortSignal {
  const gone = new AbortController();
  request.raw.once('error', () => gone.abort());
  return gone.signal;
}
