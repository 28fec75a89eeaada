import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  retention_holds: {
    subject: 'account_id',
    class: 'log',
    erase: 'delete',
    keep: 'log',
    at: 'until',
    by: ['made_by', 'ended_by'],
    blank: ['reason'],
    copy: 'never',
    within: { class: 'course_id' },
  },
  retention_runs: { nobody: 'what each night of the job ended, in numbers', words: ['counts'] },
};
