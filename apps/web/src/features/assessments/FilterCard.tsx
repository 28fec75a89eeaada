import { useState } from 'react';
import { useIsMobile } from '../../app/use-media.ts';
import { SearchField } from '../../ui/data-table/SearchField.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { TextField } from '../../ui/plain/Field.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconAdjustmentsHorizontal, IconFilterOff } from '../../ui/plain/icons.ts';
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

/** What the list is narrowed to; each filter takes effect at once, the quick search half a second after the last key. */
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
  const mobile = useIsMobile();
  const [open, setOpen] = useState(false);
  const set = (part: { [K in keyof AssessmentFilters]: AssessmentFilters[K] | undefined }) =>
    onFilters(Object.fromEntries(Object.entries({ ...filters, ...part }).filter(([, value]) => value !== undefined)));
  const count = Object.keys(filters).length;
  return (
    <section className={styles.filters} aria-label={t('assessments.filters')}>
      <div className={styles.quick}>
        <SearchField text={search.search_text ?? ''} onText={onText} />
        {mobile && (
          <Button icon={IconAdjustmentsHorizontal} aria-expanded={open} onClick={() => setOpen(!open)}>
            {count > 0 ? `${t('assessments.filters')} (${count})` : t('assessments.filters')}
          </Button>
        )}
      </div>
      {(!mobile || open) && (
        <>
          {FIELDS.map((field) => (
            <LookupSelect
              key={field}
              label={t(WORDS[field])}
              lookup={LOOKUPS[field]}
              value={filters[field] ?? null}
              nothing={t('assessments.any')}
              onChange={(id) => set({ [field]: id ?? undefined })}
            />
          ))}
          <div className={styles.dateAndReset}>
            <TextField
              label={t('assessments.scheduleDate')}
              type="date"
              value={filters.schedule_date ?? ''}
              onChange={({ target }) => set({ schedule_date: target.value === '' ? undefined : target.value })}
            />
            <IconButton bordered icon={IconFilterOff} label={t('assessments.reset')} disabled={count === 0} onClick={() => onFilters({})} />
          </div>
        </>
      )}
    </section>
  );
}
