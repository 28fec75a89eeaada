import { ideaAnswers } from '@classwright/contract';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getStaffLesson } from '../live/index.ts';
import { findHeldLesson, isSession, listHolders, listMovingReasons, listOffered } from './answers-queries.ts';
import { findIdea } from './queries.ts';
import { toTally } from './table.ts';

/** The most reasons that are shown of one lesson. */
const MAX_REASONS = 40;

/** Implements the answers behind a cell of the table: who held the idea, in which words, and what moved people. */
export function implementAnswers(): Implementation {
  return implement(ideaAnswers, async ({ tx, actor, input }) => {
    await getStaffLesson(tx, actor, input.assessment_id);
    const idea = await findIdea(tx, actor.reach, input.id);
    if (!idea) throw appError('IDEA_NOT_FOUND');
    const lesson = await findHeldLesson(tx, input.assessment_id);
    if (!lesson) throw appError('SNAPSHOT_MISSING');
    const { session_id, ...about } = lesson;
    const [offered, holders, reasons] = await Promise.all([
      listOffered(tx, idea.id, session_id),
      listHolders(tx, idea.id, session_id),
      listMovingReasons(tx, idea.id, isSession(session_id), MAX_REASONS),
    ]);
    return {
      idea: { id: idea.id, name: idea.name, sentence: idea.sentence },
      lesson: about,
      questions: offered.map(({ position, title, responses, first, answered_first, second, answered_second }) => ({
        position,
        title,
        responses,
        first: position === 1 ? toTally(first, answered_first) : null,
        second: toTally(second, answered_second),
        transfer: position === 2 ? toTally(first, answered_first) : null,
        holders: holders.flatMap(({ position: at, ...holder }) => (at === position ? [holder] : [])),
        reasons: position === 1 ? reasons : [],
      })),
    };
  });
}
