import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { Endpoint, MessageKey, Translate } from '@classwright/contract';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Db } from '../database/index.ts';
import { appError, type AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { runCall } from './call.ts';
import type { Actor, Implementation } from './context.ts';
import { toAppError, toErrorBody } from './errors.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { toOpenApi } from './openapi.ts';
import { isReady } from './readiness.ts';
import { RateLimiter } from './rate-limit.ts';
import { addSecurityHeaders } from './security.ts';

export interface HttpOptions {
  db: Db;
  log: Log;
  t: Translate<MessageKey>;
  version: string;
  https: boolean;
  /** Addresses or ranges of proxies whose forwarded address counts; empty: none. */
  trustedProxies: readonly string[];
  metricsToken: string | null;
  /** The folder whose disk must have room; null asks the database alone. */
  dataDir?: string | null;
  /** A folder for what is being received; the system's own for temporary files unless said. */
  stagingFolder?: string;
  /** Resolves a bearer token. @throws NOT_SIGNED_IN and its kin. */
  authenticate: (token: string) => Promise<Actor>;
  /** Resolves a hand-off code for an address, once. @throws HAND_OFF_REFUSED */
  redeemHandOff?: (code: string, path: string) => Promise<Actor>;
  implementations: readonly Implementation[];
  /** Everything that must have an implementation. */
  contract: readonly Endpoint[];
}

export interface HttpServer {
  app: FastifyInstance;
  metrics: Metrics;
  /** From now on new calls are answered 503, and /readyz says so. */
  startDraining: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024;
/** Signed-in calls: 600 a minute per token, 300 at once. */
const SIGNED_IN_LIMIT = { perMinute: 600, burst: 300 };
/** Without a token a whole school may be one address. */
const ADDRESS_LIMIT = { perMinute: 6000, burst: 3000 };

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

function assertComplete(contract: readonly Endpoint[], implementations: readonly Implementation[]): void {
  const implemented = new Set(implementations.map(({ endpoint }) => endpoint));
  const missing = contract.filter((endpoint) => !implemented.has(endpoint));
  if (missing.length > 0) throw new Error(`endpoints without an implementation: ${missing.map(({ name }) => name).join(', ')}`);
  for (const { endpoint } of implementations) {
    if (!contract.includes(endpoint)) throw new Error(`endpoint ${endpoint.name} is not in the contract`);
    if (!endpoint.access) throw new Error(`endpoint ${endpoint.name} does not say who may call it`);
  }
}

/** Builds the HTTP side: authenticate → authorise from data → validate → handler → answer. Not listening yet. */
export function createHttpServer(options: HttpOptions): HttpServer {
  assertComplete(options.contract, options.implementations);
  let draining = false;
  const metrics = createMetrics();
  const byToken = new RateLimiter(SIGNED_IN_LIMIT);
  const byAddress = new RateLimiter(ADDRESS_LIMIT);
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  }) as unknown as FastifyInstance;
  app.decorateRequest('actor', null);
  addSecurityHeaders(app, { https: options.https });

  // a body that is there must be JSON or a form; an empty one is an empty object
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parseJson(request, body as string, done),
  );
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  // the bytes of another protocol are left to whoever speaks it
  app.addContentTypeParser('application/offset+octet-stream', (request, _body, done) =>
    request.routeOptions.config.endpoint?.protocol ? done(null) : done(appError('UNSUPPORTED_MEDIA_TYPE')),
  );

  app.register(multipart, { throwFileSizeLimit: true });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (draining && request.url.startsWith('/api/')) throw appError('UNAVAILABLE');
  });
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint?.name ?? request.routeOptions.url ?? 'unmatched';
    metrics.httpSeconds.observe({ endpoint, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    request.log.info({ endpoint, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10, account: request.actor?.accountId }, 'call');
  });
  app.setErrorHandler((error, request, reply) => {
    const known = toAppError(error);
    if (!known) {
      metrics.unexpectedErrors.inc({ endpoint: request.routeOptions.config.endpoint?.name ?? 'unmatched' });
      request.log.error({ err: error }, 'unexpected error');
    }
    const failure: AppError = known ?? appError('INTERNAL');
    const isOpenedByPerson = request.routeOptions.config.endpoint?.acceptsHandOff === true && request.headers.accept?.includes('text/html');
    if (failure.status === 429 || failure.code === 'UNAVAILABLE') reply.header('retry-after', String(failure.params.seconds ?? 1));
    const body = toErrorBody(failure, options.t, request.id);
    if (isOpenedByPerson) return reply.code(failure.status).type('text/plain; charset=utf-8').send(body.message); // a window of its own shows it
    return reply.code(failure.status).type('application/json; charset=utf-8').send(body);
  });

  const limit = (limiter: RateLimiter, key: string): void => {
    const seconds = limiter.take(key);
    if (seconds > 0) throw appError('TOO_MANY_REQUESTS', { seconds });
  };

  async function whoCalls(endpoint: Endpoint, request: FastifyRequest): Promise<Actor> {
    const token = bearerOf(request);
    if (token) return options.authenticate(token);
    const code = endpoint.acceptsHandOff ? (request.query as { code?: unknown }).code : undefined;
    if (typeof code === 'string' && options.redeemHandOff) return options.redeemHandOff(code, request.url.split('?', 1)[0] as string);
    throw appError('NOT_SIGNED_IN');
  }

  async function admit(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    const { access } = endpoint;
    if (access === 'public' || access === 'link') return limit(byAddress, request.ip);
    const actor = await whoCalls(endpoint, request).catch((error: unknown) => {
      limit(byAddress, request.ip);
      throw error;
    });
    request.actor = actor;
    limit(byToken, String(actor.tokenId));
    if (actor.isEnded && !endpoint.acceptsEndedToken) throw appError('SIGNED_IN_ELSEWHERE');
    if (access !== 'signed-in' && !actor.rights.has(`${access.resource}:${access.action}`)) throw appError('NOT_ALLOWED');
  }

  const environment = {
    db: options.db,
    stagingFolder: options.stagingFolder ?? tmpdir(),
    onHookError: (error: unknown) => options.log.error({ err: error }, 'after-commit hook failed'),
  };
  for (const implementation of options.implementations) {
    const { endpoint, protocol } = implementation;
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      bodyLimit: endpoint.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
      config: { endpoint },
      onRequest: (request) => admit(endpoint, request),
      handler: async (request, reply) => {
        if (protocol) return protocol({ request, reply, actor: request.actor as Actor });
        reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
        return runCall(implementation, request, reply, request.actor, environment);
      },
    });
  }

  const openApi = JSON.stringify(toOpenApi(options.contract, options.version));
  app.get('/api/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(openApi));
  app.get('/healthz', async () => ({ status: 'success' }));
  app.get('/readyz', async () => {
    if (draining) throw appError('UNAVAILABLE');
    if (!(await isReady(options.db, options.dataDir ?? null))) throw appError('UNAVAILABLE');
    return { status: 'success' };
  });
  app.get('/metrics', async (request, reply) => {
    const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
    if (!isLocal && (options.metricsToken === null || bearerOf(request) !== options.metricsToken)) throw appError('NOT_FOUND');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  const sweeper = setInterval(() => {
    byToken.sweep();
    byAddress.sweep();
  }, 60_000);
  sweeper.unref();
  app.addHook('onClose', async () => clearInterval(sweeper));
  return {
    app,
    metrics,
    startDraining: () => {
      draining = true;
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
