import { listMeritEvents, type MeritEvent } from '@classwright/rules/results/merits';
import type { Tx } from '../../../platform/database/index.ts';
import { award } from '../../school/rewards/index.ts';
import { listLessonMerits } from './award-queries.ts';

/** The ends of the causes of ledger lines, by event: once per student and lesson. */
const CAUSES: Readonly<Record<MeritEvent, string>> = {
  'lesson-answered': 'answered',
  'reason-in-each-form': 'reasons',
  'right-after-talking': 'right-after',
  'changed-to-right': 'changed',
};

/**
 * Enters the points that students earned in a lesson, only when it has finished: until then nobody's ledger may reveal
 * if an answer was right.
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
