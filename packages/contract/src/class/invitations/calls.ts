import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { ManyDone, ManyIds } from '../../core/list-endpoints.ts';
import { MAX_ROWS_PER_CALL } from '../../core/max-rows.ts';
import { ClassRoleSchema, invitationStatus } from '../classes/roles.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();

/** An invitation to a class, also in the terms of the external classroom. */
export const InvitationView = z.object({
  id: Id,
  /** The invited email address. */
  userId: z.string(),
  courseId: Id,
  role: ClassRoleSchema,
  /** 1: accepted. 0: pending. */
  status: z.union([z.literal(0), z.literal(1)]),
  class_name: z.string(),
  class_id: Id,
  /** The account. Null: nobody in the class's school has the address yet. */
  account_id: Id.nullable(),
  /** The data of teachers, or of students. */
  external_user_metadata: z.union([
    z.object({ name: z.string(), photoUrl: z.string().nullable(), emailAddress: z.string() }),
    z.object({ name: z.string(), picture: z.string().nullable(), email: z.string() }),
  ]),
  created_at: z.string(),
});
export type InvitationView = z.infer<typeof InvitationView>;

/** An invitation as the invited person sees it. */
export const PendingInvitationView = z.object({
  id: Id,
  courseId: Id,
  class_id: Id,
  class_name: z.string(),
  section: z.string(),
  role: ClassRoleSchema,
  status: z.literal(0),
  /** The inviter's name. Empty: the account no longer exists. */
  invited_by: z.string(),
  created_at: z.string(),
});
export type PendingInvitationView = z.infer<typeof PendingInvitationView>;

const classLabel = asMessage('invitation.field.class');
const label = asMessage('invitation.title');
const may = (action: string) => ({ resource: 'class-people', action });
const required = { error: packMessage('validation.required', { label: asMessage('invitation.field.email') }) };
/** A limit above the length of 300 addresses with names. */
const MOST_TYPED = 60_000;

/** One address, or up to 300 as people paste them: in lines, with commas or semicolons, with names. */
const invite = z.object({
  userId: z
    .union([z.string(), z.array(z.string().max(1000)).max(MAX_ROWS_PER_CALL, { error: packMessage('invitation.most', { most: MAX_ROWS_PER_CALL }) })], required)
    .transform((typed) => (typeof typed === 'string' ? typed : typed.join('\n')))
    .pipe(
      z
        .string()
        .max(MOST_TYPED, { error: packMessage('invitation.most', { most: MAX_ROWS_PER_CALL }) })
        .refine((typed) => typed.trim() !== '', required),
    ),
  courseId: id(classLabel),
  /** The role, the same as in the path. */
  role: ClassRoleSchema.optional(),
});
const Invited = z.object({
  message: z.string(),
  invitations: z.array(InvitationView),
  data: z.array(InvitationView),
  /** The people who were not invited, each with the reason. */
  refused: z.array(z.object({ userId: z.string(), message: z.string() })),
});
export type Invited = z.infer<typeof Invited>;
const INVITING = ['INVITATION_LIMIT', 'CLASS_ARCHIVED'] as const;

export const inviteStudents = endpoint({
  name: 'invitation.student',
  method: 'POST',
  path: '/invitations/student',
  access: may('create'),
  cost: 5,
  summary: 'Invites students to a class by their email addresses; those who cannot be invited are returned with the reason',
  body: invite,
  response: Invited,
  errors: INVITING,
  successStatus: 201,
});

export const inviteTeachers = endpoint({
  name: 'invitation.teacher',
  method: 'POST',
  path: '/invitations/teacher',
  access: may('create'),
  cost: 5,
  summary: 'Invites teachers to a class by their email addresses; those who cannot be invited are returned with the reason',
  body: invite,
  response: Invited,
  errors: INVITING,
  successStatus: 201,
});

const group = id(asMessage('invitation.field.group'));
/** The class, by one of the two names. */
const ofClass = { course_id: id(classLabel).optional(), courseId: id(classLabel).optional() };

export const inviteGroup = endpoint({
  name: 'invitation.group',
  method: 'POST',
  path: '/invite/student/groups',
  access: may('create'),
  cost: 10,
  summary: 'Invites the students of an invitation group to a class',
  body: z.object({ ...ofClass, group_id: group }),
  response: Invited,
  errors: INVITING,
  successStatus: 201,
});

