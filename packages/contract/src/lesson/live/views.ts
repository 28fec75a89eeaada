import { WALL_SHOWS } from '@classwright/rules/live/wall';
import { z } from 'zod';
import { CONFIDENCES } from '@classwright/rules/live/confidence';
import { HIDING_REASONS, SHOWS_ANSWERS } from '@classwright/rules/live/session';
import { MOVES } from '@classwright/rules/live/figures/moves';
import { PairFigureView } from './pair-figures.ts';
import { FormName, RevealedQuestionView, ScheduleView, StaffQuestionView } from '../../class/assessments/views.ts';
import { RichTextView } from '../../rich-text.ts';

const Id = z.number().int();

export const PersonView = z.object({ id: Id, first_name: z.string(), last_name: z.string(), profile_picture: z.string().nullable() });
export type PersonView = z.infer<typeof PersonView>;

/** One opened form of the current run. `closed_at` null: still open (perhaps in its 3 seconds of grace). */
export const AttemptView = z.object({
  form: FormName,
  minutes: z.number().int(),
  opened_at: z.string(),
  /** The caller's own deadline. */
  deadline_at: z.string(),
  closed_at: z.string().nullable(),
  /** True when the caller has own time in this form. The deadline and closing in events are those of the others. */
  own_time: z.boolean().optional(),
  /** True when the form asks how sure one is. Left out: it does not. */
  asks_sure: z.boolean().optional(),
  distribution_revealed: z.boolean(),
  correctness_revealed: z.boolean(),
});
export type AttemptView = z.infer<typeof AttemptView>;

/**
 * The choice of staff for the walls. `of`: the form that it is about; `step` counts from 0, for `explain`; `question_id`: the
 * question to the staff, for `asked` alone.
 */
export const WallChoiceView = z.object({ show: z.enum(WALL_SHOWS), of: FormName.nullable(), step: z.number().int(), question_id: z.number().int().optional() });
export type WallChoiceView = z.infer<typeof WallChoiceView>;

/** The plan of a lesson: when classmates see each other's answers, and whether with names. */
export const PlanView = z.object({
  /** As soon as they are given, to students who have answered themselves; or only when the form closes. */
  shows_answers: z.enum(SHOWS_ANSWERS),
  /** False: classmates read a color and an animal instead of names. Staff always read names. */
  with_names: z.boolean(),
});
export type PlanView = z.infer<typeof PlanView>;

export const SessionView = z.object({
  id: Id,
  assessment_id: Id,
  state: z.enum(['running', 'finished', 'canceled']),
  /** The form opened last. */
  form: FormName,
  phase_open: z.boolean(),
  deadline_at: z.string(),
  server_time: z.string(),
  /** The session's id again: the epoch of its events. */
  epoch: Id,
  sequence: z.number().int(),
  can_comment: z.boolean(),
  /** The choice of staff for the walls in the form opened last. Left out while there is none. */
  wall: WallChoiceView.optional(),
  /** The revision of the published groups of the run. 0: none. */
  pairs_revision: z.number().int(),
  /** The newest vote between two reasons. `is_shown` false: it was taken away. Left out: there was none. */
  vote: z.object({ id: Id, ends_at: z.string(), is_shown: z.boolean() }).optional(),
  /** Left out: answers are shown as soon as they are given, with names. */
  plan: PlanView.optional(),
  attempts: z.array(AttemptView),
});
export type SessionView = z.infer<typeof SessionView>;

/**
 * The distribution of a form. Counts only include answers with a choice; late ones and canceled runs are in no figure.
 */
export const DistributionView = z.object({
  form: FormName,
  /** The number of answers with a choice. */
  answered: z.number().int(),
  /** The number of students logged in to the session. */
  of: z.number().int(),
  counts: z.array(z.object({ response_id: Id, count: z.number().int() })),
});
export type DistributionView = z.infer<typeof DistributionView>;

