import type { Tx } from '../../platform/database/index.ts';
import { award } from '../rewards/index.ts';
import { listLessonMerits } from './award-queries.ts';

/**
 * What students earned in a lesson, entered when it has finished and no earlier: until then no line of anybody's points
 * tells whether an answer was right.
 */
export async function awardLesson(tx: Tx, sessionId: number): Promise<void> {
  const merits = await listLessonMerits(tx, sessionId);
  await award(
    tx,
    merits.flatMap(({ account_id, answered_all, changed_to_right }) => [
      ...(answered_all ? [{ event: 'lesson-answered' as const, accountId: account_id, cause: `lesson:${sessionId}:answered` }] : []),
      ...(changed_to_right ? [{ event: 'changed-to-right' as const, accountId: account_id, cause: `lesson:${sessionId}:changed` }] : []),
    ]),
  );
}
