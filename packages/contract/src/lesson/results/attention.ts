import { ATTENTION_CODES, LESSONS_LOOKED_AT, MAX_ATTENTION_NOTE } from '@classwright/rules/results/attention';
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

const AttentionStudentView = z.object({
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

const courseId = id(asMessage('attention.class'));
const staff = { resource: 'live-lessons', action: 'run' } as const;

/**
 * Students with reasons, those with more and newer ones first. `assessment_id`: only reasons from that lesson,
 * otherwise from the class's last lessons and works.
 */
export const attentionList = endpoint({
  name: 'attention.list',
  method: 'GET',
  path: '/results/attention',
  access: staff,
  summary: `Students of a class who need attention, every name with its reasons: over its last ${LESSONS_LOOKED_AT} lessons and its work, or of one lesson`,
  query: z.object({ course_id: courseId, assessment_id: id('Assessment').optional() }),
  response: z.object({
    data: z.array(AttentionStudentView),
    /** The lesson that the list is about, or the newest of those included. Null: none has finished. */
    lesson: z.object({ assessment_id: z.number().int(), title: z.string(), ended_at: z.string() }).nullable(),
    /** The number of lessons included. */
    lessons: z.number().int(),
  }),
  errors: ['NOT_ALLOWED'],
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
