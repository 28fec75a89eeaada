import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { addressOf, type Endpoint, type MessageKey, type Translate } from '@classwright/contract';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '@classwright/contract/protocol';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type Db, type HeavyReads, readsOn } from '../database/index.ts';
import { Notices } from '../notices.ts';
import { appError, type AppError, fieldError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Site, Sites } from '../sites.ts';
import { networkOf } from '../network.ts';
import { type Reading, type Readings, toKnownReading } from '../readings/index.ts';
import { type Crowd, Gates, LoopGate, type MakeLimiter, RefusalDelay } from '../waiting/index.ts';
import { type Admission, bearerOf, createAdmission } from './admission.ts';
import { answerBrokenRequest } from './broken-requests.ts';
import { runCall } from './call.ts';
import { releaseOnClose } from './closing.ts';
import { addCompression } from './compress.ts';
import type { Actor, Implementation } from './context.ts';
import { toAppError, toErrorBody } from './errors.ts';
import { FormSlots } from './form-slots.ts';
import { HTTP_LIMITS } from './limits.ts';
import { LargeAnswers } from './large-answer.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { toOnlyWith } from './only-with.ts';
import { registerOpenApi } from './openapi-route.ts';
import { deleteIdleSenders } from './form-pace.ts';
import { findNotReady } from './readiness.ts';
import { endUnreadBodies } from './refused-body.ts';
import { isForPhones, isOfPhone } from './phones.ts';
import { addSecurityHeaders, securityHeaders } from './security.ts';
import type { FileRoom } from './received-files.ts';
import { requireNewEnough } from './protocol-number.ts';
import { findDuplicateNames, findUnstorable, labelOf } from './validate.ts';

export interface HttpOptions {
  db: Db;
  /** The heavy reads. By default they run on `db`. */
  heavyReads?: HeavyReads;
  log: Log;
  t: Translate<MessageKey>;
  version: string;
  https: boolean;
  /** Addresses or ranges of proxies whose forwarded address is trusted. Empty: none. */
  trustedProxies: readonly string[];
  metricsToken: string | null;
  /** The folder of an embedded database, whose disk must have room. Null when the database runs elsewhere. */
  databaseFolder?: string | null;
  /** The number of points that an account may spend. Tests that play many people as one have more. */
  accountLimit?: { perMinute: number; burst: number } | undefined;
  /** Creates limits over all processes. The default is limits of this process only. */
  makeLimiter?: MakeLimiter;
  /** Finds the address of ours that a request came to. By default every name is ours. */
  findSite?: Sites['find'];
  /** A folder for uploads in progress. The default is the system's folder for temporary files. */
  stagingFolder?: string;
  /** True to check every cell of large responses against its declaration. The default is true. */
  checksCells?: boolean;
  /** Called for every completed call, for additional metrics. */
  onAnswered?: (endpoint: string, status: number, seconds: number) => void;
  /** Readings of people's records are noted here; `declared` says by name what each call shows. By default none are. */
  readings?: { noted: Readings; declared: Readonly<Record<string, Reading>> };
  /** Returns the space left for a person's files. By default it is unknown. */
  fileRoomOf?: (accountId: number) => Promise<FileRoom>;
  /** Resolves a bearer token. @throws NOT_SIGNED_IN and related codes. */
  authenticate: (token: string) => Promise<Actor>;
  /** Resolves a hand-off code for an address, once. @throws HAND_OFF_REFUSED */
  redeemHandOff?: (code: string, path: string) => Promise<Actor>;
  implementations: readonly Implementation[];
  /** The format of failures for other protocols, by the beginning of their addresses. */
  failureForms?: readonly FailureForm[];
  /** All endpoints that must have an implementation. */
  contract: readonly Endpoint[];
  /** Lets very large answers wait while many people call. By default they never wait. */
  crowd?: Pick<Crowd, 'add' | 'gap'>;
}

export interface FailureForm {
  prefix: string;
  write: (failure: AppError, message: string) => object;
}

export interface HttpServer {
  app: FastifyInstance;
  metrics: Metrics;
  /** Counts a call of a separate route against the caller's address. @throws TOO_MANY_REQUESTS */
  countAddress: Admission['countAddress'];
  /** Starts draining: new calls get 503, and /readyz reports it. */
  startDraining: () => void;
  /** Makes /readyz say that the process prepares, until this settles. Calls are answered anyway. */
  notReadyUntil: (prepared: Promise<unknown>) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    /** The address of ours that it came to. */
    site: Site;
    /** The account, or the token of a wall or a seat, that the call was counted against, also when it was refused for that. */
    countedCaller: string | null;
  }
}

