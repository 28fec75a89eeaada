import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { isShownInline } from './judge/index.ts';
import type { FileLinks } from './links.ts';
import { type FileRow, findFiles } from './queries.ts';
import { parseRange } from './range.ts';
import type { FileStorage } from './storage/index.ts';

/**
 * The policy for uploaded files, which are no pages of ours: they run nothing, load nothing, and only our own pages may
 * frame them.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

export interface FileRouteOptions {
  db: Db;
  storage: FileStorage;
  links: FileLinks;
  countAddress: (request: FastifyRequest, cost: number) => void;
}

/**
 * Serves `GET /files/{id}?expires&signature`, open to everyone who has the address, until it expires. It is outside
 * `/api`, so that uploaded content has a path of its own. Range requests, ETag, HEAD. @throws FILE_NOT_FOUND (also for
 * an address that was not made here), LINK_EXPIRED
 */
export function registerFileRoutes(app: FastifyInstance, { db, storage, links, countAddress }: FileRouteOptions): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/:id',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      countAddress(request, 1);
      const link = readLink(request);
      if (link === null || !links.isSignatureRight(link)) throw appError('FILE_NOT_FOUND');
      const secondsLeft = link.expires - Math.floor((await appNow(db)).getTime() / 1000);
      if (secondsLeft <= 0) throw appError('LINK_EXPIRED');
      const [file] = await findFiles(db, [link.fileId]);
      if (!file) throw appError('FILE_NOT_FOUND');
      return sendFile(request, setHeaders(reply, file, secondsLeft), file, storage);
    },
  });
}

/** The time for which browsers may cache pictures, so that a redrawn screen shows them right away. */
const KEPT_SECONDS = 300;

function readLink(request: FastifyRequest): { fileId: number; expires: number; signature: string } | null {
  const { id } = request.params as { id: string };
  const { expires, signature } = request.query as { expires?: unknown; signature?: unknown };
  if (!/^[1-9]\d{0,15}$/.test(id) || typeof expires !== 'string' || !/^[1-9]\d{0,12}$/.test(expires) || typeof signature !== 'string') return null;
  return { fileId: Number(id), expires: Number(expires), signature };
}

function setHeaders(reply: FastifyReply, file: FileRow, secondsLeft: number): FastifyReply {
  const isInline = isShownInline(file.mime_type);
  const disposition = isInline ? 'inline' : 'attachment';
  return reply.headers({
    'content-type': file.mime_type,
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}`,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    // the next person at a shared computer finds no downloads, and pictures no longer than a break takes
    'cache-control': isInline ? `private, max-age=${Math.min(secondsLeft, KEPT_SECONDS)}` : 'no-store',
    'accept-ranges': 'bytes',
    etag: etagOf(file),
  });
}

const etagOf = (file: FileRow): string => `"${file.sha256.toString('hex')}"`;

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileRow, storage: FileStorage): Promise<unknown> {
  const etag = etagOf(file);
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const isRangeMeant = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = isRangeMeant ? parseRange(request.headers.range, file.byte_size) : null;
  if (range === 'unsatisfiable')
    return reply.code(416).header('cache-control', 'no-store').header('content-range', `bytes */${file.byte_size}`).header('content-length', '0').send();
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.byte_size}`);
  const { start, end } = range ?? { start: 0, end: file.byte_size - 1 };
  reply.header('content-length', String(end - start + 1));
  if (request.method === 'HEAD' || file.byte_size === 0) return reply.send();
  const bytes = await storage.read(file.storage_key, { start, end });
  if (bytes === null) {
    request.log.error({ file: file.id }, 'the bytes of a file are missing');
    for (const name of Object.keys(reply.getHeaders())) if (name !== 'x-request-id') reply.removeHeader(name);
    throw appError('FILE_NOT_FOUND');
  }
  return reply.send(bytes);
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
}
