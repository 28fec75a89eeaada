import type { Form } from '@classwright/contract/lesson/live/forms';
import type { LessonEvent, LessonEventBody } from '@classwright/contract/lesson/live/events';
import type { CommentView, PostView, SessionView } from '@classwright/contract/lesson/live/views';
import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import type { ActiveAnswer } from '../lesson/model.ts';

/** A lesson for tests: session 40 of assessment 8, student 7, form 1A open for three minutes from 10:00. */
export const OPENED = '2026-11-20T10:00:00.000Z';
export const DEADLINE = '2026-11-20T10:03:00.000Z';

export const question: RevealedQuestionView = {
  id: 1,
  title: 'Closing a switch',
  description: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'What happens to lamp 1?' }] }] },
  resources: [],
  responses: [
    { id: 11, position: 1, response: 'It gets brighter' },
    { id: 12, position: 2, response: 'It stays the same' },
  ],
};

export function session(change: Partial<SessionView> = {}, forms: readonly Form[] = ['Form - 1A'], closed = false): SessionView {
  return {
    id: 40,
    assessment_id: 8,
    state: 'running',
    form: forms.at(-1) ?? 'Form - 1A',
    phase_open: !closed,
    deadline_at: DEADLINE,
    server_time: OPENED,
    epoch: 40,
    sequence: 5,
    can_comment: false,
    pairs_revision: 0,
    attempts: forms.map((form, index) => ({
      form,
      minutes: 3,
      opened_at: OPENED,
      deadline_at: DEADLINE,
      closed_at: closed || index < forms.length - 1 ? DEADLINE : null,
      distribution_revealed: false,
      correctness_revealed: false,
    })),
    ...change,
  };
}

export function active(change: Partial<ActiveAnswer> = {}): ActiveAnswer {
  return {
    assessment: { id: 8, title: 'Simple circuits', class_name: 'Physics 9B', teacher_name: 'Ms Okafor', questions: [question] },
    post_response: null,
    late: [],
    session: session(),
    ...change,
  };
}

export function post(id: number, accountId: number, change: Partial<PostView> = {}): PostView {
  return {
    id,
    form: 'Form - 1A',
    account: { id: accountId, first_name: 'Priya', last_name: 'Nair', profile_picture: null },
    body: [{ response: 'It gets brighter', comment: { type: 'doc', content: [] }, detail: { title: 'Closing a switch', response_id: 11 } }],
    comments: [],
    total_likes: [],
    total_dislikes: [],
    is_correct: null,
    filed_by: 'student',
    last_update: OPENED,
    ...change,
  };
}

export function comment(id: number, replies = 0): CommentView {
  const person = { account_id: 3, first_name: 'Leo', last_name: 'Castellano', profile_picture: null, by_staff: false, last_update: OPENED };
  return {
    id,
    comment: 'But does it split?',
    ...person,
    post: { id: 1, first_name: 'Priya', account_id: 2, body: [] },
    replies: Array.from({ length: replies }, (_, index) => ({ id: id * 100 + index, reply: 'It does', ...person })),
  };
}

export function event(sequence: number, body: LessonEventBody, epoch = 40): LessonEvent {
  return { ...body, epoch, from: sequence, sequence, server_time: '2026-11-20T10:01:00.000Z' };
}
