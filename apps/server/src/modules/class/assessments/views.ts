import {
  type AssessmentQuestionView,
  type AssessmentRowView,
  type AssessmentView,
  type AttachedView,
  OWN_FILE,
  type StaffLiveAssessmentView,
} from '@classwright/contract';
import { fullName } from '../../people/accounts/index.ts';
import type { UrlOfFile } from '../../school/files/index.ts';
import { type QuestionVersion, toRichTextView, toStaffQuestionView } from '../../bank/questions/index.ts';
import type { AssessmentListRow, AssessmentRow, AttachmentRow } from './queries.ts';

/** Returns the planned time of a lesson, local to its school: the date as YYYY-MM-DD, times as HH:MM. */
export function toScheduleView(row: {
  schedule_date: string | null;
  start_time: string | null;
  end_time: string | null;
}): StaffLiveAssessmentView['schedule_time'] {
  return { schedule_date: row.schedule_date, start_time: row.start_time?.slice(0, 5) ?? null, end_time: row.end_time?.slice(0, 5) ?? null };
}

/** The reader, and how that person loads files. */
export interface Reader {
  accountId: number;
  isAdmin: boolean;
  urlOf: UrlOfFile;
}

export function toAssessmentRowView(row: AssessmentListRow, attachments: readonly AttachmentRow[], { accountId, isAdmin, urlOf }: Reader): AssessmentRowView {
  const isFreshCopy = row.class_id === null;
  return {
    id: row.id,
    title: row.title,
    account_id: row.account_id,
    account_name: fullName(row),
    class_id: row.class_id,
    class_name: row.class_name,
    course: row.class_name,
    level_id: row.level_id,
    level_name: row.level_name,
    standard_id: row.standard_id,
    standard_name: row.standard_name,
    grade_id: row.grade_id,
    grade_name: row.grade_name,
    schedule_date: row.schedule_date,
    period_id: isFreshCopy ? (row.period_id ?? 0) : row.period_id,
    period_name: row.period_name,
    google_drive_link: attachments.map((attachment) => toAttachedView(attachment, urlOf)),
    attempts: row.forms.map((form) => ({ form })),
    copy: isFreshCopy,
    is_keeper: isAdmin || row.account_id === accountId,
    status: row.status,
    is_archived: row.is_archived,
    running: row.running,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Builds an assessment for staff who reach it: with both questions, the first one first. */
export function toAssessmentView(
  row: AssessmentRow,
  { questions, attachments, reader }: { questions: readonly QuestionVersion[]; attachments: readonly AttachmentRow[]; reader: Reader },
): AssessmentView {
  const { urlOf } = reader;
  return {
    ...toAssessmentRowView(row, attachments, reader),
    description: toRichTextView(row.description, urlOf),
    protocol_id: row.protocol_id,
    protocol_name: row.protocol_name,
    topic_id: row.topic_id,
    topic_name: row.topic_name,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    group_id: row.group_id,
    group_name: row.group_name,
    max_point: row.max_point,
    overall_grade: row.overall_grade,
    rubric: row.rubric as unknown[],
    schedule_time: toScheduleView(row),
    questions: questions.map((question) => toAssessmentQuestionView(question, urlOf)),
    students: row.students,
    submitted: row.submitted,
    is_owner: row.account_id === reader.accountId,
  };
}

function toAssessmentQuestionView(version: QuestionVersion, urlOf: UrlOfFile): AssessmentQuestionView {
  const { responses, ...view } = toStaffQuestionView(version, urlOf);
  const { type_id, topic_id, standard_id, question_subject_id, question_grade_id, tag, published_state } = version;
  const { overall_grade, rubrics, open_response, open_response_grade } = version;
  return {
    ...view,
    question_id: version.question_id,
    ...{ type_id, topic_id, standard_id, question_subject_id, question_grade_id, tag, published_state },
    ...{ overall_grade, rubrics, open_response, open_response_grade },
    google_drive_link: version.attachments.map((attachment) => toAttachedView(attachment, urlOf)),
    responses: responses.map((response, index) => ({
      ...response,
      question_id: version.question_id,
      title: response.response,
      sub_grade: version.responses[index]?.sub_grade ?? null,
    })),
  };
}

function toAttachedView({ name, file_id, mime_type, external }: AttachmentRow, urlOf: UrlOfFile): AttachedView {
  const url = file_id === null ? (external?.url ?? '') : urlOf(file_id);
  const [mimeType, type] = file_id === null ? [external?.mimeType ?? '', external?.type ?? ''] : [mime_type ?? '', OWN_FILE];
  return { name, url, res_url: url, mimeType, type, file_id };
}
