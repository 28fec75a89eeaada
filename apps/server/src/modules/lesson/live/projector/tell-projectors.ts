import { channels, type LessonEvent, type ProjectorEvent } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { Realtime } from '../../../../platform/live/index.ts';
import { assessmentOfChannel, assessmentOfProjectorChannel } from '../channels.ts';
import type { SessionQuestions } from '../questions.ts';
import { readStanding } from './projector-view.ts';

const NAME: ProjectorEvent['name'] = 'assessment.projector.changed';

/**
 * The walls of a lesson are told what they may show, whole, whenever something has happened in the lesson's room. Nothing is
 * announced for them: a process with a wall follows the room, so that none misses what the room's numbers keep.
 */
export function defineProjectors({ db, questions, realtime }: { db: Db; questions: SessionQuestions; realtime: Pick<Realtime, 'defineValue'> }): void {
  realtime.defineValue({
    name: NAME,
    async make(channel) {
      const assessmentId = assessmentOfProjectorChannel(channel);
      return (assessmentId !== null && (await readStanding(db, questions, assessmentId))) || undefined;
    },
  });
}

/** The room whose events are what a channel tells; null for what has no room of another name. */
export function roomOfProjector(channel: string): string | null {
  const assessmentId = assessmentOfProjectorChannel(channel);
  return assessmentId === null ? null : channels.assessment(assessmentId);
}

/** What people say to each other is on no wall. */
const UNSEEN: ReadonlySet<string> = new Set<LessonEvent['name']>([
  'assessment.post.reaction.added',
  'assessment.comment.added',
  'assessment.reply.added',
  'assessment.settings.changed',
]);

/** What is made anew after an event of a room, by any unless it is named; null where the wall shows nothing of it. */
export function projectorOfRoom(room: string, event = ''): { channel: string; name: string } | null {
  const assessmentId = UNSEEN.has(event) ? null : assessmentOfChannel(room);
  return assessmentId === null ? null : { channel: channels.projector(assessmentId), name: NAME };
}
