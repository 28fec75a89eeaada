import { useEffect, useRef } from 'react';
import { ChoiceField, SelectField, SwitchField } from '../../ui/form/index.ts';
import { Dialog } from '../../ui/plain/Dialog.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { FormDialog } from '../../ui/plain/FormDialog.tsx';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import styles from './accounts.module.css';
import { type Account, schools } from './calls.ts';
import { t } from './t.ts';
import { useAccount, useAll, useOnlySchool } from './use-accounts.ts';
import { type AccountForm, useAccountForm } from './use-account-form.ts';

const WIDTH = 800;

interface DialogProps {
  onClose: () => void;
  onSaved: (saved: { account: Account; message: string }) => void;
}

/** The dialog on an account that exists, once it is loaded: what the list shows may be old. */
export function EditAccountDialog({ id, ...props }: DialogProps & { id: number }) {
  const { data, error, isFetching, refetch } = useAccount(id);
  if (data) return <AccountDialog account={data} {...props} />;
  return (
    <Dialog opened onClose={props.onClose} title={t('accounts.editAccount')} width={WIDTH}>
      {error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={8} />}
    </Dialog>
  );
}

/** Create and edit, 800 px. */
export function AccountDialog({ account, onClose, onSaved }: DialogProps & { account: Account | null }) {
  const { form, faults, error, newer, isDirty, begin, change, save } = useAccountForm(account, onSaved);
  const types = useAll('/account-types');
  const roles = useAll('/roles');
  const onlySchool = useOnlySchool(account === null).data;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!onlySchool || hasBegun.current) return;
    hasBegun.current = true;
    begin(onlySchool);
  }, [onlySchool, begin]);
  const followed = useRef<number | null>(null);
  /** The role of the same name comes with the type, until another one is chosen. */
  const follow = (typeId: number | null) => {
    const type = types.data?.find(({ id }) => id === typeId);
    const role = type && roles.data?.find(({ name }) => isSameName(name, type.name));
    if (!role || (form.role_id !== null && form.role_id !== followed.current)) return;
    followed.current = role.id;
    change('role_id', role.id);
  };
  const makesAdmin = form.role_id !== account?.role_id && roles.data?.some(({ id, key }) => id === form.role_id && key === 'admin');
  const text = (name: 'first_name' | 'last_name' | 'email' | 'phone_number', label: string, type = 'text') => (
    <div>
      <TextField label={label} type={type} value={form[name]} error={faults[name]} autoComplete="off" onChange={(event) => change(name, event.target.value)} />
      {newerOf(name, newer)}
    </div>
  );
  const select = (name: 'account_type_id' | 'role_id', label: string, { data = [], error: failure }: typeof types, description?: string) => (
    <div>
      <SelectField
        label={label}
        description={description}
        error={faults[name] ?? (failure ? errorText(failure) : undefined)}
        value={String(form[name] ?? '')}
        options={[{ value: '', label: '' }, ...data.map((choice) => ({ value: String(choice.id), label: choice.name }))]}
        onChange={(event) => {
          const id = event.target.value === '' ? null : Number(event.target.value);
          change(name, id);
          if (name === 'account_type_id') follow(id);
        }}
      />
      {newerOf(name, newer, (value) => data.find(({ id }) => id === value)?.name)}
    </div>
  );
  return (
    <FormDialog
      opened
      width={WIDTH}
      title={account ? t('accounts.editAccount') : t('accounts.newAccount')}
      onClose={onClose}
      onSubmit={save}
      dirty={isDirty}
      error={newer ? <Notice hue="amber">{t('accounts.newer')}</Notice> : error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      <div className={styles.fields}>
        {text('first_name', t('account.field.firstName'))}
        {text('last_name', t('account.field.lastName'))}
        {text('email', t('account.field.email'), 'email')}
        {text('phone_number', t('account.field.phoneNumber'), 'tel')}
        <div>
          <ChoiceField
            label={t('account.field.school')}
            description={t('accounts.schoolHint')}
            source={schools}
            error={faults['school']}
            value={form.school ? [form.school] : []}
            onChange={([chosen]) => change('school', chosen ?? null)}
          />
          {newerOf('school', newer, () => newer?.form.school?.name ?? t('account.allSchools'))}
        </div>
        {select('account_type_id', t('account.field.accountType'), types, t('accounts.typeHint'))}
        {select('role_id', t('account.field.role'), roles)}
        <SwitchField
          label={t('account.field.accountStatus')}
          description={t('accounts.activeHint')}
          error={faults['status']}
          checked={form.status}
          onChange={(status) => change('status', status)}
        />
      </div>
      {makesAdmin && <Notice hue="amber">{t('import.row.makesAdmin')}</Notice>}
    </FormDialog>
  );
}

/** "Teacher" is "Teachers". */
const isSameName = (one: string, other: string): boolean => toKey(one) === toKey(other);
const toKey = (name: string): string => name.trim().toLowerCase().replace(/s$/, '');

/** What a field holds now that somebody else saved something different there. */
function newerOf(name: keyof AccountForm, newer: ReturnType<typeof useAccountForm>['newer'], words: (value: unknown) => string | undefined = String) {
  if (!newer?.differing.includes(name)) return null;
  return <p className={styles.newer}>{t('accounts.newerValue', { value: words(newer.form[name]) ?? '' })}</p>;
}
