import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, instant, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const Int = z.number().int();
const label = (key: string) => asMessage(`rewards.${key}`);

/** The events for which the product itself gives points. The points of each are data that the Admin edits. */
const REWARD_EVENTS = [
  'lesson-answered',
  'reason-in-each-form',
  'right-after-talking',
  'changed-to-right',
  'liked-by-teacher',
  'turned-in-on-time',
  'work-product',
] as const;
export type RewardEvent = (typeof REWARD_EVENTS)[number];
/** All types of lines in the ledger. */
const REWARD_TYPES = [...REWARD_EVENTS, 'liked-by-teacher-taken-back', 'gift', 'gift-taken-back', 'redeemed', 'refunded'] as const;
export type RewardType = (typeof REWARD_TYPES)[number];

const REWARD_LIMITS = { giftPoints: 100, giftReason: 200, giftStudents: 300, rulePoints: 1000, ruleDailyCap: 1000 } as const;
/** The maximum number of points that all teachers together can give one student from Monday to Sunday. */
export const GIFT_POINTS_A_WEEK = 500;

/** One line of a person's ledger. */
export const RewardPointView = z.object({
  id: Int,
  /** The cause of the points, in words. */
  type: z.string(),
  type_key: z.enum(REWARD_TYPES),
  /** The points. Below zero: spent, or undone. */
  points: Int,
  /** A teacher's reason, the name of an item, or empty. */
  reason: z.string(),
  at: z.string(),
  /** The gift, if the reader can still undo it; otherwise null. */
  gift_id: Int.nullable(),
});
export type RewardPointView = z.infer<typeof RewardPointView>;

const lines = { data: z.array(RewardPointView), pagination: Pagination, total_points: Int };

export const rewardPointList = endpoint({
  name: 'rewardPoint.list',
  method: 'GET',
  path: '/reward-point',
  access: { resource: 'reward-point', action: 'view' },
  summary: 'One’s own reward points, newest first, and their sum',
  query: pageQuery,
  response: z.object({ ...lines, reward_points: z.array(RewardPointView) }),
  brief: z.object(lines),
  errors: [],
  readOnly: true,
});

const STUDENT = label('student');
const CLASS = asMessage('topic.field.course');
const see = { resource: 'student-points', action: 'view' } as const;
const give = { resource: 'student-points', action: 'create' } as const;

export const RewardStudentView = z.object({ id: Int, first_name: z.string(), last_name: z.string(), points: Int });
export type RewardStudentView = z.infer<typeof RewardStudentView>;

