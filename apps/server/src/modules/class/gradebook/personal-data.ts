import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  grade_acts: {
    subject: 'account_id',
    class: 'grade',
    erase: 'unname',
    keep: 'grades',
    at: 'at',
    words: ['kind', 'request_id'],
    blank: ['note'],
    title: 'record.of.grade_acts',
    copy: { at: 'record.when', note: 'record.text' },
    within: { class: 'course_id' },
  },
  grade_categories: { nobody: 'how the grades of a class are weighed', words: ['name'] },
  grade_changes: {
    subject: 'submission_id.account_id',
    class: 'grade',
    erase: 'unname',
    keep: 'grades',
    at: 'act_id.at',
    words: ['state'],
    title: 'record.of.grade_changes',
    copy: { assigned: 'record.points', excused: 'record.excused' },
    within: { work: 'submission_id.course_work_id', class: 'submission_id.course_id' },
  },
  grade_settings: { nobody: 'how the grades of a class are computed' },
};