/** The staff's absolute figures for the form opened last. */
export const TallyView = DistributionView.extend({
  /** The number of `answered` with a valid response. */
  right: z.number().int(),
  /** The number of students in the class. */
  students: z.number().int(),
});
export type TallyView = z.infer<typeof TallyView>;

/**
 * The moment in the database at which a value is true. Of two values from any processes, the one with the higher number
 * is newer.
 */
export const AsOf = z.number().int();

/** The number who chose a response, by their confidence. `unsaid`: those who did not say. For the staff only. */
export const ConfidenceCountView = z.object({
  response_id: Id,
  guess: z.number().int(),
  think: z.number().int(),
  sure: z.number().int(),
  unsaid: z.number().int(),
});
export type ConfidenceCountView = z.infer<typeof ConfidenceCountView>;

/** The figures of a running lesson, from any of several processes. */
export const LiveTallyView = TallyView.extend({
  as_of: AsOf,
  /** The confidence in each response. Left out: the form does not ask. */
  confidence: z.array(ConfidenceCountView).optional(),
  /** The ballots of the shown vote, in the order of its reasons. Left out: no vote is shown. */
  vote: z.object({ id: Id, counts: z.tuple([z.number().int(), z.number().int()]) }).optional(),
  /**
   * Students with extra time who are present and have not answered, and the deadline of the last of them. Left out:
   * none.
   */
  own_time: z.object({ students: z.number().int(), until: z.string() }).optional(),
});
export type LiveTallyView = z.infer<typeof LiveTallyView>;

/** A text that staff have hidden from the class. Only staff see it. */
export const HiddenView = z.object({
  /** False: it is shown again. */
  is_hidden: z.boolean(),
  reason: z.enum(HIDING_REASONS),
  /** The message to the author. Empty: only the reason. */
  words: z.string(),
  /** The name of the person who hid it. */
  hidden_by: z.string(),
  hidden_at: z.string(),
  /** The text before its author rewrote it. Null: it was not rewritten. */
  original: z.string().nullable(),
});
export type HiddenView = z.infer<typeof HiddenView>;

export const ReplyView = z.object({
  id: Id,
  reply: z.string(),
  /** True when words of it were replaced before others could read them. */
  is_censored: z.boolean().optional(),
  hidden: HiddenView.optional(),
  account_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  profile_picture: z.string().nullable(),
  by_staff: z.boolean(),
  last_update: z.string(),
});
export type ReplyView = z.infer<typeof ReplyView>;

export const CommentView = z.object({
  id: Id,
  comment: z.string(),
  /** True when words of it were replaced before others could read them. */
  is_censored: z.boolean().optional(),
  hidden: HiddenView.optional(),
  account_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  profile_picture: z.string().nullable(),
  by_staff: z.boolean(),
  last_update: z.string(),
  replies: z.array(ReplyView),
  /** The post that it belongs to. Its `comment` has the first 100 characters of the text, without formatting. */
  post: z.object({
    id: Id,
    first_name: z.string(),
    account_id: Id,
    body: z.array(
      z.object({ response: z.string().nullable(), comment: RichTextView, detail: z.object({ title: z.string().nullable(), response_id: Id.nullable() }) }),
    ),
  }),
});
export type CommentView = z.infer<typeof CommentView>;

/** The numbers before the shown comments: comments, and comments with their replies. */
export const EarlierView = z.object({ comments: z.number().int(), remarks: z.number().int() });
export type EarlierView = z.infer<typeof EarlierView>;

/** A student's answer in one form. `response` null: text without a choice. */
export const PostView = z.object({
  id: Id,
  form: FormName,
  account: PersonView,
  body: z.array(
    z.object({ response: z.string().nullable(), comment: RichTextView, detail: z.object({ title: z.string().nullable(), response_id: Id.nullable() }) }),
  ),
  /** The newest comments, oldest first. */
  comments: z.array(CommentView),
  /** Left out when `comments` has all of them. */
  earlier: EarlierView.optional(),
  total_likes: z.array(Id),
  total_dislikes: z.array(Id),
  /** Null while the reader may not know it, and for students on every post but their own. */
  is_correct: z.boolean().nullable(),
  /** "server": the draft that was filed when the form closed. */
  filed_by: z.enum(['student', 'server']),
  /** True when words of it were replaced before others could read them. */
  is_censored: z.boolean().optional(),
  hidden: HiddenView.optional(),
  last_update: z.string(),
});
export type PostView = z.infer<typeof PostView>;

