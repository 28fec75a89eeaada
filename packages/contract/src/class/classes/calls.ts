import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, instant, optionalLongText, optionalText, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { ManyDone, ManyIds } from '../../core/list-endpoints.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();
const params = z.object({ id: id(asMessage('topic.field.course')) });

/**
 * The classes to list: those where the caller is a student, or those they run (an Admin: all). In any case of letters.
 */
const COURSE_TYPES = ['STUDENT', 'TEACHER'] as const;

/** A class as its members, or an Admin, see it. */
export const CourseView = z.object({
  id: Id,
  name: z.string(),
  section: z.string(),
  subject: z.string(),
  room: z.string(),
  descriptionHeading: z.string(),
  description: z.string(),
  ownerId: Id,
  owner_name: z.string(),
  creationTime: z.string(),
  updateTime: z.string(),
  /** The code. Null for everybody except the staff of the class. */
  enrollmentCode: z.string().nullable(),
  courseState: z.enum(['ACTIVE', 'ARCHIVED', 'PROVISIONED', 'DECLINED', 'SUSPENDED']),
  alternateLink: z.string(),
  teacherGroupEmail: z.string(),
  courseGroupEmail: z.string(),
  teacherFolder: z.object({ id: z.string(), title: z.string(), alternateLink: z.string() }).nullable(),
  courseMaterialSets: z.array(z.looseObject({})),
  guardiansEnabled: z.boolean(),
  calendarId: z.string(),
  mask: z.string().nullable(),
  level_id: Id.nullable(),
  level_name: z.string().nullable(),
  /** The fields that this product adds. `google_meet_link` is empty when there is none. */
  local: z.object({ id: Id, level_id: Id.nullable(), subject: z.string(), google_meet_link: z.string() }),
  /** The caller's standing in the class. */
  standing: z.enum(['staff', 'student']),
  student_count: Id,
  teacher_count: Id,
  /** The caller's rights in addition to those of all staff. */
  may_edit: z.boolean(),
  may_delete: z.boolean(),
  /** True when students may comment on announcements, if the school allows it. */
  comments_by_students: z.boolean(),
  /** True when a person who was removed from the class may rejoin with its code. */
  removed_may_rejoin: z.boolean(),
  /** True when the class can be read but not changed. */
  is_archived: z.boolean(),
  updated_at: z.string(),
});
export type CourseView = z.infer<typeof CourseView>;

const typeOf = z
  .string()
  .max(20)
  .transform((typed) => typed.trim().toUpperCase())
  .pipe(z.union([z.literal('').transform(() => undefined), z.enum(COURSE_TYPES)], { error: packMessage('course.type') }))
  .optional();

