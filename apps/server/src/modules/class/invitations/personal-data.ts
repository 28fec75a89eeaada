import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  invitations: {
    subject: 'account_id',
    class: 'contact',
    erase: 'delete',
    keep: 'schoolwork',
    at: 'created_at',
    by: ['invited_by'],
    blank: ['email', 'email_key'],
    title: 'record.of.invitations',
    copy: { email: 'record.email', created_at: 'record.when' },
    within: { class: 'course_id' },
  },
};
