import { channels, type PresenceEvent } from '@classwright/contract';
import type { Realtime } from '../../../platform/live/index.ts';
import { assessmentOfChannel, assessmentOfStaffChannel } from './channels.ts';

const NAME: PresenceEvent['name'] = 'assessment.presence.changed';

/** The accounts that hold an open socket of a lesson, in whichever process; of two answers that with the higher `asOf` is the newer. */
export async function listConnected(realtime: Pick<Realtime, 'listPresent'>, assessmentId: number): Promise<{ accounts: ReadonlySet<number>; asOf: number }> {
  const { accounts, asOf } = await realtime.listPresent(channels.assessment(assessmentId));
  return { accounts: new Set(accounts.map(({ accountId }) => accountId)), asOf };
}

/**
 * Tells the staff of a lesson who holds an open socket of it, whenever that changes, so that a screen shows a lost
 * connection without asking. Absolute, at most one per interval.
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