export const DraftView = z.object({
  form: FormName,
  revision: z.number().int(),
  response_id: Id.nullable(),
  comment: RichTextView,
  confidence: z.enum(CONFIDENCES).nullable().optional(),
  saved_at: z.string(),
});
export type DraftView = z.infer<typeof DraftView>;

/** A late answer: in no figure, visible to its student and the teacher. */
export const LateAnswerView = z.object({
  form: FormName,
  kind: z.enum(['answer', 'draft']),
  response_id: Id.nullable(),
  response: z.string().nullable(),
  comment: RichTextView,
  received_at: z.string(),
});
export type LateAnswerView = z.infer<typeof LateAnswerView>;

/** One student's actions in the current run, next to the results of the class. */
export const OwnLessonView = z.object({
  /**
   * The questions of the opened forms, in order, with correctness and reasoning as soon as the student may know them.
   */
  questions: z.array(RevealedQuestionView),
  /** One for each opened form, in order. */
  answers: z.array(
    z.object({
      form: FormName,
      question_id: Id,
      /**
       * The post. Null: nothing with content was filed for the student. It has the comments that are visible now,
       * including those of staff.
       */
      post: PostView.nullable(),
      /** Late answers to the form: kept, but in no figure. The answer that counts is `post`. */
      late: z.array(LateAnswerView),
      /** The distribution of the class. Null while the student may not see it. */
      distribution: DistributionView.nullable(),
    }),
  ),
  /** As in the live snapshot. Null before the lesson has finished. */
  same_way: z.number().int().nullable(),
});
export type OwnLessonView = z.infer<typeof OwnLessonView>;

export const StudentRowView = z.object({
  id: Id,
  name: z.string(),
  /** The number of forms answered with a choice, out of 3. */ responders: z.number().int(),
  logintime: z.string().nullable(),
  /** True when the student answered the form opened last, with a choice. */
  answered: z.boolean(),
  /** True when the student has an open socket of the lesson now. */
  connected: z.boolean(),
  /** The transition from Form - 1A to Form - 1B. Null for a student who has not chosen in both. */
  moved: z.enum(MOVES).nullable(),
});
export type StudentRowView = z.infer<typeof StudentRowView>;

export const CommentLogView = z.object({
  id: Id,
  post_id: Id,
  form: FormName,
  posted_by: z.string(),
  commented_by: z.string(),
  response: z.string().nullable(),
  title: z.string(),
  /** The text, at most 100 characters and an ellipsis. */ comment: z.string(),
  last_update: z.string(),
});
export type CommentLogView = z.infer<typeof CommentLogView>;

/** The lesson for its staff. The questions are frozen once it has started. */
export const StaffLiveAssessmentView = z.object({
  id: Id,
  title: z.string(),
  class_id: Id,
  class_name: z.string(),
  teacher_name: z.string(),
  status: z.enum(['Active', 'finished']),
  questions: z.array(StaffQuestionView),
  attempts: z.array(AttemptView),
  schedule_time: ScheduleView,
  totalStudent: z.number().int(),
  AbsentStudents: z.array(z.object({ id: Id, name: z.string() })),
  /** The plan of the run; without one, the plan with which the next run begins. */
  plan: PlanView,
  session: SessionView.nullable(),
  /** True when forms that open from now on ask how sure one is. Null: the school does not offer it. */
  asks_sure: z.boolean().nullable(),
  tally: LiveTallyView.nullable(),
});
export type StaffLiveAssessmentView = z.infer<typeof StaffLiveAssessmentView>;

