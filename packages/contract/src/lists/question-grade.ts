import { longText, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';

export const questionGrades = defineReferenceList({
  name: 'questionGrade',
  noun: 'question_grade',
  path: '/question/grades',
  route: 'question-grades',
  table: 'question_grades',
  isShared: false,
  perSchool: true,
  title: { one: 'list.questionGrade', many: 'list.questionGrade.many', about: 'list.questionGrade.about' },
  resource: 'question-grades',
  read: 'signed-in',
  fields: {
    name: text({ label: 'list.field.name' }),
    description: longText({ label: 'list.field.description', formulas: true }),
    ...ofSchool,
  },
  idAlias: 'question_grade_id',
  search: ['name', 'description'],
  deletion: 'archive',
});
