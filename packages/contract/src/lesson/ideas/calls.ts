import { WORTHS } from '@classwright/rules/ideas/question-worth';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { RichTextView } from '../../rich-text.ts';

const Id = z.number().int();
const Count = z.number().int();
/** Answers that held an idea, of those to questions that offered it. */
const Tally = z.object({ count: Count, of: Count });

const view = { resource: 'ideas', action: 'view' } as const;
const ideaId = id(asMessage('list.idea'));
const byIdea = z.object({ id: ideaId });

const IdeaRef = z.object({ id: Id, name: z.string(), sentence: z.string() });
export type IdeaRef = z.infer<typeof IdeaRef>;

/** The share that held an idea alone, after talking, and in the transfer question. Null: not asked that way. */
const HeldView = z.object({ first: Tally.nullable(), second: Tally.nullable(), transfer: Tally.nullable() });
/** Shares as in `HeldView`, and those when it was asked again after a week and after three. */
const EvidenceView = HeldView.extend({ week: Tally.nullable(), weeks: Tally.nullable(), lessons: Count });
export type EvidenceView = z.infer<typeof EvidenceView>;

/**
 * The reason for a proposal. `same-response`: an earlier version of the question names it. `same-words`: an equal
 * response. `similar-words`: its words or its explanation resemble a response that stands for the idea. `match-level`: it
 * has the match level that stands for this idea alone. `idea-words`: its words resemble the idea's.
 */
const PROPOSAL_REASONS = ['same-response', 'same-words', 'match-level', 'similar-words', 'idea-words'] as const;
const ProposalView = z.object({
  idea: IdeaRef,
  why: z.enum(PROPOSAL_REASONS),
  /** The words that it resembles: of a response, its match level, or the idea's name. */
  words: z.string(),
});
export type ProposalView = z.infer<typeof ProposalView>;

const IdeaResponseView = z.object({
  response_id: Id,
  title: z.string(),
  is_valid: z.boolean(),
  idea: IdeaRef.nullable(),
  /** The person who named it. Null when it has no idea, or that account is gone. */
  named_by: z.string().nullable(),
  /** The best first. Empty for a right response and for one that is named. */
  proposals: z.array(ProposalView),
});
export type IdeaResponseView = z.infer<typeof IdeaResponseView>;

export const questionIdeas = endpoint({
  name: 'idea.ofQuestion',
  cost: 3,
  method: 'GET',
  path: '/questions/:id/ideas',
  access: view,
  summary: 'The ideas that the responses of a question’s newest version stand for in the caller’s school, with proposals',
  params: z.object({ id: id('Question') }),
  response: z.object({ responses: z.array(IdeaResponseView) }),
  errors: ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION'],
  readOnly: true,
});

/** The most responses that are named in one step. */
const MAX_NAMED = 100;
const limit = { error: packMessage('idea.tooMany', { most: MAX_NAMED }) };

export const ideaName = endpoint({
  name: 'idea.nameResponses',
  cost: 2,
  method: 'POST',
  path: '/idea-responses',
  access: { resource: 'ideas', action: 'edit' },
  summary: 'Says which idea wrong responses stand for, in every version of their questions; with idea_id null for none',
  body: z.object({
    /** The school for which they are named. The default is the caller’s own, otherwise the question’s. */
    school_id: id(asMessage('list.field.school')).optional(),
    responses: z
      .array(
        z.object({
          response_id: id('Response'),
          idea_id: ideaId.nullable(),
          /** The idea that the caller saw. Left out: it is replaced in any case. */
          seen_idea_id: ideaId.nullable().optional(),
        }),
        limit,
      )
      .min(1, limit)
      .max(MAX_NAMED, limit),
  }),
  response: z.object({
    message: z.string(),
    /** The changed responses, with their ideas before: sent again, they undo the step. */
    before: z.array(z.object({ response_id: Id, idea_id: Id.nullable() })),
  }),
  errors: ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION', 'IDEA_NOT_FOUND', 'IDEA_NAMED'],
});

