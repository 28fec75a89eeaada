import { FILE_KINDS } from '@classwright/contract/file-kinds';
import { isApiError } from '../../../app/api.ts';
import { useTyped } from '../../../app/use-typed.ts';
import { SearchPanel } from '../../../ui/data-table/index.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import type { FileFilters as Filters } from '../search.ts';
import { t } from '../t.ts';

/** Start date, end date, type and name; the search icon runs them, the reset icon clears them. */
export function FileFilters({ filters, error, onSearch }: { filters: Filters; error: unknown; onSearch: (filters: Filters) => void }) {
  const [typed, setTyped] = useTyped(filters);
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _before, ...others } = typed;
    setTyped(value === '' ? others : { ...others, [name]: value });
  };
  const faults = isApiError(error, 'VALIDATION_FAILED') ? error.errors : {};
  return (
    <SearchPanel
      title={t('files.filter.title')}
      words={{ search: t('files.filter.search'), reset: t('files.filter.reset') }}
      isUsed={Object.keys(filters).length > 0}
      onSearch={() => onSearch(typed)}
      onReset={() => {
        setTyped({});
        onSearch({});
      }}
    >
      {(
        [
          ['start_date', 'files.field.startDate'],
          ['end_date', 'files.field.endDate'],
        ] as const
      ).map(([name, label]) => (
        <TextField
          key={name}
          label={t(label)}
          type="date"
          value={typed[name] ?? ''}
          error={faults[name]?.join(' ')}
          onChange={(event) => set(name, event.target.value)}
        />
      ))}
      <SelectField
        label={t('files.field.type')}
        value={typed.type ?? ''}
        options={[{ value: '', label: t('files.filter.any') }, ...FILE_KINDS.map((kind) => ({ value: kind, label: t(`files.kind.${kind}`) }))]}
        onChange={(event) => set('type', event.target.value)}
      />
      <TextField
        label={t('files.field.name')}
        value={typed.search_text ?? ''}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => set('search_text', event.target.value)}
      />
    </SearchPanel>
  );
}
