import type { ListField } from '@classwright/contract/core/list-fields';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterChip } from '../../../ui/data-table/FilterChip.tsx';
import { type Choice, ChoiceField, SelectField } from '../../../ui/form/index.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { choicesOf } from './choices.ts';
import type { Filters, FilterValue } from './filters.ts';
import { type Row } from './list-calls.ts';
import { loadChoice } from './row-calls.ts';
import styles from './filters.module.css';
import { t } from '../../../base/t.ts';
import { messageOf } from './message-of.ts';

export interface ListFiltersProps {
  /** The fields with their names. */
  offered: readonly (readonly [string, ListField])[];
  filters: Filters;
  /** The rows of the page. They contain the names of what they refer to. */
  rows: readonly Row[];
  onFilters: (filters: Filters) => void;
}

/** The filter controls: references and flags. Each takes effect right away and returns to the first page. */
export function ListFilters({ offered, filters, rows, onFilters }: ListFiltersProps) {
  const set = (name: string, value: FilterValue | undefined) => {
    const { [name]: _before, ...others } = filters;
    onFilters(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <Grid gap={16} rowGap={12} align="end" bordered radius="lg" ground="surface" className={styles.filters} role="group" aria-label={t('list.filters')}>
      {offered.map(([name, field]) =>
        field.kind === 'flag' ? (
          <FlagFilter key={name} field={field} value={filters[name]} onChange={(value) => set(name, value)} />
        ) : (
          <ReferenceFilter key={name} name={name} field={field} value={filters[name]} rows={rows} onChange={(value) => set(name, value)} />
        ),
      )}
    </Grid>
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
      label={messageOf(field.label)}
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

/** The active filters as chips. Pressing one removes it. */
export function FilterChips({ offered, filters, rows, onFilters }: ListFiltersProps) {
  const without = (name: string) => onFilters(Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name)));
  return offered
    .filter(([name]) => filters[name] !== undefined)
    .map(([name, field]) => <NamedChip key={name} name={name} field={field} value={filters[name]} rows={rows} onRemove={() => without(name)} />);
}

function NamedChip({ name, field, value, rows, onRemove }: Omit<NamedFilter, 'onChange'> & { onRemove: () => void }) {
  const called = useNameOf({ name, field, value, rows });
  const words = `${messageOf(field.label)}: ${typeof value === 'boolean' ? t(value ? 'list.yes' : 'list.no') : (called ?? value)}`;
  return <FilterChip words={words} onRemove={onRemove} />;
}

type NamedFilter = FilterProps & { name: string; rows: readonly Row[] };

/** Returns the name of a filter's value, from the rows of the page or from its own list. */
function useNameOf({ name, field, value, rows }: Omit<NamedFilter, 'onChange'>): string | null {
  const { reference } = field;
  const id = typeof value === 'number' ? value : null;
  const known = reference ? nameIn(rows, name, reference.as, id) : null;
  const { data } = useQuery({
    queryKey: ['choices', reference?.to.choices.path, 'one', id],
    queryFn: ({ signal }) => loadChoice((reference as NonNullable<ListField['reference']>).to, Number(id), signal),
    enabled: id !== null && known === null && reference?.to.choices.by === 'rows',
  });
  return known ?? data?.name ?? null;
}

function ReferenceFilter({ name, field, value, rows, onChange }: NamedFilter) {
  const [picked, setPicked] = useState<Choice | null>(null);
  const { to } = field.reference as NonNullable<ListField['reference']>;
  const id = typeof value === 'number' ? value : null;
  const called = useNameOf({ name, field, value, rows });
  return (
    <ChoiceField
      label={messageOf(field.label)}
      placeholder={t('list.any')}
      source={choicesOf(to)}
      value={id === null ? [] : [{ id, name: (picked?.id === id ? picked.name : called) ?? String(id) }]}
      onChange={([choice]) => {
        setPicked(choice ?? null);
        onChange(choice?.id);
      }}
    />
  );
}

/** Returns the name that rows give to the row they refer to. */
function nameIn(rows: readonly Row[], name: string, as: string, id: number | null): string | null {
  for (const row of rows) {
    const shown = row[as];
    if (row[name] === id && typeof shown === 'string') return shown;
    const one = Array.isArray(shown) ? (shown as readonly Choice[]).find((choice) => choice.id === id) : undefined;
    if (one) return one.name;
  }
  return null;
}
