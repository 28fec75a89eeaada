import { existsSync } from 'node:fs';
import path from 'node:path';
import { addressOf, type Endpoint, type MessageKey, type Translate } from '@classwright/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { appError } from '../errors.ts';
import type { InstallationLanguage } from '../languages.ts';
import { headersOfPage, type PagePolicy } from './security.ts';
import { writePages } from './pages.ts';
import { sendWrittenFile, type WrittenFile } from './written-file.ts';

export interface StaticOptions {
  /** The built web app; null serves the API alone. */
  webRoot: string | null;
  contract: readonly Endpoint[];
  /**
   * The file name in `webRoot` for page paths with a separate entry; a path that ends in "*" is for everything in that
   * folder. All others get index.html.
   */
  entries: Readonly<Record<string, string>>;
  /** The policies of those pages that have exceptions, by path. */
  policies?: Readonly<Record<string, PagePolicy>>;
  language: InstallationLanguage;
  t: Translate<MessageKey>;
}

const INDEX = 'index.html';
const FOREVER = 'public, max-age=31536000, immutable';

/** Returns the contract's methods at a path. */
function methodsAt(contract: readonly Endpoint[], url: string): string[] {
  const path = url.split('?', 1)[0] as string;
  return contract.filter((endpoint) => new RegExp(`^${addressOf(endpoint).replace(/:\w+/g, '[^/]+')}/?$`).test(path)).map(({ method }) => method);
}

/** Returns the entry of a page: its own, or that of its folder. */
function entryOf(entries: StaticOptions['entries'], page: string): string | undefined {
  return [page, page.replace(/[^/]*$/, '*')].map((path) => (Object.hasOwn(entries, path) ? entries[path] : undefined)).find((file) => file !== undefined);
}

/** Returns true for a page. `/files` is a page; addresses below it are files. */
const isPage = (url: string, accept: string): boolean =>
  !/^\/(?:(?:api|ims|app|assets|words|metrics|healthz|readyz)(?:\/|\?|$)|files\/)/.test(url) && accept.includes('text/html');

/**
 * Serves the built web app with history-mode routes. An unknown address gets 404, or 405 when only the method is wrong.
 */
export function registerStatic(app: FastifyInstance, { webRoot, contract, entries, policies = {}, language, t }: StaticOptions): void {
  const root = webRoot !== null && existsSync(path.join(webRoot, INDEX)) ? webRoot : null;
  const pages = root === null ? null : writePages(root, [INDEX, ...Object.values(entries)], language, t);
  if (root) {
    app.register(fastifyStatic, {
      root,
      wildcard: true,
      index: false,
      preCompressed: true,
      decorateReply: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        reply.header('cache-control', file.includes(`${path.sep}assets${path.sep}`) ? FOREVER : 'no-cache');
      },
    });
  }
  for (const [name, file] of Object.entries(pages?.files ?? {}))
    for (const address of name === INDEX ? ['/', `/${name}`] : [`/${name}`])
      app.get(address, (request, reply) => sendWrittenFile(request, reply, file, 'no-cache'));
  if (pages?.words) {
    const { address, file } = pages.words;
    app.get(address, (request, reply) => sendWrittenFile(request, reply, file, FOREVER));
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (/^\/(?:api|ims)\//.test(request.url)) {
      const allowed = methodsAt(contract, request.url);
      if (allowed.length === 0) throw appError('NOT_FOUND');
      reply.header('allow', allowed.join(', '));
      throw appError('METHOD_NOT_ALLOWED');
    }
    if (pages && (request.method === 'GET' || request.method === 'HEAD') && isPage(request.url, request.headers.accept ?? '')) {
      const page = (request.url.split('?', 1)[0] as string).replace(/\/$/, '');
      const policy = Object.hasOwn(policies, page) ? policies[page] : undefined;
      if (policy) reply.headers(headersOfPage(policy));
      return sendWrittenFile(request, reply, pages.files[entryOf(entries, page) ?? INDEX] as WrittenFile, 'no-cache');
    }
    throw appError('NOT_FOUND');
  });
}
