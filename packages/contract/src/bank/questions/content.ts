import type { QuestionListField } from '@classwright/rules/questions/list-fields';
import type { CriterionView, RubricRowView } from './views.ts';
import type { RichTextDocument } from '../../rich-text.ts';

export type { QuestionListField };

/** A choice, and the reasoning behind it. */
export interface ResponseContent {
  /** The text that students choose; `$…$` is a formula. */
  title: string;
  /** The level of the rubric that it matches, compared as text. */
  match_label?: string;
  /** The reasoning behind the response. */
  description?: string | RichTextDocument;
  is_valid?: boolean | null;
  rubric?: RubricRowView[];
  /** Points. The points that the rubric gives its level take precedence. */
  sub_grade?: number | null;
}

/** A file of the library, or a link to another site. */
export interface AttachmentContent {
  name: string;
  file_id?: number | null;
  external?: { url: string; mimeType: string; type: string } | null;
}

/** The content of a version of a question, with the same names in forms, imports, exports, copies and rows. */
export interface QuestionContent extends Partial<Record<QuestionListField, number | null>> {
  title: string;
  description: string | RichTextDocument;
  tag?: readonly string[];
  published_state?: 'DRAFT' | 'PUBLISHED';
  overall_grade?: number | null;
  rubrics?: RubricRowView[];
  /** The responses in the order in which they are shown, as are the attachments. */
  responses: readonly ResponseContent[];
  open_response?: CriterionView[];
  open_response_grade?: number | null;
  attachments?: readonly AttachmentContent[];
}

/** The same content as stored: nothing is left out, and texts are documents of the allow-list. */
export interface StoredContent extends Required<QuestionContent> {
  description: RichTextDocument;
  tag: string[];
  responses: StoredResponse[];
  attachments: StoredAttachment[];
}
export interface StoredResponse extends Required<ResponseContent> {
  description: RichTextDocument;
  is_valid: boolean;
}
export type StoredAttachment = Required<AttachmentContent>;
