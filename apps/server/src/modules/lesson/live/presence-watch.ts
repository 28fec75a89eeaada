import { channels, type PresenceEvent } from '@classwright/contract';
import type { Realtime } from '../../../platform/live/index.ts';
import { assessmentOfChannel, assessmentOfStaffChannel } from './channels.ts';

const NAME: PresenceEvent['name'] = 'assessment.presence.changed';

/**
 * Returns the accounts with an open socket of a lesson, in any process; of two results the one with the higher `asOf`
 * is newer.
 */
export async function listConnected(realtime: Pick<Realtime, 'listPresent'>, assessmentId: number): Promise<{ accounts: ReadonlySet<number>; asOf: number }> {
  const { accounts, asOf } = await realtime.listPresent(channels.assessment(assessmentId));
  return { accounts: new Set(accounts.map(({ accountId }) => accountId)), asOf };
}

/**
 * Sends the staff of a lesson the list of connected accounts whenever it changes, so that a screen shows a lost
 * connection without asking. Each message is a complete list, at most one per interval.
 */
export function watchPresence(realtime: Pick<Realtime, 'onOccupancy' | 'defineValue' | 'valueChanged' | 'listPresent'>): () => void {
  realtime.defineValue({
    name: NAME,
    async make(staffChannel) {
      const assessmentId = assessmentOfStaffChannel(staffChannel);
      if (assessmentId === null) return undefined;
      const { accounts, asOf } = await listConnected(realtime, assessmentId);
      return { connected: [...accounts], as_of: asOf };
    },
    restsOnPresence: (channel) => assessmentOfStaffChannel(channel) !== null,
  });
  return realtime.onOccupancy((changes) => {
    for (const channel of new Set(changes.map((change) => change.channel))) {
      const assessmentId = assessmentOfChannel(channel);
      if (assessmentId !== null) realtime.valueChanged(channels.staff(assessmentId), NAME, assessmentId);
    }
  });
}
