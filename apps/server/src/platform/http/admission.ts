import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '@classwright/contract';
import type { FastifyRequest } from 'fastify';
import { appError, tooManyRequests } from '../errors.ts';
import { networkOf } from '../network.ts';
import { suspendedError } from '../suspensions-queries.ts';
import { type MakeLimiter, makeLocalLimiter, Paces, type Rate, type RateLimiter } from '../waiting/index.ts';
import { requireConfirmed } from './confirmed.ts';
import type { Actor } from './context.ts';
import { KnownTokens } from './known-tokens.ts';
import { HTTP_LIMITS } from './limits.ts';
import { isOfPhone } from './phones.ts';

export interface AdmissionOptions {
  /** The points of an account, and of each wall and seat. The default is that of `HTTP_LIMITS`. */
  accountLimit?: { perMinute: number; burst: number } | undefined;
  /** Creates the limits. The default is limits of this process only. */
  makeLimiter?: MakeLimiter | undefined;
  authenticate: (token: string) => Promise<Actor>;
  redeemHandOff?: ((code: string, path: string) => Promise<Actor>) | undefined;
}

export interface Admission {
  /**
   * Admits a call of the contract, before its body is read. @throws NOT_SIGNED_IN and related codes, NOT_ALLOWED,
   * TOO_MANY_REQUESTS
   */
  admit(endpoint: Endpoint, request: FastifyRequest): Promise<void>;
  /** Counts an anonymous request against the caller's address. @throws TOO_MANY_REQUESTS */
  countAddress(request: FastifyRequest, cost: number): void;
  /**
   * Counts the total cost of a call when it is known only after the size is known. The declared cost is counted
   * already. A full budget always pays for one call. @throws TOO_MANY_REQUESTS
   */
  charge(request: FastifyRequest, points: number): void;
  /** Counts a refused call that may have been a guess. It refuses nothing itself. */
  countRefusal(request: FastifyRequest): void;
  /** Removes callers who have been idle. */
  sweep(): void;
}

export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * True when a browser says that a page of another site made the call or led to it. Programs and our own pages send nothing like it. A
 * few calls of the specification change something by GET, and an address in a page of strangers must not open them.
 */
const isOfAnotherSite = ({ headers }: FastifyRequest): boolean => ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

/**
 * The pace for an account that sends many calls at the same time: a screen's calls run immediately, three hundred
 * within twelve seconds. They run in the order they came, so that no call of a person overtakes another.
 */
const paceOf = ({ burst }: { burst: number }): Rate => ({ burst: burst / 5, perSecond: burst / 15 });

/** The points of each school a minute. A request costs its share of them, so a school with a limit of 100 pays a hundredth. */
const SCHOOL_POINTS = 1_000_000;

/** Decides who may make a call, and how many: by account for known callers, by address for all others. */
export function createAdmission({
  authenticate,
  redeemHandOff,
  accountLimit = HTTP_LIMITS.account,
  makeLimiter = makeLocalLimiter,
}: AdmissionOptions): Admission {
  const byAccount = makeLimiter('account', accountLimit);
  const byAddress = makeLimiter('address', HTTP_LIMITS.address);
  const bySchool = makeLimiter('school', { perMinute: SCHOOL_POINTS, burst: SCHOOL_POINTS });
  const paces = new Paces(paceOf(accountLimit));

  const tokens = new KnownTokens(authenticate);

  function count(limiter: RateLimiter, key: string, cost: number, request: FastifyRequest): void {
    const seconds = limiter.take(key, cost);
    if (seconds === 0) return;
    if (limiter.isFirstRefusal(key))
      request.log.warn(
        { event: 'throttled', caller: request.countedCaller ?? undefined, address: request.ip, url: request.routeOptions.url },
        'too many requests',
      );
    throw tooManyRequests(seconds);
  }
  const countAddress = (request: FastifyRequest, cost: number): void => count(byAddress, networkOf(request.ip), cost, request);

  async function whoCalls(endpoint: Endpoint, request: FastifyRequest): Promise<Actor> {
    const { cost = 1 } = endpoint;
    const countCaller = async (caller: string): Promise<void> => {
      request.countedCaller = caller;
      count(byAccount, caller, cost, request);
      const ms = paces.take(caller, 1);
      if (ms > 0) await sleep(ms);
    };
    try {
      const token = bearerOf(request);
      if (token) return await tokens.authenticate(token, networkOf(request.ip), countCaller);
      const code = endpoint.acceptsHandOff ? (request.query as { code?: unknown }).code : undefined;
      if (typeof code !== 'string' || !redeemHandOff) throw appError('NOT_SIGNED_IN');
      const actor = await redeemHandOff(code, request.url.split('?', 1)[0] as string);
      await countCaller(String(actor.accountId));
      return actor;
    } catch (error) {
      if (request.countedCaller === null) countAddress(request, 1);
      throw error;
    }
  }

  /**
   * Counts a call against the pace of its school, if that has one. Drafts and answers of a running lesson are never counted.
   * @throws TOO_MANY_REQUESTS
   */
  function countSchool({ schoolId, isAdmin, requestsPerMinute }: Actor, endpoint: Endpoint, request: FastifyRequest): void {
    if (schoolId === null || isAdmin || requestsPerMinute === null || endpoint.acceptsEndedToken) return;
    count(bySchool, String(schoolId), Math.max(1, Math.floor(SCHOOL_POINTS / requestsPerMinute)), request);
  }

  return {
    countAddress,
    charge(request, points) {
      if (request.countedCaller === null) return;
      const { cost = 1 } = request.routeOptions.config.endpoint ?? {};
      const more = Math.min(Math.ceil(points), accountLimit.burst) - cost;
      if (more > 0) count(byAccount, request.countedCaller, more, request);
    },
    async admit(endpoint, request) {
      const { access, cost = 1 } = endpoint;
      if (access === 'public' || access === 'link' || access === 'client') return countAddress(request, cost);
      if (isOfAnotherSite(request)) {
        countAddress(request, cost);
        throw appError('NOT_ALLOWED');
      }
      const actor = await whoCalls(endpoint, request);
      request.actor = actor;
      if (actor.isEnded && !endpoint.acceptsEndedToken) throw appError('SIGNED_IN_ELSEWHERE');
      if (actor.suspension && !endpoint.acceptsEndedToken) throw suspendedError(actor.suspension);
      countSchool(actor, endpoint, request);
      if (isOfPhone(request.raw) && actor.limit?.kind !== 'seat') throw appError('NOT_ALLOWED');
      if (actor.limit && !endpoint.allows?.includes(actor.limit.kind)) throw appError('NOT_ALLOWED');
      if (actor.needsFactor && !actor.limit && !endpoint.withoutFactor) throw appError('FACTOR_FIRST');
      if (access !== 'signed-in' && !actor.rights.has(`${access.resource}:${access.action}`)) throw appError('NOT_ALLOWED');
      // a code is only given to people who have confirmed
      if (bearerOf(request) !== null) requireConfirmed(endpoint, actor);
      if (endpoint.reach === 'all' && !('all' in actor.reach) && !actor.isOperator) throw appError('SHARED_BY_SCHOOLS');
    },
    countRefusal(request) {
      const { refusedCost = 0 } = request.routeOptions.config.endpoint ?? {};
      if (refusedCost > 0) byAddress.take(networkOf(request.ip), refusedCost);
    },
    sweep() {
      byAccount.sweep();
      byAddress.sweep();
      bySchool.sweep();
      paces.sweep();
    },
  };
}
