import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  calendar_feeds: {
    subject: 'account_id',
    class: 'secret',
    erase: 'delete',
    keep: 'identity',
    at: 'created_at',
    title: 'record.of.calendar_feeds',
    copy: { created_at: 'record.when', revoked_at: 'record.ended' },
    secrets: ['secret_hash'],
  },
};
