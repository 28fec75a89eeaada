import { fixed, flag, longText, reference, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';
import { accountTarget } from './targets.ts';

/**
 * The tables that access is read from. Rows with a key are built in: the server's calls name them, so the key cannot be
 * edited and the row cannot be deleted. Changes apply from everybody's next call on. A policy and its ties belong to the
 * school of their role.
 */
const errors = ['RIGHT_NOT_HELD', 'PERSON_MAY_MORE', 'LAST_ADMIN', 'BUILT_IN'] as const;
const key = fixed({ label: 'list.field.key' });

export const roles = defineReferenceList({
  name: 'role',
  noun: 'role',
  path: '/roles',
  route: 'roles',
  table: 'roles',
  isShared: false,
  perSchool: true,
  title: { one: 'list.role', many: 'list.role.many', about: 'list.role.about' },
  resource: 'roles',
  read: 'view',
  fields: { name: text({ label: 'list.field.name' }), key, ...ofSchool },
  deletion: 'erase',
  confirmed: true,
  errors,
});

export const actions = defineReferenceList({
  name: 'action',
  noun: 'action',
  path: '/actions',
  route: 'actions',
  table: 'actions',
  isShared: true,
  title: { one: 'list.action', many: 'list.action.many', about: 'list.action.about' },
  resource: 'actions',
  read: 'view',
  fields: { name: text({ label: 'list.field.name' }), key },
  deletion: 'erase',
  confirmed: true,
  errors,
});

export const policies = defineReferenceList({
  name: 'policy',
  noun: 'policy',
  path: '/policy',
  route: 'policy',
  table: 'policies',
  isShared: false,
  title: { one: 'list.policy', many: 'list.policy.many', about: 'list.policy.about' },
  resource: 'policies',
  read: 'view',
  fields: {
    name: text({ label: 'list.field.name' }),
    role_id: reference({ label: 'list.field.role', to: roles.target, as: 'role_name', half: true }),
    action_id: reference({ label: 'list.field.action', to: actions.target, as: 'action_name', half: true }),
    description: longText({ label: 'list.field.description', optional: true }),
  },
  columns: ['name', 'role_name', 'action_name'],
  search: ['name', 'role_name', 'action_name'],
  deletion: 'erase',
  confirmed: true,
  errors: [...errors, 'SHARED_BY_SCHOOLS'],
});

export const resources = defineReferenceList({
  name: 'resource',
  noun: 'resource',
  path: '/resources',
  route: 'resources',
  table: 'resources',
  isShared: true,
  title: { one: 'list.resource', many: 'list.resource.many', about: 'list.resource.about' },
  resource: 'resources',
  read: 'view',
  fields: {
    name: text({ label: 'list.field.name' }),
    res_url: text({ label: 'list.field.url', asked: 'list.field.resourceUrl', max: 500 }),
    description: longText({ label: 'list.field.description', optional: true }),
    key,
  },
  columns: ['name', 'res_url'],
  search: ['name', 'res_url', 'description'],
  deletion: 'erase',
  confirmed: true,
  errors,
});

export const resourcePolicies = defineReferenceList({
  name: 'resourcePolicy',
  noun: 'resource_policy',
  path: '/resource-policy',
  route: 'resource-policy',
  table: 'resource_policies',
  isShared: false,
  title: { one: 'list.resourcePolicy', many: 'list.resourcePolicy.many', about: 'list.resourcePolicy.about' },
  resource: 'resource-policies',
  read: 'view',
  naming: 'resource_name',
  fields: {
    resource_id: reference({ label: 'list.field.resource', to: resources.target, as: 'resource_name' }),
    policy_id: reference({ label: 'list.field.policy', to: policies.target, as: 'policy_name' }),
    is_active: flag({ label: 'list.field.active', hint: 'list.hint.activeGrant', initial: true }),
  },
  search: ['resource_name', 'policy_name'],
  unique: { field: 'policy_id', message: 'list.resourcePolicy.taken' },
  deletion: 'erase',
  confirmed: true,
  errors: [...errors, 'SHARED_BY_SCHOOLS'],
});

export const accountRoles = defineReferenceList({
  name: 'accountRole',
  noun: 'account_role',
  path: '/account-roles',
  route: 'account-roles',
  table: 'account_roles',
  isShared: false,
  title: { one: 'list.accountRole', many: 'list.accountRole.many', about: 'list.accountRole.about' },
  resource: 'account-roles',
  read: 'view',
  naming: 'account_name',
  fields: {
    account_id: reference({ label: 'list.field.account', to: accountTarget, as: 'account_name', beside: { email: 'email' } }),
    role_id: reference({ label: 'list.field.role', to: roles.target, as: 'role_name' }),
    is_active: flag({ label: 'list.field.active', hint: 'list.hint.activeRole', initial: true }),
  },
  search: ['account_name', 'email', 'role_name'],
  unique: { field: 'role_id', message: 'list.accountRole.taken' },
  deletion: 'erase',
  confirmed: true,
  errors,
});
