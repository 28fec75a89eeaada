import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id } from '../../core/fields.ts';

const Id = z.number().int();
const count = z.number().int();
const Tally = z.object({ answered: count, right: count });

/** How the question that was discussed did: in Form - 1A, in Form - 1B, and in between. */
const ComparedView = z.object({
  first: Tally,
  second: Tally,
  /** Of students who chose both times, as the gain. */
  moves: z.object({ kept_right: count, wrong_to_right: count, right_to_wrong: count, kept_wrong: count }),
  /** Null where nothing could be gained. */
  gain: z.number().nullable(),
});

export const ComparedLessonView = ComparedView.extend({
  assessment_id: Id,
  title: z.string(),
  class_name: z.string(),
  /** A calendar date, local to the school. */
  held_on: z.string(),
  /** False: the question had other words by then. */
  is_same_version: z.boolean(),
  /** Form - 2; null where another transfer question was asked. */
  transfer: Tally.nullable(),
});
export type ComparedLessonView = z.infer<typeof ComparedLessonView>;

/** Lessons of one's own side by side; more are counted. */
export const MOST_COMPARED = 50;

export const lessonCompare = endpoint({
  name: 'live.compare',
  method: 'GET',
  path: '/live/learning/teachers/snapshot/compare',
  access: { resource: 'live-lessons', action: 'run' },
  summary: `How the question of a finished lesson did in other lessons that the caller may look at, the newest ${MOST_COMPARED}, and in those of other teachers of the school as one sum`,
  query: z.object({ assessment_id: id('Assessment') }),
  response: z.object({
    lessons: z.array(ComparedLessonView),
    /** All that the caller may look at. */
    total: count,
    /**
     * Lessons of others with the same version of the question, without names. They enter it at least five at a time, by at
     * least two teachers; null until there are so many.
     */
    others: ComparedView.extend({ lessons: count }).nullable(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SNAPSHOT_MISSING'],
  cost: 2,
  readOnly: true,
});
