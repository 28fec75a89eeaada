import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  reviews: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'due_at',
    title: 'record.of.reviews',
    copy: { due_at: 'record.due', response_id: 'record.choice', answered_at: 'record.when' },
    within: { lesson: 'session_id', class: 'session_id.course_id', question: 'question_version_id' },
  },
};
