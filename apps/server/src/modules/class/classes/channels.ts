import { GradebookCellEvent } from '@classwright/contract/lesson/live/event-schemas';
import { clientEvents } from '@classwright/contract/lesson/live/events';
import type { ChannelRule, Listener } from '../../../manifest.ts';
import { ask, type Db } from '../../../platform/database/index.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import { can } from '../../../platform/http/index.ts';
import type { Permission } from '../../../platform/live/index.ts';
import { type Standing, toStanding } from './access.ts';
import { askStandings } from './queries.ts';

const asMember = ({ accountId, name }: Listener): Permission => ({ presence: { user_id: String(accountId), user_info: { name } } });

/** Looks up the positions of listeners in a class. Simultaneous requests share one query. */
function gatherStandings(db: Db): (listener: Listener, classId: number) => Promise<Standing> {
  const places = new Batcher((classId: number, accountIds: readonly number[]) => ask(db, askStandings(classId, accountIds)));
  return async (listener, classId) => toStanding(await places.ask(classId, listener.accountId), listener);
}

/** The channels of a class: one for everyone in it, others for its staff alone and for its grades. */
export function classChannels(db: Db): ChannelRule[] {
  const standingOf = gatherStandings(db);
  const mayHear = (prefix: string, isTheirs: (standing: Standing) => boolean): ChannelRule => ({
    prefix,
    authorise: async (listener, classId) => (isTheirs(await standingOf(listener, classId)) ? {} : null),
  });
  const isStaff = (standing: Standing): boolean => standing === 'staff';
  return [
    mayHear('private-class', (standing) => standing !== 'none'),
    mayHear('private-class-staff', isStaff),
    mayHear('private-gradebook', isStaff),
    {
      prefix: 'presence-gradebook',
      authorise: async (listener, classId) => (isStaff(await standingOf(listener, classId)) ? asMember(listener) : null),
      clientEvents: { [clientEvents.gradebookCell]: GradebookCellEvent },
    },
  ];
}

/**
 * The channel that shows which staff of a class are present. Only staff who may run lessons hear it, and they appear in
 * it by name.
 */
export function classPresenceChannel(db: Db): ChannelRule {
  const standingOf = gatherStandings(db);
  return {
    prefix: 'presence-class',
    async authorise(listener, classId) {
      if (!can(listener, 'live-lessons', 'run') || (await standingOf(listener, classId)) !== 'staff') return null;
      return asMember(listener);
    },
  };
}
