import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  record_readings: {
    subject: 'account_id',
    class: 'log',
    erase: 'delete',
    keep: 'log',
    at: 'last_at',
    by: ['reader_id'],
    words: ['data_class'],
    title: 'record.of.record_readings',
    copy: { day: 'record.when', data_class: 'record.kind', times: 'record.times' },
  },
};
