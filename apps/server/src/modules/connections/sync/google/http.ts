import { GoogleCallError, toGoogleCallError } from './google-call-error.ts';

/** One call of Google Classroom. `path` starts at `/v1/`, with its parts encoded. */
export interface GoogleCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  body?: object;
  /** True when a refusal is about this call only, and not about the connection. */
  isAside?: boolean;
  /** Aborts the call. */
  signal?: AbortSignal;
  /** A longer timeout, for when the response is worth waiting for. */
  timeoutMs?: number;
}

/** The timeout, longer than Google ever takes; after it the call is repeated. */
const TIMEOUT_MS = 30_000;
/** The maximum size, far above the largest possible page. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Makes a call with a token, without any retry, so that the caller can count its calls. @throws GoogleCallError */
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
  if (status < 200 || status > 299) throw toGoogleCallError(status, text, retryAfter);
  return parseAnswer(text);
}

/** Sends a request to Google and reads the whole response, up to a limit. @throws GoogleCallError */
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
    if (error instanceof GoogleCallError) throw error;
    throw new GoogleCallError('transient', 'no answer', { cause: error });
  }
}

/** Parses a response of Google. @throws GoogleCallError */
export function parseAnswer(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw new GoogleCallError('transient', 'an answer that cannot be read', { cause: error });
  }
}

async function readBounded(response: Response): Promise<string> {
  if (!response.body) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new GoogleCallError('transient', 'an answer that is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
