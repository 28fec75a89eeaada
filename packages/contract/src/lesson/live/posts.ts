import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, longText, packMessage } from '../../core/fields.ts';
import { CommentView, DistributionView, EarlierView, FormWiseReactions, OwnLessonView, PersonView, PostView, ReplyView } from './views.ts';
import { FormName } from '../../class/assessments/views.ts';
import { richText } from '../../rich-text.ts';
import { answer, assessmentId, byAssessment, comment, confidence, Form, see, take } from './fields.ts';

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
    confidence,
  }),
  response: z.object({ saved_at: z.string(), revision: z.number().int() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'PHASE_CLOSED', 'ALREADY_ANSWERED', 'MEMBERSHIP_ENDED'],
  ownTransaction: true, // committed together with those of others
  acceptsEndedToken: true,
  allows: ['seat'],
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
    confidence,
  }),
  response: z.object({ post: PostView, received_at: z.string() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'PHASE_CLOSED', 'ALREADY_ANSWERED', 'MEMBERSHIP_ENDED'],
  ownTransaction: true, // committed together with those of others
  acceptsEndedToken: true,
  allows: ['seat'],
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
  allows: ['seat'],
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
  allows: ['seat'],
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
  allows: ['seat'],
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
  allows: ['seat'],
});

export const postReactions = endpoint({
  name: 'post.reactions',
  method: 'GET',
  path: '/posts/reactions',
  access: see,
  summary: 'The people who like a post',
  query: z.object({ post_id: id('Post') }),
  response: z.object({ likes: z.array(PersonView), total_likes: z.array(z.number().int()), total_dislikes: z.array(z.number().int()) }),
  errors: ['POST_NOT_FOUND'],
  readOnly: true,
  allows: ['seat'],
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
  errors: ['POST_NOT_FOUND', 'OWN_POST', 'SESSION_NOT_RUNNING', 'ANSWER_FIRST', 'AFTER_CLOSE'],
  allows: ['seat'],
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
  errors: ['POST_NOT_FOUND', 'COMMENTING_DISABLED', 'ANSWER_FIRST', 'AFTER_CLOSE', 'SESSION_NOT_RUNNING', 'COMMENTS_TOO_FAST', 'COMMENTS_USED_UP'],
  allows: ['seat'],
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
  allows: ['seat'],
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
  allows: ['seat'],
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
  errors: ['COMMENT_NOT_FOUND', 'COMMENTING_DISABLED', 'ANSWER_FIRST', 'AFTER_CLOSE', 'SESSION_NOT_RUNNING', 'COMMENTS_TOO_FAST', 'COMMENTS_USED_UP'],
  allows: ['seat'],
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
  allows: ['seat'],
});
