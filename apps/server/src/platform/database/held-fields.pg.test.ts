import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The fields of the specification, and the tables that hold them. */
const HELD: [id: string, tables: string[], fields: string][] = [
  [
    '[Q166] a question',
    ['questions', 'question_versions'],
    'title description type_id topic_id standard_id question_subject_id question_grade_id tag status teacher_status published_state overall_grade rubrics open_response open_response_grade version',
  ],
  ['[Q166] files and links of a question', ['question_attachments'], 'question_version_id name file_id external'],
  ['[Q172] a response', ['question_responses', 'question_versions'], 'id question_id title match_label description is_valid rubric sub_grade last_update'],
  [
    '[Q182] an assessment',
    ['assessments'],
    'title level_id protocol_id account_id class_id schedule_date period_id topic_id subject_id group_id grade_id max_point standard_id status is_archived created_at description overall_grade rubric',
  ],
  ['[Q182] questions of an assessment', ['assessment_questions'], 'assessment_id position question_id'],
  ['[Q182] files and links of an assessment', ['assessment_attachments'], 'assessment_id name file_id external'],
];

test.each(HELD)('%s has a column for every stored field', async (_id, tables, fields) => {
  const { rows } = await sql<{ column_name: string }>`
    SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ANY (${tables})`.execute(app.db);
  const columns = new Set(rows.map(({ column_name }) => column_name));
  expect(fields.split(' ').filter((field) => !columns.has(field))).toEqual([]);
});
