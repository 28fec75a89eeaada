import { readRetryAfter } from '../../../../platform/retry-after.ts';
import { clean, cutText } from '../classroom/resources.ts';

/**
 * The reason why Google did not do what was asked. `transient`: another try may work (no response, 5xx, an unreadable
 * response). `quota`: too many calls. `token`: the access token is not accepted. `withdrawn`, `scope`, `blocked`: about
 * the connection as a whole. `permission`: this person may not see or change this thing. `foreign`: made by another
 * project. `missing`: there is no such thing. `exists`: it exists already. `closed`: its class accepts no changes
 * there. `refused`: everything else, with Google's own message.
 */
export type GoogleCallErrorKind =
  | 'transient'
  | 'quota'
  | 'token'
  | 'withdrawn'
  | 'scope'
  | 'blocked'
  | 'permission'
  | 'foreign'
  | 'missing'
  | 'exists'
  | 'closed'
  | 'refused';

export class GoogleCallError extends Error {
  readonly kind: GoogleCallErrorKind;
  /** For `quota`, the wait that Google requested, if any. */
  readonly retryAfterMs: number | null;
  constructor(kind: GoogleCallErrorKind, message: string, { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {}) {
    super(message, options);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

interface GoogleError {
  message?: unknown;
  status?: unknown;
  details?: unknown;
  errors?: unknown;
}

/** The maximum stored length of Google's own message. */
const MOST_WORDS = 300;

/** Matches reasons about the connection, as opposed to the requested thing. */
const SCOPE = /ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficient authentication scopes|insufficientPermissions/i;
const BLOCKED =
  /ClassroomDisabled|ClassroomApiDisabled|SERVICE_DISABLED|accessNotConfigured|admin_policy_enforced|ADMIN_POLICY|USER_NOT_PERMITTED|has not been used in project|is disabled/i;
const FOREIGN = /@?ProjectPermissionDenied/i;
const CLOSED = /@?CourseNotModifiable/i;

/** Returns the error for an unsuccessful response. `text`: its body. */
export function toGoogleCallError(status: number, text: string, retryAfter: string | null = null): GoogleCallError {
  const error = parseError(text);
  const words = typeof error?.message === 'string' ? cutText(clean(error.message), MOST_WORDS) : `HTTP ${status}`;
  const all = error ? JSON.stringify(error) : '';
  if (status === 401) return new GoogleCallError('token', words);
  const quota = { retryAfterMs: readRetryAfter(retryAfter) };
  if (status === 429) return new GoogleCallError('quota', words, quota);
  if (status === 403) {
    if (/rateLimitExceeded|RESOURCE_EXHAUSTED|quotaExceeded/.test(all)) return new GoogleCallError('quota', words, quota);
    if (SCOPE.test(all)) return new GoogleCallError('scope', words);
    if (FOREIGN.test(all)) return new GoogleCallError('foreign', words);
    if (BLOCKED.test(all)) return new GoogleCallError('blocked', words);
    return new GoogleCallError('permission', words);
  }
  if (status === 400 && CLOSED.test(all)) return new GoogleCallError('closed', words);
  if (status === 404) return new GoogleCallError('missing', words);
  if (status === 409) return new GoogleCallError('exists', words);
  if (status >= 500 || status === 408 || !error) return new GoogleCallError('transient', words);
  return new GoogleCallError('refused', words);
}

function parseError(text: string): GoogleError | null {
  try {
    const body = JSON.parse(text) as { error?: unknown };
    return typeof body.error === 'object' && body.error !== null ? (body.error as GoogleError) : null;
  } catch {
    return null;
  }
}
