import type { AccountView } from '@classwright/contract';
import { fullName } from '../views.ts';
import type { AdministeredRow } from './queries.ts';

/** An account for those who administer accounts. */
export function toAccountView(row: AdministeredRow): AccountView {
  return {
    ...row,
    full_name: fullName(row),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** An account as the audit trail keeps it: values and the names they stood for. */
export function toRecord({ id: _id, created_at: _created, updated_at: _updated, last_sign_in_at: _signIn, ...values }: AdministeredRow): object {
  return values;
}
