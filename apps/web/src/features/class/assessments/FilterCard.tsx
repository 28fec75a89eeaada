import { useId, useState } from 'react';
import { dayOn } from '../../../base/dates.ts';
import { FilterChip } from '../../../ui/data-table/FilterChip.tsx';
import { SearchField } from '../../../ui/data-table/SearchField.tsx';
import panel from '../../../ui/data-table/SearchPanel.module.css';
import { DateField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconAdjustmentsHorizontal } from '../../../ui/plain/icons.ts';
import styles from './Assessments.module.css';
import { classesOf, keptList, periods } from './calls.ts';
import { LookupField, useChoice } from './LookupField.tsx';
import { type AssessmentFilters, type AssessmentsSearch, filtersOf } from './search.ts';
import { t } from '../../../base/t.ts';

const LOOKUPS = { standard_id: keptList('/standard'), class_id: classesOf(null), level_id: keptList('/levels'), period_id: periods() };
const WORDS = {
  standard_id: 'assessments.standard',
  class_id: 'assessments.course',
  level_id: 'assessments.grade',
  period_id: 'assessments.period',
} as const;
const FIELDS = ['standard_id', 'class_id', 'level_id', 'period_id'] as const;

/**
 * Shows the filters of the list in one line. Each filter takes effect immediately, the quick search half a second after
 * the last key.
 */
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
  const set = (part: { [K in keyof AssessmentFilters]: AssessmentFilters[K] | undefined }) =>
    onFilters(Object.fromEntries(Object.entries({ ...filters, ...part }).filter(([, value]) => value !== undefined)));
  const { schedule_date } = filters;
  return (
    <section className={panel.quick} aria-label={t('assessments.filters')}>
      <div className={panel.line}>
        <SearchField text={search.search_text ?? ''} onText={onText} />
        <h2>
          <Button icon={IconAdjustmentsHorizontal} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            {t('assessments.filters')}
          </Button>
        </h2>
        {FIELDS.map((field) => {
          const chosen = filters[field];
          return chosen === undefined ? null : <FieldChip key={field} field={field} id={chosen} onRemove={() => set({ [field]: undefined })} />;
        })}
        {schedule_date !== undefined && <FilterChip words={dayOn(schedule_date)} onRemove={() => set({ schedule_date: undefined })} />}
        {Object.keys(filters).length > 0 && (
          <Button variant="subtle" onClick={() => onFilters({})}>
            {t('assessments.reset')}
          </Button>
        )}
      </div>
      <div id={id} className={styles.filters} hidden={!open}>
        {open && (
          <>
            {FIELDS.map((field) => (
              <LookupField
                key={field}
                label={t(WORDS[field])}
                lookup={LOOKUPS[field]}
                value={filters[field] ?? null}
                nothing={t('assessments.any')}
                onChange={(chosen) => set({ [field]: chosen ?? undefined })}
              />
            ))}
            <DateField
              label={t('assessments.scheduleDate')}
              value={filters.schedule_date ?? ''}
              onChange={({ target }) => set({ schedule_date: target.value === '' ? undefined : target.value })}
            />
          </>
        )}
      </div>
    </section>
  );
}

/** Shows an active filter with the name of its value. */
function FieldChip({ field, id, onRemove }: { field: (typeof FIELDS)[number]; id: number; onRemove: () => void }) {
  const words = useChoice(LOOKUPS[field], id)?.name ?? t(WORDS[field]);
  return <FilterChip words={words} onRemove={onRemove} />;
}
