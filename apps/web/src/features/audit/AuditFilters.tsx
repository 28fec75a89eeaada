import type { auditList } from '@classwright/contract/audit';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { isApiError } from '../../app/api.ts';
import type { AuditSearch } from './search.ts';
import { ChoiceField, SelectField } from '../../ui/form/index.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { useIsNarrow } from '../../app/use-media.ts';
import { people } from '../../app/people.ts';
import { t } from './t.ts';
import styles from './audit.module.css';

interface FiltersProps {
  search: AuditSearch;
  answer: CallResult<typeof auditList> | undefined;
  /** What the server said of the filters. */
  error: unknown;
  onSearch: (search: AuditSearch) => void;
}

/** Whose entries, about what, from when to when; each takes effect at once, on the first page. */
export function AuditFilters({ search, answer, error, onSearch }: FiltersProps) {
  const narrow = useIsNarrow();
  const { page: _page, ...filters } = search;
  const set = (name: Exclude<keyof AuditSearch, 'page'>, value: string | number | undefined) => {
    const { [name]: _before, ...others } = filters;
    onSearch({ ...others, ...(value === undefined || value === '' ? {} : { [name]: value }) });
  };
  const faults = isApiError(error, 'VALIDATION_FAILED') ? error.errors : {};
  const any = { value: '', label: t('audit.any') };
  const person = answer?.data.find(({ account_id }) => account_id === search.account_id);
  const fields = (
    <div className={styles.filters}>
      <ChoiceField
        label={t('audit.who')}
        source={people}
        value={search.account_id === undefined ? [] : [{ id: search.account_id, name: person?.account_name ?? `${search.account_id}` }]}
        onChange={([chosen]) => set('account_id', chosen?.id)}
      />
      <SelectField
        label={t('audit.kind')}
        value={search.subject_type ?? ''}
        options={[any, ...withOwn(answer?.subject_types.map(({ name, label }) => ({ value: name, label })) ?? [], search.subject_type)]}
        onChange={(event) => set('subject_type', event.target.value)}
      />
      <SelectField
        label={t('audit.action')}
        value={search.action ?? ''}
        options={[any, ...withOwn(answer?.actions.map((action) => ({ value: action, label: answer.action_labels[action] ?? action })) ?? [], search.action)]}
        onChange={(event) => set('action', event.target.value)}
      />
      <TextField
        label={t('audit.from')}
        type="date"
        value={search.from ?? ''}
        error={faults['from']?.join(' ')}
        onChange={(event) => set('from', event.target.value)}
      />
      <TextField
        label={t('audit.to')}
        type="date"
        value={search.to ?? ''}
        error={faults['to']?.join(' ')}
        onChange={(event) => set('to', event.target.value)}
      />
      {search.batch !== undefined && <p className={styles.one}>{t('audit.oneBatch')}</p>}
      {search.subject_id !== undefined && <p className={styles.one}>{t('audit.oneRecord', { id: search.subject_id })}</p>}
    </div>
  );
  const { search_text: _words, ...narrowing } = filters;
  const isNarrowed = Object.keys(narrowing).length > 0;
  // on a phone the entries come first: the filters open by a press, and stand open where one is used
  return narrow ? (
    <details className={styles.folded} open={isNarrowed || undefined}>
      <summary>{t('audit.filters')}</summary>
      {fields}
    </details>
  ) : (
    fields
  );
}

/** What the address names stands among the choices, whether the trail holds it or not. */
function withOwn(options: readonly { value: string; label: string }[], own: string | undefined) {
  return own === undefined || options.some(({ value }) => value === own) ? options : [...options, { value: own, label: own }];
}
