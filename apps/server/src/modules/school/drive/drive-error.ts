/**
 * The reason Google Drive did not deliver something. For the person's whole connection: `token` (the access token is
 * not accepted), `scope`, `blocked`. For one file: `missing`, `permission`, `kind` (it cannot be exported as a PDF),
 * `exportTooLarge`, `tooLarge`, `timeout`, `broken` (no response, or an incomplete one), `busy` (too many calls, or
 * Google has a problem).
 */
export type DriveErrorKind = 'token' | 'scope' | 'blocked' | 'missing' | 'permission' | 'kind' | 'exportTooLarge' | 'tooLarge' | 'timeout' | 'broken' | 'busy';

export class DriveError extends Error {
  readonly kind: DriveErrorKind;
  constructor(kind: DriveErrorKind, options?: ErrorOptions) {
    super(`Google Drive: ${kind}`, options);
    this.kind = kind;
  }
}

/** Maps an error response to a reason. `text`: its body, or the beginning of it. */
export function toDriveError(status: number, text: string): DriveError {
  if (status === 401) return new DriveError('token');
  if (status === 404) return new DriveError('missing');
  if (status === 403) {
    if (/insufficientPermissions|insufficient authentication scopes|ACCESS_TOKEN_SCOPE_INSUFFICIENT/i.test(text)) return new DriveError('scope');
    if (/accessNotConfigured|SERVICE_DISABLED|domainPolicy|admin_policy/i.test(text)) return new DriveError('blocked');
    if (/exportSizeLimitExceeded/.test(text)) return new DriveError('exportTooLarge');
    if (/fileNotExportable|fileNotDownloadable/.test(text)) return new DriveError('kind');
    if (/rateLimitExceeded|userRateLimitExceeded|quotaExceeded|downloadQuotaExceeded/i.test(text)) return new DriveError('busy');
    return new DriveError('permission');
  }
  return new DriveError(status === 429 || status >= 500 || status === 408 ? 'busy' : 'broken');
}
