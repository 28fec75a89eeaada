import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  extra_times: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'delete',
    keep: 'identity',
    title: 'record.of.extra_times',
    copy: { percent: 'record.extraTime' },
  },
};
