import type { OwnRequest } from '@classwright/contract/overview/requests/calls';
import { dayOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';

/** Returns the outcome of a request, with the day. */
export function stateOf({ state, answered_on }: Pick<OwnRequest, 'state' | 'answered_on'>): string {
  return state === 'open' || answered_on === null ? t('dataRequest.state.open') : t(`dataRequest.state.${state}`, { date: dayOn(answered_on) });
}

/** Returns how many days are left for an answer, or by how many it is late. */
export function timeLeft(days: number): string {
  if (days === 0) return t('dataRequest.today');
  return days > 0 ? t('dataRequest.left', { count: days }) : t('dataRequest.late', { count: -days });
}
