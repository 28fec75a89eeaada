import { useEffect, useRef } from 'react';
import { ChoiceField, FormProblem, SelectField, SwitchField } from '../../../ui/form/index.ts';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import styles from './accounts.module.css';
import { type Account, schools } from './calls.ts';
import { type MessageKey, t } from '../../../base/t.ts';
import { useAccount, useAll, useOnlySchool } from './use-accounts.ts';
import { type AccountForm, useAccountForm } from './use-account-form.ts';

const WIDTH = 800;

const LABELS = {
  first_name: 'account.field.firstName',
  last_name: 'account.field.lastName',
  email: 'account.field.email',
  phone_number: 'account.field.phoneNumber',
  school: 'account.field.school',
  account_type_id: 'account.field.accountType',
  role_id: 'account.field.role',
  status: 'account.field.accountStatus',
} as const satisfies Record<keyof AccountForm, MessageKey>;

interface DialogProps {
  onClose: () => void;
  onSaved: (saved: { account: Account; message: string }) => void;
}

/** The dialog for an existing account, once it is loaded, since the list may be outdated. */
export function EditAccountDialog({ id, ...props }: DialogProps & { id: number }) {
  const { data, error, isFetching, refetch } = useAccount(id);
  if (data) return <AccountDialog account={data} {...props} />;
  return (
    <Dialog opened onClose={props.onClose} title={t('accounts.editAccount')} width={WIDTH}>
      {error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={8} />}
    </Dialog>
  );
}

/** The dialog to create or edit an account, 800 px wide. */
export function AccountDialog({ account, onClose, onSaved }: DialogProps & { account: Account | null }) {
  const versioned = useAccountForm(account, onSaved);
  const { values: form, faults, begin, change } = versioned;
  const types = useAll('/account-types');
  const roles = useAll('/roles');
  const onlySchool = useOnlySchool(account === null).data;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!onlySchool || hasBegun.current) return;
    hasBegun.current = true;
    begin({ school: onlySchool });
  }, [onlySchool, begin]);
  const followed = useRef<number | null>(null);
  /** Chooses the role with the type's name, until another one is chosen. */
  const follow = (typeId: number | null) => {
    const type = types.data?.find(({ id }) => id === typeId);
    const role = type && roles.data?.find(({ name }) => isSameName(name, type.name));
    if (!role || (form.role_id !== null && form.role_id !== followed.current)) return;
    followed.current = role.id;
    change({ role_id: role.id });
  };
  const words = (name: keyof AccountForm, values: AccountForm) => {
    if (name === 'school') return values.school?.name ?? t('account.allSchools');
    if (name === 'status') return t(values.status ? 'common.yes' : 'common.no');
    const choices = { account_type_id: types.data, role_id: roles.data }[name as string];
    return choices ? choices.find(({ id }) => id === values[name])?.name : values[name];
  };
  const makesAdmin = form.role_id !== account?.role_id && roles.data?.some(({ id, key }) => id === form.role_id && key === 'admin');
  const text = (name: 'first_name' | 'last_name' | 'email' | 'phone_number', type = 'text') => (
    <TextField
      label={t(LABELS[name])}
      type={type}
      value={form[name]}
      error={faults[name]}
      autoComplete="off"
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const select = (name: 'account_type_id' | 'role_id', { data = [], error: failure }: typeof types, description?: string) => (
    <div>
      <SelectField
        label={t(LABELS[name])}
        description={description}
        error={faults[name] ?? (failure ? errorText(failure) : undefined)}
        value={String(form[name] ?? '')}
        options={[{ value: '', label: '' }, ...data.map((choice) => ({ value: String(choice.id), label: choice.name }))]}
        onChange={(event) => {
          const id = event.target.value === '' ? null : Number(event.target.value);
          change({ [name]: id });
          if (name === 'account_type_id') follow(id);
        }}
      />
    </div>
  );
  return (
    <FormDialog
      opened
      width={WIDTH}
      title={account ? t('accounts.editAccount') : t('accounts.newAccount')}
      onClose={onClose}
      onSubmit={versioned.save}
      dirty={versioned.isDirty}
      error={<FormProblem form={versioned} label={(name) => t(LABELS[name])} words={words} />}
    >
      <div className={styles.fields}>
        {text('first_name')}
        {text('last_name')}
        {text('email', 'email')}
        {text('phone_number', 'tel')}
        <div>
          <ChoiceField
            label={t(LABELS.school)}
            description={t('accounts.schoolHint')}
            source={schools}
            error={faults['school']}
            value={form.school ? [form.school] : []}
            onChange={([chosen]) => change({ school: chosen ?? null })}
          />
        </div>
        {select('account_type_id', types, t('accounts.typeHint'))}
        {select('role_id', roles)}
        <SwitchField
          label={t(LABELS.status)}
          description={t('accounts.activeHint')}
          error={faults['status']}
          checked={form.status}
          onChange={(status) => change({ status })}
        />
      </div>
      {makesAdmin && <Notice hue="amber">{t('import.row.makesAdmin')}</Notice>}
    </FormDialog>
  );
}

/** Compares names so that "Teacher" equals "Teachers". */
const isSameName = (one: string, other: string): boolean => toKey(one) === toKey(other);
const toKey = (name: string): string => name.trim().toLowerCase().replace(/s$/, '');
