import { createTranslate, en } from '@classwright/contract';
import { EVERYWHERE } from '../../reach.ts';
import { createLog } from '../../log.ts';
import { type Actor, createHttpServer, type HttpOptions, type HttpServer } from '../index.ts';

/** Returns an actor without a school or a right. */
export const somebody = (accountId: number, tokenId = 1): Actor => ({
  accountId,
  tokenId,
  schoolId: null,
  isAdmin: true,
  reach: EVERYWHERE,
  firstName: '',
  lastName: '',
  rights: new Set(),
  isEnded: false,
  confirmedMsAgo: 0,
  needsFactor: false,
  suspension: null,
  requestsPerMinute: null,
  limit: null,
  readAtMs: 0,
});

/** Creates a server with a few calls that needs no database. */
export const createSmallServer = (options: Pick<HttpOptions, 'contract' | 'authenticate' | 'implementations'> & Partial<HttpOptions>): HttpServer =>
  createHttpServer({
    db: null as never,
    log: createLog('silent'),
    t: createTranslate(en),
    version: '1',
    https: false,
    trustedProxies: [],
    metricsToken: null,
    ...options,
  });
