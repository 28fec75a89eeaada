import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  lesson_figures: { nobody: 'how a lesson went, in numbers' },
  lesson_students: {
    subject: 'account_id:accounts',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'held_on',
    title: 'record.of.lesson_students',
    copy: {
      held_on: 'record.when',
      logged_in_at: 'record.cameAt',
      first_right: 'record.firstRight',
      second_right: 'record.secondRight',
      transfer_right: 'record.transferRight',
      comments_given: 'record.commentsGiven',
      likes_received: 'record.likesReceived',
    },
    within: { lesson: 'session_id:live_sessions', class: 'course_id:courses' },
  },
  attention_done: {
    subject: 'account_id',
    class: 'conduct',
    erase: 'delete',
    keep: 'conduct',
    at: 'done_at',
    by: ['done_by'],
    writtenBy: { note: 'done_by' },
    blank: ['note'],
    copy: 'never',
  },
};
