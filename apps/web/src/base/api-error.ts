import type { ErrorCode } from '@classwright/contract/errors';

/**
 * Failures that never came from the server's registry.
 * - `NETWORK`: no answer came (offline, name not found, connection cut). Whether the call took effect is unknown.
 * - `TIMEOUT`: no answer in time; likewise unknown.
 * - `BAD_ANSWER`: something answered that is not this server (a captive portal, a proxy's page).
 */
export type LocalErrorCode = 'NETWORK' | 'TIMEOUT' | 'BAD_ANSWER';
export type ApiErrorCode = ErrorCode | LocalErrorCode;

/** Every failed call rejects with one of these, except a call that its caller aborted (`AbortError`). */
export class ApiError extends Error {
  // declared, not defined: browsers of 2022 would need help with fields, and every page would carry it
  /** HTTP status; 0 when there was no answer. */
  declare readonly status: number;
  declare readonly code: ApiErrorCode;
  /** Field messages of a 422, in the server's words. */
  declare readonly errors: Readonly<Record<string, readonly string[]>>;
  declare readonly params: Readonly<Record<string, unknown>>;
  declare readonly request_id: string | undefined;
  /** From Retry-After, where the server said when to come back. */
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

  /** Nothing is known to be wrong with the call itself: sending the same again later is right. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** True for an `ApiError` with one of these codes. */
export function isApiError(error: unknown, ...codes: ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));
}
