import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  dashboard_changes: { subject: 'account_id:accounts', class: 'log', erase: 'delete', keep: { hours: 24, why: 'what is still to be counted' }, copy: 'never' },
  dashboard_lesson_sums: { nobody: 'sums over classes' },
  dashboard_wanted: { nobody: 'which works and lessons wait for their sums' },
  dashboard_work_sums: { nobody: 'sums over classes' },
};
