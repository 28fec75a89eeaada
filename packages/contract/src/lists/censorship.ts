import { flag, reference, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';

export const censorshipLevels = defineReferenceList({
  name: 'censorshipLevel',
  noun: 'censorship_level',
  path: '/censorship/levels',
  route: 'censorship-level',
  table: 'censorship_levels',
  isShared: false,
  perSchool: true,
  title: { one: 'list.censorshipLevel', many: 'list.censorshipLevel.many', about: 'list.censorshipLevel.about' },
  resource: 'censorship-levels',
  read: 'view',
  fields: {
    name: text({ label: 'list.field.name' }),
    is_active: flag({ label: 'list.field.active', hint: 'list.hint.activeLevel', initial: true }),
    ...ofSchool,
  },
  columns: ['name'],
  deletion: 'erase',
});

export const censorshipWords = defineReferenceList({
  name: 'censorshipWord',
  noun: 'censorship_word_list',
  path: '/censorship/word/lists',
  route: 'censorship-word-list',
  table: 'censorship_words',
  isShared: false,
  perSchool: true,
  title: { one: 'list.censorshipWord', many: 'list.censorshipWord.many', about: 'list.censorshipWord.about' },
  resource: 'censorship-words',
  read: 'view',
  fields: {
    name: text({ label: 'list.field.name', hint: 'list.hint.word' }),
    censorship_id: reference({ label: 'list.field.level', asked: 'list.field.censorshipLevel', to: censorshipLevels.target, as: 'level_name', half: true }),
    replace_with: text({ label: 'list.field.replaceWith', half: true }),
    is_active: flag({ label: 'list.field.active', asked: 'list.field.activeStatus', hint: 'list.hint.activeWord', begins: true }),
    ...ofSchool,
  },
  search: ['name', 'replace_with'],
  unique: { field: 'name', message: 'list.censorshipWord.taken' },
  deletion: 'erase',
});
