import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsCoding } from './compress.ts';
import { hasETag, toETag } from './etag.ts';

/** A text that is written at the start and sent to everybody: plain, and compressed once. */
export interface WrittenFile {
  type: string;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

export function writeFileOnce(type: string, text: string): WrittenFile {
  const plain = Buffer.from(text);
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
  return { type, etag: toETag(text), plain, gzip: gzipSync(plain, { level: 9 }), br };
}

export function sendWrittenFile(request: FastifyRequest, reply: FastifyReply, file: WrittenFile, cacheControl: string): FastifyReply {
  reply.headers({ 'cache-control': cacheControl, etag: file.etag, vary: 'accept-encoding' });
  if (hasETag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
  const coding = (['br', 'gzip'] as const).find((each) => acceptsCoding(each, request.headers['accept-encoding']));
  if (coding) reply.header('content-encoding', coding);
  return reply.type(file.type).send(file[coding ?? 'plain']);
}