export const ideaMerge = endpoint({
  name: 'idea.merge',
  cost: 2,
  method: 'POST',
  path: '/ideas/:id/merge',
  access: { resource: 'ideas', action: 'delete' },
  summary: 'Merges an idea into another: its responses stand for that one from now on; restoring it undoes this',
  params: byIdea,
  body: z.object({ into_id: ideaId }),
  response: z.object({ message: z.string(), idea: IdeaRef }),
  errors: ['NOT_FOUND', 'IDEA_OF_OTHERS', 'IDEA_NOT_FOUND', 'IN_USE'],
});

/** The newest lessons that a table of ideas shows. */
export const MAX_TABLE_LESSONS = 12;

const TableLessonView = z.object({
  assessment_id: Id,
  title: z.string(),
  class_id: Id,
  class_name: z.string(),
  /** A calendar date, local to the school. */
  held_on: z.string(),
});
export type TableLessonView = z.infer<typeof TableLessonView>;

const TableIdeaView = IdeaRef.extend({
  /** Over all lessons of the scope, not only those shown. */
  total: HeldView.extend({ lessons: Count }),
  /** The lessons shown that offered it: their place in `lessons`. */
  cells: z.array(HeldView.extend({ lesson: Count })),
});
export type TableIdeaView = z.infer<typeof TableIdeaView>;

/** A wrong response that many chose and that stands for no idea yet. */
const UnnamedView = z.object({
  response_id: Id,
  title: z.string(),
  question_id: Id,
  question_title: z.string(),
  assessment_id: Id,
  class_name: z.string(),
  held_on: z.string(),
  first: Tally,
  second: Tally.nullable(),
});
export type UnnamedView = z.infer<typeof UnnamedView>;

const yearMessage = { error: packMessage('idea.year.wrong') };

export const ideaTable = endpoint({
  name: 'idea.table',
  cost: 3,
  method: 'GET',
  path: '/idea-table',
  access: view,
  summary: `The beliefs of classes: each idea in the newest ${MAX_TABLE_LESSONS} lessons, of the caller’s classes or for people who reach the school of all; and wrong responses without an idea`,
  query: z.object({
    class_id: id(asMessage('idea.class')).optional(),
    school_id: id(asMessage('list.field.school')).optional(),
    level_id: id(asMessage('list.field.level')).optional(),
    /** The year in which a school year begins. */
    year: z.coerce.number(yearMessage).int(yearMessage).min(1900, yearMessage).max(2199, yearMessage).optional(),
  }),
  response: z.object({
    lessons: z.array(TableLessonView),
    ideas: z.array(TableIdeaView),
    unnamed: z.array(UnnamedView),
    /** The choices of the filters: classes and levels with finished lessons, and the first years of school years. */
    classes: z.array(z.object({ id: Id, name: z.string() })),
    levels: z.array(z.object({ id: Id, name: z.string() })),
    years: z.array(Count),
    /** The schools with such lessons. Left out by earlier servers. */
    schools: z.array(z.object({ id: Id, name: z.string() })).optional(),
    /** True when the school has any idea. */
    has_ideas: z.boolean(),
  }),
  errors: ['NOT_ALLOWED'],
  readOnly: true,
});

/** A justification that stood in sight of students who left the idea, and the number who left for its response. */
const ReasonView = z.object({
  response: z.string(),
  is_valid: z.boolean(),
  comment: RichTextView,
  /** The number of students who left the idea for this response in that lesson. */
  moved: Count,
  /** True when the teacher dealt it to the class. */
  was_dealt: z.boolean(),
});

export const ideaEvidence = endpoint({
  name: 'idea.evidence',
  cost: 3,
  method: 'GET',
  path: '/ideas/:id/evidence',
  access: view,
  summary: 'The evidence about an idea: its classes and school years, its questions, and reasons that moved students, without names',
  params: byIdea,
  response: z.object({
    idea: IdeaRef.extend({ subject_name: z.string().nullable(), standard_name: z.string().nullable(), is_shared: z.boolean(), school_name: z.string() }),
    total: EvidenceView,
    groups: z.array(EvidenceView.extend({ class_id: Id, class_name: z.string(), level_name: z.string().nullable(), year: Count })),
    /** Lessons of other teachers as one sum: at least five, by at least two teachers, are added at a time. */
    others: HeldView.extend({ lessons: Count }).nullable(),
    questions: z.array(HeldView.extend({ question_id: Id, title: z.string(), responses: z.array(z.string()), lessons: Count })),
    reasons: z.array(ReasonView),
  }),
  errors: ['IDEA_NOT_FOUND'],
  readOnly: true,
});
export type IdeaEvidence = z.infer<(typeof ideaEvidence)['response']>;

