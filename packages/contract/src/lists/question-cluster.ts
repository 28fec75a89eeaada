import { longText, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';

export const questionClusters = defineReferenceList({
  name: 'questionCluster',
  noun: 'question_cluster',
  path: '/question/cycles',
  route: 'question-cycles',
  table: 'question_cycles',
  isShared: false,
  perSchool: true,
  title: { one: 'list.questionCluster', many: 'list.questionCluster.many', about: 'list.questionCluster.about' },
  resource: 'question-cycles',
  read: 'signed-in',
  fields: {
    name: text({ label: 'list.field.name' }),
    description: longText({ label: 'list.field.description', formulas: true }),
    ...ofSchool,
  },
  search: ['name', 'description'],
  deletion: 'archive',
});
