import { createReferenceRow } from '../modules/school/reference/index.ts';
import type { Tx } from '../platform/database/index.ts';

/**
 * Creates a row in each list that an assessment's form chooses from. Returns their ids, by the names of the form's
 * fields.
 */
export async function assessmentChoices(tx: Tx) {
  const level_id = await createReferenceRow(tx, 'levels', { name: 'Grade 10' });
  return {
    level_id,
    protocol_id: await createReferenceRow(tx, 'protocols', { name: 'Peer instruction' }),
    group_id: await createReferenceRow(tx, 'groups', { name: 'Reading circle', color: 'blue', style: 'solid' }),
    standard_id: await createReferenceRow(tx, 'standards', { name: 'PH-4', level_id }),
    subject_id: await createReferenceRow(tx, 'question_subjects', { name: 'Physics' }),
    period_id: await createReferenceRow(tx, 'assessment_periods', { name: 'Period 3', start_time: '10:35', end_time: '11:25' }),
    grade_id: await createReferenceRow(tx, 'question_grades', { name: 'Ages 14–16' }),
  };
}
