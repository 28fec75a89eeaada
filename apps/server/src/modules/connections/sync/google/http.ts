import { GoogleTrouble, toTrouble } from './trouble.ts';

/** One call of Google Classroom. `path` from `/v1/` on, its parts encoded. */
export interface GoogleCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  body?: object;
  /** A refusal says something of this call alone, and nothing of the connection. */
  isAside?: boolean;
  /** Ends it before its time. */
  signal?: AbortSignal;
  /** Longer than usual, where the answer is waited for. */
  timeoutMs?: number;
}

/** Longer than Google ever takes: what has not come by then is asked for again. */
const TIMEOUT_MS = 30_000;
/** The largest page there can be is far below it. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A call with a token, without any retry: the caller counts what it asks. @throws GoogleTrouble */
export async function callGoogle(
  { url: root, timeoutMs: usualMs = TIMEOUT_MS }: { url: URL; timeoutMs?: number },
  token: string,
  { method, path, query = {}, body, signal, timeoutMs = usualMs }: GoogleCall,
): Promise<unknown> {
  const url = new URL(root);
  url.pathname = `${root.pathname.replace(/\/$/, '')}${path}`;
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) url.searchParams.append(name, String(one));
  const { status, text, retryAfter } = await send(
    url,
    {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    },
    { timeoutMs, ...(signal ? { signal } : {}) },
  );
  if (status < 200 || status > 299) throw toTrouble(status, text, retryAfter);
  return parseAnswer(text);
}

/** Sends a request to Google and reads all of its answer, within bounds. @throws GoogleTrouble */
export async function send(
  url: URL,
  request: RequestInit,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  const ends = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.any(ends) });
    return { status: response.status, text: await readBounded(response), retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    if (error instanceof GoogleTrouble) throw error;
    throw new GoogleTrouble('transient', 'no answer', { cause: error });
  }
}

/** Parses an answer of Google. @throws GoogleTrouble */
export function parseAnswer(text: string): unknown {
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
