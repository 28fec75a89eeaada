import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, pageQuery, Pagination } from '../../core/fields.ts';
import { ManyDone, ManyIds } from '../../core/list-endpoints.ts';
import { MAX_ROWS_PER_CALL } from '../../core/max-rows.ts';
import { ClassRoleSchema, invitationStatus } from './roles.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();

/** A person in a class, or invited to it. */
export const ClassPersonView = z.object({
  /** The account. Null: invited by an address that nobody in the school has yet. */
  account_id: Id.nullable(),
  /** The invitation of a person who has not accepted yet. */
  invitation_id: Id.nullable(),
  role: ClassRoleSchema,
  /** 1: in the class. 0: invited. */
  status: z.union([z.literal(0), z.literal(1)]),
  name: z.string(),
  /** The email address. Null for readers who are only students of the class. */
  email: z.string().nullable(),
  picture: z.string().nullable(),
  is_owner: z.boolean(),
  can_remove: z.boolean(),
});
export type ClassPersonView = z.infer<typeof ClassPersonView>;

/** A teacher of a class. */
export const ClassTeacherView = z.object({
  userId: Id,
  account_id: Id,
  courseId: Id,
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  is_owner: z.boolean(),
  profile: z.object({
    id: Id,
    name: z.object({ givenName: z.string(), familyName: z.string(), fullName: z.string() }),
    emailAddress: z.string().nullable(),
    photoUrl: z.string().nullable(),
  }),
});
export type ClassTeacherView = z.infer<typeof ClassTeacherView>;

const classLabel = asMessage('invitation.field.class');
const mayDelete = { resource: 'class-people', action: 'delete' } as const;

export const courseTeachers = endpoint({
  name: 'classTeacher.list',
  method: 'GET',
  path: '/course/teachers',
  access: 'signed-in',
  summary: 'The teachers of a class, for everybody in it; their addresses for its staff',
  query: pageQuery.extend({ course_id: id(classLabel) }),
  response: z.object({ data: z.array(ClassTeacherView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const classPeople = endpoint({
  name: 'classPeople.list',
  method: 'GET',
  path: '/courses/:id/people',
  access: 'signed-in',
  summary: 'The teachers and students of a class, for everybody in it; its staff also see addresses and invitations',
  params: z.object({ id: id(classLabel) }),
  query: pageQuery.extend({
    role: ClassRoleSchema,
    search_text: z.string().max(200).default(''),
    status: invitationStatus.optional(),
  }),
  response: z.object({
    data: z.array(ClassPersonView),
    pagination: Pagination,
    /** The number of people with this role in the class or invited to it, independent of the search. */
    member_count: Id,
    invited_count: Id,
    can_invite: z.boolean(),
  }),
  errors: [],
  readOnly: true,
});

const manyOf = { params: z.object({ id: id(classLabel) }), body: ManyIds, response: ManyDone, cost: 5 } as const;

export const studentRemove = endpoint({
  name: 'classPeople.student.remove',
  method: 'POST',
  path: '/course/student-remove/:class_id/:account_id',
  access: mayDelete,
  summary: 'Takes a student out of a class; grades stay, hidden until the student returns',
  params: z.object({ class_id: id(classLabel), account_id: id(asMessage('invitation.field.person')) }),
  response: z.object({ message: z.string(), id: Id }),
  errors: ['CLASS_ARCHIVED'],
});

export const peopleRemoveMany = endpoint({
  ...manyOf,
  name: 'classPeople.removeMany',
  method: 'POST',
  path: '/courses/:id/people/remove-many',
  access: mayDelete,
  summary: `Takes up to ${MAX_ROWS_PER_CALL} people out of a class, by their accounts; its owner stays`,
  errors: ['CLASS_ARCHIVED'],
});

export const peopleReturnMany = endpoint({
  ...manyOf,
  name: 'classPeople.returnMany',
  method: 'POST',
  path: '/courses/:id/people/return-many',
  access: mayDelete,
  summary: 'Undoes removing people from a class',
  errors: ['CLASS_ARCHIVED'],
});