export const courseList = endpoint({
  name: 'course.list',
  method: 'GET',
  path: '/courses',
  access: 'signed-in',
  summary: 'The classes that this person teaches or attends; all of them for Admin',
  query: pageQuery.extend({
    type: typeOf,
    /** Search words in the name or the section. */
    search_text: z.string().max(200).default(''),
    /** Search words in the name only. */
    name: z.string().max(200).default(''),
    state: z.enum(['ACTIVE', 'ARCHIVED']).default('ACTIVE'),
    sort: z.enum(['name', 'section', 'room', 'level_name']).default('name'),
    direction: z.enum(['asc', 'desc']).default('asc'),
  }),
  response: z.object({ data: z.array(CourseView), courses: z.array(CourseView), pagination: Pagination }),
  brief: z.object({ data: z.array(CourseView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const courseGet = endpoint({
  name: 'course.get',
  method: 'GET',
  path: '/courses/:id',
  access: 'signed-in',
  summary: 'A class of this person, or any for Admin',
  params,
  response: z.object({ course: CourseView, data: CourseView }),
  brief: z.object({ course: CourseView }),
  errors: [],
  readOnly: true,
});

const staff = { resource: 'classes', action: 'manage' } as const;
const version = instant(packMessage('list.version')).optional();
const short = (label: string) => optionalText({ label, max: 1000 }).pipe(z.string().max(25, { error: packMessage('list.inputTooLong') }));
const fields = {
  name: text({ label: asMessage('list.field.name'), max: 200 }),
  section: short(asMessage('list.field.section')),
  subject: optionalText({ label: asMessage('list.field.subject'), max: 200 }),
  room: short(asMessage('list.field.room')),
  level_id: id(asMessage('list.field.level')),
  /** A teacher of the class's school. The default is the caller. */
  ownerId: id(asMessage('class.field.owner')).optional(),
};
const saved = z.object({ course: CourseView, data: CourseView, message: z.string() });

export const courseCreate = endpoint({
  name: 'course.create',
  method: 'POST',
  path: '/courses',
  access: { resource: 'classes', action: 'create' },
  summary: 'Makes a class with its owner as the first teacher',
  body: z.object(fields),
  response: saved,
  errors: [],
  successStatus: 201,
});

export const courseUpdate = endpoint({
  name: 'course.update',
  method: 'PUT',
  path: '/courses/:id',
  access: { resource: 'classes', action: 'edit' },
  summary: 'Changes the fields of a class; naming an older updated_at is refused, with the newer row',
  params,
  body: z.object({ ...fields, updated_at: version }),
  response: saved,
  errors: ['EDIT_CONFLICT', 'CLASS_ARCHIVED'],
});

/** The settings of a class, as its staff chose them. */
export const courseSettings = endpoint({
  name: 'course.settings',
  method: 'PUT',
  path: '/courses/:id/settings',
  access: staff,
  summary: 'Changes what the staff of a class decide; what is not sent stays as it is',
  params,
  body: z.object({
    descriptionHeading: optionalText({ label: asMessage('class.field.descriptionHeading'), max: 200 })
      .unwrap()
      .optional(),
    description: optionalLongText({ label: asMessage('class.field.description'), max: 10_000 })
      .unwrap()
      .optional(),
    comments_by_students: flag(asMessage('class.field.comments')).optional(),
    removed_may_rejoin: flag(asMessage('class.field.rejoin')).optional(),
    updated_at: version,
  }),
  response: saved,
  errors: ['EDIT_CONFLICT', 'CLASS_ARCHIVED'],
});

/** Returns true for addresses that a browser opens as a page and does not execute. An empty one is refused before. */
const isWebAddress = (typed: string): boolean => {
  if (typed === '') return true;
  if (!/^https?:\/\/[^\s]+$/i.test(typed)) return false;
  try {
    const { hostname, username, password } = new URL(typed);
    return hostname !== '' && username === '' && password === '';
  } catch {
    return false;
  }
};

export const courseMeetLink = endpoint({
  name: 'course.meetLink',
  method: 'POST',
  path: '/courses/:id/save/google/meet/link',
  access: staff,
  summary: 'Saves the video meeting link of a class',
  params,
  body: z.object({
    google_meet_link: text({ label: asMessage('class.field.meetLink'), max: 2000 }).refine(isWebAddress, { error: packMessage('class.meetLink.address') }),
  }),
  response: saved,
  errors: ['CLASS_ARCHIVED'],
});

export const courseMeetLinkRemove = endpoint({
  name: 'course.meetLink.remove',
  method: 'DELETE',
  path: '/courses/:id/save/google/meet/link',
  access: staff,
  summary: 'Takes the video meeting link off a class',
  params,
  response: saved,
  errors: ['CLASS_ARCHIVED'],
});

export const courseCodeRenew = endpoint({
  name: 'course.code.renew',
  method: 'POST',
  path: '/courses/:id/code',
  access: staff,
  summary: 'Gives a class a new code for enrolment; the old one stops working',
  params,
  response: saved,
  errors: ['CLASS_ARCHIVED'],
});

/** The maximum number of wrong codes per person in so many minutes. */
export const MAX_CODE_GUESSES = { most: 10, minutes: 10 } as const;

export const courseJoin = endpoint({
  name: 'course.join',
  method: 'POST',
  path: '/courses/join',
  access: { resource: 'std-classes', action: 'join' },
  summary: 'Enrols this student in the class that has a code',
  refusedCost: 6,
  body: z.object({
    code: z
      .string({ error: packMessage('class.code.required') })
      .max(100, { error: packMessage('class.code.wrong') })
      .transform((typed) => typed.replace(/[\s\-\u200e\u200f]+/g, '').toLowerCase())
      .pipe(
        z
          .string()
          .min(1, { error: packMessage('class.code.required') })
          .regex(/^[a-z0-9]+$/, { error: packMessage('class.code.wrong') }),
      ),
  }),
  response: saved,
  errors: ['CLASS_CODE_REFUSED', 'CLASS_CODE_PAUSE'],
});

export const courseArchiveMany = endpoint({
  name: 'course.archiveMany',
  cost: 5,
  method: 'POST',
  path: '/courses/archive-many',
  access: staff,
  summary: 'Archives classes: they can be read, and nothing of them changes',
  body: ManyIds,
  response: ManyDone,
  errors: [],
});

export const courseUnarchiveMany = endpoint({
  name: 'course.unarchiveMany',
  cost: 5,
  method: 'POST',
  path: '/courses/unarchive-many',
  access: staff,
  summary: 'Makes archived classes active again',
  body: ManyIds,
  response: ManyDone,
  errors: [],
});

const may_delete = { resource: 'classes', action: 'delete' } as const;
const confirm = flag(asMessage('class.field.confirm')).default(false);

export const courseDelete = endpoint({
  name: 'course.delete',
  method: 'DELETE',
  path: '/courses/:id',
  access: may_delete,
  summary: 'Deletes a class, by its owner or an Admin; one with work in it only with `confirm`',
  params,
  body: z.object({ confirm }).optional(),
  response: z.object({ message: z.string(), id: Id }),
  errors: ['CLASS_NOT_EMPTY'],
});

export const courseDeleteMany = endpoint({
  name: 'course.deleteMany',
  cost: 5,
  method: 'POST',
  path: '/courses/delete-many',
  access: may_delete,
  summary: 'Deletes classes, by their owner or an Admin; those with work in them only with `confirm`',
  body: ManyIds.extend({ confirm }),
  response: ManyDone,
  errors: [],
});

export const courseRestoreMany = endpoint({
  name: 'course.restoreMany',
  cost: 5,
  method: 'POST',
  path: '/courses/restore-many',
  access: may_delete,
  summary: 'Brings deleted classes back, with everybody and everything in them',
  body: ManyIds,
  response: ManyDone,
  errors: [],
});

/** The choices of the assessment form after a grade and then a class are chosen. */
const ClassChoiceView = z.object({
  id: Id,
  name: z.string(),
  section: z.string(),
  level_id: Id.nullable(),
  level_name: z.string().nullable(),
  local: z.object({ id: Id }),
});

export const levelCourses = endpoint({
  name: 'level.courses',
  method: 'GET',
  path: '/level/courses',
  access: { resource: 'assessments', action: 'view' },
  summary: 'The classes of a level that this person teaches, all of them for Admin; without a level those of every level',
  query: z.object({ level_id: z.union([z.literal('').transform(() => undefined), id(asMessage('list.level'))]).optional() }),
  response: z.object({
    data: z.array(ClassChoiceView),
    /** True when the caller is Admin and chooses the owner of an assessment. A teacher's is their own. */
    chooses_account: z.boolean(),
  }),
  errors: [],
  readOnly: true,
});
