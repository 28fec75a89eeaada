import { channels } from '@classwright/contract';
import type { Db } from '../../platform/database/index.ts';
import { can, type Person } from '../../platform/http/index.ts';
import type { Permission } from '../../platform/live/index.ts';
import { canStaffClass } from '../classes/index.ts';
import { findMemberLesson } from './access.ts';

/** Somebody who wants to hear a channel, with the rights of now. */
export interface Listener extends Person {
  name: string;
}

const CHANNEL = /^(private-channel-assessment|private-staff-assessment|private-account|presence-class)-([1-9]\d{0,15})$/;

/** The assessment whose class hears this channel; null for every other channel. */
export function assessmentOfChannel(channel: string): number | null {
  const match = CHANNEL.exec(channel);
  return match?.[1] === 'private-channel-assessment' ? Number(match[2]) : null;
}

/**
 * Whether somebody may hear a channel now: an assessment's its members and staff, its staff channel those who may run
 * it, an account's that account alone, a class's presence its staff. Null: no; also for channels that do not exist.
 */
export async function authoriseLiveChannel(db: Db, listener: Listener, channel: string): Promise<Permission | null> {
  const match = CHANNEL.exec(channel);
  if (!match) return null;
  const id = Number(match[2]);
  switch (channel) {
    case channels.account(id):
      return id === listener.accountId ? {} : null;
    case channels.assessment(id):
      return can(listener, 'live', 'view') && (await findMemberLesson(db, listener, id)) ? {} : null;
    case channels.staff(id):
      return (await findMemberLesson(db, listener, id))?.audience === 'staff' ? {} : null;
    case channels.classPresence(id):
      return can(listener, 'live-lessons', 'run') && (await canStaffClass(db, id, listener))
        ? { presence: { user_id: String(listener.accountId), user_info: { name: listener.name } } }
        : null;
    default:
      return null;
  }
}
