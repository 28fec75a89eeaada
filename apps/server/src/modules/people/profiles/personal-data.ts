import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  profiles: {
    subject: 'account_id',
    class: 'contact',
    erase: 'delete',
    keep: 'identity',
    at: 'updated_at',
    blank: ['address', 'city', 'state', 'zip'],
    title: 'record.of.profiles',
    copy: { address: 'record.address', city: 'record.city', state: 'record.state', zip: 'record.zip', dob: 'record.birthday' },
  },
};
