import { z } from 'zod';
import { creator, flag, longText, reference, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { questionSubjects } from './question-subject.ts';
import { schools } from './school.ts';
import { standards } from './standard.ts';
import { accountTarget } from './targets.ts';

/**
 * The ideas that wrong responses stand for. People see those of their school and those that other schools share; only
 * the school of an idea changes it.
 */
export const ideas = defineReferenceList({
  name: 'idea',
  noun: 'idea',
  path: '/ideas',
  route: 'all-ideas',
  table: 'ideas',
  isShared: false,
  errors: ['IDEA_OF_OTHERS'],
  title: { one: 'list.idea', many: 'list.idea.many', about: 'list.idea.about' },
  resource: 'ideas',
  read: 'view',
  fields: {
    name: text({ label: 'list.field.name', hint: 'list.hint.ideaName', max: 100 }),
    sentence: longText({ label: 'list.field.sentence', hint: 'list.hint.ideaSentence', max: 300, formulas: true }),
    question_subject_id: reference({ label: 'list.questionSubject', to: questionSubjects.target, as: 'subject_name', optional: true, half: true }),
    standard_id: reference({ label: 'list.standard', to: standards.target, as: 'standard_name', optional: true, half: true }),
    is_shared: flag({ label: 'list.field.sharedIdea', hint: 'list.hint.sharedIdea', initial: false }),
    school_id: reference({ label: 'list.field.school', hint: 'list.hint.ideaSchool', to: schools.target, as: 'school_name', optional: true }),
    account_id: creator({ label: 'list.field.account', to: accountTarget, as: 'account_name' }),
  },
  /** The number of responses of questions that stand for it, in the idea's own school. */
  extra: { responses_count: z.number().int() },
  columns: ['name', 'sentence', 'subject_name', 'is_shared', 'account_name'],
  search: ['name', 'sentence', 'subject_name'],
  unique: { field: 'name', message: 'list.idea.taken' },
  deletion: 'archive',
});
