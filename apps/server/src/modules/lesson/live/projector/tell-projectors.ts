import { channels, type LessonEvent, type ProjectorEvent } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { Realtime } from '../../../../platform/live/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import { assessmentOfChannel, assessmentOfProjectorChannel } from '../channels.ts';
import type { SessionQuestions } from '../questions.ts';
import { readStanding } from './projector-view.ts';

const NAME: ProjectorEvent['name'] = 'assessment.projector.changed';

/**
 * Sends each projector of a lesson its complete view whenever an event occurs in the lesson's room. There is no
 * separate announcement: a process with a projector follows the room, so it misses nothing that the room numbers.
 */
export function defineProjectors({
  db,
  questions,
  fileLinks,
  realtime,
}: {
  db: Db;
  questions: SessionQuestions;
  fileLinks: FileLinks;
  realtime: Pick<Realtime, 'defineValue'>;
}): void {
  realtime.defineValue({
    name: NAME,
    async make(channel) {
      const assessmentId = assessmentOfProjectorChannel(channel);
      return (assessmentId !== null && (await readStanding(db, questions, fileLinks, assessmentId))) || undefined;
    },
  });
}

/** Returns the room whose events a channel follows; null for a channel without another room. */
export function roomOfProjector(channel: string): string | null {
  const assessmentId = assessmentOfProjectorChannel(channel);
  return assessmentId === null ? null : channels.assessment(assessmentId);
}

/** Events that no projector shows: the discussion between people. */
const UNSEEN: ReadonlySet<string> = new Set<LessonEvent['name']>([
  'assessment.post.reaction.added',
  'assessment.comment.added',
  'assessment.reply.added',
  'assessment.settings.changed',
]);

/**
 * Returns the projector value to recompute after an event of a room, for any event unless one is named; null if the
 * projector shows nothing of it.
 */
export function projectorOfRoom(room: string, event = ''): { channel: string; name: string } | null {
  const assessmentId = UNSEEN.has(event) ? null : assessmentOfChannel(room);
  return assessmentId === null ? null : { channel: channels.projector(assessmentId), name: NAME };
}
