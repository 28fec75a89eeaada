import { OLDEST_PROTOCOL } from '@classwright/contract/protocol';
import { appError } from '../errors.ts';

/**
 * Refuses a call of a page that is too old for this server. A call with no number, or an invalid one, counts as
 * current: it is not from our pages, and follows the OpenAPI document. `oldest` is the lowest accepted number. @throws
 * CLIENT_TOO_OLD
 */
export function requireNewEnough(header: string | string[] | undefined, oldest = OLDEST_PROTOCOL): void {
  if (typeof header === 'string' && /^\d{1,9}$/.test(header) && Number(header) < oldest) throw appError('CLIENT_TOO_OLD');
}
