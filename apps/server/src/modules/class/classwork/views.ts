import type { CourseWorkMaterialView, CourseWorkRowView, CourseWorkView } from '@classwright/contract';
import { isOverdue } from '@classwright/rules/grading/submissions';
import { toSummary } from '@classwright/rules/rich-text/index';
import { findMissedAt } from '../classes/index.ts';
import type { UrlOfFile } from '../../school/files/index.ts';
import { toRichTextView } from '../../bank/questions/index.ts';
import type { OwnSubmission, Tally } from './list-queries.ts';
import type { CourseWorkRow, MaterialRow } from './queries.ts';

const SUMMARY_CHARACTERS = 200;

/** Returns true for the work of an unfinished assessment. Students see only its title and its date. */
const isVeiled = ({ assessment_id, assessment_status }: CourseWorkRow): boolean => assessment_id !== null && assessment_status !== 'finished';

function toCommonView(
  work: CourseWorkRow,
): Omit<CourseWorkRowView, 'turnedIn' | 'totalAssignee' | 'graded_count' | 'to_grade_count' | 'to_return_count' | 'submission'> {
  const [year = 0, month = 0, day = 0] = work.due_on?.split('-').map(Number) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = work.due_time?.split(':').map(Number) ?? [];
  return {
    id: work.id,
    courseId: work.course_id,
    course_name: work.course_name,
    title: work.title,
    summary: toSummary(work.description, SUMMARY_CHARACTERS),
    topicId: work.topic_name === null ? null : work.topic_id,
    topic_name: work.topic_name,
    assessment_id: work.assessment_id,
    assessment_status: work.assessment_status,
    workType: work.work_type,
    courseWorkType: work.kind,
    state: work.state,
    maxPoints: work.max_points,
    dueDate: work.due_on === null ? null : { year, month, day },
    dueTime: work.due_time === null ? null : { hours, minutes, seconds: Math.floor(seconds), nanos: 0 },
    due_at: work.due_at?.toISOString() ?? null,
    creationTime: work.created_at.toISOString(),
    updateTime: work.updated_at.toISOString(),
    updated_at: work.updated_at.toISOString(),
    scheduledTime: work.scheduled_at?.toISOString() ?? null,
    missed_at: findMissedAt(work),
    posted_at: work.posted_at?.toISOString() ?? null,
    category: work.category_id === null || work.category_name === null ? null : { category_id: work.category_id, category_name: work.category_name },
  };
}

/** Builds a row with counts of the current students. */
export function toStaffRowView(work: CourseWorkRow, tally: Tally | undefined): CourseWorkRowView {
  return {
    ...toCommonView(work),
    turnedIn: tally?.turned_in_count ?? 0,
    totalAssignee: tally?.assigned_count ?? 0,
    graded_count: tally?.graded_count ?? 0,
    to_grade_count: tally?.to_grade_count ?? 0,
    to_return_count: tally?.to_return_count ?? 0,
  };
}

/** Builds a row with the reader's own submission, without counts or grades that were not returned. */
export function toStudentRowView(work: CourseWorkRow, own: OwnSubmission | undefined): CourseWorkRowView {
  const view: CourseWorkRowView = toCommonView(work);
  const submission = own && {
    id: own.submission_id,
    state: own.state,
    late: own.late,
    overdue: isOverdue(
      { ...{ dueAt: work.due_at, postedAt: work.posted_at, assignedAt: own.assigned_at }, state: own.state, isExcused: own.excused },
      own.read_at,
    ),
    excused: own.excused,
    assignedGrade: own.assigned_grade,
  };
  return {
    ...view,
    ...(submission ? { submission } : {}),
    ...(isVeiled(work) ? { summary: '', topicId: null, topic_name: null, category: null, maxPoints: null } : {}),
  };
}

interface Parts {
  materials: readonly MaterialRow[];
  urlOf: UrlOfFile;
}

function toWholeView(work: CourseWorkRow, row: CourseWorkRowView, { materials, urlOf }: Parts): CourseWorkView {
  return {
    ...row,
    description: toRichTextView(work.description, urlOf),
    submissionModificationMode: work.submission_modification_mode,
    creatorUserId: work.creator_id,
    creator_name: work.creator_name,
    assigneeMode: work.assignee_mode,
    multipleChoiceQuestion: { choices: work.choices },
    materials: materials.map((material) => toMaterialView(material, urlOf)),
  };
}

export function toStaffView(work: CourseWorkRow, tally: Tally | undefined, parts: Parts & { studentIds: number[] }): CourseWorkView {
  return { ...toWholeView(work, toStaffRowView(work, tally), parts), individualStudentsOptions: { studentIds: parts.studentIds } };
}

export function toStudentView(work: CourseWorkRow, own: OwnSubmission | undefined, parts: Parts): CourseWorkView {
  const view = toWholeView(work, toStudentRowView(work, own), parts);
  return isVeiled(work) ? { ...view, description: { type: 'doc', content: [] }, materials: [], multipleChoiceQuestion: { choices: [] } } : view;
}

function toMaterialView({ kind, title, file_id, url, share_mode, mime_type }: MaterialRow, urlOf: UrlOfFile): CourseWorkMaterialView {
  if (kind === 'driveFile' && file_id !== null) {
    const address = urlOf(file_id);
    const mimeType = mime_type ?? '';
    const thumbnailUrl = mimeType.startsWith('image/') ? address : '';
    return { driveFile: { id: file_id, title, alternateLink: address, thumbnailUrl, mimeType, shareMode: share_mode } };
  }
  if (kind === 'youtubeVideo') return { youtubeVideo: { id: findVideoId(url), title, alternateLink: url, thumbnailUrl: '' } };
  return kind === 'form' ? { form: { formUrl: url, title } } : { link: { url, title } };
}

/** Returns the id of a video from its usual addresses, or an empty text for another kind of address. */
function findVideoId(url: string): string {
  return /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/watch\?(?:.*&)?v=|youtu\.be\/|youtube\.com\/embed\/)([\w-]{6,20})/i.exec(url)?.[1] ?? '';
}
