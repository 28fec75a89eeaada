import { text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';

export const levels = defineReferenceList({
  name: 'level',
  noun: 'level',
  path: '/levels',
  route: 'levels',
  table: 'levels',
  isShared: false,
  perSchool: true,
  title: { one: 'list.level', many: 'list.level.many', about: 'list.level.about' },
  resource: 'levels',
  read: 'signed-in',
  fields: { name: text({ label: 'list.field.name' }), ...ofSchool },
  deletion: 'archive',
});
