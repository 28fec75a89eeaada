import { readRetryAfter } from '../../../../platform/retry-after.ts';
import { clean, cutText } from '../classroom/resources.ts';

/**
 * Why Google did not do what was asked. `transient`: it may another time (no answer, 5xx, an answer that cannot be read).
 * `quota`: too many calls. `token`: the access token is not taken. `withdrawn`, `scope`, `blocked`: of the connection as a
 * whole. `permission`: this thing is not this person's to see or change. `foreign`: made by another project. `missing`: there is no
 * such thing. `exists`: it is there already. `closed`: its class takes no changes there. `refused`: everything else, with Google's own words.
 */
export type TroubleKind =
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

export class GoogleTrouble extends Error {
  readonly kind: TroubleKind;
  /** Of `quota`: when Google wants to be asked again, where it says so. */
  readonly retryAfterMs: number | null;
  constructor(kind: TroubleKind, message: string, { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {}) {
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

/** The longest that is kept of Google's own words. */
const MOST_WORDS = 300;

/** Reasons that name the connection, and not the thing that was asked for. */
const SCOPE = /ACCESS_TOKEN_SCOPE_INSUFFICIENT|insufficient authentication scopes|insufficientPermissions/i;
const BLOCKED =
  /ClassroomDisabled|ClassroomApiDisabled|SERVICE_DISABLED|accessNotConfigured|admin_policy_enforced|ADMIN_POLICY|USER_NOT_PERMITTED|has not been used in project|is disabled/i;
const FOREIGN = /@?ProjectPermissionDenied/i;
const CLOSED = /@?CourseNotModifiable/i;

/** Returns what an answer that is no success means. `text`: its body. */
export function toTrouble(status: number, text: string, retryAfter: string | null = null): GoogleTrouble {
  const error = parseError(text);
  const words = typeof error?.message === 'string' ? cutText(clean(error.message), MOST_WORDS) : `HTTP ${status}`;
  const all = error ? JSON.stringify(error) : '';
  if (status === 401) return new GoogleTrouble('token', words);
  const quota = { retryAfterMs: readRetryAfter(retryAfter) };
  if (status === 429) return new GoogleTrouble('quota', words, quota);
  if (status === 403) {
    if (/rateLimitExceeded|RESOURCE_EXHAUSTED|quotaExceeded/.test(all)) return new GoogleTrouble('quota', words, quota);
    if (SCOPE.test(all)) return new GoogleTrouble('scope', words);
    if (FOREIGN.test(all)) return new GoogleTrouble('foreign', words);
    if (BLOCKED.test(all)) return new GoogleTrouble('blocked', words);
    return new GoogleTrouble('permission', words);
  }
  if (status === 400 && CLOSED.test(all)) return new GoogleTrouble('closed', words);
  if (status === 404) return new GoogleTrouble('missing', words);
  if (status === 409) return new GoogleTrouble('exists', words);
  if (status >= 500 || status === 408 || !error) return new GoogleTrouble('transient', words);
  return new GoogleTrouble('refused', words);
}

function parseError(text: string): GoogleError | null {
  try {
    const body = JSON.parse(text) as { error?: unknown };
    return typeof body.error === 'object' && body.error !== null ? (body.error as GoogleError) : null;
  } catch {
    return null;
  }
}
