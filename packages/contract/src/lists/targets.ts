import type { ListTarget } from '../core/list-fields.ts';

/** People, found by name or email while somebody types. */
export const accountTarget: ListTarget = {
  table: 'accounts',
  naming: ['first_name', 'last_name'],
  keys: ['first_key', 'last_key', 'email_key'],
  archives: false,
  perSchool: false,
  choices: { by: 'suggestions', path: '/suggest/accounts' },
};
