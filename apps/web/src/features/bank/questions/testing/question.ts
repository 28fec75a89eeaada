import type { RichTextDocument } from '@classwright/contract/rich-text';
import type { Question } from '../calls.ts';

export const words = (text: string): RichTextDocument => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

/** A published question as a colleague of its author sees it. Each test passes in what it is about. */
export function makeQuestion(change: Partial<Question> = {}): Question {
  const response = (id: number, title: string, is_valid: boolean, sub_grade: number): Question['responses'][number] => ({
    id,
    question_id: 5,
    position: id,
    title,
    match_label: is_valid ? 'Correct reasoning' : 'No model',
    description: words(`Because of ${title}`),
    is_valid,
    rubric: [],
    sub_grade,
    last_update: '2026-11-20T10:00:00.000Z',
  });
  return {
    id: 5,
    question_id: 5,
    title: 'Which lamp gets brighter?',
    description: words('Three lamps and a switch.'),
    type_id: 1,
    type_name: 'Multiple choice',
    topic_id: 2,
    topic_name: 'Electric circuits',
    standard_id: 3,
    standard_name: 'PS3.A',
    question_subject_id: 4,
    subject_name: 'Physics',
    question_grade_id: 6,
    grade_name: 'Grade 9',
    tag: ['conceptual'],
    status: 0,
    teacher_status: 1,
    status_label: 'Approved ?',
    total_approval: 1,
    published_state: 'PUBLISHED',
    google_drive_link: [],
    files: [],
    average_rating: 4.5,
    rating_count: 2,
    rating_label: 'Exceptional',
    user_rating: null,
    overall_grade: 4,
    responses: [response(1, 'Lamp 1', true, 4), response(2, 'Lamp 2', false, 0)],
    rubrics: [
      { point: 4, level: 'Correct reasoning', description: 'Uses the whole resistance' },
      { point: 0, level: 'No model', description: '' },
    ],
    open_response: [],
    open_response_grade: null,
    account_id: 7,
    full_name: 'Ada Byron',
    school_id: 1,
    school_name: 'Rowan Bridge School',
    version: 1,
    version_id: 50,
    is_used: false,
    assessment_count: 0,
    date_added: '2026-11-20T08:05:09.000Z',
    date_updated: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    may: { edit: true, delete: true, copy: true, rate: false, next_status: 'Send To Admin' },
    ...change,
  };
}
