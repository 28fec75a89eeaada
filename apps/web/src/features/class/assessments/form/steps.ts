import { type MessageKey, t } from '../../../../base/t.ts';
import type { FormField, FormValues } from './values.ts';

/** The four steps, in order. */
export const STEPS = ['grade', 'protocol', 'about', 'questions'] as const;
export type Step = (typeof STEPS)[number];
export type Faults = Readonly<Partial<Record<FormField, string>>>;

const FIELDS: Readonly<Record<Step, readonly FormField[]>> = {
  grade: ['level_id'],
  protocol: ['protocol_id'],
  about: [
    ...(['title', 'account_id', 'class_id', 'topic_id', 'group_id', 'standard_id', 'subject_id', 'period_id', 'schedule_date', 'grade_id'] as const),
    ...(['max_point', 'description', 'google_drive_link'] as const),
  ],
  questions: ['questions'],
};

export const stepOf = (field: string): Step => STEPS.find((step) => (FIELDS[step] as readonly string[]).includes(field)) ?? 'questions';

const required = (key: MessageKey): string => t('validation.required', { label: t(key) });

/** The messages for required fields that are empty. Optional fields are missing. */
const asks = (): Readonly<Partial<Record<FormField, string>>> => ({
  level_id: t('assessment.selectGrade'),
  protocol_id: t('assessment.selectProtocol'),
  title: required('assessment.field.title'),
  account_id: required('assessment.field.account'),
  class_id: required('form.class'),
  topic_id: required('assessments.topic'),
  group_id: required('assessments.group'),
  standard_id: required('assessments.standard'),
  subject_id: required('assessments.subject'),
  period_id: required('assessments.period'),
  schedule_date: required('assessments.scheduleDate'),
  grade_id: t('assessment.selectQuestionGrade'),
  questions: t('assessment.needsTwoQuestions'),
});

function isMissing(values: FormValues, field: FormField): boolean {
  const value = values[field];
  if (field === 'questions') return values.questions.includes(null);
  return value === null || (typeof value === 'string' && value.trim() === '');
}

/** Returns the errors that prevent leaving a step. Only Admin must choose the account. */
export function findFaults(values: FormValues, step: Step, { choosesAccount }: { choosesAccount: boolean }): Faults {
  const words = asks();
  const missing = FIELDS[step].filter((field) => words[field] !== undefined && isMissing(values, field) && (field !== 'account_id' || choosesAccount));
  return Object.fromEntries(missing.map((field) => [field, words[field]]));
}
