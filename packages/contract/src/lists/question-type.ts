import { longText, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';

export const questionTypes = defineReferenceList({
  name: 'questionType',
  noun: 'question_type',
  path: '/question_type',
  route: 'question-types',
  table: 'question_types',
  isShared: true,
  title: { one: 'list.questionType', many: 'list.questionType.many', about: 'list.questionType.about' },
  resource: 'question-types',
  read: 'signed-in',
  fields: {
    name: text({ label: 'list.field.name' }),
    description: longText({ label: 'list.field.description', formulas: true }),
  },
  search: ['name', 'description'],
  deletion: 'archive',
});
