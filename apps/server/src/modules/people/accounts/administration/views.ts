import type { AccountView } from '@classwright/contract';
import { fullName } from '../views.ts';
import type { AdministeredRow } from './queries.ts';

/** Builds an account for people who administer accounts. */
export function toAccountView(row: AdministeredRow): AccountView {
  return {
    ...row,
    full_name: fullName(row),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Builds an account for the audit trail: values and the names of the records they referred to at the time. */
export function toRecord({ id: _id, created_at: _created, updated_at: _updated, last_sign_in_at: _signIn, ...values }: AdministeredRow): object {
  return values;
}
