import type { BriefResult, CallArguments, Endpoint } from '@classwright/contract/core/endpoint';
import type { ErrorBody } from '@classwright/contract/errors';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { askToConfirm } from './confirm.ts';
import { noteServerProtocol } from './page-age.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '@classwright/contract/protocol';
import { getToken, signOut, type SignOutReason, tokenTaken } from './session.ts';

export { ApiError, isApiError, type ApiErrorCode } from './api-error.ts';

/** The only place of the web app that calls the server by HTTP. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's `AbortError`. */
  signal?: AbortSignal | undefined;
  /** The time limit for the whole answer; 20 seconds by default. */
  timeoutMs?: number | undefined;
  /** A key under which a repeat takes effect only once. */
  idempotencyKey?: string | undefined;
  /**
   * Another token than the tab's own: an answer stored for an account is sent with that account's token. Null: none.
   */
  token?: string | null | undefined;
  /** Requests the whole answer of an endpoint that has a brief form. Pass the endpoint's type without `brief` then. */
  whole?: boolean | undefined;
  /** Lets the call outlive the page, for a last draft while it is being closed (64 KiB at most). */
  keepalive?: boolean | undefined;
}

/**
 * For an endpoint that takes one file, or several under the same name: sent as a form together with the fields of the
 * body.
 */
type FileArgument<E extends Endpoint> = E['files'] extends { field: 'file'; max: { files: 1 } }
  ? { file: File }
  : E['files'] extends { alias: 'file' }
    ? { file: readonly File[] }
    : unknown;
type Arguments<E extends Endpoint> = CallArguments<E> & FileArgument<E> & CallOptions;
type Untyped = CallOptions & {
  file?: File | readonly File[];
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  etag?: string | null | undefined;
};
/** Arguments may be omitted when none of them is required. */
type Rest<E extends Endpoint> = Record<never, never> extends CallArguments<E> & FileArgument<E> ? [args?: Arguments<E>] : [args: Arguments<E>];

const DEFAULT_TIMEOUT_MS = 20_000;

/**
 * Calls an endpoint of the contract and returns its body. The endpoint is passed only as a type, so that no
 * validator is bundled; method and path must match it or the call does not compile:
 *
 *     const { post } = await api<typeof postAdd>('POST', '/posts/add', { body, idempotencyKey });
 *
 * @throws {ApiError} for every failure, including a missing network.
 */
export async function api<E extends Endpoint>(method: E['method'], path: E['path'], ...given: Rest<E>): Promise<BriefResult<E>> {
  return call(method, path, given[0] ?? {}, open<E>);
}

/** A large answer as last loaded, and the version name that the server gave it; null: none. */
export interface KeptAnswer<E extends Endpoint> {
  etag: string | null;
  body: BriefResult<E>;
}

/**
 * Calls an endpoint of a large answer. When the answer still equals `kept`, the server only confirms that. @throws
 * {ApiError} as `api`
 */
export async function apiUnlessKept<E extends Endpoint & { large: object }>(
  path: E['path'],
  args: Arguments<E>,
  kept: KeptAnswer<E> | undefined,
): Promise<KeptAnswer<E>> {
  return call('GET', path, { ...args, etag: kept?.etag }, async (response, token) =>
    response.status === 304 && kept ? kept : { etag: response.headers.get('etag'), body: await open<E>(response, token) },
  );
}

/**
 * Calls an endpoint that returns a file, which the browser saves under the name that the server gave it. @throws
 * {ApiError} as `api`
 */
export async function download<E extends Endpoint & { download: string }>(method: E['method'], path: E['path'], ...given: Rest<E>): Promise<void> {
  await call(method, path, given[0] ?? {}, async (response, token) => {
    if (!response.ok) return open<E>(response, token);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    link.download = decodeURIComponent(name);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), DEFAULT_TIMEOUT_MS);
    return undefined;
  });
}

/** Loads the texts of a language, which are stored with the program under an address that changes with them. */
export async function loadTexts(address: string): Promise<Record<string, string>> {
  const response = await fetch(address);
  if (!response.ok) throw badAnswer(response);
  return response.json() as Promise<Record<string, string>>;
}

