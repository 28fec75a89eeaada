import { z } from 'zod';
import { creator, fixed, reference, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { levels } from './level.ts';
import { accountTarget } from './targets.ts';

/** Requests of teachers for a class. People who span the installation see all of them, others their own. */
export const requestedClasses = defineReferenceList({
  name: 'requestedClass',
  noun: 'requested_class',
  path: '/requested/classes',
  route: 'requested-classes',
  table: 'requested_classes',
  isShared: false,
  title: { one: 'list.requestedClass', many: 'list.requestedClass.many', about: 'list.requestedClass.about' },
  resource: 'requested-classes',
  read: 'view',
  fields: {
    name: text({ label: 'list.field.name' }),
    subject: text({ label: 'list.field.subject', half: true }),
    section: text({ label: 'list.field.section', max: 25, tooLong: 'list.inputTooLong', half: true }),
    room: text({ label: 'list.field.room', max: 25, tooLong: 'list.inputTooLong', half: true }),
    level_id: reference({ label: 'list.field.level', to: levels.target, as: 'level_name', half: true }),
    account_id: creator({ label: 'list.field.account', to: accountTarget, as: 'account_name' }),
    /** The status: pending, approved or declined. */
    status: fixed({ label: 'class.request.status' }),
    /** The reason why it was declined. */
    reason: fixed({ label: 'class.request.reason' }),
  },
  extra: {
    /** The class created from it, while it exists. */
    course_id: z.number().int().nullable(),
    decided_at: z.string().nullable(),
    decided_by_name: z.string().nullable(),
  },
  query: { status: z.enum(['pending', 'approved', 'declined']).optional() },
  errors: ['REQUEST_DECIDED'],
  columns: ['name', 'subject', 'section', 'room', 'level_name', 'account_name', 'created_at'],
  search: ['name', 'subject', 'section', 'account_name'],
  sort: { by: 'created_at', direction: 'desc' },
  deletion: 'erase',
});
