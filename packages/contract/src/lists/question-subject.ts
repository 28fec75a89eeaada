import { longText, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';

export const questionSubjects = defineReferenceList({
  name: 'questionSubject',
  noun: 'question_subject',
  path: '/question/subjects',
  route: 'question-subjects',
  table: 'question_subjects',
  isShared: false,
  perSchool: true,
  title: { one: 'list.questionSubject', many: 'list.questionSubject.many', about: 'list.questionSubject.about' },
  resource: 'question-subjects',
  read: 'signed-in',
  fields: {
    name: text({ label: 'list.field.name' }),
    description: longText({ label: 'list.field.description', formulas: true }),
    ...ofSchool,
  },
  idAlias: 'question_subject_id',
  search: ['name', 'description'],
  deletion: 'archive',
});
