import type { Readable } from 'node:stream';
import type { Endpoint } from '@classwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadPeople } from '../readings/index.ts';
import { hasETag, toETag } from './etag.ts';

/** A response that is a file to be saved. Its type is the endpoint's `download`. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly content: Readable | Buffer;
  /** The people about whom the file says more than a name, for a call whose declared reading is `named`. */
  readonly people: ReadPeople | undefined;
  /** True when its address never has another content, so anybody may keep it. */
  readonly isImmutable: boolean;

  constructor(file: { name: string; type: string; content: Readable | Buffer; people?: ReadPeople; isImmutable?: boolean }) {
    this.name = file.name;
    this.type = file.type;
    this.content = file.content;
    this.people = file.people;
    this.isImmutable = file.isImmutable ?? false;
  }
}

export function sendFile(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, content, isImmutable }: FileAnswer,
): Readable | Buffer | null {
  if (endpoint.hasETag && Buffer.isBuffer(content)) {
    const etag = toETag(type, content.toString());
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (hasETag(request.headers['if-none-match'], etag)) {
      reply.code(304);
      return null;
    }
  }
  if (isImmutable) reply.header('cache-control', 'public, max-age=31536000, immutable');
  const plain = name.replaceAll(/[^\w .-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  reply.type(type).header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
  return content;
}

/** A response that redirects to another address: one of ours, or a site of the school. */
export class RedirectAnswer {
  readonly location: string;
  constructor(location: string) {
    this.location = location;
  }
}
