import { z } from 'zod';
import { reference, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { schools } from './school.ts';

/** As an invitation group carries the people in it. */
export const InvitationGroupAccount = z.object({ id: z.number().int(), first_name: z.string(), last_name: z.string(), email: z.string() });
export type InvitationGroupAccount = z.infer<typeof InvitationGroupAccount>;

/** A group is carried whole, with everybody in it. */
export const MOST_GROUP_ACCOUNTS = 1000;

/**
 * People who are invited to a class together. A group belongs to a school and holds its people alone; one without a
 * school holds people of all schools, and is known to those who span the installation. Its screen is its own.
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
