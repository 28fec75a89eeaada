import { STATUS_LABELS } from '@classwright/rules/questions/approval';
import { WORTHS } from '@classwright/rules/ideas/question-worth';
import { z } from 'zod';
import { RichTextView } from '../../rich-text.ts';

const Id = z.number().int();
const OptionalId = Id.nullable();

const PublishedState = z.enum(['DRAFT', 'PUBLISHED']);
const QuestionStatusLabel = z.enum(STATUS_LABELS);
type QuestionStatusLabel = z.infer<typeof QuestionStatusLabel>;

/** One row of a rubric. `point` null: not filled in (drafts only). */
export const RubricRowView = z.object({ point: z.number().nullable(), level: z.string(), description: z.string() });
export type RubricRowView = z.infer<typeof RubricRowView>;

export const CriterionView = z.object({
  criterion_name: z.string(),
  /** Its highest rubric point. */
  open_response_grade: z.number().nullable(),
  description: z.string(),
  rubrics: z.array(RubricRowView),
});
export type CriterionView = z.infer<typeof CriterionView>;

/** A response. The fields after `title` are absent when the reader may not know which response is right. */
const QuestionResponseView = z.object({
  id: Id,
  question_id: Id,
  position: z.number().int(),
  /** The text that students choose; `$…$` is a formula. */
  title: z.string(),
  match_label: z.string().optional(),
  /** The reasoning behind the response. */
  description: RichTextView.optional(),
  is_valid: z.boolean().optional(),
  rubric: z.array(RubricRowView).optional(),
  /** Points. */
  sub_grade: z.number().nullable().optional(),
  last_update: z.string(),
});
type QuestionResponseView = z.infer<typeof QuestionResponseView>;

export const AttachmentView = z.object({
  /** The file of the library, or null for a link to another site. */
  file_id: OptionalId,
  name: z.string(),
  /** The address, short-lived for files of the library. */
  url: z.string(),
  res_url: z.string(),
  mimeType: z.string(),
  /** The kind of attachment; "aws" for a file of the library. */
  type: z.string(),
  target_file: z.string(),
});
export type AttachmentView = z.infer<typeof AttachmentView>;

const QuestionFileView = z.object({ id: Id, name: z.string(), type: z.string(), url: z.string() });

/** The actions that the reader may take on a question now. */
const QuestionPermissions = z.object({
  edit: z.boolean(),
  delete: z.boolean(),
  copy: z.boolean(),
  rate: z.boolean(),
  /** The next step of approval that the reader can take; null: none. */
  next_status: QuestionStatusLabel.nullable(),
});

/**
 * A question of the bank. For students, `overall_grade`, `rubrics`, `open_response` and `open_response_grade` of other
 * people's questions are absent, and so are the keys of their responses.
 */
export const QuestionView = z.object({
  id: Id,
  /** The same as `id`. */
  question_id: Id,
  title: z.string(),
  description: RichTextView,
  type_id: OptionalId,
  type_name: z.string().nullable(),
  /** The topic, shown as Cluster. */
  topic_id: OptionalId,
  topic_name: z.string().nullable(),
  standard_id: OptionalId,
  standard_name: z.string().nullable(),
  question_subject_id: OptionalId,
  subject_name: z.string().nullable(),
  question_grade_id: OptionalId,
  grade_name: z.string().nullable(),
  tag: z.array(z.string()),
  /** 0 Not Approved, 1 Public. */
  status: z.number().int(),
  /** 0 Not Approved, 1 Approved ?, 2 Send To Admin. */
  teacher_status: z.number().int(),
  /** The furthest step reached. */
  status_label: QuestionStatusLabel,
  /** The number of approvals by different people. */
  total_approval: z.number().int(),
  published_state: PublishedState,
  google_drive_link: z.array(AttachmentView),
  files: z.array(QuestionFileView),
  /** The results in the lessons that asked it last, for staff. Null: no lesson has asked it. */
  figures: z
    .object({
      times_asked: z.number().int(),
      share_right: z.number().nullable(),
      share_second: z.number().nullable(),
      gain: z.number().nullable(),
      /** The judgment, from five lessons on. */ worth: z.enum(WORTHS).optional(),
    })
    .nullable()
    .optional(),
  /** The average rating, or null when nobody has rated yet. */
  average_rating: z.number().nullable(),
  rating_count: z.number().int(),
  rating_label: z.string().nullable(),
  /** The reader's own rating, or null for none. */
  user_rating: z.number().nullable(),
  /** The highest points of a response. */
  overall_grade: z.number().nullable().optional(),
  responses: z.array(QuestionResponseView),
  rubrics: z.array(RubricRowView).optional(),
  open_response: z.array(CriterionView).optional(),
  open_response_grade: z.number().nullable().optional(),
  account_id: Id,
  /**
   * The author's name. Empty for an author of another school, whose name is not shown elsewhere; `school_name` is null
   * then.
   */
  full_name: z.string(),
  school_id: OptionalId,
  school_name: z.string().nullable(),
  version: z.number().int(),
  version_id: Id,
  /** True when it has been asked in a lesson: an edit then makes a new version. */
  is_used: z.boolean(),
  /** The number of assessments that contain it. Absent for students. */
  assessment_count: z.number().int().optional(),
  date_added: z.string(),
  date_updated: z.string(),
  updated_at: z.string(),
  may: QuestionPermissions,
});
export type QuestionView = z.infer<typeof QuestionView>;

/** A row of the bank with the fields that lists show. The others come with the question itself. */
export const QuestionRowView = QuestionView.omit({
  description: true,
  responses: true,
  rubrics: true,
  open_response: true,
  google_drive_link: true,
  files: true,
});
export type QuestionRowView = z.infer<typeof QuestionRowView>;

/** A field that differs between two versions, in words for people. */
const VersionChangeView = z.object({
  /** The field, such as "title" or "responses.2.sub_grade". Numbers count from 1. */
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});
type VersionChangeView = z.infer<typeof VersionChangeView>;

export const QuestionVersionView = z.object({
  id: Id,
  version: z.number().int(),
  title: z.string(),
  account_id: Id,
  full_name: z.string(),
  created_at: z.string(),
  /** The time it was first asked, or null for never. */
  first_used_at: z.string().nullable(),
  is_current: z.boolean(),
  /** The changes against the previous version; empty for the first. */
  changes: z.array(VersionChangeView),
});
export type QuestionVersionView = z.infer<typeof QuestionVersionView>;

/** A deleted question, as the archive lists it. */
export const ArchivedQuestionView = z.object({
  id: Id,
  title: z.string(),
  type_name: z.string().nullable(),
  topic_name: z.string().nullable(),
  subject_name: z.string().nullable(),
  grade_name: z.string().nullable(),
  published_state: PublishedState,
  full_name: z.string(),
  archived_at: z.string(),
  /** True when an assessment contains it or a lesson has asked it, so it cannot be erased. */
  is_in_use: z.boolean(),
});
export type ArchivedQuestionView = z.infer<typeof ArchivedQuestionView>;
