import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  idea_responses: {
    by: ['named_by'],
    class: 'schoolwork',
    keep: 'schoolwork',
    at: 'named_at',
    why: 'who named the idea behind a response',
    words: ['response_key'],
  },
  ideas: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'unname',
    keep: 'schoolwork',
    at: 'updated_at',
    words: ['name', 'sentence'],
    title: 'record.of.ideas',
    copy: { name: 'record.title', sentence: 'record.text' },
  },
};
