import { setImmediate as breathe } from 'node:timers/promises';
import type { MessageKey, OneRosterCall, Translate, ApiScope } from '@classwright/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../../../platform/database/index.ts';
import { implementProtocol, type Implementation } from '../../../../platform/http/index.ts';
import type { ReadClass, Readings } from '../../../../platform/readings/index.ts';
import { Gates, type MakeLimiter } from '../../../../platform/waiting/index.ts';
import { type Caller, insertRead, findCaller } from '../clients/queries.ts';
import { hashOf } from '../clients/secrets.ts';
import { Failure, toStatusInfo } from './failure.ts';
import { loadScope, type Scope } from './scope.ts';

/** Returns the scope that a call requires. Reading grades includes their students, but no roster. */
const scopeOf = ({ service, act }: Pick<OneRosterCall, 'service' | 'act'>): ApiScope => {
  if (service === 'rostering') return 'roster.readonly';
  if (act === 'delete') return 'gradebook.delete';
  return act === 'put' || act === 'post' ? 'gradebook.createput' : 'gradebook.readonly';
};

/** Returns the app that calls. @throws Failure without a valid token, without the scope, or while its school is suspended */
async function requireCaller(db: Db, request: FastifyRequest, call: Pick<OneRosterCall, 'service' | 'act'>): Promise<Caller> {
  const token = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1];
  const caller = token === undefined ? null : await findCaller(db, hashOf(token));
  if (!caller) throw new Failure(401, 'unauthorisedrequest', 'oneroster.token');
  if (caller.suspended_school !== null) throw new Failure(403, 'forbidden', 'oneroster.suspended', { school: caller.suspended_school });
  const scope = scopeOf(call);
  if (!caller.scopes.includes(scope)) throw new Failure(403, 'forbidden', 'oneroster.scope', { scope });
  return caller;
}

/** The points of one app per minute, over all processes: a page of a list costs five of them. */
const CLIENT_LIMIT = { perMinute: 3_000, burst: 3_000 } as const;
/** The number of parallel calls of one app; its other calls wait. */
const CALLS_AT_ONCE = 2;
/** The maximum number of recorded characters of a request. */
const MOST_NOTED = 1_000;

export interface ProviderDependencies {
  db: Db;
  t: Translate<MessageKey>;
  makeLimiter: MakeLimiter;
  readings: Readings;
}

/** A call of an approved app, with the school that it sees. */
export interface ProgramCall {
  caller: Caller;
  scope: Scope;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A response and its number of records. `body` undefined: nothing is sent. `shown`: the people whose data it holds. */
export interface Answer {
  status: number;
  body?: string | Buffer;
  rows: number;
  shown?: { of: readonly ReadClass[]; people: readonly number[] } | null;
}

/**
 * Creates the handler of all app calls: it checks the token, the scope and the limit, and queues the call; data that
 * leaves the school or was written is recorded before the response is sent, and a failure has the standard's form.
 */
export function createServe({ db, t, makeLimiter, readings }: ProviderDependencies) {
  const limiter = makeLimiter('api-client', CLIENT_LIMIT);
  const gates = new Gates<number>(CALLS_AT_ONCE);
  // in addition to the sweep of the server's own limits: a bucket that is full again is deleted
  const sweeper = setInterval(() => limiter.sweep(), 60_000).unref();

  async function answer(declared: OneRosterCall, request: FastifyRequest, reply: FastifyReply, work: (call: ProgramCall) => Promise<Answer>): Promise<unknown> {
    const caller = await requireCaller(db, request, declared);
    limiter.require(String(caller.id), declared.endpoint.cost ?? 1);
    const done = await gates.run(caller.id, async () => {
      const scope = await loadScope(db, caller.schoolId, { origin: request.site.origin, t });
      return work({ caller, scope, request, reply });
    });
    const { name, method } = declared.endpoint;
    const operation = name.slice('oneroster.'.length);
    await insertRead(db, { clientId: caller.id, method, operation, path: notedPath(request.url), rows: done.rows, address: request.ip });
    if (done.shown) readings.add({ clientId: caller.id }, done.shown.of, done.shown.people);
    await breathe();
    return reply.code(done.status).send(done.body);
  }

  return {
    stop: () => clearInterval(sweeper),
    implement(declared: OneRosterCall, work: (call: ProgramCall) => Promise<Answer>): Implementation {
      return implementProtocol(declared.endpoint, async ({ request, reply }) => {
        reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
        try {
          return await answer(declared, request, reply, work);
        } catch (failure) {
          if (!(failure instanceof Failure)) throw failure;
          if (failure.status === 401) reply.header('www-authenticate', 'Bearer realm="oneroster"');
          return reply.code(failure.status).send(toStatusInfo(failure.minor, t(failure.key, failure.params)));
        }
      });
    },
  };
}

/** Returns the requested path in readable form; an address that cannot be decoded is unchanged. */
function notedPath(url: string): string {
  const path = url.slice('/ims/oneroster'.length);
  try {
    return decodeURIComponent(path)
      .replaceAll(/\p{Cc}/gu, ' ')
      .toWellFormed()
      .slice(0, MOST_NOTED);
  } catch {
    return path.slice(0, MOST_NOTED);
  }
}
