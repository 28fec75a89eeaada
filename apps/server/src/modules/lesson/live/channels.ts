import type { ChannelRule, Listener } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { Gathering } from '../../../platform/gathering.ts';
import { can } from '../../../platform/http/index.ts';
import { findMemberOf, type Lesson } from './access.ts';
import { listLessonFor } from './queries.ts';

const ASSESSMENT = 'private-channel-assessment';
const STAFF = 'private-staff-assessment';
const PROJECTOR = 'private-projector-assessment';

/** The assessment whose class hears this channel; null for every other channel. */
export const assessmentOfChannel = (channel: string): number | null => idAfter(ASSESSMENT, channel);
/** The same of the channel of those who may run it. */
export const assessmentOfStaffChannel = (channel: string): number | null => idAfter(STAFF, channel);
/** The same of the channel of a lesson's wall. */
export const assessmentOfProjectorChannel = (channel: string): number | null => idAfter(PROJECTOR, channel);

function idAfter(prefix: string, channel: string): number | null {
  const id = channel.startsWith(`${prefix}-`) ? channel.slice(prefix.length + 1) : '';
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
}

/**
 * A lesson's channel is heard by the members and the staff of its class, its staff channel and that of
 * its wall by those who may run it. Of many
 * who listen to one the same is asked at once.
 */
export function lessonChannels(db: Db): ChannelRule[] {
  const lessons = new Gathering((assessmentId: number, accountIds: readonly number[]) => listLessonFor(db, assessmentId, accountIds));
  const audienceOf = async (listener: Listener, id: number): Promise<Lesson['audience'] | null> =>
    findMemberOf(await lessons.ask(id, listener.accountId), listener)?.audience ?? null;
  return [
    {
      prefix: ASSESSMENT,
      authorise: async (listener, id) => (can(listener, 'live', 'view') && (await audienceOf(listener, id)) ? {} : null),
    },
    ...[STAFF, PROJECTOR].map(
      (prefix): ChannelRule => ({ prefix, authorise: async (listener, id) => ((await audienceOf(listener, id)) === 'staff' ? {} : null) }),
    ),
  ];
}
