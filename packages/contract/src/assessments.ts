import { z } from 'zod';
import { endpoint } from './core/endpoint.ts';
import { id, pageQuery, Pagination } from './core/fields.ts';
import { ScheduleView, StaffQuestionView } from './live-views.ts';
import { RichTextView } from './rich-text.ts';

const Id = z.number().int();
const NamedId = z.number().int().nullable();

export const AssessmentRowView = z.object({
  id: Id,
  title: z.string(),
  account_id: Id,
  account_name: z.string(),
  class_id: NamedId,
  class_name: z.string().nullable(),
  course: z.string().nullable(),
  level_id: NamedId,
  level_name: z.string().nullable(),
  standard_id: NamedId,
  standard_name: z.string().nullable(),
  schedule_date: z.string().nullable(),
  period_id: NamedId,
  period_name: z.string().nullable(),
  status: z.enum(['Active', 'finished']),
  is_archived: z.boolean(),
  /** A session of it runs now. */
  running: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AssessmentRowView = z.infer<typeof AssessmentRowView>;

export const AssessmentView = AssessmentRowView.extend({
  description: RichTextView,
  protocol_id: NamedId,
  protocol_name: z.string().nullable(),
  topic_id: NamedId,
  topic_name: z.string().nullable(),
  subject_id: NamedId,
  subject_name: z.string().nullable(),
  group_id: NamedId,
  group_name: z.string().nullable(),
  grade_id: NamedId,
  grade_name: z.string().nullable(),
  max_point: z.number().nullable(),
  overall_grade: z.number().nullable(),
  schedule_time: ScheduleView,
  questions: z.array(StaffQuestionView),
  google_drive_link: z.array(z.object({ name: z.string(), url: z.string(), mimeType: z.string(), type: z.string() })),
  /** The caller owns it: LIVE LEARNING is shown. */
  is_owner: z.boolean(),
});
export type AssessmentView = z.infer<typeof AssessmentView>;

const view = { resource: 'assessments', action: 'view' } as const;

export const assessmentList = endpoint({
  name: 'assessment.list',
  method: 'GET',
  path: '/assessments',
  access: view,
  summary: 'A teacher’s own assessments; all of them for Admin',
  query: pageQuery.extend({ search_text: z.string().max(200).default('') }),
  response: z.object({ data: z.array(AssessmentRowView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});
export const assessmentGet = endpoint({
  name: 'assessment.get',
  method: 'GET',
  path: '/assessments/:id',
  access: view,
  summary: 'One assessment with its questions',
  params: z.object({ id: id('Assessment') }),
  response: z.object({ assessment: AssessmentView, data: AssessmentView }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});
