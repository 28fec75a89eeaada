import { z } from 'zod';
import { id, packMessage } from '../core/fields.ts';
import { text, time } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { ofSchool } from './school.ts';
import { asMessage } from '../messages/translate.ts';

/** A value that a form leaves empty. */
const unsaid = z.literal(['', '0', 'null']).transform(() => undefined);
const chosen = (label: string) => z.union([unsaid, id(asMessage(label))]).optional();

export const assessmentPeriods = defineReferenceList({
  name: 'assessmentPeriod',
  noun: 'period',
  path: '/assessment/periods',
  route: 'assessment-periods',
  table: 'assessment_periods',
  isShared: false,
  perSchool: true,
  title: { one: 'list.assessmentPeriod', many: 'list.assessmentPeriod.many', about: 'list.assessmentPeriod.about' },
  resource: 'assessment-periods',
  read: 'signed-in',
  fields: {
    name: text({ label: 'list.field.name' }),
    start_time: time({ label: 'list.field.startTime', half: true }),
    end_time: time({ label: 'list.field.endTime', half: true }),
    ...ofSchool,
  },
  /** With class and date: the periods in which that class has no assessment on that day yet, and `period_id` too. */
  query: {
    class_id: chosen('topic.field.course'),
    schedule_date: z.union([z.literal('').transform(() => undefined), z.iso.date({ error: packMessage('assessment.date') })]).optional(),
    period_id: chosen('list.assessmentPeriod'),
  },
  sort: { by: 'start_time', direction: 'asc' },
  ordered: [['start_time', 'end_time']],
  deletion: 'archive',
});
