import type { ListField } from '@classwright/contract/core/list-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Choice, ChoiceField, SelectField } from '../../ui/form/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { choicesOf } from './choices.ts';
import type { Filters, FilterValue } from './filters.ts';
import { loadChoice, type Row } from './list-calls.ts';
import styles from './lists.module.css';
import { say, t } from './t.ts';

interface ListFiltersProps {
  /** Fields by name. */
  offered: readonly (readonly [string, ListField])[];
  filters: Filters;
  /** Those of the page: they know the names of what they point at. */
  rows: readonly Row[];
  onFilters: (filters: Filters) => void;
}

/** Which rows: by what they point at and by their flags. Each takes effect at once, on the first page. */
export function ListFilters({ offered, filters, rows, onFilters }: ListFiltersProps) {
  const set = (name: string, value: FilterValue | undefined) => {
    const { [name]: _before, ...others } = filters;
    onFilters(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <div className={styles.filters} role="group" aria-label={t('list.filters')}>
      {offered.map(([name, field]) =>
        field.kind === 'flag' ? (
          <FlagFilter key={name} field={field} value={filters[name]} onChange={(value) => set(name, value)} />
        ) : (
          <ReferenceFilter key={name} name={name} field={field} value={filters[name]} rows={rows} onChange={(value) => set(name, value)} />
        ),
      )}
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onFilters({})}>
          {t('list.resetFilters')}
        </Button>
      )}
    </div>
  );
}

interface FilterProps {
  field: ListField;
  value: FilterValue | undefined;
  onChange: (value: FilterValue | undefined) => void;
}

function FlagFilter({ field, value, onChange }: FilterProps) {
  return (
    <SelectField
      label={say(field.label)}
      value={value === undefined ? '' : String(value)}
      options={[
        { value: '', label: t('list.any') },
        { value: 'true', label: t('list.yes') },
        { value: 'false', label: t('list.no') },
      ]}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
    />
  );
}

function ReferenceFilter({ name, field, value, rows, onChange }: FilterProps & { name: string; rows: readonly Row[] }) {
  const [picked, setPicked] = useState<Choice | null>(null);
  const { to, as } = field.reference as NonNullable<ListField['reference']>;
  const id = typeof value === 'number' ? value : null;
  const known = picked?.id === id ? picked.name : nameIn(rows, name, as, id);
  const { data } = useQuery({
    queryKey: ['choices', to.choices.path, 'one', id],
    queryFn: ({ signal }) => loadChoice(to, Number(id), signal),
    enabled: id !== null && known === null && to.choices.by === 'rows',
  });
  return (
    <ChoiceField
      label={say(field.label)}
      placeholder={t('list.any')}
      source={choicesOf(to)}
      value={id === null ? [] : [{ id, name: known ?? data?.name ?? String(id) }]}
      onChange={([choice]) => {
        setPicked(choice ?? null);
        onChange(choice?.id);
      }}
    />
  );
}

/** What rows call the one they point at. */
function nameIn(rows: readonly Row[], name: string, as: string, id: number | null): string | null {
  for (const row of rows) {
    const shown = row[as];
    if (row[name] === id && typeof shown === 'string') return shown;
    const one = Array.isArray(shown) ? (shown as readonly Choice[]).find((choice) => choice.id === id) : undefined;
    if (one) return one.name;
  }
  return null;
}
