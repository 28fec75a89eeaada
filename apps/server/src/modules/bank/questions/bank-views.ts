import type { AttachmentView, QuestionView } from '@classwright/contract';
import { computeNextStep, computeRatingLabel, computeStatusLabel } from '@classwright/rules/questions/index';
import type { UrlOfFile } from '../../school/files/index.ts';
import { type BankReader, isChangeable, knowsAuthor, knowsKey } from './access.ts';
import type { BankAttachment, BankRow } from './bank-queries.ts';
import { toRichTextView } from './views.ts';

type KeyField = 'overall_grade' | 'rubrics' | 'open_response' | 'open_response_grade' | 'assessment_count';
type KeyOfResponse = 'match_label' | 'description' | 'is_valid' | 'rubric' | 'sub_grade';
type Response = QuestionView['responses'][number];

/** The view for everybody: it has no field that reveals the right response. */
type OpenQuestionView = Omit<QuestionView, KeyField | 'responses'> & { responses: Omit<Response, KeyOfResponse>[] };
type WholeQuestionView = Required<Pick<QuestionView, KeyField>> & OpenQuestionView & { responses: Required<Response>[] };

/** Builds the view of a question for this reader. */
export function toQuestionView(row: BankRow, reader: BankReader, urlOf: UrlOfFile): QuestionView {
  return knowsKey(reader, row) ? toWholeView(row, reader, urlOf) : toOpenView(row, reader, urlOf);
}

function toWholeView(row: BankRow, reader: BankReader, urlOf: UrlOfFile): WholeQuestionView {
  return {
    ...toOpenView(row, reader, urlOf),
    overall_grade: row.overall_grade,
    rubrics: row.rubrics,
    open_response: row.open_response,
    open_response_grade: row.open_response_grade,
    assessment_count: row.assessment_count,
    responses: row.responses.map((response) => ({
      ...toOpenResponse(row, response),
      match_label: response.match_label,
      description: toRichTextView(response.description, urlOf),
      is_valid: response.is_valid,
      rubric: response.rubric,
      sub_grade: response.sub_grade,
    })),
  };
}

function toOpenView(row: BankRow, reader: BankReader, urlOf: UrlOfFile): OpenQuestionView {
  const attachments = row.attachments.map((attachment) => toAttachmentView(attachment, urlOf));
  return {
    id: row.id,
    question_id: row.id,
    title: row.title,
    description: toRichTextView(row.description, urlOf),
    type_id: row.type_id,
    type_name: row.type_name,
    topic_id: row.topic_id,
    topic_name: row.topic_name,
    standard_id: row.standard_id,
    standard_name: row.standard_name,
    question_subject_id: row.question_subject_id,
    subject_name: row.subject_name,
    question_grade_id: row.question_grade_id,
    grade_name: row.grade_name,
    tag: row.tag,
    status: row.status,
    teacher_status: row.teacher_status,
    status_label: computeStatusLabel(row),
    total_approval: row.total_approval,
    published_state: row.published_state,
    google_drive_link: attachments,
    files: attachments.flatMap(({ file_id, name, mimeType, url }) => (file_id === null ? [] : [{ id: file_id, name, type: mimeType, url }])),
    ...(reader.seesFigures && {
      figures:
        row.times_asked === null
          ? null
          : {
              times_asked: row.times_asked,
              share_right: row.share_first,
              share_second: row.share_second,
              gain: row.gain,
              ...(row.worth !== null && { worth: row.worth }),
            },
    }),
    average_rating: row.average_rating,
    rating_count: row.rating_count,
    rating_label: computeRatingLabel(row.average_rating),
    user_rating: row.user_rating,
    responses: row.responses.map((response) => toOpenResponse(row, response)),
    account_id: row.account_id,
    full_name: knowsAuthor(reader, row) ? `${row.first_name} ${row.last_name}`.trim() : '',
    school_id: row.school_id,
    school_name: knowsAuthor(reader, row) ? row.school_name : null,
    version: row.version,
    version_id: row.version_id,
    is_used: row.first_used_at !== null,
    date_added: row.created_at.toISOString(),
    date_updated: row.updated_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    may: {
      edit: reader.canEdit && isChangeable(reader, row),
      delete: reader.canDelete && isChangeable(reader, row),
      copy: reader.canCreate && knowsKey(reader, row),
      rate: reader.canRate && row.account_id !== reader.accountId && row.published_state === 'PUBLISHED',
      next_status: row.published_state === 'PUBLISHED' ? computeNextStep(row, reader) : null,
    },
  };
}

function toOpenResponse({ id: question_id }: BankRow, { id, position, title, last_update }: BankRow['responses'][number]): Omit<Response, KeyOfResponse> {
  return { id, question_id, position, title, last_update: new Date(last_update).toISOString() };
}

function toAttachmentView({ name, file_id, file_name, mime_type, external }: BankAttachment, urlOf: UrlOfFile): AttachmentView {
  const url = file_id === null ? (external?.url ?? '') : urlOf(file_id);
  return {
    file_id,
    name,
    url,
    res_url: url,
    mimeType: file_id === null ? (external?.mimeType ?? '') : (mime_type ?? ''),
    type: file_id === null ? (external?.type ?? 'link') : 'aws',
    target_file: file_id === null ? '' : (file_name ?? ''),
  };
}
