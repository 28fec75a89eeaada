import { ATTENTION_CODES, LESSON_FACT_CODES, LESSONS_LOOKED_AT, MAX_ATTENTION_NOTE } from '@classwright/rules/results/attention';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, instant, optionalLongText, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** The maximum for a whole class. */
const MOST_PUT_AWAY = 2000;

/**
 * The reason why a student is on the list: a code whose message contains the numbers, and the time since when it
 * applies.
 */
const AttentionReasonView = z.object({ code: z.enum(ATTENTION_CODES), numbers: z.record(z.string(), z.number()), at: z.string() });

export const AttentionStudentView = z.object({
  account_id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  reasons: z.array(AttentionReasonView),
  /**
   * The dismissal: by whom, when, with which note. Null: on the list, because it was not dismissed or something new has
   * come up since.
   */
  done: z.object({ by: z.string(), at: z.string(), note: z.string() }).nullable(),
});
export type AttentionStudentView = z.infer<typeof AttentionStudentView>;

const PersonNamed = z.object({ account_id: z.number().int(), first_name: z.string(), last_name: z.string() });

/** A fact of a lesson that holds for some students of the class. It is no reason to list them. */
const AttentionFactView = z.object({
  code: z.enum(LESSON_FACT_CODES),
  /** The number of the class's students in the lesson, present or absent. */
  of: z.number().int(),
  /** The students of the fact, by name. */
  students: z.array(PersonNamed),
  /** The wrong response with which most stayed, its place in the question from 0, and the number who did. Null for other facts, or when nobody stayed. */
  stayed: z.object({ place: z.number().int(), title: z.string(), students: z.number().int() }).nullable(),
});
export type AttentionFactView = z.infer<typeof AttentionFactView>;

const courseId = id(asMessage('attention.class'));
const staff = { resource: 'live-lessons', action: 'run' } as const;

/**
 * Students with reasons, by the weight of what happened and then by name, and the facts of the newest lesson.
 * `assessment_id`: as they were after that lesson, from lessons alone.
 */
export const attentionList = endpoint({
  name: 'attention.list',
  method: 'GET',
  path: '/results/attention',
  access: staff,
  summary: `Students of a class who need attention, every name with its reasons: over its last ${LESSONS_LOOKED_AT} lessons and its work, or after one lesson`,
  query: z.object({ course_id: courseId, assessment_id: id('Assessment').optional() }),
  response: z.object({
    data: z.array(AttentionStudentView),
    /** The facts of `lesson`. */
    facts: z.array(AttentionFactView),
    /** The lesson that the list is about, or the newest of those included. Null: none has finished. */
    lesson: z.object({ assessment_id: z.number().int(), title: z.string(), ended_at: z.string() }).nullable(),
    /** The number of lessons included. */
    lessons: z.number().int(),
  }),
  errors: ['NOT_ALLOWED'],
  cost: 2,
  readOnly: true,
});

const AttentionClassView = z.object({
  course_id: z.number().int(),
  class_name: z.string(),
  /** The number of lessons included. */
  lessons: z.number().int(),
  /** The students with reasons, in the order of `attention.list`, without those who were dismissed. */
  data: z.array(AttentionStudentView),
});
export type AttentionClassView = z.infer<typeof AttentionClassView>;

export const attentionClasses = endpoint({
  name: 'attention.classes',
  method: 'GET',
  path: '/results/attention/classes',
  access: staff,
  summary: 'Students who need attention in each of one’s classes',
  response: z.object({ data: z.array(AttentionClassView) }),
  errors: [],
  cost: 2,
  readOnly: true,
});

const ids = { error: packMessage('attention.students') };
const students = z
  .array(z.number(ids).int(ids).positive(ids), ids)
  .min(1, ids)
  .max(MOST_PUT_AWAY, { error: packMessage('list.many.limit', { most: MOST_PUT_AWAY }) });

export const attentionDone = endpoint({
  name: 'attention.done',
  method: 'POST',
  path: '/results/attention/done',
  access: staff,
  summary: 'Put names away, with a note, until something new comes up about them',
  body: z.object({
    course_id: courseId,
    account_ids: students,
    note: optionalLongText({ label: asMessage('attention.note'), max: MAX_ATTENTION_NOTE }),
    /** The newest reason that the caller saw: a later one restores the name to the list. The default is now. */
    seen_at: instant(packMessage('attention.seen')).optional(),
  }),
  response: z.object({ put_away: z.number().int(), message: z.string() }),
  errors: ['NOT_ALLOWED', 'CLASS_ARCHIVED'],
  cost: 2,
});

export const attentionRestore = endpoint({
  name: 'attention.back',
  method: 'POST',
  path: '/results/attention/back',
  access: staff,
  summary: 'Restore dismissed names to the list',
  body: z.object({ course_id: courseId, account_ids: students }),
  response: z.object({ taken_back: z.number().int(), message: z.string() }),
  errors: ['NOT_ALLOWED', 'CLASS_ARCHIVED'],
  cost: 2,
});
