import { OLDEST_PROTOCOL } from '@classwright/contract/protocol';
import { appError } from '../errors.ts';

/**
 * Refuses a call of a page that is too old for this server. A call that says no number, or none that is one, is taken as
 * current: it is no page of ours, and follows the OpenAPI document. `oldest` is the lowest number that is taken.
 * @throws CLIENT_TOO_OLD
 */
export function requireNewEnough(header: string | string[] | undefined, oldest = OLDEST_PROTOCOL): void {
  if (typeof header === 'string' && /^\d{1,9}$/.test(header) && Number(header) < oldest) throw appError('CLIENT_TOO_OLD');
}
