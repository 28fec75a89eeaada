import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  erasures: {
    by: ['account_id', 'new_account_id', 'asked_by'],
    class: 'log',
    keep: 'identity',
    at: 'asked_at',
    why: 'who is being erased, and the receipts',
    words: ['number', 'counts', 'named_in'],
    secrets: ['chain', 'digest'],
  },
  erasure_slices: { nobody: 'what erasures under way have done so far', words: ['table_name', 'contents'] },
  record_copies: {
    subject: 'account_id',
    class: 'log',
    erase: 'delete',
    keep: 'log',
    at: 'asked_at',
    by: ['asked_by'],
    words: ['storage_key'],
    title: 'record.of.record_copies',
    copy: { asked_at: 'record.when', state: 'record.state' },
  },
};
