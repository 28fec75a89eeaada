import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  drive_connections: {
    subject: 'account_id',
    class: 'secret',
    erase: 'delete',
    keep: 'identity',
    at: 'created_at',
    words: ['subject', 'email'],
    secrets: ['refresh_sealed', 'access_sealed'],
    title: 'record.of.drive_connections',
    copy: { email: 'record.email', created_at: 'record.when' },
  },
  drive_copies: {
    subject: 'account_id',
    class: 'log',
    erase: 'delete',
    keep: 'log',
    at: 'file_id.created_at',
    words: ['drive_id', 'version'],
    copy: 'never',
    files: ['file_id'],
  },
};
