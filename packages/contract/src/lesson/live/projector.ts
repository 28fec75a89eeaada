import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id } from '../../core/fields.ts';
import { AsOf, DistributionView, TransitionView, WallChoiceView } from './views.ts';
import { FormName, StudentQuestionView } from '../../class/assessments/views.ts';
import { RichTextView } from '../../rich-text.ts';

/**
 * The lesson for the projector, which the whole class sees: no names, no other question than that of the running form,
 * and only revealed figures and correctness.
 */
const Id = z.number().int();

const ProjectorRun = z.object({
  epoch: Id,
  /** The form opened last. */
  form: FormName,
  question_id: Id,
  deadline_at: z.string(),
  closed: z.boolean(),
  /** The revision of the published groups. 0: none. Their names are requested by a call. */
  pairs_revision: z.number().int(),
  /** The number of answers with a choice. */
  answered: z.number().int(),
  /** The number of students logged in to the session. */
  of: z.number().int(),
  /** The distribution of the form. Null until it is revealed. */
  counts: DistributionView.shape.counts.nullable(),
  /** The distribution of the same question in the form before. Null when there is none, and until it is revealed. */
  before: DistributionView.pick({ form: true, answered: true, counts: true }).nullable(),
  /** The right responses of the question. Null until they are revealed. */
  correct: z.array(Id).nullable(),
  /** The vote that is shown. Left out: none. Its reasons and its result are requested by a call. */
  vote: z.object({ id: Id, ends_at: z.string() }).optional(),
});
export type ProjectorRun = z.infer<typeof ProjectorRun>;

const Shown = DistributionView.pick({ form: true, answered: true, counts: true });

/**
 * The change of answers on the way to a form: the distributions of the forms, in their order, and for forms with the same
 * question the students by pair of responses.
 */
const WallChange = z.object({
  forms: z.array(Shown),
  flows: TransitionView.shape.flows,
  /** The four moves. Null until correctness is revealed. */
  moves: TransitionView.omit({ from: true, to: true, flows: true }).nullable(),
  /** After Form - 2: how many students were right and wrong in the three forms. Null otherwise. */
  branches: z.array(z.object({ first: z.boolean(), second: z.boolean(), transfer: z.boolean(), students: z.number().int() })).nullable(),
});
export type WallChange = z.infer<typeof WallChange>;

/** The response that is explained, with the number of steps. */
const WallExplained = z.object({ response_id: Id, is_valid: z.boolean(), description: RichTextView, steps: z.number().int() });
export type WallExplained = z.infer<typeof WallExplained>;

/** The content of the walls now, with the data for it. The parts of other shows are null. */
export const WallView = WallChoiceView.extend({
  distribution: Shown.nullable(),
  change: WallChange.nullable(),
  explained: WallExplained.nullable(),
  /** The words of the question that is read out. */
  asked: z.string().nullable(),
});
export type WallView = z.infer<typeof WallView>;

/** Everything that the projector shows except the text of the question. */
export const ProjectorStandingView = z.object({
  as_of: AsOf,
  server_time: z.string(),
  title: z.string(),
  class_name: z.string(),
  stage: z.enum(['ready', 'running', 'finished']),
  /** The run. Null unless one is in progress. */
  run: ProjectorRun.nullable(),
  wall: WallView,
});
export type ProjectorStandingView = z.infer<typeof ProjectorStandingView>;

export const ProjectorView = ProjectorStandingView.extend({ question: StudentQuestionView.nullable() });
export type ProjectorView = z.infer<typeof ProjectorView>;

/** The transition of the class between the two times it answered the same question. */
export const ProjectorResultsView = z.object({
  transition: TransitionView,
  responses: z.array(z.object({ ...StudentQuestionView.shape.responses.element.shape, is_valid: z.boolean() })),
});
export type ProjectorResultsView = z.infer<typeof ProjectorResultsView>;

const query = z.object({ assessment_id: id('Assessment') });
const run = { resource: 'live-lessons', action: 'run' } as const;

export const liveProjector = endpoint({
  name: 'live.projector',
  method: 'GET',
  path: '/live/learning/projector',
  access: run,
  summary: 'The lesson as the wall shows it: no names, and nothing that was not revealed',
  query,
  response: z.object({ projector: ProjectorView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_WITHOUT_CLASS'],
  readOnly: true,
  allows: ['wall'],
});

/**
 * The results, requested when the teacher shows them to the class. Null until the lesson has finished, and when nobody
 * chose both times.
 */
export const liveProjectorResults = endpoint({
  name: 'live.projectorResults',
  method: 'GET',
  path: '/live/learning/projector/results',
  access: run,
  summary: 'For the wall after the lesson: how the class moved, without names',
  query,
  response: z.object({ results: ProjectorResultsView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['wall'],
});
