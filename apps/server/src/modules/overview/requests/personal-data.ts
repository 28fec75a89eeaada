import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  data_requests: {
    subject: 'account_id',
    class: 'communication',
    erase: 'unname',
    keep: 'communication',
    ends: 'delete',
    at: 'due_on',
    by: ['asked_by', 'recorded_by', 'answered_by'],
    blank: ['words', 'asker', 'answer'],
    title: 'record.of.data_requests',
    copy: { asked_on: 'record.when', kind: 'record.kind', words: 'record.text', state: 'record.state', answer: 'record.answer', answered_at: 'record.ended' },
  },
  data_request_days: { nobody: 'the days in which a school answers requests' },
};
