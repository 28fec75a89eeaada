import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { CALCULATION_TYPES } from '../../class/classwork/kinds.ts';
import { GradeSettingView } from '../../class/gradebook/settings.ts';
import { asMessage } from '../../messages/translate.ts';
import { cannotRun, courseParams, Id, inSchool, run, view } from './fields.ts';

const ClassroomClassView = z.object({
  external_id: z.string(),
  name: z.string(),
  section: z.string(),
  state: z.string(),
  owner_name: z.string().nullable(),
  /** The linked class here. */
  course_id: Id.nullable(),
  course_name: z.string().nullable(),
  alternate_link: z.string(),
  is_ignored: z.boolean(),
});

export type ClassroomClassView = z.infer<typeof ClassroomClassView>;

/**
 * A class of Google's, by `external_id`, with the class here that it may be, whether the match is unambiguous, and the
 * reason in words.
 */
const ClassProposal = z.object({
  ...{ external_id: z.string(), course_id: Id, name: z.string(), section: z.string(), teacher: z.string(), is_sure: z.boolean(), message: z.string() },
});

export type ClassProposal = z.infer<typeof ClassProposal>;

export const syncClasses = endpoint({
  name: 'sync.classes',
  method: 'GET',
  path: '/sync/classes',
  access: view,
  summary: 'Classes of Google Classroom as the last run found them, for one to be linked with a class here',
  query: pageQuery.extend({
    search: z.string().max(200).optional(),
    free: flag(asMessage('sync.class.free')).optional(),
    proposals: flag(asMessage('sync.class.proposals')).optional(),
    ...inSchool,
  }),
  response: z.object({
    data: z.array(ClassroomClassView),
    /** On request: the proposals for all undecided classes, regardless of the page they are on. */
    proposals: z.array(ClassProposal),
    pagination: Pagination,
    as_of: z.string().nullable(),
  }),
  errors: [],
  readOnly: true,
});

const ClassLinkView = z.object({
  course_id: Id,
  external_id: z.string().nullable(),
  /** `making`: it is being created in Google Classroom. */
  state: z.enum(['linked', 'making', 'lost', 'gone']),
  name: z.string(),
  alternate_link: z.string(),
  enrollment_code: z.string(),
  /** The reason it is lost, in words. */
  problem: z.string().nullable(),
  synced_at: z.string().nullable(),
});

export type ClassLinkView = z.infer<typeof ClassLinkView>;

export const syncLinkRead = endpoint({
  name: 'sync.link.read',
  method: 'GET',
  path: '/courses/:id/link',
  access: 'signed-in',
  summary: 'The class of Google Classroom that a class is linked with, for the people of the class',
  params: courseParams,
  response: z.object({ link: ClassLinkView.nullable() }),
  errors: [],
  readOnly: true,
});

export const syncLink = endpoint({
  name: 'sync.link',
  cost: 2,
  method: 'POST',
  path: '/courses/:id/link',
  access: run,
  summary: 'Link a class with one of Google Classroom, or have it made there, once',
  params: courseParams,
  body: z
    .object({
      external_id: z
        .string()
        .regex(/^\d{1,30}$/, { error: packMessage('sync.class.wrong') })
        .optional(),
      create: flag(asMessage('sync.link.create')).optional(),
    })
    .refine((given) => (given.external_id !== undefined) !== (given.create === true), { error: packMessage('sync.link.choose') }),
  response: z.object({ link: ClassLinkView, message: z.string() }),
  errors: [...cannotRun, 'NOT_ALLOWED', 'SYNC_LINKED_ALREADY', 'SYNC_CLASS_UNKNOWN', 'CLASS_ARCHIVED'],
});

export const syncUnlink = endpoint({
  name: 'sync.unlink',
  cost: 2,
  method: 'DELETE',
  path: '/courses/:id/link',
  access: run,
  summary: 'Part a class from its class in Google Classroom; nothing is deleted on either side',
  params: courseParams,
  response: z.object({ course_id: Id, message: z.string() }),
  errors: ['NOT_ALLOWED', 'SYNC_NOT_LINKED'],
});

