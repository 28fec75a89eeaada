import type { RichTextDocument } from '@classwright/contract/rich-text';
import { dateOf } from '../../../../base/dates.ts';
import type { ChosenFile } from '../../../school/files/index.ts';
import type { Question } from '../../../bank/questions/index.ts';
import type { Assessment, AssessmentBody } from '../calls.ts';
import { t } from '../../../../base/t.ts';

/** The data that the form shows of a chosen question. */
export interface ChosenQuestion {
  id: number;
  title: string;
  description: RichTextDocument;
  responses: readonly { title: string; is_valid: boolean }[];
}

export interface FormValues {
  /** The level, called "Grade" on the screen. */
  level_id: number | null;
  protocol_id: number | null;
  title: string;
  /** The owner. Admin chooses it; a teacher's assessment belongs to the teacher. */
  account_id: number | null;
  class_id: number | null;
  topic_id: number | null;
  group_id: number | null;
  standard_id: number | null;
  subject_id: number | null;
  period_id: number | null;
  /** The date as YYYY-MM-DD, or empty. */
  schedule_date: string;
  grade_id: number | null;
  max_point: string;
  description: RichTextDocument;
  google_drive_link: readonly ChosenFile[];
  /** The questions: that of Form - 1A and Form - 1B, then that of Form - 2. */
  questions: readonly [ChosenQuestion | null, ChosenQuestion | null];
}
export type FormField = keyof FormValues;

const NOTHING: RichTextDocument = { type: 'doc', content: [] };

export const newValues = (): FormValues => ({
  level_id: null,
  protocol_id: null,
  title: '',
  account_id: null,
  class_id: null,
  topic_id: null,
  group_id: null,
  standard_id: null,
  subject_id: null,
  period_id: null,
  schedule_date: '',
  grade_id: null,
  max_point: '',
  description: NOTHING,
  google_drive_link: [],
  questions: [null, null],
});

/** Returns the initial values of an assessment that starts with a question of the bank, in a class if it is known. */
export function toStart(question: Question, course: { id: number; level_id: number | null } | undefined): FormValues {
  return {
    ...newValues(),
    class_id: course?.id ?? null,
    level_id: course?.level_id ?? null,
    standard_id: question.standard_id,
    subject_id: question.question_subject_id,
    grade_id: question.question_grade_id,
    questions: [toChosen(question), null],
  };
}

/** Converts a question of the bank or of an assessment. Without a key, right answers are not shown. */
export const toChosen = ({
  id,
  title,
  description,
  responses,
}: {
  id: number;
  title: string;
  description: RichTextDocument;
  responses: readonly { title: string; is_valid?: boolean | undefined }[];
}): ChosenQuestion => ({
  id,
  title,
  description,
  responses: responses.map((response) => ({ title: response.title, is_valid: response.is_valid ?? false })),
});

export function toValues(assessment: Assessment): FormValues {
  const { level_id, protocol_id, title, account_id, class_id, topic_id, group_id, standard_id, subject_id, grade_id, description } = assessment;
  const [first, second] = assessment.questions;
  return {
    ...{ level_id, protocol_id, title, account_id, class_id, topic_id, group_id, standard_id, subject_id, grade_id, description },
    period_id: assessment.period_id || null, // 0: a copy that has none yet
    schedule_date: assessment.schedule_date ?? '',
    max_point: assessment.max_point === null ? '' : String(assessment.max_point),
    google_drive_link: assessment.google_drive_link.map(({ file_id, name, url, mimeType }) => ({ file_id, name, url, mimeType })),
    questions: [first ? toChosen(first) : null, second ? toChosen(second) : null],
  };
}

const MAX_TITLE_CHARACTERS = 255;

/**
 * Returns the initial values of a copy: without the class, its topic or a schedule; its title contains the date of the
 * copy.
 */
export function toCopy(assessment: Assessment): FormValues {
  const date = dateOf(new Date());
  const room = MAX_TITLE_CHARACTERS - t('assessment.copyTitle', { title: '', date }).length;
  const title = t('assessment.copyTitle', { title: assessment.title.slice(0, room).trimEnd(), date });
  return { ...toValues(assessment), title, class_id: null, topic_id: null, period_id: null, schedule_date: '' };
}

export function toBody({ questions, schedule_date, max_point, description, google_drive_link, ...chosen }: FormValues): AssessmentBody {
  return {
    ...chosen,
    schedule_date: schedule_date === '' ? null : schedule_date,
    max_point: max_point.trim() === '' ? null : max_point.trim(),
    description: { ...description },
    google_drive_link: google_drive_link.map((attached) => ({ ...attached })),
    questions: questions.flatMap((question) => (question ? [question.id] : [])),
    status: 0,
  } as AssessmentBody;
}
