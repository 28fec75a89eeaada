import { GoogleTrouble, toTrouble } from './trouble.ts';

/** One call of Google Classroom. `path` from `/v1/` on, its parts encoded. */
export interface GoogleCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  body?: object;
}

/** Longer than Google ever takes: what has not come by then is asked for again. */
const TIMEOUT_MS = 30_000;
/** The largest page there can be is far below it. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A call with a token, without any retry: the caller counts what it asks. @throws GoogleTrouble */
export async function callGoogle(
  { url: root, timeoutMs = TIMEOUT_MS }: { url: URL; timeoutMs?: number },
  token: string,
  { method, path, query = {}, body }: GoogleCall,
): Promise<unknown> {
  const url = new URL(root);
  url.pathname = `${root.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) url.searchParams.append(name, String(one));
  let status: number;
  let text: string;
  let retryAfter: string | null;
  try {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    retryAfter = response.headers.get('retry-after');
    text = await readBounded(response);
  } catch (error) {
    if (error instanceof GoogleTrouble) throw error;
    throw new GoogleTrouble('transient', 'no answer', { cause: error });
  }
  if (status < 200 || status > 299) throw toTrouble(status, text, retryAfter);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw new GoogleTrouble('transient', 'an answer that cannot be read', { cause: error });
  }
}

async function readBounded(response: Response): Promise<string> {
  if (!response.body) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new GoogleTrouble('transient', 'an answer that is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
