import { type Outbound, type OutboundAnswer, type OutboundCall, OutboundError } from '../../../../platform/outbound/index.ts';
import { readRetryAfter } from '../../../../platform/retry-after.ts';
import { WorkLimitError, createWorkers } from '../../../../platform/workers/index.ts';
import { COLLECTIONS, type CollectionName, GUARDIAN_ROLES, isOfGuardians } from './collections.ts';
import type { PageText, ParsedPage, parsePage } from './parse-page.ts';
import { SourceError } from './source-error.ts';

export interface Connection {
  serviceUrl: string;
  tokenUrl: string;
  version: '1.1' | '1.2';
  clientId: string;
  secret: string;
}

export interface Page extends ParsedPage {
  /** The size of the whole collection; null if the other system does not report it. */
  total: number | null;
  /** True when the other system says that more pages follow. */
  hasNext: boolean;
}

export interface SourceClient {
  /** Reads one page. @throws SourceError */
  readPage(name: CollectionName, at: { offset: number; orgId: string }, signal?: AbortSignal): Promise<Page>;
}

/** The page size, small enough that reading a page delays nobody. */
const PAGE_RECORDS = 500;
const MOST_PAGE_BYTES = 4 * 1024 * 1024;
const MOST_TOKEN_BYTES = 64 * 1024;
const MOST_TOKEN_CHARACTERS = 16_000;
/** The wait when another system does not say how long. */
const WAIT_MS = 60_000;
const SCOPES = {
  '1.2': 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster.readonly',
  '1.1': 'https://purl.imsglobal.org/spec/or/v1p1/scope/roster-core.readonly',
} as const;

const workers = createWorkers<PageText, ReturnType<typeof parsePage>>(new URL('./page-worker.ts', import.meta.url), {
  limits: { cpuMs: 10_000, memoryMb: 512 },
  atOnce: 2,
});

/** Returns the base address of a version's collections. People enter the address with or without it. */
function baseOf({ serviceUrl, version }: Connection): string {
  const bare = serviceUrl.replace(/\/+$/, '');
  if (/\/v1p[12]$/.test(bare)) return bare;
  if (version === '1.1') return `${bare}/v1p1`;
  return bare.endsWith('/rostering') ? `${bare}/v1p2` : `${bare}/rostering/v1p2`;
}

/** Reads a OneRoster server by OAuth 2.0 client credentials. Its token is kept only in memory. */
export function createSourceClient(outbound: Outbound, connection: Connection): SourceClient {
  const base = baseOf(connection);
  let token: string | null = null;

  async function ask(address: string, call: OutboundCall): Promise<OutboundAnswer> {
    try {
      return await outbound.ask(address, call);
    } catch (error) {
      throw error instanceof OutboundError ? new SourceError(error.problem) : error;
    }
  }

  /**
   * Requests a token with identifier and secret in the header or in the body, since systems accept one of them or both.
   * Source: RFC 6749, section 2.3.1.
   */
  function askToken(form: 'header' | 'body', scope: string | null, signal: AbortSignal | undefined): Promise<OutboundAnswer> {
    const { clientId, secret, tokenUrl } = connection;
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scope !== null) body.set('scope', scope);
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    if (form === 'header')
      headers['authorization'] = `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`;
    else {
      body.set('client_id', clientId);
      body.set('client_secret', secret);
    }
    return ask(tokenUrl, { method: 'POST', headers, body: body.toString(), maxBytes: MOST_TOKEN_BYTES, ...(signal ? { signal } : {}) });
  }

  async function getToken(signal: AbortSignal | undefined): Promise<string> {
    if (token !== null) return token;
    let answer: OutboundAnswer | null = null;
    let scope: string | null = SCOPES[connection.version];
    for (const form of ['header', 'body'] as const) {
      answer = await askToken(form, scope, signal);
      if (answer.status === 400 && scope !== null && /invalid_scope/.test(answer.body.toString())) {
        scope = null; // it has its own scopes: everything that the identifier may use
        answer = await askToken(form, scope, signal);
      }
      if (answer.status !== 401 && answer.status !== 400) break;
    }
    token = takeToken(answer as OutboundAnswer);
    return token;
  }

  return {
    async readPage(name, { offset, orgId }, signal) {
      const { inSchool } = COLLECTIONS[name];
      const path = orgId !== '' && inSchool !== undefined ? `/schools/${encodeURIComponent(orgId)}/${inSchool}` : `/${isOfGuardians(name) ? 'users' : name}`;
      const filter = isOfGuardians(name)
        ? `&filter=${encodeURIComponent(`${connection.version === '1.1' ? 'role' : 'roles.role'}='${GUARDIAN_ROLES[name]}'`)}`
        : '';
      const address = `${base}${path}?limit=${PAGE_RECORDS}&offset=${offset}${filter}`;
      const read = async (): Promise<OutboundAnswer> =>
        ask(address, {
          headers: { authorization: `Bearer ${await getToken(signal)}`, accept: 'application/json' },
          ...{ maxBytes: MOST_PAGE_BYTES, ...(signal ? { signal } : {}) },
        });
      let answer = await read();
      if (answer.status === 401) {
        token = null; // it may have ended in the middle
        answer = await read();
      }
      judge(answer, { what: `@${name}`, path });
      return toPage(answer, name, orgId);
    },
  };
}

function takeToken({ status, body, headers }: OutboundAnswer): string {
  if (status === 400 || status === 401) throw new SourceError('tokenRefused');
  if (status === 403) throw new SourceError('tokenForbidden');
  if (status === 404) throw new SourceError('tokenMissing');
  if (status === 429) throw new SourceError('quota', {}, waitOf(headers));
  if (status >= 500) throw new SourceError('failed', { status });
  const token = (parseJson(body.toString()) as { access_token?: unknown } | null)?.access_token;
  if (status > 299 || typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token) || token.length > MOST_TOKEN_CHARACTERS) throw new SourceError('tokenNone');
  return token;
}

function judge({ status, headers }: OutboundAnswer, where: { what: string; path: string }): void {
  if (status >= 200 && status <= 299) return;
  if (status === 401) throw new SourceError('refused');
  if (status === 403) throw new SourceError('forbidden', { what: where.what });
  if (status === 404) throw new SourceError('missing', { path: where.path });
  if (status === 429) throw new SourceError('quota', {}, waitOf(headers));
  throw new SourceError(status >= 500 ? 'failed' : 'status', { status });
}

const waitOf = ({ 'retry-after': text, date }: OutboundAnswer['headers']): number => readRetryAfter(text, date) ?? WAIT_MS;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses a page in a thread, since parsing another system's data may take far longer than its size suggests. @throws
 * SourceError
 */
async function toPage({ body, headers }: OutboundAnswer, name: CollectionName, orgId: string): Promise<Page> {
  const running = await workers.begin({ body, name, orgId });
  try {
    const parsed = (await running.batches().next()).value as ReturnType<typeof parsePage>;
    if (typeof parsed === 'string') throw new SourceError(parsed, parsed === 'shape' ? { what: `@${name}` } : {});
    const told = String(headers['x-total-count'] ?? '');
    return {
      ...parsed,
      ...{ total: /^\d{1,9}$/.test(told) ? Number(told) : null, hasNext: /rel="?next"?/.test(String(headers['link'] ?? '')) },
    };
  } catch (error) {
    throw error instanceof WorkLimitError ? new SourceError('tooLong') : error;
  } finally {
    await running.end();
  }
}
