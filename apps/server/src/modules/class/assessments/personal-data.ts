import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  assessment_attachments: { nobody: 'what is attached to an assessment', words: ['name', 'external'], files: ['file_id'] },
  assessment_questions: { nobody: 'which questions an assessment asks' },
  assessment_templates: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'updated_at',
    words: ['name', 'description', 'rubric'],
    title: 'record.of.assessment_templates',
    copy: { name: 'record.title', description: 'record.text' },
  },
  assessments: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'updated_at',
    words: ['title', 'description', 'rubric'],
    title: 'record.of.assessments',
    copy: { title: 'record.title' },
    within: { class: 'class_id' },
  },
};
