import { liveState } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { requireMemberOf } from './access.ts';
import { gatherMissed } from './missed.ts';
import { readerOf, viewOf } from './session-view.ts';

/**
 * Returns the state that a client requests after a gap or in a new epoch: the events after the last one it processed,
 * if all are available, and the current session. The session was read with its sequence, so it may already include
 * later events; applying those again changes nothing. The last run is returned in any state, so that a client learns
 * that it was canceled.
 */
export function implementLiveState({ db }: { db: Db }): Implementation {
  const missed = gatherMissed(db);
  return implement(liveState, async ({ input, actor }) => {
    const { accountId } = actor;
    const { lesson: row, loaded, events } = await missed.ask(input.assessment_id, { accountId, epoch: input.epoch, since: input.since });
    const lesson = requireMemberOf(row, actor);
    if (!loaded) return { epoch: 0, sequence: 0, events: null, session: null };
    const session = viewOf(loaded, readerOf(lesson, accountId));
    const { epoch, sequence } = session;
    const whole = { epoch, sequence, events: null, session };
    if (input.epoch !== epoch) return whole;
    if (input.since === sequence) return { ...whole, events: [] };
    const [first, last] = [events?.[0], events?.at(-1)];
    const areBridging = events && first !== undefined && last !== undefined && first.from <= input.since + 1;
    return areBridging ? { ...whole, events: [...events], sequence: last.sequence } : whole;
  });
}
