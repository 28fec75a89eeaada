import { useState } from 'react';
import { isApiError } from '../../base/api.ts';
import type { Choice } from '../../ui/form/index.ts';
import { type Account, type AccountValues, saveAccount } from './calls.ts';

/** What the fields of the dialog hold. */
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
type Name = keyof AccountForm;

const EMPTY: AccountForm = { first_name: '', last_name: '', email: '', phone_number: '', school: null, account_type_id: null, role_id: null, status: true };

export function toForm(account: Account | null): AccountForm {
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

/** Without a school stands whoever spans the installation; as long as nothing says that, it is missing. */
const toValues = ({ school, ...form }: AccountForm): AccountValues => ({ ...form, school_id: school?.id ?? (form.role_id === null ? '' : null) });
const isSame = (name: Name, left: AccountForm, right: AccountForm): boolean =>
  name === 'school' ? left.school?.id === right.school?.id : left[name] === right[name];
const names = Object.keys(EMPTY) as Name[];

/** Somebody saved meanwhile: what was typed is kept, fields that were left alone take the newer values. */
export function mergeNewer(base: AccountForm, typed: AccountForm, newer: AccountForm): { form: AccountForm; differing: Name[] } {
  const isTyped = (name: Name) => !isSame(name, typed, base);
  return {
    form: Object.fromEntries(names.map((name) => [name, isTyped(name) ? typed[name] : newer[name]])) as unknown as AccountForm,
    differing: names.filter((name) => isTyped(name) && !isSame(name, typed, newer)),
  };
}

/** The field that a message of the server belongs to. */
const fieldOf = (name: string): string => (name === 'school_id' ? 'school' : name);

/** A form over an account, or over a new one. After an edit conflict the next save builds on the newer version. */
export function useAccountForm(account: Account | null, onSaved: (saved: { account: Account; message: string }) => void) {
  const [base, setBase] = useState(account);
  const [begun, setBegun] = useState(() => toForm(account));
  const [form, setForm] = useState(begun);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>(null);
  const [newer, setNewer] = useState<{ form: AccountForm; differing: readonly Name[] } | null>(null);

  function refuse(failure: unknown): void {
    if (isApiError(failure, 'EDIT_CONFLICT') && failure.params['row']) {
      const newest = failure.params['row'] as Account;
      const merged = mergeNewer(toForm(base), form, toForm(newest));
      setBase(newest);
      setForm(merged.form);
      setNewer({ form: toForm(newest), differing: merged.differing });
      return;
    }
    const byField = isApiError(failure) ? Object.entries(failure.errors) : [];
    setFaults(Object.fromEntries(byField.map(([name, texts]) => [fieldOf(name), texts.join(' ')])));
    if (byField.length === 0 || byField.some(([name]) => !(fieldOf(name) in form))) setError(failure);
  }

  return {
    form,
    faults,
    error,
    newer,
    isDirty: names.some((name) => !isSame(name, form, base ? toForm(base) : begun)),
    /** What a new account begins with, where nothing was chosen yet. */
    begin(school: Choice): void {
      setBegun((before) => ({ ...before, school }));
      setForm((before) => (before.school ? before : { ...before, school }));
    },
    change<K extends Name>(name: K, value: AccountForm[K]): void {
      setForm((before) => ({ ...before, [name]: value }));
      setFaults(({ [name]: _fixed, ...others }) => others);
    },
    /** True when it is saved. */
    async save(): Promise<boolean> {
      setFaults({});
      setError(null);
      try {
        onSaved(await saveAccount(toValues(form), base));
        return true;
      } catch (failure) {
        refuse(failure);
        return false;
      }
    },
  };
}
