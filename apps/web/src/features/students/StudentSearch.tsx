import type { suggestClasses } from '@classwright/contract/suggest';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { useTyped } from '../../app/use-typed.ts';
import { SearchPanel } from '../../ui/data-table/index.ts';
import { SelectField } from '../../ui/form/index.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import type { StudentFilters } from './search.ts';
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
  const [typed, setTyped] = useTyped(filters);
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
  return (
    <SearchPanel
      title={t('students.filter')}
      words={{ search: t('accounts.searchGo'), reset: t('accounts.searchReset') }}
      isUsed={Object.keys(filters).length > 0}
      onSearch={() => onSearch(typed)}
      onReset={() => {
        setTyped({});
        onSearch({});
      }}
    >
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
        options={[{ value: '', label: t('students.allClasses') }, ...known.map((course) => ({ value: String(course.id), label: inWords(course) })), ...own]}
        onChange={(event) => set('course_id', event.target.value === '' ? '' : Number(event.target.value))}
      />
      <SelectField
        label={t('accounts.passwordFilter')}
        value={typed.has_password === undefined ? '' : String(typed.has_password)}
        options={[
          { value: '', label: t('accounts.any') },
          { value: 'true', label: t('accounts.hasPassword') },
          { value: 'false', label: t('accounts.noPassword') },
        ]}
        onChange={(event) => set('has_password', event.target.value === '' ? '' : event.target.value === 'true')}
      />
    </SearchPanel>
  );
}

/** Many schools have the section in the name already. */
const inWords = ({ name, section }: { name: string; section: string }): string => (section === '' || name.includes(section) ? name : `${name}, ${section}`);
