import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Endpoint } from '@classwright/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shareCompressed } from './compress.ts';
import { operationOf, toOpenApi } from './openapi.ts';

/**
 * Registers the document of all calls. It is written and compressed once, at the first request, and not sent again to
 * callers who have it.
 */
export function registerOpenApi(
  app: FastifyInstance,
  { contract, version, count }: { contract: readonly Endpoint[]; version: string; count: (request: FastifyRequest) => void },
): void {
  let written: Promise<{ bytes: Buffer; etag: string }> | null = null;
  app.get('/api/openapi.json', async (request, reply) => {
    count(request);
    const { bytes, etag } = await (written ??= writeDocument(contract, version));
    reply.headers({ etag: `W/${etag}`, 'cache-control': 'public, no-cache' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}

/** Writes the document call by call, so that other requests wait for one call at most. */
async function writeDocument(contract: readonly Endpoint[], version: string): Promise<{ bytes: Buffer; etag: string }> {
  const operations = new Map<Endpoint, ReturnType<typeof operationOf>>();
  for (const endpoint of contract) {
    operations.set(endpoint, operationOf(endpoint));
    await breathe();
  }
  const bytes = Buffer.from(JSON.stringify(toOpenApi(contract, version, (endpoint) => operations.get(endpoint) ?? operationOf(endpoint))));
  shareCompressed(bytes);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