const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024;
/**
 * The maximum number of concurrent calls of an account. Its other calls wait, so that nobody takes all connections of
 * the database.
 */
const CALLS_OF_AN_ACCOUNT = 4;

/**
 * Checks a body for half surrogate pairs, which JSON writes as escapes: a body without such escapes is not searched.
 * Half a pair is refused at its field; text typed in class is corrected and kept. @throws VALIDATION_FAILED
 */
function withStorableTexts(request: FastifyRequest, text: string, body: unknown): unknown {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return body;
  const field = findUnstorable(body);
  if (field === null) return body;
  if (request.routeOptions.config.endpoint?.mendsText)
    return JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
  throw fieldError(field, 'validation.nul', { label: labelOf(field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))) });
}

function assertComplete(contract: readonly Endpoint[], implementations: readonly Implementation[]): void {
  const implemented = new Set(implementations.map(({ endpoint }) => endpoint));
  const missing = contract.filter((endpoint) => !implemented.has(endpoint));
  if (missing.length > 0) throw new Error(`endpoints without an implementation: ${missing.map(({ name }) => name).join(', ')}`);
  for (const { endpoint } of implementations) {
    if (!contract.includes(endpoint)) throw new Error(`endpoint ${endpoint.name} is not in the contract`);
    if (!endpoint.access) throw new Error(`endpoint ${endpoint.name} does not say who may call it`);
    const twice = findDuplicateNames(endpoint);
    if (twice.length > 0) throw new Error(`endpoint ${endpoint.name} has ${twice.join(', ')} in more than one of params, query and body`);
  }
}

/**
 * Builds the HTTP side: authenticate → authorize from data → validate → handler → response. It does not listen yet.
 */
