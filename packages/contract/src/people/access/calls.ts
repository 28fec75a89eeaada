import { z } from 'zod';
import { asMessage } from '../../messages/translate.ts';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';

/** Explains who may do what, and why, from the same rows that decide every call. */
const view = { resource: 'access-explorer', action: 'view' } as const;
const Id = z.number().int();

/** The rows that grant a right. `account_role_id` is null when a role is viewed without an account. */
export const GrantView = z.object({
  account_role_id: Id.nullable(),
  role_id: Id,
  role_name: z.string(),
  policy_id: Id,
  policy_name: z.string(),
  resource_policy_id: Id,
  /** False when this row would grant it, but it or the role is switched off. */
  is_active: z.boolean(),
});
export type GrantView = z.infer<typeof GrantView>;

const ActionView = z.object({
  id: Id,
  name: z.string(),
  key: z.string().nullable(),
  allowed: z.boolean(),
  /** True when a call of the product or a menu entry needs it. */
  is_asked: z.boolean(),
  grants: z.array(GrantView),
});

const subject = {
  account_id: id(asMessage('list.field.account')).optional(),
  role_id: id(asMessage('list.field.role')).optional(),
};
/** `may_change`: the caller may change this role: it belongs to their school, or they reach every school. False for a person. */
const SubjectView = z.object({
  kind: z.enum(['account', 'role']),
  id: Id,
  name: z.string(),
  email: z.string().nullable(),
  is_active: z.boolean(),
  may_change: z.boolean(),
});
const oneSubject = { error: packMessage('access.oneSubject'), path: ['account_id'] };

export const accessExplore = endpoint({
  name: 'access.explore',
  method: 'GET',
  path: '/access/explorer',
  access: view,
  summary: 'Every resource and action for an account or a role, with the rows that grant it',
  query: z.object(subject).refine(({ account_id, role_id }) => (account_id === undefined) !== (role_id === undefined), oneSubject),
  response: z.object({
    subject: SubjectView,
    roles: z.array(z.object({ account_role_id: Id.nullable(), id: Id, name: z.string(), is_active: z.boolean() })),
    resources: z.array(
      z.object({ id: Id, name: z.string(), key: z.string().nullable(), res_url: z.string(), menu_group: z.string().nullable(), actions: z.array(ActionView) }),
    ),
  }),
  errors: [],
  readOnly: true,
});

const AccessView = z.union([z.object({ resource: z.string(), action: z.string() }), z.enum(['signed-in', 'public', 'link', 'client'])]);
export const OperationView = z.object({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  summary: z.string(),
  access: AccessView,
  /** The display names of the resource and the action. Null when no call needs them. */
  resource_name: z.string().nullable(),
  action_name: z.string().nullable(),
});
export type OperationView = z.infer<typeof OperationView>;

export const accessOperations = endpoint({
  name: 'access.operations',
  method: 'GET',
  path: '/access/operations',
  access: view,
  summary: 'Every call of the product, and what it asks for',
  query: z.object({ search_text: z.string().max(200).default('') }),
  response: z.object({ data: z.array(OperationView) }),
  errors: [],
  readOnly: true,
});

const operation = z
  .string({ error: packMessage('validation.required', { label: asMessage('access.operation') }) })
  .min(1, { error: packMessage('validation.required', { label: asMessage('access.operation') }) })
  .max(200);

export const accessCallers = endpoint({
  name: 'access.callers',
  method: 'GET',
  path: '/access/callers',
  access: view,
  summary: 'The roles and accounts that can make a call',
  query: pageQuery.extend({ operation, search_text: z.string().max(200).default('') }),
  response: z.object({
    operation: OperationView,
    /** Set when no right is needed: everybody of that kind may call it, and nobody is listed. */
    everybody: z.enum(['signed-in', 'public', 'link', 'client']).nullable(),
    sentence: z.string(),
    roles: z.array(z.object({ id: Id, name: z.string(), accounts: z.number().int() })),
    /** The active accounts, by name. */
    data: z.array(z.object({ id: Id, name: z.string(), email: z.string(), roles: z.array(z.string()) })),
    pagination: Pagination,
  }),
  errors: [],
  readOnly: true,
});

const wanted = {
  operation: operation.optional(),
  resource_id: id(asMessage('list.field.resource')).optional(),
  action_id: id(asMessage('list.field.action')).optional(),
};

export const accessWhy = endpoint({
  name: 'access.why',
  method: 'GET',
  path: '/access/why',
  access: view,
  summary: 'The reason why an account or a role may make a call or take an action on a resource, or may not: one sentence and the rows',
  query: z
    .object({ ...subject, ...wanted })
    .refine(({ account_id, role_id }) => (account_id === undefined) !== (role_id === undefined), oneSubject)
    .refine((query) => (query.operation === undefined) !== (query.resource_id === undefined && query.action_id === undefined), {
      error: packMessage('access.oneThing'),
      path: ['operation'],
    }),
  response: z.object({ allowed: z.boolean(), sentence: z.string(), grants: z.array(GrantView) }),
  errors: [],
  readOnly: true,
});

/** The maximum number of changes in one call. A role with every right has fewer. */
const MOST_CHANGES = 1000;
const RightChange = z.object({ resource_id: Id, action_id: Id, allowed: z.boolean() });
export type RightChange = z.infer<typeof RightChange>;
const roleParams = z.object({ id: id(asMessage('list.field.role')) });

export const accessRoleRights = endpoint({
  name: 'access.role.rights',
  method: 'PUT',
  path: '/access/roles/:id/rights',
  access: { resource: 'resource-policies', action: 'edit' },
  confirmed: true,
  summary: 'Give a role rights and take rights from it, all or none; what is not named stays. Replies with what was not so before',
  params: roleParams,
  body: z.object({
    changes: z
      .array(
        z.object({
          resource_id: id(asMessage('list.field.resource')),
          action_id: id(asMessage('list.field.action')),
          allowed: flag(asMessage('explorer.allowed')),
        }),
        { error: packMessage('rolePage.noChange') },
      )
      .min(1, { error: packMessage('rolePage.noChange') })
      .max(MOST_CHANGES, { error: packMessage('rolePage.tooMany', { max: MOST_CHANGES }) }),
  }),
  response: z.object({ message: z.string(), changed: z.array(RightChange) }),
  errors: ['RIGHT_NOT_HELD', 'LAST_ADMIN', 'SHARED_BY_SCHOOLS'],
});

export const accessRoleCopy = endpoint({
  name: 'access.role.copy',
  method: 'POST',
  path: '/access/roles/:id/copy',
  access: { resource: 'roles', action: 'create' },
  confirmed: true,
  summary: 'A new role that may do what another one may; of the school of a person of one school',
  params: roleParams,
  body: z.object({ name: text({ label: asMessage('list.field.name'), max: 200 }) }),
  response: z.object({ id: Id, message: z.string() }),
  errors: ['RIGHT_NOT_HELD'],
  successStatus: 201,
});
