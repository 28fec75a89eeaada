import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  access_version: { nobody: 'how often rights changed' },
  account_access: { subject: 'account_id:accounts', class: 'log', erase: 'delete', keep: 'identity', copy: 'never' },
  account_roles: {
    subject: 'account_id',
    class: 'identity',
    erase: 'delete',
    keep: 'identity',
    title: 'record.of.account_roles',
    copy: { role_id: 'record.role', is_active: 'record.isActive' },
  },
  actions: { nobody: 'a list of names', words: ['name', 'key'] },
  policies: { nobody: 'a list of names', words: ['name', 'description'] },
  resource_policies: { nobody: 'which rights a policy gives' },
  resources: { nobody: 'a list of names', words: ['name', 'key', 'res_url', 'description'] },
  roles: { nobody: 'a list of names', words: ['name', 'key'] },
};
