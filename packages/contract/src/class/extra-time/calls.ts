import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage } from '../../core/fields.ts';
import { MAX_ROWS_PER_CALL } from '../../core/max-rows.ts';
import { MAX_EXTRA_PERCENT } from './limits.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();

/** A student's extra time in the forms of lessons, in percent of the class's. 0: none. */
const ExtraTime = z.object({ account_id: Id, percent: z.number().int() });

const ExtraTimeStudentView = ExtraTime.extend({ first_name: z.string(), last_name: z.string() });
export type ExtraTimeStudentView = z.infer<typeof ExtraTimeStudentView>;

const courseId = id(asMessage('extraTime.class'));

export const extraTimeList = endpoint({
  name: 'extraTime.list',
  method: 'GET',
  path: '/extra-time',
  access: { resource: 'extra-time', action: 'view' },
  summary: 'The students of a class with their extra time in lessons, for the staff of the class alone',
  query: z.object({ course_id: courseId }),
  response: z.object({ data: z.array(ExtraTimeStudentView) }),
  errors: ['NOT_ALLOWED'],
  cost: 2,
  readOnly: true,
});

const wrongPercent = { error: packMessage('extraTime.percentWrong', { most: MAX_EXTRA_PERCENT }) };
const wrongStudents = { error: packMessage('extraTime.students', { most: MAX_ROWS_PER_CALL }) };
const typed = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/, wrongPercent)
  .transform(Number);
const percent = z
  .union([z.number(), typed], wrongPercent)
  .pipe(z.number(wrongPercent).int(wrongPercent).min(0, wrongPercent).max(MAX_EXTRA_PERCENT, wrongPercent));
const change = z.object({ account_id: z.number(wrongStudents).int(wrongStudents).positive(wrongStudents), percent });

export const extraTimeSave = endpoint({
  name: 'extraTime.save',
  method: 'PUT',
  path: '/extra-time',
  access: { resource: 'extra-time', action: 'edit' },
  summary: 'Give students of a class extra time in lessons, or take it away; it counts from the next form that opens',
  body: z.object({
    course_id: courseId,
    /** The students, each once. */
    students: z
      .array(change, wrongStudents)
      .min(1, wrongStudents)
      .max(MAX_ROWS_PER_CALL, wrongStudents)
      .refine((rows) => new Set(rows.map(({ account_id }) => account_id)).size === rows.length, wrongStudents),
  }),
  /** `before`: the previous extra time of the changed students, which can be sent again for an undo. */
  response: z.object({ before: z.array(ExtraTime), message: z.string() }),
  errors: ['NOT_ALLOWED', 'CLASS_ARCHIVED'],
  cost: 2,
});
