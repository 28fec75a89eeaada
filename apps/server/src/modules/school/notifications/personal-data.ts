import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  notification_preferences: {
    subject: 'account_id',
    class: 'identity',
    erase: 'delete',
    keep: 'identity',
    words: ['kind'],
    title: 'record.of.notification_preferences',
    copy: { kind: 'record.kind', mail: 'record.mail' },
  },
  notifications: {
    subject: 'account_id',
    class: 'communication',
    erase: 'delete',
    keep: 'communication',
    at: 'created_at',
    by: ['actor_id'],
    words: ['kind', 'key', 'path'],
    mentions: ['params'],
    title: 'record.of.notifications',
    copy: { kind: 'record.kind', created_at: 'record.when' },
    within: { class: 'course_id' },
  },
};