/** The lesson for a student: no absentees, no validity before it is revealed, no question whose form has not opened. */
export const StudentLiveAssessmentView = z.object({
  id: Id,
  title: z.string(),
  class_id: Id,
  class_name: z.string(),
  teacher_name: z.string(),
  status: z.enum(['Active', 'finished']),
  questions: z.array(RevealedQuestionView),
  attempts: z.array(AttemptView),
  schedule_time: ScheduleView,
  totalStudent: z.number().int(),
  session: SessionView.nullable(),
});
export type StudentLiveAssessmentView = z.infer<typeof StudentLiveAssessmentView>;

const FormSummaryView = z.object({ form: FormName, total_likes: z.number().int(), total_comments: z.number().int() });
const byForm = <T extends z.ZodType>(view: T) => z.object({ form_1A: view, form_1B: view, form_2: view });

/** The transition of students from the first form of a pair to the second; only students who chose in both. */
export const TransitionView = z.object({
  from: FormName,
  to: FormName,
  kept_right: z.number().int(),
  wrong_to_right: z.number().int(),
  right_to_wrong: z.number().int(),
  kept_wrong: z.number().int(),
  /**
   * The number of students by pair of responses, for the figure. Only from Form - 1A to Form - 1B, which ask the same
   * question.
   */
  flows: z.array(z.object({ from_response_id: Id, to_response_id: Id, count: z.number().int() })),
});
export type TransitionView = z.infer<typeof TransitionView>;

/** The numbers of right and wrong answers by confidence, from least to most. */
export const CertaintyView = z.array(z.object({ confidence: z.enum(CONFIDENCES), right: z.number().int(), wrong: z.number().int() }));
export type CertaintyView = z.infer<typeof CertaintyView>;

export const LessonSummaryView = byForm(FormSummaryView).extend({
  title: z.string(),
  class_name: z.string(),
  finished_at: z.string().nullable(),
  /** The forms that a finished lesson did not ask. Left out: none, or the lesson has not finished. */
  not_asked: z.array(FormName).optional(),
  /** For staff only. */
  distribution: z.array(TallyView).optional(),
  transitions: z.array(TransitionView).optional(),
  /**
   * The students who chose in all three forms, by right and wrong in each: eight rows, all right first. Left out until
   * Form - 2 has closed, and when it was not asked.
   */
  ways: z.array(z.object({ first: z.boolean(), second: z.boolean(), transfer: z.boolean(), students: z.number().int() })).optional(),
  /** For staff only, when groups were published. */
  pairs: z.array(PairFigureView).optional(),
  /** For staff only: right and wrong by confidence, of the forms that asked for it. Left out when none did. */
  certainty: z.array(z.object({ form: FormName, levels: CertaintyView })).optional(),
});
export type LessonSummaryView = z.infer<typeof LessonSummaryView>;

/** A reaction. `account_id` and `name`: the person who gave it. */
const ReactionEntryView = z.object({ post_id: Id, account_id: Id, name: z.string(), last_update: z.string() });
/** A comment. `account_id` and `name`: its author. */
export const CommentEntryView = z.object({ id: Id, post_id: Id, account_id: Id, name: z.string(), comment: z.string(), last_update: z.string() });
/** The reactions that a student gave, and those that staff gave the student (document 3, section 4.2). */
export const FormReactionsView = z.object({
  likes: z.object({ given: z.array(ReactionEntryView), received: z.array(ReactionEntryView) }),
  comments: z.object({ given: z.array(CommentEntryView), received: z.array(CommentEntryView) }),
});
export type FormReactionsView = z.infer<typeof FormReactionsView>;
export const FormWiseReactions = byForm(FormReactionsView);

export const LessonCardView = z.object({
  assessment_id: Id,
  title: z.string(),
  class_id: Id,
  class_name: z.string(),
  teacher_name: z.string(),
  status: z.enum(['Active', 'finished']),
  schedule_time: ScheduleView,
  running: z.boolean(),
  form: FormName.nullable(),
  is_owner: z.boolean(),
  /** True when it is planned for today, in the zone of the class's school. */
  is_today: z.boolean(),
});
export type LessonCardView = z.infer<typeof LessonCardView>;
