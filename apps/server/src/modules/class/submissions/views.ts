import type {
  FileView,
  GradedCell,
  SubmissionAttachmentView,
  SubmissionMessageView,
  SubmissionRowView,
  SubmissionView,
  SubmittedWorkView,
} from '@classwright/contract';
import { findHandInProblem, isOverdue } from '@classwright/rules/grading/submissions';
import { fullName } from '../../people/accounts/index.ts';
import type { CellRow } from './grades-queries.ts';
import type { AttachmentRow, GradeHistoryRow, HistoryRow, MessageRow, SubmissionRow } from './queries.ts';
import { pointsAt } from './points.ts';
import type { WorkRow } from './work-queries.ts';

type Audience = 'staff' | 'student';
type History = SubmissionView['submissionHistory'][number];

/** Returns true when students see only the title and date: for the work of an assessment that is not finished. */
const isVeiled = ({ assessment_id, assessment_status }: WorkRow, audience: Audience): boolean =>
  audience === 'student' && assessment_id !== null && assessment_status !== 'finished';

export const toWorkView = (row: WorkRow, audience: Audience): SubmittedWorkView => ({
  id: row.id,
  courseId: row.course_id,
  title: row.title,
  workType: row.work_type,
  maxPoints: isVeiled(row, audience) ? null : row.max_points,
  due_at: row.due_at?.toISOString() ?? null,
  multipleChoiceQuestion: { choices: row.choices },
  assessment_id: row.assessment_id,
  assessment_status: row.assessment_status,
});

/** Builds a row. `work` and `now` decide if it is overdue. Students get no draft. */
export function toRowView(
  row: SubmissionRow,
  { work, now, audience }: { work: Pick<WorkRow, 'due_at' | 'posted_at'>; now: Date; audience: Audience },
): SubmissionRowView {
  const given = { dueAt: work.due_at, postedAt: work.posted_at, assignedAt: row.assigned_at };
  return {
    id: row.id,
    courseId: row.course_id,
    courseWorkId: row.course_work_id,
    userId: row.account_id,
    account_id: row.account_id,
    first_name: row.first_name,
    last_name: row.last_name,
    state: row.state,
    late: row.late,
    overdue: isOverdue({ ...given, state: row.state, isExcused: row.excused }, now),
    draftGrade: audience === 'staff' ? row.draft_grade : null,
    assignedGrade: row.assigned_grade,
    excused: row.excused,
    turned_in_at: row.turned_in_at?.toISOString() ?? null,
    returned_at: row.returned_at?.toISOString() ?? null,
    revision: audience === 'staff' ? row.grade_revision : 0,
  };
}

export interface SubmissionParts {
  work: WorkRow;
  now: Date;
  audience: Audience;
  attachments: readonly SubmissionAttachmentView[];
  history: readonly HistoryRow[];
  grades: readonly GradeHistoryRow[];
  /** The work's maximum points before each change of them. */
  points: readonly { act_id: number; points: number | null }[];
}

export function toSubmissionView(row: SubmissionRow, { work, now, audience, attachments, history, grades, points }: SubmissionParts): SubmissionView {
  const takesAnswer = work.work_type !== 'MATERIAL' && work.assessment_id === null && !work.is_elsewhere;
  return {
    ...toRowView(row, { work, now, audience }),
    submissionHistory: toHistory(history, grades, {
      maxPointsAt: (actId) => (isVeiled(work, audience) ? null : pointsAt(actId, points, work.max_points)),
      audience,
    }),
    assignmentSubmission: { attachments: [...attachments] },
    shortAnswerSubmission: { answer: row.short_answer },
    multipleChoiceSubmission: { answer: row.choice },
    can_submit: takesAnswer && findHandInProblem({ state: row.state, draftGrade: row.draft_grade }) === null,
    is_elsewhere: work.is_elsewhere,
  };
}

/**
 * Lists states and grades in the order in which they happened. Students see only the grades that they got and those
 * removed again.
 */
function toHistory(
  history: readonly HistoryRow[],
  grades: readonly GradeHistoryRow[],
  { maxPointsAt, audience }: { maxPointsAt: (actId: number) => number | null; audience: Audience },
): History[] {
  const timed: { at: number; entry: History }[] = history.map(({ at, account_id, state, late }) => ({
    at: at.getTime(),
    entry: { stateHistory: { state, stateTimestamp: at.toISOString(), actorUserId: account_id, late } },
  }));
  let before = { draft: null as number | null, assigned: null as number | null, excused: false };
  for (const { act_id, at, account_id, draft, assigned, excused } of grades) {
    const maxPoints = maxPointsAt(act_id);
    const add = (pointsEarned: number | null, gradeChangeType: Extract<History, { gradeHistory: unknown }>['gradeHistory']['gradeChangeType']) =>
      timed.push({
        at: at.getTime(),
        entry: { gradeHistory: { pointsEarned, maxPoints, gradeTimestamp: at.toISOString(), actorUserId: account_id, gradeChangeType } },
      });
    if (audience === 'staff' && draft !== before.draft) add(draft, 'DRAFT_GRADE_POINTS_EARNED_CHANGE');
    if (assigned !== before.assigned) add(assigned, 'ASSIGNED_GRADE_POINTS_EARNED_CHANGE');
    if (excused !== before.excused) add(null, 'EXCUSED');
    before = { draft, assigned, excused };
  }
  return timed.sort((a, b) => a.at - b.at).map(({ entry }) => entry);
}

export function toAttachmentView({ title, file_id, is_work_product }: AttachmentRow, file: FileView | null): SubmissionAttachmentView {
  const thumbnailUrl = file?.kind === 'image' ? file.url : '';
  return { title, driveFile: { id: file_id, title, alternateLink: file?.url ?? '', thumbnailUrl }, file, is_work_product };
}

export const toMessageView = (row: MessageRow): SubmissionMessageView => ({
  id: row.id,
  message: row.message,
  created_at: row.created_at.toISOString(),
  account_id: row.account_id,
  account_name: fullName(row),
});

export const toCellView = (row: CellRow): GradedCell => ({
  submissionId: row.id,
  account_id: row.account_id,
  courseWorkId: row.course_work_id,
  draftGrade: row.draft_grade,
  assignedGrade: row.assigned_grade,
  excused: row.excused,
  state: row.state,
  late: row.late,
  revision: row.grade_revision,
});