const HolderView = z.object({
  account_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  comment: RichTextView,
  /** The response chosen after talking. Null: none, or not asked. */
  after: z.string().nullable(),
  is_left: z.boolean(),
});

export const ideaAnswers = endpoint({
  name: 'idea.answers',
  cost: 2,
  method: 'GET',
  path: '/ideas/:id/answers',
  access: view,
  summary: 'The students who held an idea alone in a lesson, their words, and the reasons in sight of those who left it; for its staff',
  params: byIdea,
  query: z.object({ assessment_id: id('Assessment') }),
  response: z.object({
    idea: IdeaRef,
    lesson: z.object({ title: z.string(), class_name: z.string(), held_on: z.string() }),
    /** The questions of the lesson that offered it: 1 discussed, 2 the transfer. */
    questions: z.array(
      HeldView.extend({
        position: z.union([z.literal(1), z.literal(2)]),
        title: z.string(),
        responses: z.array(z.string()),
        holders: z.array(HolderView),
        reasons: z.array(ReasonView.extend({ author: z.string() })),
      }),
    ),
  }),
  errors: ['IDEA_NOT_FOUND', 'ASSESSMENT_NOT_FOUND', 'SNAPSHOT_MISSING'],
  readOnly: true,
});
export type IdeaAnswers = z.infer<(typeof ideaAnswers)['response']>;

export const lessonIdeas = endpoint({
  name: 'idea.ofLesson',
  method: 'GET',
  path: '/live/learning/teachers/ideas',
  access: view,
  summary: 'The ideas that the responses of a lesson’s questions stand for; for its staff',
  query: z.object({ assessment_id: id('Assessment') }),
  response: z.object({ responses: z.array(z.object({ position: z.union([z.literal(1), z.literal(2)]), response_id: Id, idea: IdeaRef })) }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

const NextQuestionView = z.object({
  question_id: Id,
  title: z.string(),
  subject_name: z.string().nullable(),
  /** The share right alone that is expected of the class, 0 to 1, and the answers of other lessons behind it. */
  expected: z.number(),
  answered: Count,
  /** The ideas of its wrong responses that the class held last, most held first, with the date of that lesson. */
  ideas: z.array(IdeaRef.extend({ held: Tally, held_on: z.string() })),
  /** The date on which this class was asked it last. Null: never. */
  asked_on: z.string().nullable(),
});
export type NextQuestionView = z.infer<typeof NextQuestionView>;

/** The most questions that are proposed at a time. */
export const MAX_NEXT_QUESTIONS = 12;

export const nextQuestions = endpoint({
  name: 'idea.nextQuestions',
  cost: 5,
  method: 'GET',
  path: '/next-questions',
  access: view,
  summary: `At most ${MAX_NEXT_QUESTIONS} published questions that about half of a class should have right alone, and whose wrong responses are what it believes`,
  query: z.object({
    class_id: id(asMessage('idea.class')),
    idea_id: ideaId.optional(),
    topic_id: id(asMessage('list.questionCluster')).optional(),
    standard_id: id(asMessage('list.standard')).optional(),
  }),
  response: z.object({ data: z.array(NextQuestionView), class_name: z.string(), /** The class’s share right above or below others. */ level: z.number() }),
  errors: ['NOT_ALLOWED', 'IDEA_NOT_FOUND'],
  readOnly: true,
});

const Estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const questionWorth = endpoint({
  name: 'idea.questionWorth',
  cost: 3,
  method: 'GET',
  path: '/questions/:id/worth',
  access: { resource: 'item-analysis', action: 'view' },
  summary: 'One word on how good a discussed question is, from five lessons on, with the figures behind it',
  params: z.object({ id: id('Question') }),
  response: z.object({
    /** The number of lessons that discussed its newest asked version. */
    lessons: Count,
    /** Null with fewer than five lessons. */
    judged: z
      .object({
        worth: z.enum(WORTHS),
        share: Estimate.nullable(),
        gain: Estimate.nullable(),
        transfer: Estimate.nullable(),
        discrimination: Estimate.nullable(),
      })
      .nullable(),
  }),
  errors: ['QUESTION_NOT_FOUND'],
  readOnly: true,
});
