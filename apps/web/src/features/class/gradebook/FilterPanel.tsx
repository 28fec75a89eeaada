import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useIsNarrow } from '../../../base/use-media.ts';
import { ChoiceField, DateField, SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { classes } from '../../../ui/plain/classes.ts';
import { CheckField, TextField } from '../../../ui/plain/Field.tsx';
import { IconFilterOff } from './icons.ts';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import type { Course } from '../classes/index.ts';
import type { Book } from './book.ts';
import { classSource } from './calls.ts';
import type { Period } from './columns.ts';
import styles from './gradebook.module.css';
import { Picker } from './Picker.tsx';
import { ASSIGNMENT_STATUSES, GRADE_STATUSES, type GradebookSearch, NO_PERIOD } from './search.ts';
import { t } from '../../../base/t.ts';
import { gradebookDayOn } from '../../../base/special-dates.ts';

interface PanelProps {
  course: Course;
  book: Book;
  periods: readonly Period[];
  search: GradebookSearch;
  onSearch: (to: GradebookSearch) => void;
  onReset: () => void;
  onClose: () => void;
  /** The part at the end of the panel. */
  children: ReactNode;
}

/** Shows the filters of the sheet, which are in the address. */
export function FilterPanel({ course, book, periods, search, onSearch, onReset, onClose, children }: PanelProps) {
  const isNarrow = useIsNarrow();
  const set = (part: { [K in keyof GradebookSearch]?: GradebookSearch[K] | undefined }) => {
    const { ...next }: Record<string, unknown> = { ...search, ...part };
    for (const key of Object.keys(next)) if (next[key] === undefined) delete next[key];
    onSearch(next as GradebookSearch);
  };
  const any = { value: '', label: t('sheet.any') };
  return (
    <Row wrap gap={8} align="end" className={styles.filters} role="search" aria-label={t('sheet.filters')}>
      <ClassField course={course} search={search} />
      <PeriodField book={book} periods={periods} isSet={periods.length > 0} onChange={(marking_periods) => set({ marking_periods })} />
      <DueField dates={search.date_range} onChange={(date_range) => set({ date_range })} />
      <GradeRange key={`${search.grade_start}-${search.grade_end}`} search={search} onChange={set} />
      <span className={classes(styles.select, search.grade_status && styles.isSet)}>
        <SelectField
          label={t('sheet.gradeStatus')}
          value={search.grade_status ?? ''}
          onChange={({ target }) => set({ grade_status: GRADE_STATUSES.find((one) => one === target.value) })}
          options={[any, ...GRADE_STATUSES.map((value) => ({ value, label: t(`sheet.gradeStatus.${value}`) }))]}
        />
      </span>
      <span className={classes(styles.select, search.assignment_status && styles.isSet)}>
        <SelectField
          label={t('sheet.assignmentStatus')}
          value={search.assignment_status ?? ''}
          onChange={({ target }) => set({ assignment_status: ASSIGNMENT_STATUSES.find((one) => one === target.value) })}
          options={[any, ...ASSIGNMENT_STATUSES.map((value) => ({ value, label: t(`sheet.assignmentStatus.${value}`) }))]}
        />
      </span>
      <span className={classes(styles.select, search.category !== undefined && styles.isSet)}>
        <SelectField
          label={t('sheet.category')}
          value={search.category === undefined ? '' : String(search.category)}
          onChange={({ target }) => set({ category: target.value === '' ? undefined : Number(target.value) })}
          options={[
            any,
            ...book.head.settings.categories.map(({ category_id, category_name }) => ({ value: String(category_id), label: category_name })),
            { value: '0', label: t('sheet.noCategory') },
          ]}
        />
      </span>
      {(book.head.left_count > 0 || search.left) && (
        <CheckField label={t('sheet.left')} checked={search.left ?? false} onChange={({ target }) => set({ left: target.checked || undefined })} />
      )}
      <Button variant="link" icon={IconFilterOff} className={styles.reset} onClick={onReset}>
        {t('sheet.reset')}
      </Button>
      {isNarrow && (
        <Button className={styles.reset} aria-expanded onClick={onClose}>
          {t('common.close')}
        </Button>
      )}
      {children}
    </Row>
  );
}

/** Shows the choice of class; another class keeps only the periods. */
function ClassField({ course, search }: { course: Course; search: GradebookSearch }) {
  const navigate = useNavigate();
  return (
    <div className={styles.class}>
      <ChoiceField
        label={t('sheet.class')}
        value={[{ id: course.id, name: course.name }]}
        source={classSource}
        onChange={([chosen]) => {
          if (!chosen || chosen.id === course.id) return;
          const { marking_periods } = search;
          void navigate({ to: `/class-gradebook/${chosen.id}` as '/home', search: (marking_periods ? { marking_periods } : {}) as never });
        }}
      />
    </div>
  );
}

interface PeriodFieldProps {
  book: Book;
  periods: readonly Period[];
  isSet: boolean;
  onChange: (keys: string[]) => void;
}

function PeriodField({ book, periods, isSet, onChange }: PeriodFieldProps) {
  const nameOf = ({ name, start, end }: Period) => name ?? t('sheet.periodDays', { start: gradebookDayOn(start), end: gradebookDayOn(end) });
  const offered = book.head.periods.map(({ id, name, start_date, end_date }) => ({ key: String(id), name, start: start_date, end: end_date }));
  const others = periods.filter(({ key }) => !offered.some((one) => one.key === key));
  const chosen = periods.map(({ key }) => key);
  const toggle = (key: string) => {
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key];
    // in the order of the list
    const ordered = [...offered, ...others].map((one) => one.key).filter((one) => next.includes(one));
    onChange(ordered.length > 0 ? ordered : [NO_PERIOD]);
  };
  return (
    <Picker label={t('sheet.period')} text={periods.map(nameOf).join(', ') || t('sheet.any')} isSet={isSet}>
      {offered.length + others.length === 0 && <Text tone="dimmed">{t('sheet.noPeriods')}</Text>}
      {[...offered, ...others].map((period) => (
        <CheckField key={period.key} label={nameOf(period)} checked={chosen.includes(period.key)} onChange={() => toggle(period.key)} />
      ))}
    </Picker>
  );
}

