import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  censored_originals: {
    subject: 'account_id',
    class: 'communication',
    erase: 'delete',
    keep: 'originals',
    at: 'created_at',
    by: ['reviewed_by'],
    blank: ['original', 'shown', 'words'],
    words: ['field', 'form'],
    title: 'record.of.censored_originals',
    copy: { original: 'record.text', created_at: 'record.when' },
    within: { class: 'course_id' },
  },
  censorship_levels: { nobody: 'a list of names', words: ['name'] },
  censorship_version: { nobody: 'how often the words changed' },
  censorship_words: { nobody: 'words that are not shown', words: ['name', 'replace_with'] },
};
