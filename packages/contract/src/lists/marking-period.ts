import { creator, date, flag, references, text } from '../core/list-fields.ts';
import { defineReferenceList } from '../core/reference-list.ts';
import { schools } from './school.ts';
import { accountTarget } from './targets.ts';

export const markingPeriods = defineReferenceList({
  name: 'markingPeriod',
  noun: 'period',
  path: '/periods',
  route: 'periods',
  table: 'marking_periods',
  isShared: false,
  title: { one: 'list.markingPeriod', many: 'list.markingPeriod.many', about: 'list.markingPeriod.about' },
  resource: 'periods',
  read: 'signed-in',
  idAlias: 'period_id',
  fields: {
    name: text({ label: 'list.field.name' }),
    school_id: references({
      label: 'list.field.schools',
      hint: 'list.hint.schools',
      required: 'list.selectSchool',
      to: schools.target,
      as: 'schools',
      pairs: { table: 'marking_period_schools', own: 'marking_period_id', other: 'school_id' },
    }),
    start_date: date({ label: 'list.field.startDate', half: true }),
    end_date: date({ label: 'list.field.endDate', half: true }),
    active: flag({ label: 'list.field.active', hint: 'list.hint.activePeriod', initial: true }),
    account_id: creator({ label: 'list.field.createdBy', to: accountTarget, as: 'account_name' }),
  },
  search: ['name', 'schools'],
  sort: { by: 'start_date', direction: 'asc' },
  ordered: [['start_date', 'end_date']],
  deletion: 'archive',
});
