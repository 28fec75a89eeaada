import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  course_work_assignees: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'course_work_id.posted_at',
    title: 'record.of.course_work_assignees',
    copy: { course_work_id: 'record.work' },
    within: { work: 'course_work_id', class: 'course_work_id.course_id' },
  },
  course_work_materials: { nobody: 'what is attached to classwork', words: ['title', 'url'], files: ['file_id'] },
  course_works: {
    subject: 'creator_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'posted_at',
    words: ['title', 'description', 'submission_modification_mode', 'choices', 'external', 'due_zone'],
    title: 'record.of.course_works',
    copy: { title: 'record.title', posted_at: 'record.when' },
    within: { class: 'course_id', work: 'id' },
  },
  zone_changes: { nobody: 'schools that have just changed their time zone' },
};