function DueField({ dates, onChange }: { dates: readonly string[] | undefined; onChange: (dates: string[] | undefined) => void }) {
  const [from = '', to = ''] = dates ?? [];
  const set = (first: string, second: string) => {
    const days = [first, second].filter((day) => /^\d{4}-\d{2}-\d{2}$/.test(day));
    onChange(days.length > 0 ? [...new Set(days)].sort() : undefined);
  };
  const text =
    from === '' ? t('sheet.any') : to === '' ? gradebookDayOn(from) : t('sheet.periodDays', { start: gradebookDayOn(from), end: gradebookDayOn(to) });
  return (
    <Picker label={t('sheet.dueDate')} text={text} isSet={from !== ''}>
      <Stack gap={10}>
        <DateField label={t('sheet.dueFrom')} value={from} onChange={({ target }) => set(target.value, to)} />
        <DateField label={t('sheet.dueTo')} value={to} disabled={from === ''} onChange={({ target }) => set(from, target.value)} />
        <Button size="s" disabled={from === ''} onClick={() => onChange(undefined)}>
          {t('sheet.any')}
        </Button>
      </Stack>
    </Picker>
  );
}

const readPercent = (typed: string): number | undefined | null => {
  const text = typed.trim().replace('%', '').trim();
  if (text === '') return undefined;
  return /^\d{1,7}([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : null;
};

/** Shows a range in percent of an item's points, applied when the field loses focus or Enter is pressed. */
function GradeRange({
  search,
  onChange,
}: {
  search: GradebookSearch;
  onChange: (part: { grade_start: number | undefined; grade_end: number | undefined }) => void;
}) {
  const [from, setFrom] = useState(String(search.grade_start ?? ''));
  const [to, setTo] = useState(String(search.grade_end ?? ''));
  const [start, end] = [readPercent(from), readPercent(to)];
  const isReversed = typeof start === 'number' && typeof end === 'number' && start > end;
  const fault = start === null || end === null ? t('sheet.percentWrong') : isReversed ? t('sheet.gradesReversed') : undefined;
  const take = () => {
    if (fault !== undefined || start === null || end === null) return;
    if (start !== search.grade_start || end !== search.grade_end) onChange({ grade_start: start, grade_end: end });
  };
  const field = { inputMode: 'decimal', autoComplete: 'off', maxLength: 10, onBlur: take } as const;
  return (
    <Stack
      as="form"
      gap={5}
      className={classes(styles.range, (search.grade_start ?? search.grade_end) !== undefined && styles.isSet)}
      aria-label={t('sheet.gradeRange')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <Text as="span" size={12.5} weight={600} tone="dimmed" aria-hidden>
        {t('sheet.gradeRange')}
      </Text>
      <Row as="span" gap={4} className={styles.rangeFields}>
        <TextField
          {...field}
          label={t('sheet.gradeFrom')}
          value={from}
          placeholder="0"
          aria-invalid={fault !== undefined}
          onChange={({ target }) => setFrom(target.value)}
        />
        <span aria-hidden>–</span>
        <TextField {...field} label={t('sheet.gradeTo')} value={to} placeholder="100" onChange={({ target }) => setTo(target.value)} />
      </Row>
      <button type="submit" hidden aria-hidden tabIndex={-1} />
      {fault && (
        <Text as="span" role="alert" size={13} radius="md" className={styles.rangeFault}>
          {fault}
        </Text>
      )}
    </Stack>
  );
}
