import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  solo_answers: {
    subject: 'run_id.account_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'saved_at',
    blank: ['words'],
    title: 'record.of.solo_answers',
    copy: { form: 'record.form', response_id: 'record.choice', words: 'record.text', answered_at: 'record.when' },
    within: { lesson: 'run_id.session_id', class: 'run_id.session_id.course_id' },
  },
  solo_runs: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'started_at',
    title: 'record.of.solo_runs',
    copy: { started_at: 'record.when' },
    within: { lesson: 'session_id', class: 'session_id.course_id' },
  },
};
