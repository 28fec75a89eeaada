import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { FORMS } from '../live/forms.ts';

/** The maximum number of classes that get a card. People with more find them in the table. */
export const CLASS_CARDS = 100;

const Id = z.number().int();

/** The facts of a class that a person wants to see before opening it. */
const ClassCardView = z.object({
  course_id: Id,
  /** The newest finished lesson: the right ones among the answers with a choice of each form that was asked. Null: none has finished. */
  last: z
    .object({
      assessment_id: Id,
      title: z.string(),
      held_on: z.string(),
      forms: z.array(z.object({ form: z.enum(FORMS), right: Id, answered: Id })),
    })
    .nullable(),
  /** The next planned lesson, today's included. Null: none is planned. */
  next: z.object({ assessment_id: Id, title: z.string(), schedule_date: z.string(), start_time: z.string().nullable() }).nullable(),
  /** The number of submissions that wait for a grade. Null for students. */
  to_grade: Id.nullable(),
});
export type ClassCardView = z.infer<typeof ClassCardView>;

export const classCards = endpoint({
  name: 'results.classCards',
  method: 'GET',
  path: '/results/class-cards',
  access: 'signed-in',
  summary: 'The last lesson, the next one and what waits for a grade, for each of the caller’s own active classes',
  response: z.object({ data: z.array(ClassCardView) }),
  errors: [],
  readOnly: true,
  cost: 2,
});
