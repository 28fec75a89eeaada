import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { markUsed } from '../../bank/questions/index.ts';
import { isArchived, lockNewestVersions, setFinished } from './queries.ts';

/**
 * Returns the questions of a run that starts now, in order: the newest versions, which never change from then on.
 * @throws ASSESSMENT_ARCHIVED; ASSESSMENT_INCOMPLETE unless there are two questions with at least two responses each
 */
export async function freezeQuestions(tx: Tx, assessmentId: number): Promise<{ position: number; question_version_id: number }[]> {
  if (await isArchived(tx, assessmentId)) throw appError('ASSESSMENT_ARCHIVED');
  const versions = await lockNewestVersions(tx, assessmentId);
  if (versions.length !== 2 || versions.some(({ responses }) => responses < 2)) throw appError('ASSESSMENT_INCOMPLETE');
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
