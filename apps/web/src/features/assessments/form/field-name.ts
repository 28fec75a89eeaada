import { t } from '../t.ts';
import type { FormField } from './values.ts';

const NAMES = {
  level_id: 'assessments.grade',
  protocol_id: 'assessments.protocol',
  title: 'assessment.field.title',
  account_id: 'assessment.field.account',
  class_id: 'form.class',
  topic_id: 'assessments.topic',
  group_id: 'assessments.group',
  standard_id: 'assessments.standard',
  subject_id: 'assessments.subject',
  period_id: 'assessments.period',
  schedule_date: 'assessments.scheduleDate',
  grade_id: 'assessments.questionGrade',
  max_point: 'assessments.maxPoint',
  description: 'assessments.description',
  google_drive_link: 'assessments.attachments',
  questions: 'form.step.questions',
} as const satisfies Record<FormField, Parameters<typeof t>[0]>;

/** What a field is called on the screen. */
export const fieldName = (field: FormField): string => t(NAMES[field]);
