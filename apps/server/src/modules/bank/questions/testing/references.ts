import { inTransaction } from '../../../../platform/database/index.ts';
import type { TestApp } from '../../../../testing/index.ts';
import { createReferenceRow } from '../../../school/reference/index.ts';

export interface TestReferences {
  type_id: number;
  topic_id: number;
  standard_id: number;
  question_subject_id: number;
  question_grade_id: number;
  levelId: number;
}

let made = 0;

/** Creates a row of each list that a published question names. */
export function makeReferences(app: TestApp): Promise<TestReferences> {
  made += 1;
  const name = (thing: string): string => `${thing} ${made}`;
  const description = 'Words';
  return inTransaction(app.db, async (tx) => {
    const levelId = await createReferenceRow(tx, 'levels', { name: name('Level') });
    return {
      type_id: 1,
      levelId,
      topic_id: await createReferenceRow(tx, 'question_cycles', { name: name('Cluster'), description }),
      standard_id: await createReferenceRow(tx, 'standards', { name: name('Standard'), description, level_id: levelId }),
      question_subject_id: await createReferenceRow(tx, 'question_subjects', { name: name('Subject'), description }),
      question_grade_id: await createReferenceRow(tx, 'question_grades', { name: name('Grade'), description }),
    };
  });
}

/** Returns the question form's request for a published question that is valid in every field. */
export function questionBody({ levelId: _level, ...references }: TestReferences, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    title: 'Free fall',
    description: 'Which ball lands first?',
    ...references,
    tag: ['forces', 'motion'],
    published_state: 'PUBLISHED',
    overall_grade: 4,
    rubrics: [
      { point: 4, level: '1', description: 'All of it' },
      { point: 0, level: '2', description: 'Another idea' },
    ],
    responses: [
      { title: 'Both', match_label: '1', description: 'Same acceleration', is_valid: true, sub_grade: 4 },
      { title: 'The heavy one', match_label: 2, description: 'Heavier falls faster', is_valid: false, sub_grade: 0 },
    ],
    open_response: [
      {
        criterion_name: 'Reasoning',
        open_response_grade: 3,
        description: '',
        rubrics: [
          { point: 3, level: 'full', description: '' },
          { point: 1, level: 'part', description: '' },
        ],
      },
    ],
    ...changes,
  };
}
