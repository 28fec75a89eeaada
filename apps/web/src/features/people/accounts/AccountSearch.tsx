import type { ReactNode } from 'react';
import { useTyped } from '../../../base/use-typed.ts';
import { SearchPanel } from '../../../ui/data-table/index.ts';
import { ChoiceField, SelectField } from '../../../ui/form/index.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { schools } from './calls.ts';
import type { AccountFilters } from './search.ts';
import { t } from '../../../base/t.ts';
import { useAll, useSchool } from './use-accounts.ts';

interface SearchProps {
  filters: AccountFilters;
  onSearch: (filters: AccountFilters) => void;
  /** The tools at the end of the line. */
  tools: ReactNode;
}

/**
 * A box that searches names and addresses. A button opens more fields, with a search icon that runs them and a reset
 * icon that clears them.
 */
export function AccountSearch({ filters, onSearch, tools }: SearchProps) {
  const [typed, setTyped] = useTyped(filters);
  const types = useAll('/account-types');
  const roles = useAll('/roles');
  const school = useSchool(typed.school_id ?? filters.school_id);
  const set = <K extends keyof AccountFilters>(name: K, value: AccountFilters[K] | '') => {
    const { [name]: _before, ...others } = typed;
    setTyped(value === '' || value === undefined ? others : { ...others, [name]: value });
  };
  const text = (name: 'first_name' | 'last_name' | 'email', label: string) => (
    <TextField label={label} value={typed[name] ?? ''} maxLength={200} autoComplete="off" onChange={(event) => set(name, event.target.value)} />
  );
  const flag = (name: 'status' | 'has_password', label: string, yes: string, no: string) => (
    <SelectField
      label={label}
      value={typed[name] === undefined ? '' : String(typed[name])}
      options={[
        { value: '', label: t('accounts.any') },
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      onChange={(event) => set(name, event.target.value === '' ? '' : event.target.value === 'true')}
    />
  );
  const without = (name: keyof AccountFilters) => {
    const { [name]: _gone, ...others } = filters;
    return others;
  };
  const named = ({ data = [] }: typeof types, id: number | undefined) => data.find((choice) => choice.id === id)?.name ?? `${id}`;
  const inWords: Readonly<Record<keyof AccountFilters, () => string>> = {
    search_text: () => '',
    first_name: () => `${t('account.field.firstName')}: ${filters.first_name}`,
    last_name: () => `${t('account.field.lastName')}: ${filters.last_name}`,
    email: () => `${t('account.field.email')}: ${filters.email}`,
    school_id: () => school.data?.name ?? `${t('account.field.school')} ${filters.school_id}`,
    account_type_id: () => named(types, filters.account_type_id),
    role_id: () => named(roles, filters.role_id),
    status: () => t(filters.status ? 'accounts.isActive' : 'accounts.deactivated'),
    has_password: () => t(filters.has_password ? 'accounts.hasPassword' : 'accounts.noPassword'),
  };
  const chips = (Object.keys(filters) as (keyof AccountFilters)[])
    .filter((name) => name !== 'search_text')
    .map((name) => ({ key: name, words: inWords[name](), onRemove: () => onSearch(without(name)) }));
  const select = (name: 'account_type_id' | 'role_id', label: string, { data = [] }: typeof types) => (
    <SelectField
      label={label}
      value={String(typed[name] ?? '')}
      options={[{ value: '', label: t('accounts.any') }, ...data.map((choice) => ({ value: String(choice.id), label: choice.name }))]}
      onChange={(event) => set(name, event.target.value === '' ? '' : Number(event.target.value))}
    />
  );
  return (
    <SearchPanel
      title={t('accounts.search')}
      words={{ search: t('accounts.searchGo'), reset: t('accounts.searchReset') }}
      isUsed={Object.keys(filters).length > 0}
      quick={{
        text: filters.search_text ?? '',
        hint: t('accounts.quick'),
        onText: (text) => onSearch({ ...without('search_text'), ...(text ? { search_text: text } : {}) }),
      }}
      chips={chips}
      tools={tools}
      onSearch={() => onSearch(typed)}
      onReset={() => {
        setTyped({});
        onSearch({});
      }}
    >
      {text('first_name', t('account.field.firstName'))}
      {text('last_name', t('account.field.lastName'))}
      {text('email', t('account.field.email'))}
      <ChoiceField
        label={t('account.field.school')}
        source={schools}
        value={typed.school_id === undefined ? [] : [school.data ?? { id: typed.school_id, name: String(typed.school_id) }]}
        onChange={([chosen]) => set('school_id', chosen?.id ?? '')}
      />
      {select('account_type_id', t('account.field.accountType'), types)}
      {select('role_id', t('account.field.role'), roles)}
      {flag('status', t('accounts.statusFilter'), t('accounts.isActive'), t('accounts.deactivated'))}
      {flag('has_password', t('accounts.passwordFilter'), t('accounts.hasPassword'), t('accounts.noPassword'))}
    </SearchPanel>
  );
}
