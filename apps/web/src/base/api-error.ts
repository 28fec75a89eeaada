import type { ErrorCode } from '@classwright/contract/errors';

/**
 * Failures that did not come from the server's registry.
 * - `NETWORK`: no response (offline, name not found, connection cut). It is unknown whether the call took effect.
 * - `TIMEOUT`: no response in time; likewise unknown.
 * - `BAD_ANSWER`: the response did not come from this server (a captive portal, a proxy's page).
 */
export type LocalErrorCode = 'NETWORK' | 'TIMEOUT' | 'BAD_ANSWER';
export type ApiErrorCode = ErrorCode | LocalErrorCode;

/** The error of every failed call, except a call that its caller aborted (`AbortError`). */
export class ApiError extends Error {
  // declared, not defined: browsers of 2022 would need a polyfill for fields, and every page would include it
  /** The HTTP status; 0 when there was no response. */
  declare readonly status: number;
  declare readonly code: ApiErrorCode;
  /** The field messages of a 422, in the server's words. */
  declare readonly errors: Readonly<Record<string, readonly string[]>>;
  declare readonly params: Readonly<Record<string, unknown>>;
  declare readonly request_id: string | undefined;
  /** The delay of Retry-After, if the server sent one. */
  declare readonly retryAfterMs: number | undefined;

  constructor(
    code: ApiErrorCode,
    details: {
      status?: number;
      message?: string;
      errors?: ApiError['errors'];
      params?: ApiError['params'];
      request_id?: string | undefined;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(details.message ?? code, { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = details.status ?? 0;
    this.errors = details.errors ?? {};
    this.params = details.params ?? {};
    this.request_id = details.request_id;
    this.retryAfterMs = details.retryAfterMs;
  }

  /** True when the call itself may be fine, so the client should send it again later. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** True for an `ApiError` with one of these codes. */
export function isApiError(error: unknown, ...codes: ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
