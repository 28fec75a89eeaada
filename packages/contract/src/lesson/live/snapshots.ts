import { z } from 'zod';
import { CONFIDENCES } from '@classwright/rules/live/confidence';
import { MOVES } from '@classwright/rules/live/figures/moves';
import { SUBGROUP_FIELDS } from '@classwright/rules/results/subgroups';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage } from '../../core/fields.ts';
import { FORMS } from './forms.ts';
import { PairFigureView } from './pair-figures.ts';
import { StaffVoteView } from './reasons.ts';
import { CertaintyView, LateAnswerView, TransitionView } from './views.ts';
import { FormName, RevealedQuestionView, StaffQuestionView } from '../../class/assessments/views.ts';
import { RichTextView } from '../../rich-text.ts';

/**
 * Live snapshots: a finished lesson's record (document 1, "Live snapshot"). `students` is a count; names next to right
 * and wrong are for the staff only.
 */
const Id = z.number().int();
const count = z.number().int();
const byForm = <T extends z.ZodType>(view: T) => z.object({ form_1A: view, form_1B: view, form_2: view });

const SnapshotDetailsView = z.object({
  assessment_id: Id,
  title: z.string(),
  class_name: z.string(),
  teacher_name: z.string(),
  /** The level's name. Empty, like the topic and the standard, when the assessment has none. */
  grade: z.string(),
  topic: z.string(),
  standard: z.string(),
  description: RichTextView,
});
export type SnapshotDetailsView = z.infer<typeof SnapshotDetailsView>;

const SnapshotResponseView = z.object({ response_id: Id, response: z.string(), students: count });
const SnapshotResultView = z.object({ student_name: z.string(), response: z.string(), correct: z.boolean(), posted_on: z.string() });
const SnapshotCommentView = z.object({ id: Id, name: z.string(), comment: z.string(), posted_on: z.string() });

// ── a student's own ──

const StudentReportView = z.object({
  form: FormName,
  /** The question. Null: the form was never opened. */
  question_id: Id.nullable(),
  /** The distribution of the class. Null for a student who has left it. */
  responses: z.array(SnapshotResponseView).nullable(),
  /** Only the student's own answer. */
  results: z.array(SnapshotResultView),
  total_likes: count.nullable(),
  total_comments: count.nullable(),
});
const OwnResponseView = z.object({
  /** The choice. Null: text without a choice. */
  response_text: z.string().nullable(),
  response_id: Id.nullable(),
  is_correct: z.boolean().nullable(),
  posted_on: z.string(),
  justification: RichTextView,
  filed_by: z.enum(['student', 'server']),
});

export const StudentSnapshotView = z.object({
  details: SnapshotDetailsView,
  finished_at: z.string(),
  /** False when the student did not log in to this lesson. */
  took_part: z.boolean(),
  /** True when the student missed the lesson and can do it alone (LIVE-123). False also for a student who joined the class later. */
  can_do_alone: z.boolean(),
  /** The questions that were asked, with correctness and reasoning. */
  questions: z.array(RevealedQuestionView),
  /**
   * The number of other students who went from Form - 1A to Form - 1B as this student did. Null: there is nothing to
   * count, or there are fewer than three, who could be recognized.
   */
  same_way: count.nullable(),
  reports: byForm(StudentReportView),
  my_responses_per_form: byForm(z.array(OwnResponseView)),
  /** Late answers to a form, which are in no figure. */
  late_per_form: byForm(z.array(LateAnswerView)),
  /** Comments of staff on the student's posts (document 3, section 4.2). */
  my_comments_received_per_form: byForm(z.array(SnapshotCommentView)),
  my_comments_given_per_form: byForm(z.array(SnapshotCommentView)),
  engagement_summary: z.object({
    likes_i_gave: count,
    comments_i_gave: count,
    /** Likes from staff. */
    likes_i_received: count,
    /** Comments from staff. */
    comments_i_received: count,
    /** Likes from classmates. Null: not counted, for a lesson from before this was kept. */
    likes_from_classmates: count.nullable(),
    comments_from_classmates: count.nullable(),
  }),
});
export type StudentSnapshotView = z.infer<typeof StudentSnapshotView>;

// ── the staff's ──

const StaffResponseView = SnapshotResponseView.extend({ is_valid: z.boolean(), student_names: z.array(z.string()) });
const StaffResultView = SnapshotResultView.extend({
  account_id: Id,
  response_id: Id,
  filed_by: z.enum(['student', 'server']),
  confidence: z.enum(CONFIDENCES).optional(),
});
const StaffReportView = z.object({
  form: FormName,
  /** The question. Null: the form has not closed, or was never opened. */
  question_id: Id.nullable(),
  responses: z.array(StaffResponseView),
  results: z.array(StaffResultView),
  /** The number of answers with a choice, and of right ones. */
  answered: count,
  right: count,
  total_likes: count,
  total_comments: count,
  /** Right and wrong by how sure, from least to most. Null: the form did not ask. */
  certainty: CertaintyView.nullable(),
  /** Late answers, which are in no figure. */
  late: z.array(LateAnswerView.extend({ account_id: Id, student_name: z.string() })),
});
export type StaffReportView = z.infer<typeof StaffReportView>;

