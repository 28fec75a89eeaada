import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@classwright/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';

export interface StaticOptions {
  /** The built web app; null serves the API alone. */
  webRoot: string | null;
  contract: readonly Endpoint[];
  /** Page addresses with an entry of their own, by path: file name in `webRoot`. All others get index.html. */
  entries: Readonly<Record<string, string>>;
}

/** Methods that the contract has at an /api path. */
function methodsAt(contract: readonly Endpoint[], url: string): string[] {
  const path = url.split('?', 1)[0] as string;
  return contract.filter((endpoint) => new RegExp(`^/api${endpoint.path.replace(/:\w+/g, '[^/]+')}/?$`).test(path)).map(({ method }) => method);
}

/** `/files` is a page, what is below it are files. */
const isPage = (url: string, accept: string): boolean =>
  !/^\/(?:(?:api|app|assets|metrics|healthz|readyz)(?:\/|\?|$)|files\/)/.test(url) && accept.includes('text/html');

/** Serves the built web app with history-mode routes; what matches nothing is 404, or 405 where only the method is wrong. */
export function registerStatic(app: FastifyInstance, { webRoot, contract, entries }: StaticOptions): void {
  const root = webRoot !== null && existsSync(path.join(webRoot, 'index.html')) ? webRoot : null;
  if (root) {
    app.register(fastifyStatic, {
      root,
      wildcard: true,
      index: false,
      preCompressed: true,
      decorateReply: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  // the wildcard answers 400 to a bare "/" from a client that takes no compression
  if (root) app.get('/', (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'));
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) {
      const allowed = methodsAt(contract, request.url);
      if (allowed.length === 0) throw appError('NOT_FOUND');
      reply.header('allow', allowed.join(', '));
      throw appError('METHOD_NOT_ALLOWED');
    }
    if (root && (request.method === 'GET' || request.method === 'HEAD') && isPage(request.url, request.headers.accept ?? '')) {
      const page = request.url.split('?', 1)[0] as string;
      return reply.header('cache-control', 'no-cache').sendFile(entries[page.replace(/\/$/, '')] ?? 'index.html');
    }
    throw appError('NOT_FOUND');
  });
}
