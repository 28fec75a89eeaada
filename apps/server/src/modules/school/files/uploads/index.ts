/**
 * Uploads in pieces, by tus 1.0.0: they resume after an interruption, even after this process has died.
 *
 * Invariants: an upload belongs to the person who started it, and does not exist for anyone else; no part of it is a
 * file until all its bytes have arrived and been checked; unfinished uploads are deleted after a day.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileUploadCancel, fileUploadCreate, fileUploadFinish, fileUploadPart, fileUploadState } from '@classwright/contract';
import { NodeRequest } from 'srvx/node';
import { appError } from '../../../../platform/errors.ts';
import { idempotencyKeyOf, implement, implementProtocol, type Implementation, type ProtocolHandler } from '../../../../platform/http/index.ts';
import type { FilesDependencies } from '../dependencies.ts';
import { loadFileViews } from '../present.ts';
import { findSameBefore } from '../queries.ts';
import { createPieceHasher } from './hash-pieces.ts';
import { createFinishUpload } from './finish.ts';
import { findUpload, type UploadRow } from './queries.ts';
import { createTusServer, type TusCall, uploadIdOf, UPLOADS_PATH } from './tus.ts';
import { createSharedPieces } from './shared-pieces.ts';
import { UploadLocker } from './upload-lock.ts';

export { deleteAbandonedUploads } from './delete-abandoned-uploads.ts';

type ProtocolCall = Parameters<ProtocolHandler>[0];

export function implementUploads(dependencies: FilesDependencies): Implementation[] {
  const { db, links } = dependencies;
  const pieces = createSharedPieces(dependencies);
  const locker = new UploadLocker(db, pieces.catchUp);
  const hasher = createPieceHasher();
  let folder: Promise<unknown> | undefined;
  const finish = createFinishUpload({ dependencies, hasher, locker, pieces });

  const speak = async ({ request, reply, actor }: ProtocolCall, upload: UploadRow | null): Promise<unknown> => {
    await (folder ??= mkdir(dependencies.uploadFolder, { recursive: true }));
    const call: TusCall = {
      actor,
      upload,
      idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
      finish: async (id) => {
        const [file] = await loadFileViews(db, actor, links, [await finish(actor, id, request.id, true)]);
        return JSON.stringify({ status: 'success', file });
      },
    };
    const { server, body } = createTusServer(dependencies, call, { locker, pieces, incoming: request.raw });
    const asked = Object.defineProperty(new NodeRequest({ req: request.raw, res: reply.raw }), 'body', { value: body });
    const response = await server.handleWeb(asked);
    if (call.failure) throw call.failure;
    if (request.method === 'PATCH' && response.status === 204 && upload !== null)
      hasher.arrived(upload, path.join(dependencies.uploadFolder, upload.id), Number(response.headers.get('upload-offset')));
    reply.header('cache-control', 'no-store').code(response.status);
    for (const [name, value] of response.headers) if (name !== 'access-control-expose-headers') reply.header(name, value);
    return reply.send(await response.text());
  };
  const speakToOwner: ProtocolHandler = async (call) => {
    const { upload: id } = call.request.params as { upload: string };
    const upload = /^[\w-]{43}$/.test(id) ? await findUpload(db, id) : null;
    if (upload?.account_id !== call.actor.accountId) throw appError('UPLOAD_NOT_FOUND');
    // its pieces are deleted; a client that missed the last response asks, and finishes it again
    if (upload.file_id !== null && call.request.method === 'HEAD') return tellWhole(call, upload);
    return speak(call, upload);
  };
  const tellWhole = ({ reply }: ProtocolCall, { byte_size }: UploadRow): unknown =>
    reply
      .code(200)
      .headers({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store', 'upload-offset': String(byte_size), 'upload-length': String(byte_size) })
      .send('');
  const beginOnce: ProtocolHandler = async (call) => {
    const idempotencyKey = idempotencyKeyOf(call.request.headers['idempotency-key']);
    const begun = idempotencyKey === null ? null : await findUpload(db, uploadIdOf({ actor: call.actor, idempotencyKey }));
    if (!begun) return speak(call, null);
    if (String(begun.byte_size) !== call.request.headers['upload-length']) throw appError('IDEMPOTENCY_KEY_REUSED');
    return call.reply
      .code(201)
      .headers({ 'tus-resumable': '1.0.0', location: `${UPLOADS_PATH}/${begun.id}` })
      .send('');
  };

  return [
    implementProtocol(fileUploadCreate, beginOnce),
    implementProtocol(fileUploadState, speakToOwner),
    implementProtocol(fileUploadPart, speakToOwner),
    implementProtocol(fileUploadCancel, speakToOwner),
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
