/**
 * Why Google Drive did not give something. Of the person's connection as a whole: `token` (the access token is not taken),
 * `scope`, `blocked`. Of one file: `missing`, `permission`, `kind` (it cannot be had as a PDF), `exportTooLarge`, `tooLarge`,
 * `timeout`, `broken` (no answer, or half of one), `busy` (too many calls, or Google is in trouble).
 */
export type DriveTroubleKind =
  | 'token'
  | 'scope'
  | 'blocked'
  | 'missing'
  | 'permission'
  | 'kind'
  | 'exportTooLarge'
  | 'tooLarge'
  | 'timeout'
  | 'broken'
  | 'busy';

export class DriveTrouble extends Error {
  readonly kind: DriveTroubleKind;
  constructor(kind: DriveTroubleKind, options?: ErrorOptions) {
    super(`Google Drive: ${kind}`, options);
    this.kind = kind;
  }
}

/** What an answer that is no success means. `text`: its body, or the beginning of it. */
export function toDriveTrouble(status: number, text: string): DriveTrouble {
  if (status === 401) return new DriveTrouble('token');
  if (status === 404) return new DriveTrouble('missing');
  if (status === 403) {
    if (/insufficientPermissions|insufficient authentication scopes|ACCESS_TOKEN_SCOPE_INSUFFICIENT/i.test(text)) return new DriveTrouble('scope');
    if (/accessNotConfigured|SERVICE_DISABLED|domainPolicy|admin_policy/i.test(text)) return new DriveTrouble('blocked');
    if (/exportSizeLimitExceeded/.test(text)) return new DriveTrouble('exportTooLarge');
    if (/fileNotExportable|fileNotDownloadable/.test(text)) return new DriveTrouble('kind');
    if (/rateLimitExceeded|userRateLimitExceeded|quotaExceeded|downloadQuotaExceeded/i.test(text)) return new DriveTrouble('busy');
    return new DriveTrouble('permission');
  }
  return new DriveTrouble(status === 429 || status >= 500 || status === 408 ? 'busy' : 'broken');
}
