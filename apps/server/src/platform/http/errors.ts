import { type ErrorBody, type MessageKey, type MessageParams, type Translate } from '@classwright/contract';
import { AppError } from '../errors.ts';
import { translateFields } from './validate.ts';

/** Our codes for errors that Fastify and Node throw before a handler runs. */
const FRAMEWORK_CODES: Readonly<Record<string, AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('BODY_TOO_LARGE'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('UNSUPPORTED_MEDIA_TYPE'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('MALFORMED_REQUEST'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError('MALFORMED_REQUEST'),
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('MALFORMED_REQUEST'),
  FST_ERR_BAD_URL: new AppError('MALFORMED_REQUEST'),
  FST_ERR_MAX_PARAM_LENGTH: new AppError('MALFORMED_REQUEST'),
};

/** PostgreSQL's codes for being away or shutting down: worth another try, not an error of ours. */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']);

/** The codes of PostgreSQL and of this machine for a full disk. */
const FULL_STATES = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** PostgreSQL's code for a row or table that somebody else has locked for the maximum wait. Nothing was changed. */
const LOCKED_STATE = '55P03';

/** PostgreSQL's code for a statement that ran longer than the limit. Nothing was changed. */
const CANCELED_STATE = '57014';
/** The time after which a call that took too long may be tried again. */
const TOO_LONG_RETRY_SECONDS = 30;

/** Returns an error as the failure for the caller. Null means it was unexpected and goes to the log. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  const { code = '', statusCode, message = '' } = error as { code?: string; statusCode?: number; message?: string };
  const known = FRAMEWORK_CODES[code];
  if (known) return known;
  if (AWAY_STATES.has(code) || /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(message))
    return new AppError('UNAVAILABLE');
  if (FULL_STATES.has(code)) return new AppError('UNAVAILABLE', { reason: 'disk', seconds: 5 });
  if (code === LOCKED_STATE) return new AppError('UNAVAILABLE', { reason: 'locked', seconds: 5 });
  if (code === CANCELED_STATE) return new AppError('UNAVAILABLE', { reason: 'long', seconds: TOO_LONG_RETRY_SECONDS });
  if (code === '22021' || code === '22P05') return new AppError('MALFORMED_REQUEST'); // text that PostgreSQL cannot hold
  if (statusCode === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE');
  if (statusCode === 413) return new AppError('BODY_TOO_LARGE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError('MALFORMED_REQUEST');
  return null;
}

function wordsOf({ code, params }: AppError): MessageKey {
  if (code !== 'UNAVAILABLE') return `error.${code}`;
  const { reason } = params;
  return reason === 'disk' || reason === 'locked' || reason === 'long' ? `error.UNAVAILABLE.${reason}` : 'error.UNAVAILABLE';
}

/** Returns the failure envelope. */
export function toErrorBody(error: AppError, t: Translate<MessageKey>, requestId: string): ErrorBody {
  const params = { ...error.params, ...(error.code === 'INTERNAL' ? { request_id: requestId } : {}) };
  return {
    status: 'error',
    code: error.code,
    message: t(wordsOf(error), params as MessageParams),
    params,
    ...(error.fields ? { errors: translateFields(error.fields, t) } : {}),
    request_id: requestId,
  };
}
