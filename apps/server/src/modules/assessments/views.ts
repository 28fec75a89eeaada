import type { AssessmentRowView, AssessmentView, StaffLiveAssessmentView } from '@classwright/contract';
import { fullName } from '../accounts/index.ts';
import type { UrlOfFile } from '../files/index.ts';
import { type QuestionVersion, toRichTextView, toStaffQuestionView } from '../questions/index.ts';
import type { AssessmentListRow, AssessmentRow, AttachmentRow } from './queries.ts';

/** When a lesson is planned, local to its school: the date as YYYY-MM-DD, times as HH:MM. */
export function toScheduleView(row: {
  schedule_date: string | null;
  start_time: string | null;
  end_time: string | null;
}): StaffLiveAssessmentView['schedule_time'] {
  return { schedule_date: row.schedule_date, start_time: row.start_time?.slice(0, 5) ?? null, end_time: row.end_time?.slice(0, 5) ?? null };
}

export function toAssessmentRowView(row: AssessmentListRow): AssessmentRowView {
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
    schedule_date: row.schedule_date,
    period_id: row.period_id,
    period_name: row.period_name,
    status: row.status,
    is_archived: row.is_archived,
    running: row.running,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** For staff who reach it: with both questions, the first one first. */
export function toAssessmentView(
  row: AssessmentRow,
  {
    questions,
    attachments,
    urlOf,
    accountId,
  }: { questions: readonly QuestionVersion[]; attachments: readonly AttachmentRow[]; urlOf: UrlOfFile; accountId: number },
): AssessmentView {
  return {
    ...toAssessmentRowView(row),
    description: toRichTextView(row.description, urlOf),
    protocol_id: row.protocol_id,
    protocol_name: row.protocol_name,
    topic_id: row.topic_id,
    topic_name: row.topic_name,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    group_id: row.group_id,
    group_name: row.group_name,
    grade_id: row.grade_id,
    grade_name: row.grade_name,
    max_point: row.max_point,
    overall_grade: row.overall_grade,
    schedule_time: toScheduleView(row),
    questions: questions.map((question) => toStaffQuestionView(question, urlOf)),
    google_drive_link: attachments.map((attachment) => toAttachmentView(attachment, urlOf)),
    is_owner: row.account_id === accountId,
  };
}

/** `aws`: the name that a file of our own library has on the wire. */
function toAttachmentView({ name, file_id, mime_type, external }: AttachmentRow, urlOf: UrlOfFile): AssessmentView['google_drive_link'][number] {
  if (file_id !== null) return { name, url: urlOf(file_id), mimeType: mime_type ?? '', type: 'aws' };
  return { name, url: external?.url ?? '', mimeType: external?.mimeType ?? '', type: external?.type ?? '' };
}
