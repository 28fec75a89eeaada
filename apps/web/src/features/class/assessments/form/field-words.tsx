import type { ReactNode } from 'react';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { classesOf, keptList, type Lookup, periods, teachersOf, topicsOf, wholeList } from '../calls.ts';
import { useChoice } from '../LookupField.tsx';
import { type MessageKey, t } from '../../../../base/t.ts';
import type { FormField, FormValues } from './values.ts';

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
} as const satisfies Record<FormField, MessageKey>;

/** Returns the name of a field on the screen. */
export const fieldName = (field: FormField): string => t(NAMES[field]);

/** Returns the source of the name of a field's choice; null: the field contains the text itself. */
function lookupOf(field: FormField, { class_id }: FormValues): Lookup | null {
  switch (field) {
    case 'level_id':
      return wholeList('/levels');
    case 'protocol_id':
      return wholeList('/protocols');
    case 'class_id':
      return classesOf(null);
    case 'topic_id':
      return class_id === null ? null : topicsOf(class_id);
    case 'account_id':
      return class_id === null ? null : teachersOf(class_id);
    case 'group_id':
      return keptList('/groups');
    case 'standard_id':
      return keptList('/standard');
    case 'subject_id':
      return keptList('/question/subjects');
    case 'grade_id':
      return keptList('/question/grades');
    case 'period_id':
      return periods();
    default:
      return null;
  }
}

function ChosenName({ lookup, id }: { lookup: Lookup; id: number }) {
  return <>{useChoice(lookup, id)?.name ?? '…'}</>;
}

/** Returns the content of a field as text; null: empty. */
export function fieldWords(field: FormField, values: FormValues): ReactNode {
  const lookup = lookupOf(field, values);
  const value = values[field];
  if (lookup && typeof value === 'number') return <ChosenName lookup={lookup} id={value} />;
  if (field === 'description') return values.description.content.length > 0 && <RichTextView document={values.description} />;
  if (field === 'google_drive_link') return values.google_drive_link.map(({ name }) => name).join(', ');
  if (field === 'questions') return values.questions.flatMap((question, index) => (question ? [`${index + 1}. ${question.title}`] : [])).join(' · ');
  return value === null ? null : String(value);
}
