import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, longText, packMessage, pageQuery, Pagination, socketId } from '../../core/fields.ts';
import { FORMS } from './forms.ts';
import {
  AsOf,
  CommentLogView,
  CommentView,
  DistributionView,
  DraftView,
  EarlierView,
  FormWiseReactions,
  LateAnswerView,
  LessonCardView,
  LessonSummaryView,
  LiveTallyView,
  OwnLessonView,
  PersonView,
  PostView,
  ReplyView,
  SessionView,
  StaffLiveAssessmentView,
  StudentLiveAssessmentView,
  StudentRowView,
} from './views.ts';
import { FormName, RevealedQuestionView } from '../../class/assessments/views.ts';
import { richText } from '../../rich-text.ts';

const assessmentId = id('Assessment');
const byAssessment = z.object({ assessment_id: assessmentId });
const Form = z.enum(FORMS, { error: packMessage('validation.choice', { label: 'Form', choices: FORMS.join(', ') }) });

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

const run = { resource: 'live-lessons', action: 'run' } as const;
const see = { resource: 'live', action: 'view' } as const;
const take = { resource: 'live-participation', action: 'view' } as const;
const answer = { resource: 'live-participation', action: 'answer' } as const;
const comment = { resource: 'live', action: 'comment' } as const;

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
  summary: 'Who is here, who is absent, who has answered',
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
    late: z.array(LateAnswerView.extend({ account: PersonView })),
  }),
  brief: z.object({
    posts: z.array(PostView),
    responses: z.array(FeedResponse),
    distribution: DistributionView,
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
  response: z.object({ epoch: z.number().int(), sequence: z.number().int(), events: z.array(EventEnvelope).nullable(), session: SessionView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
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
});
export const liveActive = endpoint({
  name: 'live.active',
  method: 'GET',
  path: '/student/active/assessment',
  access: take,
  summary: 'Where the student stands in the running lesson',
  query: byAssessment,
  response: Active,
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  readOnly: true,
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
    auth: z.record(z.string(), z.string()).optional(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  ownTransaction: true,
  answersSecret: true,
});
export const liveDraft = endpoint({
  name: 'live.draft',
  mendsText: true,
  method: 'PUT',
  path: '/live/learning/draft',
  access: answer,
  summary: 'Keep the student’s draft; an older revision changes nothing',
  body: z.object({
    session_id: id('Session'),
    form: Form,
    revision: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    response_id: id('Response').nullable(),
    comment: richText({ label: 'Justify Your Answer' }),
  }),
  response: z.object({ saved_at: z.string(), revision: z.number().int() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'PHASE_CLOSED', 'ALREADY_ANSWERED', 'MEMBERSHIP_ENDED'],
  ownTransaction: true, // committed together with those of others
  acceptsEndedToken: true,
});
export const postAdd = endpoint({
  name: 'post.add',
  mendsText: true,
  method: 'POST',
  path: '/posts/add',
  access: answer,
  summary: 'File the answer of the running form',
  body: z.object({
    session_id: id('Session').optional(),
    assessment_id: assessmentId.optional(),
    form: Form.optional(),
    response_id: id('Response').nullish(),
    comment: richText({ label: 'Justify Your Answer' }).default(''),
  }),
  response: z.object({ post: PostView, received_at: z.string() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'PHASE_CLOSED', 'ALREADY_ANSWERED', 'MEMBERSHIP_ENDED'],
  ownTransaction: true, // committed together with those of others
  acceptsEndedToken: true,
});
export const postsCurrentForm = endpoint({
  name: 'posts.currentForm',
  method: 'GET',
  path: '/posts/current/form',
  access: take,
  summary: 'Classmates’ posts and the distribution, once they may be seen',
  query: byAssessment.extend({ form: Form.optional() }),
  response: z.object({ visible: z.boolean(), form: FormName, posts: z.array(PostView), data: z.array(PostView), distribution: DistributionView.nullable() }),
  brief: z.object({ visible: z.boolean(), form: FormName, posts: z.array(PostView), distribution: DistributionView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  readOnly: true,
});
export const formWiseReactions = endpoint({
  name: 'forms.reactions',
  method: 'GET',
  path: '/forms/wise/post/reactions',
  access: take,
  summary: 'Likes and comments the student gave, and received from staff, per form',
  query: byAssessment,
  response: FormWiseReactions,
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

/**
 * The student's own answers, while the lesson is running and after its finish. Empty before a run and after a canceled
 * one.
 */
export const liveOwnAnswers = endpoint({
  name: 'live.ownAnswers',
  method: 'GET',
  path: '/live/learning/student/answers',
  access: take,
  summary: 'The student’s own answers of each form, right or wrong once that may be known, with comments and what came late',
  query: byAssessment,
  response: OwnLessonView,
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

// ── posts ──

export const postGet = endpoint({
  name: 'post.get',
  method: 'GET',
  path: '/posts/get',
  access: see,
  summary: 'One post',
  query: z.object({ post_id: id('Post') }),
  response: z.object({ post: PostView }),
  errors: ['POST_NOT_FOUND'],
  readOnly: true,
});
export const postReactions = endpoint({
  name: 'post.reactions',
  method: 'GET',
  path: '/posts/reactions',
  access: see,
  summary: 'Who likes a post',
  query: z.object({ post_id: id('Post') }),
  response: z.object({ likes: z.array(PersonView), total_likes: z.array(z.number().int()), total_dislikes: z.array(z.number().int()) }),
  errors: ['POST_NOT_FOUND'],
  readOnly: true,
});
export const postReact = endpoint({
  name: 'post.react',
  method: 'POST',
  path: '/posts/reaction/submit',
  access: { resource: 'live', action: 'react' },
  summary: 'Like or dislike; repeating changes nothing',
  body: z.object({
    post_id: id('Post'),
    reaction_type: z.enum(['like', 'dislike'], { error: packMessage('validation.choice', { label: 'Reaction', choices: 'like, dislike' }) }),
  }),
  response: z.object({ total_likes: z.array(z.number().int()), total_dislikes: z.array(z.number().int()) }),
  errors: ['POST_NOT_FOUND', 'OWN_POST', 'SESSION_NOT_RUNNING', 'ANSWER_FIRST'],
});
export const commentAdd = endpoint({
  name: 'comment.add',
  mendsText: true,
  cost: 2,
  method: 'POST',
  path: '/posts/comments/add',
  access: comment,
  summary: 'Comment on a post',
  body: z.object({ post_id: id('Post'), comment: longText({ label: 'Comment', max: 2000, required: 'live.comment.required' }) }),
  response: z.object({ comment: CommentView }),
  errors: ['POST_NOT_FOUND', 'COMMENTING_DISABLED', 'ANSWER_FIRST', 'SESSION_NOT_RUNNING', 'COMMENTS_TOO_FAST', 'COMMENTS_USED_UP'],
});
/** The newest comments before a given one, oldest first. */
export const commentsEarlier = endpoint({
  name: 'comment.earlier',
  method: 'GET',
  path: '/posts/comments/earlier',
  access: see,
  summary: 'Comments on a post from before those that come with it',
  query: z.object({ post_id: id('Post'), before: id('Comment') }),
  response: z.object({ comments: z.array(CommentView), earlier: EarlierView.nullable() }),
  errors: ['POST_NOT_FOUND'],
  readOnly: true,
});
export const commentGet = endpoint({
  name: 'comment.get',
  method: 'GET',
  path: '/posts/comments/get',
  access: see,
  summary: 'One comment',
  query: z.object({ comment_id: id('Comment') }),
  response: z.object({ comment: CommentView }),
  errors: ['COMMENT_NOT_FOUND'],
  readOnly: true,
});
export const replyAdd = endpoint({
  name: 'reply.add',
  mendsText: true,
  cost: 2,
  method: 'POST',
  path: '/posts/comment/replies/add',
  access: comment,
  summary: 'Reply to a comment',
  body: z.object({ comment_id: id('Comment'), reply: longText({ label: 'Reply', max: 2000 }) }),
  response: z.object({ reply: ReplyView }),
  errors: ['COMMENT_NOT_FOUND', 'COMMENTING_DISABLED', 'ANSWER_FIRST', 'SESSION_NOT_RUNNING', 'COMMENTS_TOO_FAST', 'COMMENTS_USED_UP'],
});
export const replyGet = endpoint({
  name: 'reply.get',
  method: 'GET',
  path: '/posts/comment/replies/get',
  access: see,
  summary: 'One reply',
  query: z.object({ reply_id: id('Reply') }),
  response: z.object({ reply: ReplyView }),
  errors: ['REPLY_NOT_FOUND'],
  readOnly: true,
});
