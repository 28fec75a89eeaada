import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request in the form that the protocol signs. */
export interface SignedRequest {
  method: string;
  /** The path as it was sent, without the query. */
  path: string;
  /** The query as it was sent, without the question mark. */
  query: string;
}

const LIFE_SECONDS = 600;
const VERSION = '1.0';

/** Reads the query's parameters. Null when it cannot be read or repeats one of them. */
export function readParameters(query: string): ReadonlyMap<string, string> | null {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const at = pair.indexOf('=');
    try {
      const name = decodeURIComponent(at === -1 ? pair : pair.slice(0, at));
      if (parameters.has(name)) return null;
      parameters.set(name, decodeURIComponent(at === -1 ? '' : pair.slice(at + 1)));
    } catch {
      return null;
    }
  }
  return parameters;
}

/**
 * Returns what is wrong with the signature of a request, for a developer, or null when it is right. It covers method,
 * path and all parameters, including the MD5 of the body. It takes the same time for any error in the signature itself.
 */
export function findSignatureFault(
  { method, path, query }: SignedRequest,
  { key, secret, nowMs }: { key: string; secret: string; nowMs: number },
): string | null {
  const parameters = readParameters(query);
  if (!parameters) return 'The query cannot be read';
  const { auth_signature: given = '', ...signed } = Object.fromEntries(parameters);
  if (signed.auth_key !== key) return 'auth_key is not the key of this installation';
  if (signed.auth_version !== VERSION) return `auth_version must be ${VERSION}`;
  if (!/^\d{1,12}$/.test(signed.auth_timestamp ?? '')) return 'auth_timestamp must be seconds since 1970';
  if (Math.abs(nowMs / 1000 - Number(signed.auth_timestamp)) > LIFE_SECONDS)
    return `auth_timestamp is more than ${LIFE_SECONDS} seconds away from this server's time; set the clock of the sender`;
  const pairs = Object.entries(signed)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const expected = createHmac('sha256', secret)
    .update([method, path, pairs.join('&')].join('\n'))
    .digest('hex');
  return given.length === expected.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected)) ? null : 'auth_signature is not right';
}

/** Returns true when the body is the signed one. Without a body none is needed. */
export function isSignedBody(query: string, body: string): boolean {
  const signed = readParameters(query)?.get('body_md5');
  return body === '' ? signed === undefined : signed === createHash('md5').update(body).digest('hex');
}
