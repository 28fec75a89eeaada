import { channels, type PresenceEvent } from '@classwright/contract';
import type { Realtime } from '../../platform/live/index.ts';
import { assessmentOfChannel } from './channels.ts';

const NAME: PresenceEvent['name'] = 'assessment.presence.changed';

/**
 * Tells the staff of a lesson who holds an open socket of it, whenever that changes, so that a screen shows a lost
 * connection without asking. Absolute, at most one per interval. Not implemented: sockets of other processes.
 */
export function watchPresence(realtime: Pick<Realtime, 'onOccupancy' | 'publishLatest' | 'connectedAccounts'>): () => void {
  return realtime.onOccupancy((changes) => {
    for (const channel of new Set(changes.map((change) => change.channel))) {
      const assessmentId = assessmentOfChannel(channel);
      if (assessmentId === null) continue;
      realtime.publishLatest(channels.staff(assessmentId), NAME, async () => ({ connected: realtime.connectedAccounts(channel) }));
    }
  });
}