export function createHttpServer(options: HttpOptions): HttpServer {
  assertComplete(options.contract, options.implementations);
  let draining = false;
  let preparing = 0;
  const metrics = createMetrics();
  const notices = new Notices(options.log);
  const { admit, countAddress, charge, countRefusal, sweep } = createAdmission(options);
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true, constraints: { onlyWith: toOnlyWith(options.implementations) } },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // A call without a Host header gets the same response as one with an unknown host.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders({ https: options.https || request.protocol === 'https' })).header('x-request-id', request.id);
      return answerFailure(error, request as unknown as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, { https: options.https, t: options.t, log: options.log }),
  }) as unknown as FastifyInstance;
  app.decorateRequest('actor', null);
  app.decorateRequest('site');
  app.decorateRequest('countedCaller', null);
  addSecurityHeaders(app, { https: options.https });
  addCompression(app);
  endUnreadBodies(app);

  // A body must be JSON or a form. An empty one is an empty object.
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {});
    parseJson(request, body as string, (error, parsed) => {
      if (error) return done(error);
      try {
        done(null, withStorableTexts(request, body as string, parsed));
      } catch (failure) {
        done(failure as Error);
      }
    });
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  // The bytes of another protocol are left to its handler.
  app.addContentTypeParser('application/offset+octet-stream', (request, _body, done) =>
    request.routeOptions.config.endpoint?.protocol ? done(null) : done(appError('UNSUPPORTED_MEDIA_TYPE')),
  );

  app.register(multipart, { throwFileSizeLimit: true });

  const loopGate = new LoopGate();
  app.addHook('onRequest', (request, _reply, done) => {
    options.crowd?.add();
    loopGate.enter(networkOf(request.ip), done);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const { host } = request.headers;
    const isSecure = request.protocol === 'https';
    const site = options.findSite
      ? await options.findSite({ host, isSecure, path: request.url })
      : { origin: `${isSecure ? 'https' : 'http'}://${host}`, school: null };
    if (site === null) {
      notices.tell(
        'host refused',
        { host: String(host ?? '').slice(0, 200), address: request.ip, reqId: request.id },
        'a call came under a name that is not ours; PUBLIC_URL says which one is',
      );
      throw appError('WRONG_HOST');
    }
    request.site = site;
    if (isOfPhone(request.raw) && !isForPhones(request.method, request.url, request.routeOptions.config?.endpoint)) throw appError('NOT_FOUND');
    const isOfApi = request.url.startsWith('/api/');
    if (isOfApi) reply.header(PROTOCOL_HEADER, PROTOCOL_VERSION);
    if (draining && (isOfApi || request.routeOptions.config?.endpoint)) throw appError('UNAVAILABLE');
    if (isOfApi) requireNewEnough(request.headers[PROTOCOL_HEADER]);
  });
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint?.name ?? request.routeOptions.url ?? 'unmatched';
    metrics.httpSeconds.observe({ endpoint, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    options.onAnswered?.(endpoint, reply.statusCode, reply.elapsedTime / 1000);
    const from = reply.statusCode >= 400 ? { address: request.ip } : {};
    request.log.info({ endpoint, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10, account: request.actor?.accountId, ...from }, 'call');
  });

  function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const known = toAppError(error);
    if (!known) {
      metrics.unexpectedErrors.inc({ endpoint: request.routeOptions.config.endpoint?.name ?? 'unmatched' });
      request.log.error({ err: error }, 'unexpected error');
    }
    const failure: AppError = known ?? appError('INTERNAL');
    if (failure.status === 429 || failure.code === 'UNAVAILABLE') reply.header('retry-after', String(failure.params.seconds ?? 1));
    if (failure.code === 'FILE_SPACE_FULL')
      request.log.warn({ event: 'file space full', account: request.actor?.accountId }, 'a person’s files take up all they may');
    const body = toErrorBody(failure, options.t, request.id);
    reply.code(failure.status).header('cache-control', 'no-store');
    const form = options.failureForms?.find(({ prefix }) => request.url.startsWith(prefix));
    if (form) return reply.type('application/json; charset=utf-8').send(form.write(failure, body.message));
    // A separate window shows it, or a phone that was opened at another address than the one on the wall.
    const isSeenByPerson = request.routeOptions.config.endpoint?.acceptsHandOff === true || failure.code === 'WRONG_HOST' || isOfPhone(request.raw);
    if (isSeenByPerson && request.headers.accept?.includes('text/html')) return reply.type('text/plain; charset=utf-8').send(body.message);
    return reply.type('application/json; charset=utf-8').send(body);
  }
  const patience = new RefusalDelay();
  app.setErrorHandler(async (error, request, reply) => {
    const status = toAppError(error)?.status;
    if (status !== undefined && status !== 429 && status < 500) countRefusal(request);
    if (status === 429) await patience.hold(request.countedCaller ?? networkOf(request.ip));
    return answerFailure(error, request, reply);
  });

  const environment = {
    db: options.db,
    heavyReads: options.heavyReads ?? readsOn(options.db),
    stagingFolder: options.stagingFolder ?? tmpdir(),
    formSlots: new FormSlots(),
    calls: new Gates<number>(CALLS_OF_AN_ACCOUNT),
    large: new LargeAnswers({ version: options.version, checksCells: options.checksCells ?? true, crowd: options.crowd }),
    charge,
    readings: options.readings
      ? {
          noted: options.readings.noted,
          declared: new Map(Object.entries(options.readings.declared).map(([name, reading]) => [name, toKnownReading(reading)])),
        }
      : null,
    ...(options.fileRoomOf ? { fileRoomOf: options.fileRoomOf } : {}),
    onHookError: (error: unknown) => options.log.error({ err: error }, 'after-commit hook failed'),
  };
  for (const implementation of options.implementations) {
    const { endpoint, protocol } = implementation;
    app.route({
      method: endpoint.method,
      url: addressOf(endpoint),
      bodyLimit: endpoint.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
      config: { endpoint },
      ...(endpoint.onlyWith !== undefined && { constraints: { onlyWith: endpoint.onlyWith } }),
      onRequest: (request) => admit(endpoint, request),
      handler: async (request, reply) => {
        if (protocol) return protocol({ request, reply, actor: request.actor as Actor });
        reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
        return runCall(implementation, request, reply, request.actor, environment);
      },
    });
  }

  if (options.contract.length > 0)
    registerOpenApi(app, { contract: options.contract, version: options.version, count: (request) => countAddress(request, HTTP_LIMITS.openApiCost) });
  app.get('/healthz', async () => ({ status: 'success' }));
  app.get('/readyz', { onRequest: async (request) => countAddress(request, HTTP_LIMITS.readyCost) }, async () => {
    const cause = draining ? 'draining' : preparing > 0 ? 'preparing' : await findNotReady(options.db, options.databaseFolder ?? null);
    if (cause) throw appError('UNAVAILABLE', { reason: cause });
    return { status: 'success' };
  });
  app.get('/metrics', async (request, reply) => {
    const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
    if (!isLocal && (options.metricsToken === null || bearerOf(request) !== options.metricsToken)) throw appError('NOT_FOUND');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  const sweeper = setInterval(() => {
    sweep();
    patience.sweep();
    deleteIdleSenders();
  }, 60_000);
  sweeper.unref();
  app.addHook('onClose', async () => clearInterval(sweeper));
  releaseOnClose(app);
  return {
    app,
    metrics,
    countAddress,
    startDraining: () => {
      draining = true;
    },
    notReadyUntil(prepared) {
      preparing += 1;
      const end = (): void => {
        preparing -= 1;
      };
      prepared.then(end, end);
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