export const syncGradeHere = endpoint({
  name: 'sync.gradeHere',
  cost: 2,
  method: 'POST',
  path: '/courses/:id/course-works/:workId/grade-here',
  access: run,
  summary: 'Grade work made in Google Classroom here from now on: its grades follow Google no more',
  params: z.object({ id: id(asMessage('sync.class')), workId: id(asMessage('sync.work')) }),
  response: z.object({ message: z.string() }),
  errors: ['NOT_ALLOWED', 'SYNC_NOT_LINKED', 'CLASS_ARCHIVED'],
});

/** The way Google Classroom computes the grades of a class. */
const GradeOffer = z.object({
  calculation_type: z.enum(CALCULATION_TYPES),
  show_grade: z.boolean(),
  categories: z.array(z.object({ category_name: z.string(), category_point: z.number() })),
  /** The number of works that have one of these categories there, and none here. */
  works: Id,
});

export type GradeOffer = z.infer<typeof GradeOffer>;

export const syncGradeOffer = endpoint({
  name: 'sync.gradeOffer',
  method: 'GET',
  path: '/courses/:id/grade-offer',
  access: { resource: 'grade-settings', action: 'view' },
  summary: 'Categories and weights that Google Classroom has of a class, offered to one without settings of its own',
  params: courseParams,
  response: z.object({ offer: GradeOffer.nullable() }),
  errors: ['NOT_ALLOWED'],
  readOnly: true,
});

export const syncGradeOfferTake = endpoint({
  name: 'sync.gradeOffer.take',
  cost: 2,
  method: 'POST',
  path: '/courses/:id/grade-offer',
  access: { resource: 'grade-settings', action: 'create' },
  summary: 'Takes categories and weights over from Google: the first settings of the gradebook, and the categories of works that have none',
  params: courseParams,
  response: z.object({ setting: GradeSettingView, message: z.string() }),
  errors: ['NOT_ALLOWED', 'SYNC_NOT_LINKED', 'SYNC_NOTHING_OFFERED', 'SETTING_EXISTS', 'CLASS_ARCHIVED'],
});

/** The relation of a class's work, its submissions and grades to Google Classroom. */
const SyncedWorkView = z.object({
  course_work_id: Id,
  /** True when it was made in Google Classroom and is read-only here. */
  is_foreign: z.boolean(),
  /** True when it was made there too, but its link has ended, so it belongs to the class here. */
  was_foreign: z.boolean(),
  graded_here: z.boolean(),
  alternate_link: z.string(),
  /** True when students hand in something for it, which Google allows only themselves to do there. */
  has_hand_in: z.boolean(),
  /** The number of submissions handed in here and not in Google Classroom. */
  handed_in_here_only: Id,
});

export type SyncedWorkView = z.infer<typeof SyncedWorkView>;

export const syncWorks = endpoint({
  name: 'sync.works',
  method: 'GET',
  path: '/courses/:id/synced-works',
  access: 'signed-in',
  summary: 'The works of a class that are known in Google Classroom, conflicts of grades and receipts; students only see where work was made',
  params: courseParams,
  response: z.object({
    works: z.array(SyncedWorkView),
    /** For staff: the cells whose grade differs between both sides. */
    conflicts: z.array(
      z.object({
        ...{ id: Id, course_work_id: Id, account_id: Id },
        ...{ ours: z.string().nullable(), ours_by: z.string().nullable(), ours_at: z.string().nullable() },
        ...{ theirs: z.string().nullable(), theirs_at: z.string().nullable() },
      }),
    ),
    /** For staff: the newest grade of each cell that Google has confirmed. */
    receipts: z.array(z.object({ course_work_id: Id, account_id: Id, grade: z.string().nullable(), at: z.string() })),
    as_of: z.string().nullable(),
  }),
  errors: [],
  readOnly: true,
  cost: 2,
});
