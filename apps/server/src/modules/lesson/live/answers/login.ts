import type { Tx } from '../../../../platform/database/index.ts';
import type { EventSession, LessonEvents } from '../events.ts';
import { insertParticipants } from './queries.ts';

interface Dependencies {
  events: Pick<LessonEvents, 'announce' | 'tallyChanged'>;
}

/**
 * Records that students are in a session, and notifies the room of the new ones. The session must not end before
 * commit.
 */
export async function saveLogins(tx: Tx, { events }: Dependencies, session: EventSession, accountIds: readonly number[], now: Date): Promise<void> {
  const come = await insertParticipants(tx, session.id, accountIds, now);
  if (come.length === 0) return;
  await events.announce(tx, session, { name: 'assessment.studentlogin', items: come });
  events.tallyChanged(tx, session);
}
