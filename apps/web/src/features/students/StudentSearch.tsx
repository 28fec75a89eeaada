import type { suggestClasses } from '@classwright/contract/suggest';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '../../app/api.ts';
import { SelectField } from '../../ui/form/index.ts';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconReload, IconSearch } from '../../ui/plain/icons.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import type { StudentFilters } from './search.ts';
import styles from './students.module.css';
import { t } from './t.ts';

const MOST_CLASSES = 50;
const TEXTS = [
  ['first_name', 'account.field.firstName'],
  ['last_name', 'account.field.lastName'],
  ['phone_number', 'account.field.phoneNumber'],
  ['email', 'account.field.email'],
] as const;

/** "Filter Students": a search icon runs it, a reset icon clears it. */
export function StudentSearch({ filters, onSearch }: { filters: StudentFilters; onSearch: (filters: StudentFilters) => void }) {
  const [typed, setTyped] = useState(filters);
  const classes = useQuery({
    queryKey: ['choices', '/suggest/classes', 'own'],
    queryFn: async ({ signal }) => (await api<typeof suggestClasses>('GET', '/suggest/classes', { query: { limit: MOST_CLASSES }, signal })).data,
  });
  const set = <K extends keyof StudentFilters>(name: K, value: StudentFilters[K] | '') => {
    const { [name]: _before, ...others } = typed;
    setTyped(value === '' || value === undefined ? others : { ...others, [name]: value });
  };
  const known = classes.data ?? [];
  const own =
    filters.course_id !== undefined && !known.some(({ id }) => id === filters.course_id)
      ? [{ value: String(filters.course_id), label: String(filters.course_id) }]
      : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed);
  };
  return (
    <form className={styles.search} role="search" aria-label={t('students.filter')} onSubmit={submit} noValidate>
      <h2>{t('students.filter')}</h2>
      <div className={styles.searchFields}>
        {TEXTS.map(([name, label]) => (
          <TextField
            key={name}
            label={t(label)}
            value={typed[name] ?? ''}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
        <SelectField
          label={t('students.class')}
          value={String(typed.course_id ?? '')}
          options={[
            { value: '', label: t('students.allClasses') },
            ...known.map(({ id, name, section }) => ({ value: String(id), label: section ? `${name}, ${section}` : name })),
            ...own,
          ]}
          onChange={(event) => set('course_id', event.target.value === '' ? '' : Number(event.target.value))}
        />
        <span className={styles.buttons}>
          <IconButton type="submit" icon={IconSearch} label={t('accounts.searchGo')} />
          <IconButton
            icon={IconReload}
            label={t('accounts.searchReset')}
            onClick={() => {
              setTyped({});
              onSearch({});
            }}
          />
        </span>
      </div>
    </form>
  );
}
