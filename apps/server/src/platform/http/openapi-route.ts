import { createHash } from 'node:crypto';
import type { Endpoint } from '@classwright/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shareCompressed } from './compress.ts';
import { toOpenApi } from './openapi.ts';

/** The document of all calls: written out and compressed once, and not sent again to whoever has it. */
export function registerOpenApi(
  app: FastifyInstance,
  { contract, version, count }: { contract: readonly Endpoint[]; version: string; count: (request: FastifyRequest) => void },
): void {
  const bytes = Buffer.from(JSON.stringify(toOpenApi(contract, version)));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  shareCompressed(bytes);
  app.get('/api/openapi.json', async (request, reply) => {
    count(request);
    reply.headers({ etag: `W/${etag}`, 'cache-control': 'public, no-cache' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}
