/** An error response in the form of Google's APIs. */
export class GoogleError extends Error {
  readonly code: number;
  readonly status: string;
  /** Further fields of the error: `details`, or `errors` in Drive's older form. */
  readonly more: object;

  constructor(code: number, status: string, message: string, more: object = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.more = more;
  }

  /** Returns the body of the response. */
  toBody(): { error: object } {
    return { error: { code: this.code, message: this.message, status: this.status, ...this.more } };
  }
}

export const invalid = (message = 'Request contains an invalid argument.'): GoogleError => new GoogleError(400, 'INVALID_ARGUMENT', message);
/** Creates the error. `name` as in "@CourseNotModifiable"; null when Google names none. */
export const precondition = (name: string | null = null, words = 'Precondition check failed.'): GoogleError =>
  new GoogleError(400, 'FAILED_PRECONDITION', name === null ? words : `@${name} ${words}`);
export const notFound = (): GoogleError => new GoogleError(404, 'NOT_FOUND', 'Requested entity was not found.');
export const alreadyExists = (): GoogleError => new GoogleError(409, 'ALREADY_EXISTS', 'Requested entity already exists');
export const denied = (message = 'The caller does not have permission'): GoogleError => new GoogleError(403, 'PERMISSION_DENIED', message);
export const foreignProject = (): GoogleError => denied('@ProjectPermissionDenied The Developer Console project is not permitted to make this request.');

export const unauthenticated = (): GoogleError =>
  new GoogleError(
    401,
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    {
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'ACCESS_TOKEN_EXPIRED', domain: 'googleapis.com' }],
    },
  );

export const scopeMissing = (service: string, method: string): GoogleError =>
  new GoogleError(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', {
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
        domain: 'googleapis.com',
        metadata: { service, method },
      },
    ],
  });

/** Creates the error for an API that is switched off in the project itself. */
export const serviceDisabled = (service: string, projectId: string): GoogleError =>
  new GoogleError(403, 'PERMISSION_DENIED', `${service} has not been used in project ${projectId} before or it is disabled.`, {
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'SERVICE_DISABLED',
        domain: 'googleapis.com',
        metadata: { service, consumer: `projects/${projectId}` },
      },
    ],
  });

export const quotaExceeded = (quota: string): GoogleError =>
  new GoogleError(429, 'RESOURCE_EXHAUSTED', `Quota exceeded for quota metric 'Queries' and limit '${quota}' of service 'classroom.googleapis.com'`, {
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'RATE_LIMIT_EXCEEDED', domain: 'googleapis.com', metadata: { quota_limit: quota } },
    ],
  });

const statusNames: Readonly<Record<number, readonly [status: string, message: string]>> = {
  400: ['INVALID_ARGUMENT', 'Request contains an invalid argument.'],
  401: ['UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  403: ['PERMISSION_DENIED', 'The caller does not have permission'],
  404: ['NOT_FOUND', 'Requested entity was not found.'],
  409: ['ALREADY_EXISTS', 'Requested entity already exists'],
  429: ['RESOURCE_EXHAUSTED', 'Quota exceeded for quota metric'],
  500: ['INTERNAL', 'Internal error encountered.'],
  503: ['UNAVAILABLE', 'The service is currently unavailable.'],
};

/**
 * Creates the error that Google sends with a status. `reason` (such as "@CourseNotModifiable") comes before its
 * message.
 */
export function errorOfStatus(code: number, reason?: string): GoogleError {
  const [status, message] = statusNames[code] ?? ['UNKNOWN', 'Unknown Error.'];
  return reason === 'FAILED_PRECONDITION' ? precondition() : new GoogleError(code, status, reason ? `${reason} ${message}` : message);
}
