import { text, time } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';

export const assessmentPeriods = defineReferenceList({
  name: 'assessmentPeriod',
  noun: 'period',
  path: '/assessment/periods',
  route: 'assessment-periods',
  table: 'assessment_periods',
  title: { one: 'list.assessmentPeriod', many: 'list.assessmentPeriod.many', about: 'list.assessmentPeriod.about' },
  resource: 'assessment-periods',
  read: 'signed-in',
  fields: {
    name: text({ label: 'list.field.name' }),
    start_time: time({ label: 'list.field.startTime', half: true }),
    end_time: time({ label: 'list.field.endTime', half: true }),
  },
  sort: { by: 'start_time', direction: 'asc' },
  ordered: [['start_time', 'end_time']],
  deletion: 'archive',
});
