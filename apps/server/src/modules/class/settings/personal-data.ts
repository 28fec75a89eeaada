import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  account_preferences: {
    subject: 'account_id',
    class: 'identity',
    erase: 'delete',
    keep: 'identity',
    at: 'updated_at',
    title: 'record.of.account_preferences',
    copy: { preferences: 'record.settings' },
    words: ['preferences'],
  },
  retention_terms: { nobody: 'how long a school keeps data about people', words: ['term'] },
  school_logos: { nobody: 'the logo of a school', words: ['digest', 'mime_type', 'bytes'] },
  schools: {
    nobody: 'a school and how to reach it',
    words: ['school_name', 'city', 'state', 'zip', 'district', 'contact_name', 'phone', 'address', 'domain', 'time_zone', 'settings'],
  },
};
