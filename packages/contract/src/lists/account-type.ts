import { text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';

/** The types of accounts, which describe people and grant nothing. Forms read them, migrations maintain them. */
export const accountTypes = defineReferenceList({
  name: 'accountType',
  noun: 'account_type',
  path: '/account-types',
  route: null,
  table: 'account_types',
  isShared: true,
  title: { one: 'list.accountType', many: 'list.accountType.many', about: 'list.accountType.about' },
  resource: 'account-types',
  read: 'signed-in',
  fields: { name: text({ label: 'list.field.name' }) },
  deletion: 'erase',
  writable: false,
});
