import { MAX_TOGETHER } from '@classwright/rules/live/pairing/wishes';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { byAssessment, run, take } from './fields.ts';

/** The groups in which students talk between Form - 1A and Form - 1B: a draft, published ones, and wishes of staff. */
const Id = z.number().int();

const SIZES = [2, 3, 4] as const;
const Size = z.union(SIZES.map((size) => z.literal(size)) as [z.ZodLiteral<2>, z.ZodLiteral<3>, z.ZodLiteral<4>], {
  error: packMessage('validation.choice', { label: asMessage('pairs.size'), choices: SIZES.join(', ') }),
});

/** The most people in a class that groups are made of. */
const MAX_PAIRED = 2000;
/** The most wishes in one call. */
const MAX_WISHES = 300;

/** Somebody who is here, or stands in a group. For staff alone. */
const PairPersonView = z.object({
  account_id: Id,
  name: z.string(),
  /** The choice in Form - 1A. Null without one. */
  response_id: Id.nullable(),
  right: z.boolean(),
  /** The company in the last lesson of the class. */
  partners: z.array(Id),
});
export type PairPersonView = z.infer<typeof PairPersonView>;

const DivisionView = z.object({
  revision: z.number().int(),
  size: Size,
  /** True when students know these groups. */
  published: z.boolean(),
  /** The person who changed it last. */
  changed_by: z.string(),
  groups: z.array(z.object({ id: Id, locked: z.boolean(), account_ids: z.array(Id) })),
});
export type DivisionView = z.infer<typeof DivisionView>;

const StaffPairsView = z.object({
  session_id: Id,
  /** Everybody who is here, and everybody in a group, by name. */
  people: z.array(PairPersonView),
  /** The ids of those who are here. */
  here: z.array(Id),
  /** The newest groups: a draft, or published ones. Null: none have been made in this run. */
  division: DivisionView.nullable(),
  /** True when students know groups, these or earlier ones. */
  has_published: z.boolean(),
});
export type StaffPairsView = z.infer<typeof StaffPairsView>;

