import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** An answer that is a file to be saved. Its type is the endpoint's `download`. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly content: Readable | Buffer;

  constructor(file: { name: string; type: string; content: Readable | Buffer }) {
    this.name = file.name;
    this.type = file.type;
    this.content = file.content;
  }
}

export function sendFile(reply: FastifyReply, { name, type, content }: FileAnswer): Readable | Buffer {
  const plain = name.replaceAll(/[^\w .-]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  reply.type(type).header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
  return content;
}
