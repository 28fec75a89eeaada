import { z } from 'zod';
import { reference, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { schools } from './school.ts';

/** A person in an invitation group. */
export const InvitationGroupAccount = z.object({ id: z.number().int(), first_name: z.string(), last_name: z.string(), email: z.string() });
export type InvitationGroupAccount = z.infer<typeof InvitationGroupAccount>;

/** The maximum number of people in a group, which is always sent completely. */
export const MAX_GROUP_ACCOUNTS = 1000;

/**
 * People who are invited to a class together. A group belongs to a school and only has its people. A group without a
 * school has people of all schools, and only people who span the installation see it. It has a separate screen.
 */
export const invitationGroups = defineReferenceList({
  name: 'invitationGroup',
  noun: 'invitation_group',
  path: '/invitation/groups',
  route: null,
  table: 'invitation_groups',
  isShared: false,
  title: { one: 'list.invitationGroup', many: 'list.invitationGroup.many', about: 'list.invitationGroup.about' },
  resource: 'invitation-groups',
  read: 'view',
  fields: {
    name: text({ label: 'list.field.name' }),
    school_id: reference({ label: 'list.field.school', hint: 'list.hint.groupSchool', to: schools.target, as: 'school_name', optional: true }),
  },
  extra: { accounts: z.array(InvitationGroupAccount), accounts_count: z.number().int() },
  columns: ['name'],
  deletion: 'erase',
});
