import type { ChannelRule } from '../../manifest.ts';
import type { Db } from '../../platform/database/index.ts';
import { can } from '../../platform/http/index.ts';
import { findMemberLesson } from './access.ts';

const ASSESSMENT = 'private-channel-assessment';

/** The assessment whose class hears this channel; null for every other channel. */
export function assessmentOfChannel(channel: string): number | null {
  const id = channel.startsWith(`${ASSESSMENT}-`) ? channel.slice(ASSESSMENT.length + 1) : '';
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
}

/** A lesson's channel is heard by the members and the staff of its class, its staff channel by those who may run it. */
export function lessonChannels(db: Db): ChannelRule[] {
  return [
    {
      prefix: ASSESSMENT,
      authorise: async (listener, id) => (can(listener, 'live', 'view') && (await findMemberLesson(db, listener, id)) ? {} : null),
    },
    {
      prefix: 'private-staff-assessment',
      authorise: async (listener, id) => ((await findMemberLesson(db, listener, id))?.audience === 'staff' ? {} : null),
    },
  ];
}
