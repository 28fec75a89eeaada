import type { censoredTextList } from '@classwright/contract/class/censorship/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { isApiError } from '../../../base/api.ts';
import type { CensoredSearch } from './search.ts';
import { ChoiceField, choicesIn, DateField, SelectField } from '../../../ui/form/index.ts';
import styles from './censorship.module.css';
import { t } from '../../../base/t.ts';

interface FiltersProps {
  search: CensoredSearch;
  classes: CallResult<typeof censoredTextList>['classes'];
  /** The server's error about the filters. */
  error: unknown;
  onSearch: (search: CensoredSearch) => void;
}

/** Shows the filters: class, reviewed or not, first and last day. Each takes effect immediately, on the first page. */
export function Filters({ search, classes, error, onSearch }: FiltersProps) {
  const { page: _page, text: _text, ...filters } = search;
  const set = (change: { [K in keyof CensoredSearch]?: CensoredSearch[K] | undefined }) => {
    const entries = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined && value !== '');
    onSearch(Object.fromEntries(entries) as CensoredSearch);
  };
  const faults = isApiError(error, 'VALIDATION_FAILED') ? error.errors : {};
  const chosen = classes.find(({ id }) => id === search.class_id);
  return (
    <div className={styles.filters}>
      <ChoiceField
        label={t('censored.class')}
        placeholder={t('censored.allClasses')}
        source={choicesIn('censored classes', classes)}
        value={search.class_id === undefined ? [] : [chosen ?? { id: search.class_id, name: String(search.class_id) }]}
        onChange={([one]) => set({ class_id: one?.id })}
      />
      <SelectField
        label={t('censored.status')}
        value={search.reviewed ?? ''}
        options={[
          { value: '', label: t('censored.all') },
          { value: 'no', label: t('censored.notReviewed') },
          { value: 'yes', label: t('censored.reviewed') },
        ]}
        onChange={({ target }) => set({ reviewed: target.value === 'yes' || target.value === 'no' ? target.value : undefined })}
      />
      <DateField
        label={t('censored.from')}
        value={search.from ?? ''}
        error={faults['from']?.join(' ')}
        onChange={({ target }) => set({ from: target.value })}
      />
      <DateField label={t('censored.to')} value={search.to ?? ''} error={faults['to']?.join(' ')} onChange={({ target }) => set({ to: target.value })} />
    </div>
  );
}
