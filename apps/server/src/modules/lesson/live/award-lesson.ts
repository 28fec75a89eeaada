import { listMeritEvents, type MeritEvent } from '@classwright/rules/results/merits';
import type { Tx } from '../../../platform/database/index.ts';
import { award } from '../../school/rewards/index.ts';
import { listLessonMerits } from './award-queries.ts';

/** Ends the cause of an event's line: once for a student and a lesson. */
const CAUSES: Readonly<Record<MeritEvent, string>> = {
  'lesson-answered': 'answered',
  'reason-in-each-form': 'reasons',
  'right-after-talking': 'right-after',
  'changed-to-right': 'changed',
};

/**
 * What students earned in a lesson, entered when it has finished and no earlier: until then no line of anybody's points
 * tells whether an answer was right.
 */
export async function awardLesson(tx: Tx, sessionId: number): Promise<void> {
  const merits = await listLessonMerits(tx, sessionId);
  await award(
    tx,
    merits.flatMap(({ account_id, ...merit }) =>
      listMeritEvents(merit).map((event) => ({ event, accountId: account_id, cause: `lesson:${sessionId}:${CAUSES[event]}` })),
    ),
  );
}
