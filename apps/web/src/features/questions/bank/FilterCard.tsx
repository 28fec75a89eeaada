import { PAST_RESULTS } from '@classwright/rules/item-analysis/past-results';
import { STATUS_LABELS } from '@classwright/rules/questions/approval';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useIsMobile } from '../../../app/use-media.ts';
import { useUser } from '../../../app/use-user.ts';
import { SearchField } from '../../../ui/data-table/SearchField.tsx';
import { ChoiceField, SelectField, TagField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconAdjustmentsHorizontal, IconFilterOff, IconSearch } from '../../../ui/plain/icons.ts';
import { loadName, LOOKUPS, type LookupField } from '../lookups.ts';
import { filtersOf, type BankFilters, type BankSearch } from '../search.ts';
import { t, tCount, type BankKey } from '../t.ts';
import { useTags } from '../use-tags.ts';
import styles from './bank.module.css';

interface FilterCardProps {
  search: BankSearch;
  /** The quick search, which asks by itself. */
  onText: (text: string) => void;
  /** The search icon. */
  onSearch: (filters: BankFilters) => void;
  onReset: () => void;
}

/** What the bank is narrowed to. Filters take effect with the search icon, the quick search half a second after the last key. */
export function FilterCard({ search, onText, onSearch, onReset }: FilterCardProps) {
  const asked = filtersOf(search);
  const [chosen, setChosen] = useState(asked);
  const [resets, setResets] = useState(0);
  const [open, setOpen] = useState(false);
  const mobile = useIsMobile();
  const { rights } = useUser();
  const tags = useTags();
  const count = Object.keys(asked).length;
  const isNew = JSON.stringify(sorted(asked)) !== JSON.stringify(sorted(chosen));
  const set = (part: { [K in keyof BankFilters]: BankFilters[K] | undefined }) =>
    setChosen((before) => Object.fromEntries(Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined)) as BankFilters);
  const choice = (field: LookupField, label: BankKey) => (
    <ChosenFilter key={`${field}${resets}`} field={field} label={t(label)} id={chosen[field]} onChange={(id) => set({ [field]: id })} />
  );
  return (
    <section className={styles.filters} aria-label={t('bank.filters')}>
      <div className={styles.quick}>
        <span className={styles.label} aria-hidden>
          {t('table.search')}
        </span>
        <SearchField key={resets} text={search.search_text ?? ''} onText={onText} hint={t('bank.searchHint')} />
      </div>
      {mobile && (
        <Button icon={IconAdjustmentsHorizontal} aria-expanded={open} onClick={() => setOpen(!open)} className={styles.toggle}>
          {t(open ? 'bank.filter.hide' : 'bank.filter.show')}
          {count > 0 && <span className={styles.on}>{tCount('bank.filter.on', count)}</span>}
        </Button>
      )}
      {(!mobile || open) && (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            onSearch(chosen);
          }}
        >
          {choice('question_grade_id', 'bank.filter.grade')}
          {choice('question_subject_id', 'bank.filter.subject')}
          {choice('standard_id', 'bank.filter.standard')}
          {choice('topic_id', 'bank.filter.cluster')}
          <SelectField
            label={t('bank.filter.status')}
            value={chosen.status ?? ''}
            options={[{ value: '', label: t('bank.filter.any') }, ...STATUS_LABELS.map((label) => ({ value: label, label }))]}
            onChange={({ target }) => set({ status: STATUS_LABELS.find((label) => label === target.value) })}
          />
          {rights.includes('item-analysis:view') && (
            <SelectField
              label={t('bank.filter.past')}
              value={chosen.past_results ?? ''}
              options={[{ value: '', label: t('bank.filter.any') }, ...PAST_RESULTS.map((name) => ({ value: name, label: t(`bank.past.${name}`) }))]}
              onChange={({ target }) => set({ past_results: PAST_RESULTS.find((name) => name === target.value) })}
            />
          )}
          <div className={styles.tags}>
            <TagField
              label={t('bank.filter.tag')}
              value={chosen.tag ?? []}
              known={tags}
              onChange={(tag) => set({ tag: tag.length > 0 ? [...tag] : undefined })}
            />
            <IconButton type="submit" bordered icon={IconSearch} label={t('bank.filter.search')} data-new={isNew || undefined} className={styles.go} />
            <IconButton
              bordered
              icon={IconFilterOff}
              label={t('bank.filter.reset')}
              onClick={() => {
                setChosen({});
                setResets((times) => times + 1);
                onReset();
              }}
            />
          </div>
        </form>
      )}
    </section>
  );
}

const sorted = (filters: BankFilters) => Object.entries(filters).sort(([left], [right]) => left.localeCompare(right));

/** A filter of which the address knows the id only. */
function ChosenFilter({
  field,
  label,
  id,
  onChange,
}: {
  field: LookupField;
  label: string;
  id: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const name = useQuery({ queryKey: ['choices', field, 'one', id], queryFn: ({ signal }) => loadName(field, id as number, signal), enabled: id !== undefined });
  return (
    <ChoiceField
      label={label}
      source={LOOKUPS[field]}
      placeholder={t('bank.filter.any')}
      value={id === undefined ? [] : [name.data ?? { id, name: '…' }]}
      onChange={([chosen]) => onChange(chosen?.id)}
    />
  );
}
