import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  import_rows: {
    subject: 'account_id',
    class: 'identity',
    erase: 'delete',
    keep: 'log',
    at: 'import_id.created_at',
    school: 'import_id.account_id.school_id',
    words: ['take_back'],
    mentions: ['cells', 'problems', 'notes'],
    copy: 'never',
  },
  imports: {
    subject: 'account_id',
    class: 'log',
    erase: 'unname',
    keep: 'log',
    ends: 'delete',
    at: 'created_at',
    words: ['file_name', 'failure', 'format', 'options', 'take_back_failure'],
    mentions: ['file'],
    title: 'record.of.imports',
    copy: { file_name: 'record.file', created_at: 'record.when' },
  },
};