export const TeacherSnapshotView = z.object({
  details: SnapshotDetailsView,
  /** The session. `class_id`: the class of the lesson. */
  session: z.object({ id: Id, class_id: Id, state: z.enum(['running', 'finished']), started_at: z.string(), ended_at: z.string().nullable() }),
  /** The number of students who logged in, out of the class at its finish (now, while it is running). */
  took_part: z.object({ logged_in: count, students: count }),
  questions: z.array(StaffQuestionView),
  reports: byForm(StaffReportView),
  /** The votes between two reasons, in order, without names. */
  votes: z.array(StaffVoteView),
  /** The students by name, including those who were absent. */
  students: z.array(z.object({ account_id: Id, name: z.string(), logged_in: z.boolean() })),
  /** The transition from Form - 1A to Form - 1B. Null until both have closed. */
  moves: TransitionView.nullable(),
  /** Students who chose in all three forms. Null until all have closed, like the two below. */
  branches: z.array(z.object({ first: z.boolean(), second: z.boolean(), transfer: z.boolean(), account_ids: z.array(Id) })).nullable(),
  /** Students who logged in, but did not choose in some form. */
  incomplete: z.array(Id).nullable(),
  /** The results of Form - 2, by the change from Form - 1A to Form - 1B. */
  transfer_by_move: z.array(z.object({ move: z.enum(MOVES), answered: count, right: count })).nullable(),
  /**
   * The gain of students who chose in both forms. Null when nothing could be gained. `interval`: of 95 percent; null
   * when it cannot be computed.
   */
  gain: z
    .object({ value: z.number(), band: z.enum(['loss', 'low', 'medium', 'high']), interval: z.object({ low: z.number(), high: z.number() }).nullable() })
    .nullable(),
  /** With whom students talked, and how their groups ended. Null: no groups were published. */
  pairs: z.object({ groups: z.array(z.array(Id)), figures: z.array(PairFigureView) }).nullable(),
  /**
   * Groups in a finished lesson, if the school allows them: students who chose in all three forms. No group of fewer
   * than five is shown, or can be derived from the others; none are shown unless there are two. Null when the school
   * allows no groups.
   */
  subgroups: z
    .object({
      field: z.enum(SUBGROUP_FIELDS),
      groups: z.array(
        z.object({
          /** The value. Empty: the roster has none. Null: all students in no other group. */
          value: z.string().nullable(),
          students: count,
          /** The number of them who were right in Form - 1A, Form - 1B and Form - 2. */
          first: count,
          second: count,
          transfer: count,
          gain: z.number().nullable(),
        }),
      ),
    })
    .nullable(),
});
export type TeacherSnapshotView = z.infer<typeof TeacherSnapshotView>;

const byAssessment = z.object({ assessment_id: id('Assessment') });

/** The staff's snapshot. Null until the lesson's first form has closed, and after a canceled run. */
export const liveTeacherSnapshot = endpoint({
  name: 'live.teacherSnapshot',
  method: 'GET',
  path: '/live/learning/teachers/snapshot',
  access: { resource: 'live-lessons', action: 'run' },
  summary: `The course of a lesson: ${FORMS.join(', ')}, moves, branches and gain, with names`,
  query: byAssessment,
  response: z.object({ snapshot: TeacherSnapshotView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  cost: 2,
  readOnly: true,
});

/**
 * The export of closed forms. Reactions given and received by each student are only included for a finished lesson.
 */
export const liveSnapshotExport = endpoint({
  name: 'live.snapshotExport',
  cost: 20,
  method: 'GET',
  path: '/live/learning/teachers/snapshot/export',
  access: { resource: 'live-lessons', action: 'run' },
  confirmed: true,
  summary: 'The course of a lesson as a spreadsheet: the lesson, its students, responses and moves; kept in the audit trail',
  query: byAssessment.extend({ format: z.literal('xlsx', { error: packMessage('snapshotSheet.format') }).optional() }),
  response: z.object({}),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  acceptsHandOff: true,
  ownTransaction: true,
  errors: ['ASSESSMENT_NOT_FOUND', 'SNAPSHOT_MISSING', 'HAND_OFF_REFUSED'],
});

/**
 * A student's snapshot. Null until the lesson has finished, and after a canceled run. Students who have left the class
 * can still read their own.
 */
export const liveStudentSnapshot = endpoint({
  name: 'live.studentSnapshot',
  method: 'GET',
  path: '/live/learning/student/snapshot',
  access: { resource: 'live-participation', action: 'view' },
  summary: 'A student’s own results of a finished lesson',
  query: byAssessment,
  response: z.object({ snapshot: StudentSnapshotView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['seat'],
});
