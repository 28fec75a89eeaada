import { colour, flag, style, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';

/** Colors and patterns that the product draws itself. Each has a text in the catalogue. */
export const GROUP_COLOURS = ['pink', 'blue', 'violet', 'teal', 'green', 'amber', 'red', 'gray'] as const;
export const GROUP_STYLES = ['solid', 'striped', 'dotted', 'lined', 'outlined'] as const;

export const groups = defineReferenceList({
  name: 'group',
  noun: 'group',
  path: '/groups',
  route: 'groups',
  table: 'groups',
  isShared: false,
  perSchool: true,
  title: { one: 'list.group', many: 'list.group.many', about: 'list.group.about' },
  resource: 'groups',
  read: 'signed-in',
  fields: {
    name: text({ label: 'list.field.name', max: 25, tooLong: 'list.inputTooLong' }),
    color: colour({ label: 'list.field.color', offers: GROUP_COLOURS, half: true }),
    style: style({ label: 'list.field.style', offers: GROUP_STYLES, half: true }),
    is_active: flag({ label: 'list.field.active', asked: 'list.field.activeStatus', hint: 'list.hint.activeGroup', begins: true }),
    ...ofSchool,
  },
  deletion: 'archive',
});
