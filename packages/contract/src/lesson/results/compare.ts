import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id } from '../../core/fields.ts';

const Id = z.number().int();
const count = z.number().int();
const Tally = z.object({ answered: count, right: count });

/** The results of the discussed question: in Form - 1A, in Form - 1B, and the change between. */
const ComparedView = z.object({
  first: Tally,
  second: Tally,
  /** The changes of students who chose both times, as counted in the gain. */
  moves: z.object({ kept_right: count, wrong_to_right: count, right_to_wrong: count, kept_wrong: count }),
  /** The gain. Null when nothing could be gained. */
  gain: z.number().nullable(),
});

export const ComparedLessonView = ComparedView.extend({
  assessment_id: Id,
  title: z.string(),
  class_name: z.string(),
  /** A calendar date, local to the school. */
  held_on: z.string(),
  /** False when the question's text has changed since. */
  is_same_version: z.boolean(),
  /** The results of Form - 2. Null when another transfer question was asked. */
  transfer: Tally.nullable(),
});
export type ComparedLessonView = z.infer<typeof ComparedLessonView>;

/** The maximum number of the caller's own lessons shown side by side. More are only counted. */
export const MAX_COMPARED_LESSONS = 50;

export const lessonCompare = endpoint({
  name: 'live.compare',
  method: 'GET',
  path: '/live/learning/teachers/snapshot/compare',
  access: { resource: 'live-lessons', action: 'run' },
  summary: `The results of a finished lesson’s question in other lessons that the caller may see, the newest ${MAX_COMPARED_LESSONS}, and in those of other teachers of the school as one sum`,
  query: z.object({ assessment_id: id('Assessment') }),
  response: z.object({
    lessons: z.array(ComparedLessonView),
    /** The number of lessons that the caller may see. */
    total: count,
    /**
     * Lessons of other teachers with the same version of the question, without names. At least five at a time, by at
     * least two teachers, are added; null until there are that many.
     */
    others: ComparedView.extend({ lessons: count }).nullable(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SNAPSHOT_MISSING'],
  cost: 2,
  readOnly: true,
});