export const inviteGroupByPath = endpoint({
  name: 'invitation.group.byPath',
  method: 'POST',
  path: '/invite/student/groups/:group',
  access: may('create'),
  cost: 10,
  summary: 'Invites a group to a class, with the group in the path',
  params: z.object({ group }),
  body: z.object(ofClass),
  response: Invited,
  errors: INVITING,
  successStatus: 201,
});

export const inviteGroupChoices = endpoint({
  name: 'invitation.group.choices',
  method: 'GET',
  path: '/invite/student/groups',
  access: may('create'),
  summary: 'The groups whose students can be invited to a class, with how many are not in it yet',
  query: pageQuery.extend({ course_id: id(classLabel), search_text: z.string().max(200).default('') }),
  response: z.object({
    data: z.array(z.object({ id: Id, name: z.string(), student_count: Id, missing_count: Id })),
    pagination: Pagination,
  }),
  errors: [],
  readOnly: true,
});

export const courseInvitations = endpoint({
  name: 'invitation.list',
  method: 'GET',
  path: '/courses/:id/invitations',
  access: may('view'),
  summary: 'The invitations of a class, newest first: pending and accepted ones',
  params: z.object({ id: id(classLabel) }),
  query: pageQuery.extend({ status: invitationStatus.optional() }),
  response: z.object({ data: z.array(InvitationView), invitations: z.array(InvitationView), pagination: Pagination }),
  brief: z.object({ data: z.array(InvitationView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

const OneInvitation = z.object({ id: id(label) });
const ACCEPTING = ['INVITATION_ACCEPTED', 'INVITATION_DELETED', 'INVITATION_ROLE', 'CLASS_ARCHIVED'] as const;
const Accepted = z.object({
  message: z.string(),
  invitation: InvitationView,
  data: InvitationView,
  /** The class as links to its page show it. */
  course: z.object({ id: Id, name: z.string(), section: z.string() }),
});

export const pendingInvitations = endpoint({
  name: 'invitation.pending',
  method: 'GET',
  path: '/pending/invitations',
  access: { resource: 'invitations', action: 'view' },
  summary: 'The classes that this person is invited to, newest first',
  query: pageQuery,
  response: z.object({ data: z.array(PendingInvitationView), invitations: z.array(PendingInvitationView), pagination: Pagination }),
  brief: z.object({ data: z.array(PendingInvitationView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const invitationAccept = endpoint({
  name: 'invitation.accept',
  method: 'POST',
  path: '/invitations/accept/:id',
  access: { resource: 'invitations', action: 'edit' },
  summary: 'Accepts an invitation: this person is in the class then',
  params: OneInvitation,
  response: Accepted,
  errors: ACCEPTING,
});

export const invitationAcceptNamed = endpoint({
  name: 'invitation.accept.named',
  method: 'POST',
  path: '/invitations/accept',
  access: { resource: 'invitations', action: 'edit' },
  summary: 'Accepts an invitation, with the invitation in the body',
  body: OneInvitation,
  response: Accepted,
  errors: ACCEPTING,
});

export const invitationDelete = endpoint({
  name: 'invitation.delete',
  method: 'POST',
  path: '/invitations/delete/:id',
  access: may('delete'),
  summary: 'Deletes an invitation that was not accepted yet',
  params: OneInvitation,
  body: z.object({
    /** TEACHER or STUDENT: the role of the invitation. */
    type: z
      .string({ error: packMessage('invitation.type') })
      .regex(/^(?:teacher|student)s?$/i, { error: packMessage('invitation.type') })
      .optional(),
  }),
  response: z.object({ message: z.string(), id: Id }),
  errors: ['INVITATION_ACCEPTED', 'INVITATION_DELETED', 'CLASS_ARCHIVED'],
});

const manyOf = { params: z.object({ id: id(classLabel) }), body: ManyIds, response: ManyDone, cost: 5 } as const;

export const invitationDeleteMany = endpoint({
  ...manyOf,
  name: 'invitation.deleteMany',
  method: 'POST',
  path: '/courses/:id/invitations/delete-many',
  access: may('delete'),
  summary: `Deletes up to ${MAX_ROWS_PER_CALL} invitations of a class that were not accepted yet`,
  errors: ['CLASS_ARCHIVED'],
});

export const invitationRestoreMany = endpoint({
  ...manyOf,
  name: 'invitation.restoreMany',
  method: 'POST',
  path: '/courses/:id/invitations/restore-many',
  access: may('create'),
  summary: 'Undoes deleting invitations',
  errors: ['CLASS_ARCHIVED'],
});
