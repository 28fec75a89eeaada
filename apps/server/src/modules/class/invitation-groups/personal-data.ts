import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  invitation_group_accounts: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'delete',
    keep: 'schoolwork',
    at: 'created_at',
    title: 'record.of.invitation_group_accounts',
    copy: { invitation_group_id: 'record.group' },
  },
  invitation_groups: { nobody: 'a list of names', words: ['name'] },
};
