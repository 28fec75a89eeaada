import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  notice_versions: { nobody: 'the school’s own paragraphs of the notice about data', words: ['child_text', 'parent_text', 'basis'] },
  notice_views: {
    subject: 'account_id',
    class: 'log',
    erase: 'delete',
    keep: 'identity',
    at: 'seen_at',
    title: 'record.of.notice_views',
    copy: { version_id: 'record.version', seen_at: 'record.when' },
  },
};
