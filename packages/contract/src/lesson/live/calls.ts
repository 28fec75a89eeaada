import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination, socketId } from '../../core/fields.ts';
import {
  AsOf,
  CommentLogView,
  ConfidenceCountView,
  DistributionView,
  DraftView,
  LateAnswerView,
  LessonCardView,
  LessonSummaryView,
  LiveTallyView,
  PersonView,
  PostView,
  SessionView,
  StaffLiveAssessmentView,
  StudentLiveAssessmentView,
  StudentRowView,
} from './views.ts';
import { FormName, RevealedQuestionView } from '../../class/assessments/views.ts';
import { assessmentId, byAssessment, Form, run, see, take } from './fields.ts';

const timeError = { error: packMessage('live.time.increase') };

/** The length of a phase in whole minutes, 1 to 180. */
const Minutes = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,6}(\.\d+)?$/)
        .transform(Number),
    ],
    timeError,
  )
  .pipe(
    z
      .number(timeError)
      .positive(timeError)
      .int({ error: packMessage('live.time.whole') })
      .max(180, { error: packMessage('live.time.most') }),
  );

const Started = z.object({ assessment: StaffLiveAssessmentView, session: SessionView });

// ── the teacher ──

/** Lessons that the caller may run: their own, those of classes they teach, or all for Admin. Running ones first. */
export const liveLessons = endpoint({
  name: 'live.lessons',
  method: 'GET',
  path: '/live/learning/lessons',
  access: { resource: 'live-lessons', action: 'view' },
  summary: 'Lessons that the caller may run',
  query: pageQuery.extend({ search_text: z.string().max(200).default('') }),
  response: z.object({ data: z.array(LessonCardView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const liveStart = endpoint({
  name: 'live.start',
  method: 'POST',
  path: '/live/learning/start',
  access: run,
  summary: 'Activate: open Form - 1A',
  body: z.object({ assessment_id: assessmentId, time: Minutes }),
  response: Started,
  errors: ['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_INCOMPLETE', 'ASSESSMENT_ARCHIVED', 'ASSESSMENT_FINISHED', 'SESSION_RUNNING', 'CLASS_ARCHIVED'],
});

export const liveStatus = endpoint({
  name: 'live.status',
  method: 'POST',
  path: '/live/learning/status',
  access: run,
  summary: 'Re-assign, next or finished: close the running form and take the next step',
  body: z.discriminatedUnion(
    'type',
    [
      z.object({ id: assessmentId, type: z.literal('re-assign'), time: Minutes }),
      z.object({ id: assessmentId, type: z.literal('next'), time: Minutes }),
      z.object({ id: assessmentId, type: z.literal('finished'), time: z.unknown().optional() }),
    ],
    { error: packMessage('validation.choice', { label: 'Type', choices: 're-assign, next, finished' }) },
  ),
  response: Started,
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'STEP_NOT_ALLOWED'],
});

export const liveClose = endpoint({
  name: 'live.close',
  method: 'POST',
  path: '/live/learning/close',
  access: run,
  summary: 'Cancel the running session',
  body: z.object({ id: assessmentId }),
  response: z.object({}),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
});

/** The run that the caller sees, and the form that it saw open or as the last one; left out: the current one. */
const turn = byAssessment.extend({ epoch: id('Epoch'), form: Form.optional() });

/** Closes the open form at once, as its deadline would. Nothing else follows. */
export const livePhaseClose = endpoint({
  name: 'live.phaseClose',
  method: 'POST',
  path: '/live/learning/phase/close',
  access: run,
  summary: 'Close the running form now, as its deadline would',
  body: turn,
  response: z.object({ session: SessionView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'FORM_NOT_RUNNING', 'STEP_NOT_ALLOWED'],
});

/** Finishes the lesson after Form - 1A or Form - 1B. The forms that were not asked are in no figure. */
export const liveEnd = endpoint({
  name: 'live.end',
  method: 'POST',
  path: '/live/learning/end',
  access: run,
  summary: 'Finish the lesson here, without the forms that have not been asked',
  body: turn,
  response: Started,
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'STEP_NOT_ALLOWED'],
});

export const liveAdjustTime = endpoint({
  name: 'live.adjustTime',
  method: 'POST',
  path: '/live/learning/adjust/time',
  access: run,
  summary: 'Give the running form more or less time',
  body: z.object({
    assessment_id: assessmentId,
    type: z.enum(['increase', 'decrease'], { error: packMessage('validation.choice', { label: 'Type', choices: 'increase, decrease' }) }),
    time: Minutes,
  }),
  response: z.object({ session: SessionView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'FORM_NOT_RUNNING'],
});

export const liveSettingsUpdate = endpoint({
  name: 'live.settingsUpdate',
  method: 'POST',
  path: '/live/learning/settings/update',
  access: run,
  summary: 'Enable or disable commenting for students',
  body: z.object({ assessment_id: assessmentId, can_comment: flag('Commenting') }),
  response: z.object({ settings: z.object({ can_comment: z.boolean() }) }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
});

export const liveReveal = endpoint({
  name: 'live.reveal',
  method: 'POST',
  path: '/live/learning/reveal',
  access: run,
  summary: 'Show distribution or correctness of a form to the class',
  body: z.object({
    assessment_id: assessmentId,
    form: Form,
    what: z.enum(['distribution', 'correctness'], { error: packMessage('validation.choice', { label: 'What', choices: 'distribution, correctness' }) }),
  }),
  response: z.object({ session: SessionView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'PHASE_NOT_CLOSED', 'STEP_NOT_ALLOWED'],
});

export const liveResponded = endpoint({
  name: 'live.responded',
  method: 'GET',
  path: '/live/learning/student/responded',
  access: run,
  summary: 'The students who are present, who are absent, and who have answered',
  query: byAssessment,
  response: z.object({
    students: z.array(StudentRowView),
    absent: z.array(z.object({ id: z.number().int(), name: z.string() })),
    totalStudent: z.number().int(),
    /** The moment of `connected`. */
    connected_as_of: AsOf,
    tally: LiveTallyView.nullable(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

export const liveStudentRespond = endpoint({
  name: 'live.studentRespond',
  method: 'GET',
  path: '/live/learning/getstudentRespond',
  access: run,
  summary: 'One student’s answers per form',
  query: z.object({ assessment_id: assessmentId, student_id: id('Student') }),
  response: z.object({ student: PersonView, responses: z.array(z.object({ form: FormName, post: PostView.nullable(), late: z.array(LateAnswerView) })) }),
  errors: ['ASSESSMENT_NOT_FOUND', 'STUDENT_NOT_FOUND'],
  readOnly: true,
});

const FeedResponse = z.object({
  id: z.number().int(),
  name: z.string(),
  response: z.string().nullable(),
  title: z.string(),
  form: FormName,
  last_update: z.string(),
});

export const liveFeed = endpoint({
  name: 'live.feed',
  method: 'GET',
  path: '/live/learning/live/feed',
  access: run,
  summary: 'All posts of a form with comments, replies and likes',
  query: z.object({ assessment_id: assessmentId, form: Form }),
  response: z.object({
    posts: z.array(PostView),
    data: z.array(PostView),
    responses: z.array(FeedResponse),
    distribution: DistributionView,
    confidence: z.array(ConfidenceCountView).optional(),
    late: z.array(LateAnswerView.extend({ account: PersonView })),
  }),
  brief: z.object({
    posts: z.array(PostView),
    responses: z.array(FeedResponse),
    distribution: DistributionView,
    confidence: z.array(ConfidenceCountView).optional(),
    late: z.array(LateAnswerView.extend({ account: PersonView })),
  }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

export const liveCommentLogs = endpoint({
  name: 'live.commentLogs',
  method: 'GET',
  path: '/live/learning/assessment/comment/logs',
  access: run,
  summary: 'All comments of the session, newest first',
  query: byAssessment,
  response: z.object({ logs: z.array(CommentLogView), data: z.array(CommentLogView), total: z.number().int() }),
  brief: z.object({ logs: z.array(CommentLogView), total: z.number().int() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

// ── any member ──

/** Returns the StaffLiveAssessmentView to staff, the StudentLiveAssessmentView to students. */
export const liveAssessment = endpoint({
  name: 'live.assessment',
  method: 'GET',
  path: '/live/learning/assessment',
  access: see,
  summary: 'The lesson, as much of it as the caller may see now',
  query: byAssessment,
  response: z.object({ assessment: z.union([StaffLiveAssessmentView, StudentLiveAssessmentView]) }),
  errors: ['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_WITHOUT_CLASS'],
  readOnly: true,
  allows: ['seat'],
});

export const liveSettings = endpoint({
  name: 'live.settings',
  method: 'GET',
  path: '/live/learning/settings',
  access: see,
  summary: 'May students comment?',
  query: byAssessment,
  response: z.object({ settings: z.object({ can_comment: z.boolean() }) }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['seat'],
});

export const liveElapsedTime = endpoint({
  name: 'live.elapsedTime',
  method: 'GET',
  path: '/live/learning/running/elapsedtime',
  access: see,
  summary: 'Time remaining of the running form',
  query: byAssessment,
  response: z.object({ minuites: z.number().int(), minutes: z.number().int(), seconds: z.number().int(), question_id: z.number().int(), session: SessionView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  readOnly: true,
  allows: ['seat'],
});

export const liveSummary = endpoint({
  name: 'live.summary',
  method: 'GET',
  path: '/live/learning/summary',
  access: see,
  summary: 'Likes and comments per form; for staff also distribution and transitions',
  query: byAssessment,
  response: z.object({ summary: LessonSummaryView }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['seat'],
});

const EventEnvelope = z.looseObject({ name: z.string(), epoch: z.number().int(), from: z.number().int(), sequence: z.number().int(), server_time: z.string() });

/**
 * The state for a client after a gap or a new epoch. `events` when they fill the gap, otherwise null and the whole
 * state.
 */
export const liveState = endpoint({
  name: 'live.state',
  method: 'GET',
  path: '/live/learning/state',
  access: see,
  summary: 'Events since a sequence, or the whole state',
  query: z.object({ assessment_id: assessmentId, epoch: z.coerce.number().int().min(0).default(0), since: z.coerce.number().int().min(0).default(0) }),
  response: z.object({
    epoch: z.number().int(),
    sequence: z.number().int(),
    events: z.array(EventEnvelope).nullable(),
    session: SessionView.nullable(),
    /** The form opened last, if the caller has an answer in it. Its event may have been sent before the caller listened. */
    own_answer: Form.nullable(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['seat'],
});

// ── the student ──

const RunningLesson = z.object({ id: z.number().int(), title: z.string(), class_name: z.string(), teacher_name: z.string() });

/**
 * The student's running lesson. `assessment_id` null: none is running. `last` is the newest finished lesson whose
 * summary can be shown.
 */
export const liveRunning = endpoint({
  name: 'live.running',
  method: 'GET',
  path: '/live/learning/running/assessment',
  access: take,
  summary: 'The student’s running lesson (the newest, if two)',
  response: z.object({
    assessment_id: z.number().int().nullable(),
    assessment: RunningLesson.nullable(),
    last: z.object({ assessment_id: z.number().int(), title: z.string(), class_name: z.string(), finished_at: z.string() }).nullable(),
  }),
  errors: [],
  readOnly: true,
  allows: ['seat'],
});

/** Past lessons that the student took part in, in classes the student is still in, newest first. */
export const livePastLessons = endpoint({
  name: 'live.pastLessons',
  method: 'GET',
  path: '/live/learning/student/lessons',
  access: take,
  summary: 'The finished lessons in which the student took part, the latest first',
  query: pageQuery,
  response: z.object({
    data: z.array(z.object({ assessment_id: z.number().int(), title: z.string(), class_name: z.string(), finished_at: z.string() })),
    pagination: Pagination,
  }),
  errors: [],
  readOnly: true,
});

export const liveStudentLogin = endpoint({
  name: 'live.studentLogin',
  method: 'POST',
  path: '/live/learning/studentlogin',
  access: take,
  summary: 'Record that the student is in the lesson; the first time counts',
  body: byAssessment,
  response: z.object({ assessment_id: z.number().int(), logged_in_at: z.string() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  ownTransaction: true, // committed together with those of others
  allows: ['seat'],
});

/** The student's state in the running lesson. */
const Active = z.object({
  assessment: z.object({
    id: z.number().int(),
    title: z.string(),
    class_id: z.number().int(),
    class_name: z.string(),
    teacher_name: z.string(),
    questions: z.array(RevealedQuestionView),
  }),
  time: z.object({ hour: z.number().int(), minute: z.number().int(), second: z.number().int() }),
  post_response: PostView.nullable(),
  draft: DraftView.nullable(),
  late: z.array(LateAnswerView),
  session: SessionView,
  logged_in_at: z.string().nullable(),
  /**
   * In a lesson without names: how classmates know the student. Their views have this id where the student is meant.
   */
  alias: z.object({ id: z.number().int(), name: z.string() }).optional(),
  /** True when `live.notes` has something for the student. */
  has_notes: z.boolean().optional(),
});

export const liveActive = endpoint({
  name: 'live.active',
  method: 'GET',
  path: '/student/active/assessment',
  access: take,
  summary: 'The student’s state in the running lesson',
  query: byAssessment,
  response: Active,
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  readOnly: true,
  allows: ['seat'],
});

/**
 * Everything that a joining phone needs, in one call: it records that the student is in the lesson (the first time
 * counts) and returns the student's state. `running`: another lesson of the student, which began later and should be
 * opened instead. With `socket_id`, `auth` contains the data with which that socket subscribes to the channels of the
 * lesson and of the account. A repeat does nothing twice, with or without an Idempotency-Key, and returns the current
 * state.
 */
export const liveJoin = endpoint({
  name: 'live.join',
  method: 'POST',
  path: '/live/learning/join',
  access: take,
  summary: 'Come into the running lesson: record the login, and where the student stands',
  body: byAssessment.extend({ socket_id: socketId.optional() }),
  response: Active.extend({
    logged_in_at: z.string(),
    running: RunningLesson.nullable(),
    /** The signatures by channel, of a call that names its socket. */
    auth: z.record(z.string(), z.string()).optional(),
    /** For a call without a socket: the next socket that offers it as a subprotocol enters both channels at once. */
    socket_ticket: z.string().optional(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  ownTransaction: true,
  answersSecret: true,
  allows: ['seat'],
});
