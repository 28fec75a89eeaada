import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id } from '../../core/fields.ts';
import { RichTextView } from '../../rich-text.ts';

const Id = z.number().int();
const Count = z.number().int();
/** 0 to 1, not rounded. Null when there is no data. */
const Share = z.number().nullable();

const ItemResponseView = z.object({
  response_id: Id,
  title: z.string(),
  is_valid: z.boolean(),
  /** The number of choices before and after discussion, and before it by the strong and the weak half. */
  first: Count,
  second: Count,
  first_strong: Count,
  first_weak: Count,
});
type ItemResponseView = z.infer<typeof ItemResponseView>;

/** The number of students who chose `from` before discussion and `to` after it. */
const ItemMoveView = z.object({ from: Id, to: Id, count: Count });

/** The results of one version of a question in one part of lessons, over all finished sessions. */
export const ItemResultView = z.object({
  /** `first`: asked in Form - 1A and again in Form - 1B. `transfer`: asked in Form - 2. */
  part: z.enum(['first', 'transfer']),
  question_version_id: Id,
  version: Count,
  times_asked: Count,
  last_asked_at: z.string(),
  answered_first: Count,
  answered_second: Count,
  share_first: Share,
  share_second: Share,
  /** The normalized gain. Below 0 it is a loss. */
  gain: z.number().nullable(),
  /** The share of right answers of the strong half minus that of the weak half, before discussion; -1 to 1. */
  discrimination: z.number().nullable(),
  /**
   * The share of right answers to the partner question, of students who were right after discussion, and of those who
   * were not.
   */
  transfer_if_right: Share,
  transfer_if_wrong: Share,
  /** The suggestion for the next time, from the share of right answers before discussion. */
  hint: z.enum(['explain', 'discuss', 'go-on']).nullable(),
  responses: z.array(ItemResponseView),
  /** The changes of students who chose both times. Empty when it was asked once. */
  moves: z.array(ItemMoveView),
});
export type ItemResultView = z.infer<typeof ItemResultView>;

/** A reason that won a vote of a class of the reader's school in a finished lesson, without its author. */
const ConvincingReasonView = z.object({
  /** The title of the response that it argues for. */
  response: z.string(),
  comment: RichTextView,
  /** The number of students who chose it, of those who voted. */
  votes: Count,
  voters: Count,
});
export type ConvincingReasonView = z.infer<typeof ConvincingReasonView>;

export const itemAnalysisGet = endpoint({
  name: 'itemAnalysis.get',
  cost: 5,
  method: 'GET',
  path: '/questions/:id/item-analysis',
  access: { resource: 'item-analysis', action: 'view' },
  summary: 'The results of a question in the lessons that asked it: the version asked last is first',
  params: z.object({ id: id('Question') }),
  response: z.object({ question_id: Id, data: z.array(ItemResultView), reasons: z.array(ConvincingReasonView) }),
  errors: ['QUESTION_NOT_FOUND'],
  readOnly: true,
});