export const rewardStudentList = endpoint({
  name: 'rewardPoint.students',
  method: 'GET',
  path: '/reward-point/students',
  access: see,
  summary: 'The students of a class that one teaches with their points, by name; never by points',
  query: pageQuery.extend({ course_id: id(CLASS), search_text: z.string().trim().max(200).default('') }),
  response: z.object({ data: z.array(RewardStudentView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const rewardStudentGet = endpoint({
  name: 'rewardPoint.student',
  method: 'GET',
  path: '/reward-point/students/:id',
  access: see,
  summary: 'The points of a student of one’s classes, newest first',
  params: z.object({ id: id(STUDENT) }),
  query: pageQuery,
  response: z.object({ ...lines, student: RewardStudentView }),
  errors: [],
  readOnly: true,
});

export const rewardGiftAdd = endpoint({
  name: 'rewardPoint.give',
  cost: 5,
  method: 'POST',
  path: '/reward-point/gifts',
  access: give,
  summary: `Gives points to up to ${REWARD_LIMITS.giftStudents} students of a class at once, with a reason that they read`,
  body: z.object({
    course_id: id(CLASS),
    account_ids: z
      .array(id(STUDENT), { error: packMessage('rewards.students.required') })
      .min(1, { error: packMessage('rewards.students.required') })
      .max(REWARD_LIMITS.giftStudents, { error: packMessage('rewards.students.most', { most: REWARD_LIMITS.giftStudents }) }),
    points: z.coerce
      .number({ error: packMessage('rewards.points.range', { max: REWARD_LIMITS.giftPoints }) })
      .int({ error: packMessage('rewards.points.range', { max: REWARD_LIMITS.giftPoints }) })
      .min(1, { error: packMessage('rewards.points.range', { max: REWARD_LIMITS.giftPoints }) })
      .max(REWARD_LIMITS.giftPoints, { error: packMessage('rewards.points.range', { max: REWARD_LIMITS.giftPoints }) }),
    reason: text({ label: label('reason'), max: REWARD_LIMITS.giftReason }),
  }),
  response: z.object({ message: z.string(), id: Int, account_ids: z.array(Int) }),
  errors: ['CLASS_ARCHIVED'],
  successStatus: 201,
});

export const rewardGiftUndo = endpoint({
  name: 'rewardPoint.takeBack',
  cost: 5,
  method: 'POST',
  path: '/reward-point/gifts/:id/undo',
  access: give,
  summary: 'Takes a gift of points back from everybody who got it; a repeat changes nothing',
  params: z.object({ id: id(label('gift')) }),
  response: z.object({ message: z.string(), id: Int }),
  errors: ['CLASS_ARCHIVED'],
});

export const RewardRuleView = z.object({
  id: Int,
  key: z.enum(REWARD_EVENTS),
  /** The cause of the points, in words. */
  name: z.string(),
  points: Int,
  /** The maximum number of times a day it counts for one student. Null: no limit. */
  daily_cap: Int.nullable(),
  is_active: z.boolean(),
  /** True when only a student whose first answer was wrong can earn it: a rule kept from an earlier version. */
  pays_for_wrong: z.boolean(),
  /** The school whose own rule this is. Null: all schools share it. */
  school_id: Int.nullable(),
  school_name: z.string().nullable(),
  updated_at: z.string(),
});
export type RewardRuleView = z.infer<typeof RewardRuleView>;

export const rewardRuleList = endpoint({
  name: 'rewardRule.list',
  method: 'GET',
  path: '/reward-point/rules',
  access: { resource: 'reward-rules', action: 'view' },
  summary: 'The points that each event earns, and those that teachers gave this week to students of the schools within reach',
  response: z.object({ data: z.array(RewardRuleView), gifts_this_week: z.object({ points: Int, students: Int, teachers: Int }) }),
  errors: [],
  readOnly: true,
});

const rulePoints = { error: packMessage('rewards.points.range', { max: REWARD_LIMITS.rulePoints }) };
const ruleCap = { error: packMessage('rewards.cap.range', { max: REWARD_LIMITS.ruleDailyCap }) };

export const rewardRuleUpdate = endpoint({
  name: 'rewardRule.update',
  method: 'PUT',
  path: '/reward-point/rules/:id',
  access: { resource: 'reward-rules', action: 'edit' },
  summary: 'Changes what an event earns from now on; naming an older updated_at is refused, with the newer row',
  params: z.object({ id: id(label('rule')) }),
  body: z.object({
    points: z.number(rulePoints).int(rulePoints).min(1, rulePoints).max(REWARD_LIMITS.rulePoints, rulePoints).optional(),
    daily_cap: z.number(ruleCap).int(ruleCap).min(1, ruleCap).max(REWARD_LIMITS.ruleDailyCap, ruleCap).nullable().optional(),
    is_active: flag(label('active')).optional(),
    updated_at: instant(packMessage('list.version')).optional(),
  }),
  response: z.object({ message: z.string(), rule: RewardRuleView, data: RewardRuleView }),
  errors: ['EDIT_CONFLICT', 'SHARED_BY_SCHOOLS'],
});

export const rewardRuleCopy = endpoint({
  name: 'rewardRule.copy',
  method: 'POST',
  path: '/reward-point/rules/:id/copy',
  access: { resource: 'reward-rules', action: 'edit' },
  summary: 'Copies a rule that all schools share for the caller’s school, where the copy counts from now on',
  params: z.object({ id: id(label('rule')) }),
  response: z.object({ message: z.string(), rule: RewardRuleView, data: RewardRuleView }),
  errors: [],
  successStatus: 201,
});

export const rewardRuleDelete = endpoint({
  name: 'rewardRule.delete',
  method: 'DELETE',
  path: '/reward-point/rules/:id',
  access: { resource: 'reward-rules', action: 'edit' },
  summary: 'Deletes a school’s own rule: from now on the rule that all schools share counts there again',
  params: z.object({ id: id(label('rule')) }),
  response: z.object({ message: z.string(), id: Int }),
  errors: ['SHARED_BY_SCHOOLS'],
});
