import { expect, vi } from 'vitest';
import { findUndeclared } from './declared-query.ts';

/** The fake server's response to a call. A thrown value or `'offline'` is a lost connection. */
export type Reply = { status?: number; body: unknown; headers?: Record<string, string> } | 'offline' | 'never';

export interface SeenCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  /** The fields sent along with files. */
  form?: FormData;
  signal: AbortSignal;
}

export const success = (body: object = {}): Reply => ({ body: { status: 'success', ...body } });
export const failure = (status: number, code: string, rest: object = {}): Reply => ({
  status,
  body: { status: 'error', code, message: `server says ${code}`, ...rest },
});

/** A refused request for a class's room would make a page reload everything it shows, sooner or later. */
const unscripted = (path: string): Reply => (/^\/courses\/\d+\/room$/.test(path) ? 'never' : failure(404, 'NOT_FOUND'));

/** The real function, restored when a test has ended. */
const original = globalThis.fetch;

/** Replaces the network: responds by "METHOD /path" (without /api) and records the calls. */
export function scriptFetch(answers: Record<string, Reply | ((call: SeenCall) => Reply | Promise<Reply>)>): SeenCall[] {
  const seen: SeenCall[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://school.test');
    const method = init.method ?? 'GET';
    const signal = init.signal as AbortSignal;
    const call: SeenCall = {
      method,
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      ...(init.body instanceof FormData ? { form: init.body } : {}),
      signal,
    };
    seen.push(call);
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
    // The check is soft, since a page takes anything thrown here for a lost connection.
    expect.soft(findUndeclared(method, url), `${method} ${call.path} declares no such query parameter`).toEqual([]);
    const given = answers[`${method} ${call.path}`];
    const reply = typeof given === 'function' ? await given(call) : (given ?? unscripted(call.path));
    if (reply === 'offline') throw new TypeError('Failed to fetch');
    if (reply === 'never')
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          // A test that has ended, and its page, receive nothing more.
          if (globalThis.fetch !== original) reject(new DOMException('aborted', 'AbortError'));
        }),
      );
    if (signal.aborted) throw new DOMException('aborted', 'AbortError');
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return new Response(reply.status === 304 ? null : text, { status: reply.status ?? 200, ...(reply.headers ? { headers: reply.headers } : {}) });
  });
  return seen;
}
