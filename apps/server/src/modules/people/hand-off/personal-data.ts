import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  hand_off_codes: {
    subject: 'token_id.account_id',
    class: 'secret',
    erase: 'delete',
    keep: { hours: 1, why: 'a download that begins' },
    at: 'expires_at',
    copy: 'never',
    secrets: ['code_hash'],
    words: ['target'],
  },
};
