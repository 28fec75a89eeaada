import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { markUsed } from '../../bank/questions/index.ts';
import { findState, lockNewestVersions, setFinished } from './queries.ts';

/**
 * Returns the questions of a run that starts now, in order: the newest versions, which never change from then on.
 * @throws ASSESSMENT_ARCHIVED; ASSESSMENT_INCOMPLETE unless there are two questions with at least two responses each
 */
export async function freezeQuestions(tx: Tx, assessmentId: number): Promise<{ position: number; question_version_id: number }[]> {
  const state = await findState(tx, assessmentId);
  if (state?.is_archived) throw appError('ASSESSMENT_ARCHIVED');
  const versions = await lockNewestVersions(tx, assessmentId);
  if (versions.length !== 2 || versions.some(({ responses }) => responses < 2)) throw appError('ASSESSMENT_INCOMPLETE');
  // A rehearsal is no use of a question: the bank shows it as before.
  if (!state?.is_rehearsal)
    await markUsed(
      tx,
      versions.map(({ question_version_id }) => question_version_id),
    );
  return versions.map(({ position, question_version_id }) => ({ position, question_version_id }));
}

/** Marks an assessment as finished after its lesson. It never runs again. */
export async function finishAssessment(tx: Tx, assessmentId: number): Promise<void> {
  await setFinished(tx, assessmentId);
}
