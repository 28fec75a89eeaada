import type { ChannelRule, Listener } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { Batcher } from '../../../platform/waiting/index.ts';
import { can } from '../../../platform/http/index.ts';
import { findMemberOf, type Lesson } from './access.ts';
import { listLessonFor } from './queries.ts';

const ASSESSMENT = 'private-channel-assessment';
const STAFF = 'private-staff-assessment';
const PROJECTOR = 'private-projector-assessment';
const WALLS = 'private-walls';

/** Returns the assessment of a class channel; null for every other channel. */
export const assessmentOfChannel = (channel: string): number | null => idAfter(ASSESSMENT, channel);
/** Returns the assessment of a staff channel; null for every other channel. */
export const assessmentOfStaffChannel = (channel: string): number | null => idAfter(STAFF, channel);
/** Returns the assessment of the channel of a projector; null for every other channel. */
export const assessmentOfProjectorChannel = (channel: string): number | null => idAfter(PROJECTOR, channel);

function idAfter(prefix: string, channel: string): number | null {
  const id = channel.startsWith(`${prefix}-`) ? channel.slice(prefix.length + 1) : '';
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
}

/**
 * Members and staff of the class may subscribe to a lesson's channel; only people who may run it to its staff and
 * projector channels; a person's screens to the channel of these screens. Simultaneous checks of one lesson are answered together.
 */
export function lessonChannels(db: Db): ChannelRule[] {
  const lessons = new Batcher((assessmentId: number, accountIds: readonly number[]) => listLessonFor(db, assessmentId, accountIds));
  const audienceOf = async (listener: Listener, id: number): Promise<Lesson['audience'] | null> =>
    findMemberOf(await lessons.ask(id, listener.accountId), listener)?.audience ?? null;
  return [
    {
      prefix: ASSESSMENT,
      authorise: async (listener, id) => (can(listener, 'live', 'view') && (await audienceOf(listener, id)) ? {} : null),
      allows: (limit, id) => limit.kind === 'seat' && limit.assessmentId === id,
    },
    ...[STAFF, PROJECTOR].map(
      (prefix): ChannelRule => ({
        prefix,
        authorise: async (listener, id) => ((await audienceOf(listener, id)) === 'staff' ? {} : null),
        allows: ({ kind }) => kind === 'wall' && prefix === PROJECTOR,
      }),
    ),
    {
      prefix: WALLS,
      authorise: async (listener, accountId) => (accountId === listener.accountId ? {} : null),
      allows: ({ kind }) => kind === 'wall',
    },
  ];
}
