import { channels } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { MembershipEnd } from '../../class/classes/index.ts';
import type { LessonEvents } from './events.ts';
import { findRunningOfClass } from './running-queries.ts';

/**
 * Reacts when people leave a class: access of their open sockets is checked again (the missing membership already
 * refuses calls), and the staff's figures of a running lesson are recomputed for the smaller class. Their answers are
 * kept.
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
}) {
  return async ({ courseId, accountIds }: MembershipEnd): Promise<void> => {
    for (const accountId of accountIds) realtime.reauthoriseAccount(accountId);
    try {
      const session = await findRunningOfClass(db, courseId);
      if (session) events.publishTally(session);
    } catch (error) {
      log.warn({ err: error, class: courseId }, 'the figures of a lesson could not be made anew'); // the next answer will
    }
  };
}

/**
 * Reacts when a lesson gets another class or owner, or is archived or deleted: access of all its listeners is checked
 * again.
 */
export function createReachWatch(realtime: Pick<Realtime, 'reauthoriseChannel'>) {
  return ({ assessmentId }: { assessmentId: number }): void => {
    for (const channel of [channels.assessment, channels.staff, channels.projector].map((of) => of(assessmentId))) realtime.reauthoriseChannel(channel);
  };
}
