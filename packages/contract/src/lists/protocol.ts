import { text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';

export const protocols = defineReferenceList({
  name: 'protocol',
  noun: 'protocol',
  path: '/protocols',
  route: 'protocols',
  table: 'protocols',
  isShared: false,
  perSchool: true,
  title: { one: 'list.protocol', many: 'list.protocol.many', about: 'list.protocol.about' },
  resource: 'protocols',
  read: 'signed-in',
  fields: { name: text({ label: 'list.field.name' }), ...ofSchool },
  deletion: 'archive',
});
