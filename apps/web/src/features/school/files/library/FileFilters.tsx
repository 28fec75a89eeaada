import { FILE_KINDS } from '@classwright/contract/school/files/file-kinds';
import { isApiError } from '../../../../base/api.ts';
import { dayOn } from '../../../../base/dates.ts';
import { useTyped } from '../../../../base/use-typed.ts';
import { SearchPanel } from '../../../../ui/data-table/index.ts';
import { DateField, SelectField } from '../../../../ui/form/index.ts';
import type { FileFilters as Filters } from '../search.ts';
import { type MessageKey, t } from '../../../../base/t.ts';

/**
 * Shows one field for names, and on demand start date, end date and type, with a search icon that applies them and a
 * reset icon that clears them.
 */
export function FileFilters({ filters, error, onSearch }: { filters: Filters; error: unknown; onSearch: (filters: Filters) => void }) {
  const [typed, setTyped] = useTyped(filters);
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _before, ...others } = typed;
    setTyped(value === '' ? others : { ...others, [name]: value });
  };
  const faults = isApiError(error, 'VALIDATION_FAILED') ? error.errors : {};
  const without = (name: keyof Filters): Filters => {
    const { [name]: _gone, ...others } = filters;
    return others;
  };
  const inWords = {
    start_date: () => `${t('files.field.startDate')}: ${dayOn(filters.start_date ?? '')}`,
    end_date: () => `${t('files.field.endDate')}: ${dayOn(filters.end_date ?? '')}`,
    type: () => t(`files.kind.${filters.type}` as MessageKey),
  };
  const chips = (['start_date', 'end_date', 'type'] as const)
    .filter((name) => filters[name] !== undefined)
    .map((name) => ({ key: name, words: inWords[name](), onRemove: () => onSearch(without(name)) }));
  return (
    <SearchPanel
      title={t('files.filter.title')}
      words={{ search: t('files.filter.search'), reset: t('files.filter.reset') }}
      isUsed={Object.keys(filters).length > 0}
      quick={{
        text: filters.search_text ?? '',
        hint: t('files.filter.quick'),
        onText: (text) => onSearch({ ...without('search_text'), ...(text ? { search_text: text } : {}) }),
      }}
      chips={chips}
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
        <DateField key={name} label={t(label)} value={typed[name] ?? ''} error={faults[name]?.join(' ')} onChange={(event) => set(name, event.target.value)} />
      ))}
      <SelectField
        label={t('files.field.type')}
        value={typed.type ?? ''}
        options={[{ value: '', label: t('files.filter.any') }, ...FILE_KINDS.map((kind) => ({ value: kind, label: t(`files.kind.${kind}`) }))]}
        onChange={(event) => set('type', event.target.value)}
      />
    </SearchPanel>
  );
}
