import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id } from '../../core/fields.ts';
import { RevealedQuestionView } from '../../class/assessments/views.ts';
import { answer, byAssessment, run, take } from '../live/fields.ts';

const Id = z.number().int();
const count = z.number().int();

/** The idea of a lesson, asked of one student again. */
export const ReviewView = z.object({
  id: Id,
  /** The finished lesson. */
  assessment_id: Id,
  title: z.string(),
  class_name: z.string(),
  finished_at: z.string(),
  /** Until when it can be answered. */
  ends_at: z.string(),
  /** 1: after a week. 2: after three weeks, since the first answer was wrong. */
  round: z.union([z.literal(1), z.literal(2)]),
  /** The question, with correctness and reasoning once it is answered. */
  question: RevealedQuestionView,
  /** Null until it is answered. */
  answer: z.object({ response_id: Id, is_right: z.boolean() }).nullable(),
});
export type ReviewView = z.infer<typeof ReviewView>;

const reviewId = id('Question');

export const reviewGet = endpoint({
  name: 'review.get',
  method: 'GET',
  path: '/live/learning/review',
  access: take,
  summary: 'A question about the idea of an earlier lesson, asked of the student again',
  query: z.object({ review_id: reviewId }),
  response: z.object({ review: ReviewView }),
  errors: ['REVIEW_NOT_FOUND', 'REVIEW_ENDED'],
  readOnly: true,
});

export const reviewAnswer = endpoint({
  name: 'review.answer',
  method: 'POST',
  path: '/live/learning/review/answer',
  access: answer,
  summary: 'Answer it; the reply says if it is right, and why',
  body: z.object({ review_id: reviewId, response_id: id('Response', 'live.response.required') }),
  response: z.object({ review: ReviewView }),
  errors: ['REVIEW_NOT_FOUND', 'REVIEW_ENDED', 'ALREADY_ANSWERED'],
});

export const reviewLater = endpoint({
  name: 'review.later',
  method: 'POST',
  path: '/live/learning/review/later',
  access: answer,
  summary: 'Not now: Home does not show it before the next day',
  body: z.object({ review_id: reviewId }),
  response: z.object({ shown_from: z.string() }),
  errors: ['REVIEW_NOT_FOUND', 'REVIEW_ENDED', 'ALREADY_ANSWERED'],
});

const ReviewResultsView = z.object({
  /** Each round that has come due for somebody: after a week, after three. */
  rounds: z.array(z.object({ round: z.union([z.literal(1), z.literal(2)]), asked: count, answered: count, right: count })),
  /** The answers to Form - 2 in the lesson itself, and the right ones. */
  transfer: z.object({ answered: count, right: count }),
});

export const reviewResults = endpoint({
  name: 'review.results',
  method: 'GET',
  path: '/live/learning/teachers/reviews',
  access: run,
  summary: 'The numbers of students asked again, of answers and of right ones, after a week and after three',
  query: byAssessment,
  response: z.object({ results: ReviewResultsView }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});
