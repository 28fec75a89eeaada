import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  work_products: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'delete',
    keep: 'schoolwork',
    at: 'made_at',
    orAt: 'requested_at',
    title: 'record.of.work_products',
    copy: { made_at: 'record.when' },
    files: ['file_id'],
    within: { lesson: 'session_id', class: 'session_id.course_id' },
  },
};
