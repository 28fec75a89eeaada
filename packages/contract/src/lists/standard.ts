import { longText, reference, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';
import { levels } from './level.ts';

export const standards = defineReferenceList({
  name: 'standard',
  noun: 'standard',
  path: '/standard',
  route: 'standard',
  table: 'standards',
  isShared: false,
  perSchool: true,
  title: { one: 'list.standard', many: 'list.standard.many', about: 'list.standard.about' },
  resource: 'standards',
  read: 'signed-in',
  fields: {
    name: text({ label: 'list.field.name' }),
    description: longText({ label: 'list.field.description', formulas: true }),
    level_id: reference({ label: 'list.field.level', to: levels.target, as: 'level_name' }),
    ...ofSchool,
  },
  search: ['name', 'description', 'level_name'],
  unique: { field: 'name', message: 'list.standard.taken' },
  deletion: 'archive',
});
