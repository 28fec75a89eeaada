import type { MessageKey, SYNC_STANDINGS, Translate } from '@classwright/contract';
import { appError, type AppError } from '../../../../platform/errors.ts';
import { listMissingScopes } from './scopes.ts';
import type { ConnectionRow } from './queries.ts';

export type Standing = (typeof SYNC_STANDINGS)[number];

/** Returns the combined state of the connections that apply to somebody: one that works is enough. */
export function standingOf(isSetUp: boolean, connections: readonly Pick<ConnectionRow, 'state'>[]): Standing {
  if (!isSetUp) return 'not_set_up';
  if (connections.length === 0) return 'not_connected';
  const order = ['ok', 'scope_missing', 'withdrawn', 'blocked'] as const;
  return order.find((state) => connections.some((connection) => connection.state === state)) ?? 'not_connected';
}

/**
 * Returns the permissions that a connection lacks, in words. If Google reports one missing that it once granted, it
 * does not say which.
 */
export const missingOf = (t: Translate<MessageKey>, { scopes }: Pick<ConnectionRow, 'scopes'>): string =>
  listMissingScopes(scopes)
    .map((key) => t(key))
    .join(', ') || t('sync.scope.some');

/** Returns the remedy for a state, in words; null if it works. `isStaff`: may connect, or set it up. */
export function explain(t: Translate<MessageKey>, standing: Standing, { isStaff, missing }: { isStaff: boolean; missing: string }): string | null {
  if (standing === 'ok') return null;
  if (standing === 'not_set_up') return t(isStaff ? 'sync.problem.not_set_up' : 'sync.problem.not_set_up.others');
  if (standing === 'not_connected') return t(isStaff ? 'sync.problem.not_connected' : 'sync.problem.not_connected.others');
  if (standing === 'scope_missing') return t('sync.problem.scope_missing', { missing });
  return t(standing === 'withdrawn' ? 'sync.problem.withdrawn' : 'sync.problem.blocked');
}

/** Returns the error of a call that is refused because of this state. */
export function refusalOf(standing: Exclude<Standing, 'ok'>, missing: string): AppError {
  if (standing === 'scope_missing') return appError('SYNC_SCOPE_MISSING', { missing });
  const codes = { not_set_up: 'SYNC_NOT_SET_UP', not_connected: 'SYNC_NOT_CONNECTED', withdrawn: 'SYNC_WITHDRAWN', blocked: 'SYNC_BLOCKED' } as const;
  return appError(codes[standing]);
}
