import { useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { dayOn } from '../../app/dates.ts';
import { SearchField } from '../../ui/data-table/SearchField.tsx';
import { tableWords } from '../../ui/data-table/t.ts';
import chip from '../../ui/data-table/SearchPanel.module.css';
import { Button } from '../../ui/plain/Button.tsx';
import { TextField } from '../../ui/plain/Field.tsx';
import { IconAdjustmentsHorizontal, IconX } from '../../ui/plain/icons.ts';
import styles from './Assessments.module.css';
import { classesOf, periods, wholeList } from './calls.ts';
import { LookupSelect } from './LookupSelect.tsx';
import { type AssessmentFilters, type AssessmentsSearch, filtersOf } from './search.ts';
import { t } from './t.ts';

const LOOKUPS = { standard_id: wholeList('/standard'), class_id: classesOf(null), level_id: wholeList('/levels'), period_id: periods() };
const WORDS = {
  standard_id: 'assessments.standard',
  class_id: 'assessments.course',
  level_id: 'assessments.grade',
  period_id: 'assessments.period',
} as const;
const FIELDS = ['standard_id', 'class_id', 'level_id', 'period_id'] as const;

/** What the list is narrowed to, in one line; each filter takes effect at once, the quick search half a second after the last key. */
export function FilterCard({
  search,
  onFilters,
  onText,
}: {
  search: AssessmentsSearch;
  onFilters: (filters: AssessmentFilters) => void;
  onText: (text: string) => void;
}) {
  const filters = filtersOf(search);
  const id = useId();
  const [open, setOpen] = useState(false);
  const nameOf = useNames(filters);
  const set = (part: { [K in keyof AssessmentFilters]: AssessmentFilters[K] | undefined }) =>
    onFilters(Object.fromEntries(Object.entries({ ...filters, ...part }).filter(([, value]) => value !== undefined)));
  const chips = [
    ...FIELDS.flatMap((field) => (filters[field] === undefined ? [] : [{ field, words: nameOf(field) }])),
    ...(filters.schedule_date === undefined ? [] : [{ field: 'schedule_date' as const, words: dayOn(filters.schedule_date) }]),
  ];
  return (
    <section className={chip.quick} aria-label={t('assessments.filters')}>
      <div className={chip.line}>
        <SearchField text={search.search_text ?? ''} onText={onText} />
        <h2>
          <Button icon={IconAdjustmentsHorizontal} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {t('assessments.filters')}
          </Button>
        </h2>
        {chips.map(({ field, words }) => (
          <button
            key={field}
            type="button"
            className={chip.chip}
            aria-label={tableWords('filter.remove', { name: words })}
            onClick={() => set({ [field]: undefined })}
          >
            {words}
            <IconX size={14} />
          </button>
        ))}
        {chips.length > 0 && (
          <Button variant="subtle" onClick={() => onFilters({})}>
            {t('assessments.reset')}
          </Button>
        )}
      </div>
      <div id={id} className={styles.filters} hidden={!open}>
        {open && (
          <>
            {FIELDS.map((field) => (
              <LookupSelect
                key={field}
                label={t(WORDS[field])}
                lookup={LOOKUPS[field]}
                value={filters[field] ?? null}
                nothing={t('assessments.any')}
                onChange={(chosen) => set({ [field]: chosen ?? undefined })}
              />
            ))}
            <TextField
              label={t('assessments.scheduleDate')}
              type="date"
              value={filters.schedule_date ?? ''}
              onChange={({ target }) => set({ schedule_date: target.value === '' ? undefined : target.value })}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** What is in force, by the lists that it is chosen from. */
function useNames(filters: AssessmentFilters): (field: (typeof FIELDS)[number]) => string {
  const lists = useQueries({
    queries: FIELDS.map((field) => ({
      queryKey: ['choices', ...LOOKUPS[field].key],
      queryFn: ({ signal }: { signal: AbortSignal }) => LOOKUPS[field].load(signal),
      enabled: filters[field] !== undefined,
    })),
  });
  return (field) => lists[FIELDS.indexOf(field)]?.data?.find(({ id }) => id === filters[field])?.name ?? t(WORDS[field]);
}
