import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id } from '../../core/fields.ts';
import { FormName } from '../../class/assessments/views.ts';
import { RichTextView } from '../../rich-text.ts';
import { answer, assessmentId, byAssessment, Form, run, take } from './fields.ts';

/**
 * Students’ confidence in their answers, and votes of a class between two of its reasons. Only the staff see anybody’s
 * confidence; no view of a reason has a name.
 */
const Id = z.number().int();
const count = z.number().int();

/** A justification, without its author. */
export const ReasonView = z.object({
  id: Id,
  response_id: Id,
  /** Null: it may no longer be shown. */
  comment: RichTextView.nullable(),
  likes: count,
  /** True when it convinced a class in an earlier lesson. */
  is_from_before: z.boolean(),
});
export type ReasonView = z.infer<typeof ReasonView>;

/** The counts of a vote, in the order of its reasons. */
const VoteCounts = z.tuple([count, count]);

const anyVote = {
  id: Id,
  form: FormName,
  ends_at: z.string(),
  /** True once no ballots are accepted. */
  is_over: z.boolean(),
};

/** A vote as the staff see it. */
export const StaffVoteView = z.object({
  ...anyVote,
  /** False once it was taken away. */
  is_shown: z.boolean(),
  reasons: z.tuple([ReasonView, ReasonView]),
  counts: VoteCounts,
});
export type StaffVoteView = z.infer<typeof StaffVoteView>;

/** A vote as one student sees it. */
const OwnVoteView = z.object({
  ...anyVote,
  server_time: z.string(),
  /** `is_own`: the student wrote it, and cannot vote for it. */
  reasons: z.tuple([
    z.object({ id: Id, comment: RichTextView.nullable(), is_own: z.boolean() }),
    z.object({ id: Id, comment: RichTextView.nullable(), is_own: z.boolean() }),
  ]),
  /** The reason that the student chose. Null: none. */
  mine: Id.nullable(),
  /** The result. Null until the vote has ended. */
  counts: VoteCounts.nullable(),
  /** The number of classmates whom the student’s own reason convinced. Null: it is neither of the two, or has not won. */
  convinced: count.nullable(),
});
export type OwnVoteView = z.infer<typeof OwnVoteView>;

/** A vote as the wall shows it. */
const WallVoteView = z.object({
  ...anyVote,
  server_time: z.string(),
  reasons: z.tuple([RichTextView.nullable(), RichTextView.nullable()]),
  /** The result. Null until the vote has ended. */
  counts: VoteCounts.nullable(),
});
export type WallVoteView = z.infer<typeof WallVoteView>;

export const ReasonsView = z.object({
  form: FormName,
  /** For each response of the form’s question, the reasons dealt so far, oldest first. `has_more`: another can be dealt. */
  choices: z.array(z.object({ response_id: Id, reasons: z.array(ReasonView), has_more: z.boolean() })),
  /** The newest vote of the run. Null before the first. */
  vote: StaffVoteView.nullable(),
});
export type ReasonsView = z.infer<typeof ReasonsView>;

export const liveAskSure = endpoint({
  name: 'live.askSure',
  method: 'POST',
  path: '/live/learning/sure',
  access: run,
  summary: 'Ask students how sure they are, from the next form on',
  body: z.object({ assessment_id: assessmentId, asks_sure: flag('Ask how sure students are') }),
  response: z.object({ asks_sure: z.boolean() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_WITHOUT_CLASS', 'SURE_NOT_OFFERED'],
});

const byForm = z.object({ assessment_id: assessmentId, form: Form });

export const liveReasons = endpoint({
  name: 'live.reasons',
  method: 'GET',
  path: '/live/learning/reasons',
  access: run,
  summary: 'The reasons dealt for each choice of a form, and the newest vote',
  query: byForm,
  response: z.object({ reasons: ReasonsView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'STEP_NOT_ALLOWED'],
  readOnly: true,
});

/** Without `response_id`: one for each choice that has none yet. */
export const liveReasonDeal = endpoint({
  name: 'live.reasonDeal',
  method: 'POST',
  path: '/live/learning/reasons/deal',
  access: run,
  summary: 'Deal a reason for each choice, or another one for a choice',
  body: byForm.extend({ response_id: id('Response').optional() }),
  response: z.object({ reasons: ReasonsView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'STEP_NOT_ALLOWED', 'NO_MORE_REASONS'],
});

export const liveVoteOpen = endpoint({
  name: 'live.voteOpen',
  method: 'POST',
  path: '/live/learning/reasons/vote/open',
  access: run,
  summary: 'Put two reasons to the class',
  body: z.object({ assessment_id: assessmentId, first_id: id('First reason'), second_id: id('Second reason') }),
  response: z.object({ reasons: ReasonsView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'FORM_STILL_OPEN', 'VOTE_RUNNING', 'REASON_GONE'],
});

/** A vote that was taken away already stays so. */
export const liveVoteClose = endpoint({
  name: 'live.voteClose',
  method: 'POST',
  path: '/live/learning/reasons/vote/close',
  access: run,
  summary: 'Take a vote away from the wall and the phones',
  body: z.object({ assessment_id: assessmentId, vote_id: id('Vote') }),
  response: z.object({}),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'VOTE_NOT_FOUND'],
});

export const liveVote = endpoint({
  name: 'live.vote',
  method: 'GET',
  path: '/live/learning/reasons/vote',
  access: take,
  summary: 'The vote that the class is asked for, and the student’s own choice',
  query: byAssessment,
  response: z.object({ vote: OwnVoteView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['seat'],
});

/** The last ballot before the end counts. */
export const liveVoteCast = endpoint({
  name: 'live.voteCast',
  method: 'POST',
  path: '/live/learning/reasons/vote',
  access: answer,
  summary: 'Vote for one of two reasons, or change the vote',
  body: z.object({ vote_id: id('Vote'), reason_id: id('Reason') }),
  response: z.object({ vote_id: Id, reason_id: Id }),
  errors: ['VOTE_NOT_FOUND', 'VOTE_OVER', 'OWN_REASON'],
  allows: ['seat'],
});

export const liveProjectorVote = endpoint({
  name: 'live.projectorVote',
  method: 'GET',
  path: '/live/learning/projector/vote',
  access: run,
  summary: 'For the wall: the two reasons of the shown vote, without names',
  query: byAssessment,
  response: z.object({ vote: WallVoteView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['wall'],
});
