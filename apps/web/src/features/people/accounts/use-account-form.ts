import { useVersionedForm } from '../../../base/versioned-form.ts';
import type { Choice } from '../../../ui/form/index.ts';
import { type Account, type AccountValues, saveAccount } from './calls.ts';

/** The values of the dialog's fields. */
export interface AccountForm {
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  school: Choice | null;
  account_type_id: number | null;
  role_id: number | null;
  status: boolean;
}

const EMPTY: AccountForm = { first_name: '', last_name: '', email: '', phone_number: '', school: null, account_type_id: null, role_id: null, status: true };

function toForm(account: Account | null): AccountForm {
  if (!account) return EMPTY;
  const { first_name, last_name, email, phone_number, school_id, school_name, account_type_id, role_id, status } = account;
  return {
    first_name,
    last_name,
    email,
    phone_number,
    school: school_id === null ? null : { id: school_id, name: school_name ?? '' },
    account_type_id,
    role_id,
    status,
  };
}

/**
 * Returns the values to send. Only an account that spans the installation has no school; for others a missing school is
 * an error.
 */
const toValues = ({ school, ...form }: AccountForm): AccountValues => ({ ...form, school_id: school?.id ?? (form.role_id === null ? '' : null) });

/** A form for an account, or for a new one. */
export const useAccountForm = (account: Account | null, onSaved: (saved: { account: Account; message: string }) => void) =>
  useVersionedForm({
    row: account,
    toValues: toForm,
    isSame: (left, right, name) => (name === 'school' ? (left as Choice | null)?.id === (right as Choice | null)?.id : left === right),
    fieldOf: (name) => (name === 'school_id' ? 'school' : name),
    save: (form, base) => saveAccount(toValues(form), base),
    onSaved,
  });
