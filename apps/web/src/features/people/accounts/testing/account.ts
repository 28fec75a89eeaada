import type { Account } from '../calls.ts';

/** Returns a student's account, as the server sends it. */
export const account = (id: number, more: Partial<Account> = {}): Account => ({
  id,
  first_name: 'Person',
  last_name: `${id}`,
  full_name: `Person ${id}`,
  email: `p${id}@school.test`,
  phone_number: '',
  school_id: 2,
  school_name: 'Rowan Bridge School',
  account_type_id: 3,
  account_type_name: 'Student',
  role_id: 3,
  role_name: 'Student',
  status: true,
  has_password: true,
  last_sign_in_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...more,
});
