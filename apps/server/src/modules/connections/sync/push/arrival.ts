import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { SourceRow } from '../../../class/sources/index.ts';
import type { ConnectionRow } from '../connections/queries.ts';
import { scheduleOf } from '../connections/schedule-of.ts';
import { PUSH_SCOPE } from '../connections/scopes.ts';
import type { Push } from '../dependencies.ts';
import { findWholeSince } from './pull-queries.ts';
import { countCovered } from './registration-queries.ts';

/**
 * The way in which changes at Google arrive. `told`: the number of classes for which Google sends notifications that
 * arrive.
 */
interface Arrival {
  schedule: ReturnType<typeof scheduleOf>;
  isSetUp: boolean;
  isSilent: boolean;
  classes: number;
  told: number;
}

/** Returns the way in which changes at Google arrive. `accountId` null: for all classes of the school. */
export async function findArrival(db: Db, push: Push | null, source: SourceRow, accountId: number | null): Promise<Arrival> {
  const schedule = scheduleOf(source);
  if (!push || schedule === 'off') return { schedule, isSetUp: false, isSilent: false, classes: 0, told: 0 };
  const isSilent = (await findWholeSince(db, push.subscription)) === null;
  return { schedule, isSetUp: true, isSilent, ...(await countCovered(db, { sourceId: source.id, accountId, topic: push.topic })) };
}

export function arrivalInWords(t: Translate<MessageKey>, { schedule, isSetUp, isSilent, classes, told }: Arrival): string {
  if (schedule === 'off') return t('sync.arrival.off');
  const looked = schedule === 'hourly' ? t('sync.arrival.hourly') : t('sync.arrival.nightly');
  if (!isSetUp || classes === 0) return looked;
  if (isSilent) return `${t('sync.arrival.silent')} ${looked}`;
  if (told === 0) return `${t('sync.arrival.none')} ${looked}`;
  return told === classes ? t('sync.arrival.all') : t('sync.arrival.some', { count: classes - told });
}

/** Returns true when somebody's own connection lacks the permission for change notifications. */
export const lacksNotifications = (
  push: Push | null,
  connections: readonly Pick<ConnectionRow, 'account_id' | 'state' | 'scopes'>[],
  accountId: number,
): boolean => push !== null && connections.some(({ account_id, state, scopes }) => account_id === accountId && state === 'ok' && !scopes.includes(PUSH_SCOPE));
