import type { ChannelRule } from '../../manifest.ts';
import type { Db } from '../../platform/database/index.ts';
import { can } from '../../platform/http/index.ts';
import { type Standing, standingIn } from './access.ts';

/** What changes in a class is heard by whoever is in it; what is for staff alone, by them. */
export function classChannels(db: Db): ChannelRule[] {
  const mayHear = (prefix: string, isTheirs: (standing: Standing) => boolean): ChannelRule => ({
    prefix,
    authorise: async (listener, classId) => (isTheirs(await standingIn(db, listener, classId)) ? {} : null),
  });
  return [mayHear('private-class', (standing) => standing !== 'none'), mayHear('private-class-staff', (standing) => standing === 'staff')];
}

/** Who of a class's staff is here: heard by those of them who may run lessons, and they appear in it by name. */
export function classPresenceChannel(db: Db): ChannelRule {
  return {
    prefix: 'presence-class',
    async authorise(listener, classId) {
      if (!can(listener, 'live-lessons', 'run') || (await standingIn(db, listener, classId)) !== 'staff') return null;
      return { presence: { user_id: String(listener.accountId), user_info: { name: listener.name } } };
    },
  };
}
