import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  announcement_comments: {
    subject: 'account_id',
    class: 'communication',
    erase: 'unname',
    keep: 'communication',
    at: 'created_at',
    by: ['archived_by'],
    blank: ['comment'],
    title: 'record.of.announcement_comments',
    copy: { comment: 'record.text', created_at: 'record.when' },
    within: { class: 'announcement_id.course_id' },
  },
  announcement_materials: { nobody: 'what is attached to an announcement', words: ['title', 'url'], files: ['file_id'] },
  announcement_students: {
    subject: 'account_id',
    class: 'communication',
    erase: 'unname',
    keep: 'communication',
    at: 'announcement_id.posted_at',
    title: 'record.of.announcement_students',
    copy: { announcement_id: 'record.announcement' },
    within: { class: 'announcement_id.course_id' },
  },
  announcements: {
    subject: 'creator_id',
    class: 'communication',
    erase: 'unname',
    keep: 'communication',
    at: 'posted_at',
    words: ['text', 'summary', 'external'],
    title: 'record.of.announcements',
    copy: { summary: 'record.text', posted_at: 'record.when' },
    within: { class: 'course_id' },
  },
};
