import { channels } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { ReachListener } from '../../class/assessments/index.ts';
import type { MembershipListener } from '../../class/classes/index.ts';
import type { LessonEvents } from './events.ts';
import { findRunningOfClass } from './running-queries.ts';

/**
 * When people leave a class: their open sockets are asked about again (calls are refused by the membership itself),
 * and the staff's figures of a running lesson are made anew for the smaller class. What they wrote stays.
 */
export function createMembershipWatch({
  db,
  events,
  realtime,
  log,
}: {
  db: Db;
  events: LessonEvents;
  realtime: Pick<Realtime, 'reauthoriseAccount'>;
  log: Log;
}): MembershipListener {
  return async ({ courseId, accountIds }) => {
    for (const accountId of accountIds) realtime.reauthoriseAccount(accountId);
    try {
      const session = await findRunningOfClass(db, courseId);
      if (session) events.publishTally(session);
    } catch (error) {
      log.warn({ err: error, class: courseId }, 'the figures of a lesson could not be made anew'); // the next answer will
    }
  };
}

/** When a lesson gets another class or owner, is put away or deleted: whoever hears it is asked about again. */
export function createReachWatch(realtime: Pick<Realtime, 'reauthoriseChannel'>): ReachListener {
  return (assessmentId) => {
    for (const channel of [channels.assessment, channels.staff, channels.projector].map((of) => of(assessmentId))) realtime.reauthoriseChannel(channel);
  };
}
