import { useTyped } from '../../app/use-typed.ts';
import { SearchPanel } from '../../ui/data-table/index.ts';
import { ChoiceField, SelectField } from '../../ui/form/index.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { schools } from './calls.ts';
import type { AccountFilters } from './search.ts';
import { t } from './t.ts';
import { useAll, useSchool } from './use-accounts.ts';

/** The search panel: a search icon runs it, a reset icon clears it. */
export function AccountSearch({ filters, onSearch }: { filters: AccountFilters; onSearch: (filters: AccountFilters) => void }) {
  const [typed, setTyped] = useTyped(filters);
  const types = useAll('/account-types');
  const roles = useAll('/roles');
  const school = useSchool(typed.school_id);
  const set = <K extends keyof AccountFilters>(name: K, value: AccountFilters[K] | '') => {
    const { [name]: _before, ...others } = typed;
    setTyped(value === '' || value === undefined ? others : { ...others, [name]: value });
  };
  const text = (name: 'first_name' | 'last_name' | 'email', label: string) => (
    <TextField label={label} value={typed[name] ?? ''} maxLength={200} autoComplete="off" onChange={(event) => set(name, event.target.value)} />
  );
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
    </SearchPanel>
  );
}