export const livePairs = endpoint({
  name: 'live.pairs',
  method: 'GET',
  path: '/live/learning/pairs',
  access: run,
  summary: 'The newest groups of the running lesson, with everybody’s choices, for its staff',
  query: byAssessment,
  response: z.object({ pairs: StaffPairsView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  readOnly: true,
});

const revision = z
  .number({ error: packMessage('validation.required', { label: asMessage('pairs.revision') }) })
  .int()
  .min(0);

export const livePairsMake = endpoint({
  name: 'live.pairsMake',
  method: 'POST',
  path: '/live/learning/pairs',
  access: run,
  summary: 'Divide those who are here into groups as a draft; locked groups stay as they are',
  body: byAssessment.extend({
    size: Size.default(2),
    /** The same number makes the same groups of the same people. Left out: any. */
    seed: z.number().int().min(0).max(2_147_483_647).optional(),
    /** The revision that the caller has seen; 0: none. */
    revision,
  }),
  response: z.object({ pairs: StaffPairsView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'PAIRS_CHANGED'],
  cost: 2,
});

const wrongGroups = { error: packMessage('pairs.groupsWrong', { most: MAX_PAIRED }) };
const studentId = id(asMessage('pairs.student'));
const groupIds = z.array(studentId, wrongGroups).max(MAX_PAIRED, wrongGroups);

export const livePairsSave = endpoint({
  name: 'live.pairsSave',
  method: 'PUT',
  path: '/live/learning/pairs',
  access: run,
  summary: 'Save groups that were changed by hand as a draft',
  body: byAssessment.extend({
    revision,
    groups: z
      .array(z.object({ locked: z.boolean(wrongGroups), account_ids: groupIds.min(1, wrongGroups) }), wrongGroups)
      .min(1, wrongGroups)
      .max(MAX_PAIRED, wrongGroups),
  }),
  response: z.object({ pairs: StaffPairsView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'PAIRS_CHANGED'],
  cost: 2,
});

/** A student who has come since joins a group, and one who has left the class is removed. */
export const livePairsPublish = endpoint({
  name: 'live.pairsPublish',
  method: 'POST',
  path: '/live/learning/pairs/publish',
  access: run,
  summary: 'Tell the students with whom they talk',
  body: byAssessment.extend({ revision }),
  response: z.object({ pairs: StaffPairsView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'PAIRS_CHANGED', 'PAIRS_TOO_EARLY'],
  cost: 2,
});

/** A student's own group: names alone. */
const OwnPairView = z.object({
  /** The revision of the groups, as in the session. */
  pairs_revision: z.number().int(),
  /** The others in the group, by name. */
  names: z.array(z.string()),
  /** True when not all in the group chose the same in Form - 1A. */
  chose_differently: z.boolean(),
});
export type OwnPairView = z.infer<typeof OwnPairView>;

export const liveOwnPair = endpoint({
  name: 'live.ownPair',
  method: 'GET',
  path: '/live/learning/pairs/own',
  access: take,
  summary: 'With whom the student talks: names, and whether they chose differently',
  query: byAssessment,
  /** Null: no groups are published, or the student is in none. */
  response: z.object({ pair: OwnPairView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  readOnly: true,
  allows: ['seat'],
});

/** A repeat does nothing twice, with or without an Idempotency-Key, and returns the group as it is then. */
export const livePairJoin = endpoint({
  name: 'live.pairJoin',
  method: 'POST',
  path: '/live/learning/pairs/join',
  access: take,
  summary: 'Join a group after groups were published; a student who is in one stays in it',
  body: byAssessment,
  response: z.object({ pair: OwnPairView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING'],
  ownTransaction: true, // students who come together are added together
  allows: ['seat'],
});

const ProjectorPairsView = z.object({ pairs_revision: z.number().int(), groups: z.array(z.array(z.string())) });
export type ProjectorPairsView = z.infer<typeof ProjectorPairsView>;

export const liveProjectorPairs = endpoint({
  name: 'live.projectorPairs',
  method: 'GET',
  path: '/live/learning/projector/pairs',
  access: run,
  summary: 'For the wall: the names of the published groups',
  query: byAssessment,
  /** Null until groups are published. */
  response: z.object({ pairs: ProjectorPairsView.nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['wall'],
});

// ── what staff want or forbid in a class ──

const KINDS = ['together', 'never'] as const;

const PairWishView = z.object({
  id: Id,
  kind: z.enum(KINDS),
  students: z.array(z.object({ account_id: Id, name: z.string() })),
  /** The last day on which it counts. Null: without end. */
  until: z.string().nullable(),
});
export type PairWishView = z.infer<typeof PairWishView>;

const courseId = id(asMessage('pairs.class'));
/** The most weeks for which a wish counts, when it has an end. */
const MAX_WEEKS = 52;
const wrongWeeks = { error: packMessage('pairs.weeks', { most: MAX_WEEKS }) };
const wrongStudents = { error: packMessage('pairs.wishStudents', { least: 2, most: MAX_TOGETHER }) };

export const livePairWishes = endpoint({
  name: 'live.pairWishes',
  method: 'GET',
  path: '/live/learning/pair-wishes',
  access: run,
  summary: 'The students of a class who are always in one group, and those who never are',
  query: z.object({ course_id: courseId }),
  response: z.object({
    wishes: z.array(PairWishView),
    /** The students of the class by name. */
    students: z.array(z.object({ account_id: Id, name: z.string() })),
  }),
  errors: ['NOT_ALLOWED'],
  readOnly: true,
});

export const livePairWishesAdd = endpoint({
  name: 'live.pairWishesAdd',
  method: 'POST',
  path: '/live/learning/pair-wishes',
  access: run,
  summary: 'Want or forbid that students of a class are in one group; all of them or none are saved',
  body: z.object({
    course_id: courseId,
    wishes: z
      .array(
        z.object({
          kind: z.enum(KINDS, { error: packMessage('validation.choice', { label: asMessage('pairs.wish'), choices: KINDS.join(', ') }) }),
          account_ids: z
            .array(studentId, wrongStudents)
            .min(2, wrongStudents)
            .max(MAX_TOGETHER, wrongStudents)
            .refine((ids) => new Set(ids).size === ids.length, wrongStudents),
        }),
        { error: packMessage('pairs.wishesWrong', { most: MAX_WISHES }) },
      )
      .min(1, { error: packMessage('pairs.wishesWrong', { most: MAX_WISHES }) })
      .max(MAX_WISHES, { error: packMessage('pairs.wishesWrong', { most: MAX_WISHES }) }),
    /** For how many weeks they count. Left out: without end. */
    weeks: z.number(wrongWeeks).int(wrongWeeks).min(1, wrongWeeks).max(MAX_WEEKS, wrongWeeks).optional(),
  }),
  response: z.object({ ids: z.array(Id) }),
  errors: ['NOT_ALLOWED', 'CLASS_ARCHIVED'],
});

export const livePairWishesRemove = endpoint({
  name: 'live.pairWishesRemove',
  method: 'POST',
  path: '/live/learning/pair-wishes/remove',
  access: run,
  summary: 'Remove wishes about groups of a class',
  body: z.object({
    course_id: courseId,
    ids: z
      .array(id(asMessage('pairs.wish')))
      .min(1)
      .max(MAX_WISHES),
  }),
  response: z.object({}),
  errors: ['NOT_ALLOWED', 'CLASS_ARCHIVED'],
});