/** Makes a call. When it needs a confirmation of who the person is, it asks for that, and then makes the call again. */
async function call<T>(method: string, path: string, args: Untyped, read: (response: Response, token: string | null) => Promise<T>): Promise<T> {
  try {
    return await callOnce(method, path, args, read);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONFIRM_FIRST') || args.token !== undefined || !(await askToConfirm())) throw error;
    return callOnce(method, path, args, read);
  }
}

async function callOnce<T>(method: string, path: string, args: Untyped, read: (response: Response, token: string | null) => Promise<T>): Promise<T> {
  const token = args.token === undefined ? getToken() : args.token;
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort('timeout'), args.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const onAbort = () => timer.abort('caller');
  args.signal?.addEventListener('abort', onAbort);
  if (args.signal?.aborted) onAbort();
  try {
    const response = await fetch(address(path, args), {
      method,
      headers: headers(args, token),
      credentials: 'omit',
      cache: 'no-store',
      signal: timer.signal,
      ...(args.file ? { body: toForm(args.file, args.body) } : args.body === undefined ? {} : { body: JSON.stringify(args.body) }),
      ...(args.keepalive ? { keepalive: true } : {}),
    });
    noteServerProtocol(response.headers.get(PROTOCOL_HEADER));
    return await read(response, token);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (args.signal?.aborted) throw new DOMException('The call was given up', 'AbortError');
    throw new ApiError(timer.signal.reason === 'timeout' ? 'TIMEOUT' : 'NETWORK', { cause: error });
  } finally {
    clearTimeout(timeout);
    args.signal?.removeEventListener('abort', onAbort);
  }
}

function address(path: string, { params = {}, query = {} }: Untyped): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
  const text = search.toString();
  return `/api${filled}${text && `?${text}`}`;
}

function toForm(file: File | readonly File[], fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined && value !== null) form.set(name, String(value));
  for (const one of [file].flat()) form.append('file', one);
  return form;
}

function headers(args: Untyped, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    ...(args.whole ? {} : { prefer: 'return=minimal' }),
    ...(args.body === undefined || args.file ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(args.etag ? { 'if-none-match': args.etag } : {}),
    ...(args.idempotencyKey ? { 'idempotency-key': args.idempotencyKey } : {}),
  };
}

/** Reads the envelope. Its `status` is compared ignoring case, and a 2xx alone is not success. */
async function open<E extends Endpoint>(response: Response, token: string | null): Promise<BriefResult<E>> {
  const body = (await response.json().catch((error: unknown) => {
    if (response.ok || response.status < 500) throw badAnswer(response, error);
    return null;
  })) as (BriefResult<E> & { status: unknown }) | ErrorBody | null;
  if (response.ok && String(body?.status).toLowerCase() === 'success') {
    if (token) tokenTaken(token);
    return body as BriefResult<E>;
  }
  const failure = failed(response, body as Partial<ErrorBody> | null);
  if (token && failure.status === 401 && failure.code !== 'SIGN_IN_REFUSED') {
    signOut(REASONS[failure.code] ?? 'expired', token);
  }
  throw failure;
}

/** The reasons a token is invalid, other than its age. */
const REASONS: Partial<Record<ApiErrorCode, SignOutReason>> = { SIGNED_IN_ELSEWHERE: 'elsewhere', ACCOUNT_DEACTIVATED: 'deactivated' };

function failed(response: Response, body: Partial<ErrorBody> | null): ApiError {
  if (!body?.code) {
    if (response.status >= 500) return new ApiError('UNAVAILABLE', { status: response.status, retryAfterMs: retryAfterMs(response) });
    throw badAnswer(response);
  }
  return new ApiError(body.code, {
    status: response.status,
    ...(body.message === undefined ? {} : { message: body.message }),
    ...(body.errors === undefined ? {} : { errors: body.errors }),
    ...(body.params === undefined ? {} : { params: body.params }),
    request_id: body.request_id ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(response),
  });
}

const badAnswer = (response: Response, cause?: unknown) => new ApiError('BAD_ANSWER', { status: response.ok ? 0 : response.status, cause });

function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
