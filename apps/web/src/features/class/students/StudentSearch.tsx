import type { suggestClasses } from '@classwright/contract/school/reference/suggest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { useTyped } from '../../../base/use-typed.ts';
import { SearchPanel } from '../../../ui/data-table/index.ts';
import { type Choice, ChoiceField, type ChoiceSource, SelectField } from '../../../ui/form/index.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import type { StudentFilters } from './search.ts';
import { t } from '../../../base/t.ts';

const OFFERED = 50;
const classes: ChoiceSource = {
  name: '/suggest/classes own',
  load: async (text, signal) => {
    const { data } = await api<typeof suggestClasses>('GET', '/suggest/classes', { query: { query: text, limit: OFFERED }, signal });
    return data.map((course) => ({ id: course.id, name: inWords(course) }));
  },
};
const TEXTS = [
  ['first_name', 'account.field.firstName'],
  ['last_name', 'account.field.lastName'],
  ['phone_number', 'account.field.phoneNumber'],
  ['email', 'account.field.email'],
] as const;

/** "Filter Students": a search icon runs the filters, a reset icon clears them. */
export function StudentSearch({ filters, onSearch }: { filters: StudentFilters; onSearch: (filters: StudentFilters) => void }) {
  const [typed, setTyped] = useTyped(filters);
  const first = useQuery({
    queryKey: ['choices', classes.name, ''],
    queryFn: ({ signal }) => classes.load('', signal),
    enabled: typed.course_id !== undefined,
  });
  const [picked, setPicked] = useState<Choice | null>(null);
  const set = <K extends keyof StudentFilters>(name: K, value: StudentFilters[K] | '') => {
    const { [name]: _before, ...others } = typed;
    setTyped(value === '' || value === undefined ? others : { ...others, [name]: value });
  };
  const course = [picked, ...(first.data ?? [])].find((one) => one?.id === typed.course_id);
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
      <ChoiceField
        label={t('students.class')}
        placeholder={t('students.allClasses')}
        source={classes}
        value={typed.course_id === undefined ? [] : [course ?? { id: typed.course_id, name: String(typed.course_id) }]}
        onChange={([chosen]) => {
          setPicked(chosen ?? null);
          set('course_id', chosen?.id ?? '');
        }}
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

/** Many schools already have the section in the name. */
const inWords = ({ name, section }: { name: string; section: string }): string => (section === '' || name.includes(section) ? name : `${name}, ${section}`);
