import type { RichTextDocument } from '@classwright/contract/rich-text';
import { QUESTION_LIMITS, type StatusLabel } from '@classwright/rules/questions/index';
import { randomId } from '../../../../base/random-id.ts';
import type { Choice } from '../../../../ui/form/index.ts';

/** A row with a key of this page, since new rows have no id. */
interface Keyed {
  key: string;
}
export interface RubricRow extends Keyed {
  point: string;
  level: string;
  description: string;
}
export interface ResponseValues extends Keyed {
  title: string;
  match_label: string;
  description: RichTextDocument;
  /** Null if not chosen yet. */
  is_valid: boolean | null;
  sub_grade: string;
}
export interface CriterionValues extends Keyed {
  criterion_name: string;
  description: string;
  rubrics: readonly RubricRow[];
}
export interface AttachmentValues {
  file_id: number | null;
  name: string;
  url: string;
  mimeType: string;
}

/** The form's values. Computed grades are not included; `scoring.ts` computes them. */
export interface QuestionValues {
  title: string;
  description: RichTextDocument;
  type_id: Choice | null;
  topic_id: Choice | null;
  standard_id: Choice | null;
  question_subject_id: Choice | null;
  question_grade_id: Choice | null;
  tag: readonly string[];
  published_state: 'DRAFT' | 'PUBLISHED';
  /** The approval that an Admin chose; null if none is chosen, and for everyone else. */
  status: StatusLabel | null;
  responses: readonly ResponseValues[];
  rubrics: readonly RubricRow[];
  open_response: readonly CriterionValues[];
  google_drive_link: readonly AttachmentValues[];
}
export type QuestionField = keyof QuestionValues;

/** The fields, in the form's order. */
export const QUESTION_FIELDS = [
  'title',
  'description',
  'responses',
  'rubrics',
  'open_response',
  'type_id',
  'topic_id',
  'standard_id',
  'question_subject_id',
  'question_grade_id',
  'tag',
  'published_state',
  'status',
  'google_drive_link',
] as const satisfies readonly QuestionField[];

export const NOTHING: RichTextDocument = { type: 'doc', content: [] };
export const newKey = (): string => randomId().slice(0, 12);

export const newRow = (): RubricRow => ({ key: newKey(), point: '', level: '', description: '' });
export const newResponse = (): ResponseValues => ({ key: newKey(), title: '', match_label: '', description: NOTHING, is_valid: null, sub_grade: '' });
export const newCriterion = (): CriterionValues => ({
  key: newKey(),
  criterion_name: '',
  description: '',
  rubrics: Array.from({ length: QUESTION_LIMITS.newCriterionRows }, newRow),
});

/** Returns an empty question. */
export const newQuestion = (): QuestionValues => ({
  title: '',
  description: NOTHING,
  type_id: null,
  topic_id: null,
  standard_id: null,
  question_subject_id: null,
  question_grade_id: null,
  tag: [],
  published_state: 'PUBLISHED',
  status: null,
  responses: [newResponse(), newResponse()],
  rubrics: [],
  open_response: [],
  google_drive_link: [],
});
