import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsNarrow } from '../../../base/use-media.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconAdjustmentsHorizontal } from '../../../ui/plain/icons.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { Row, Text } from '../../../ui/plain/layout/layout.tsx';
import type { Course } from '../classes/index.ts';
import type { Book } from './book.ts';
import type { Period } from './columns.ts';
import styles from './gradebook.module.css';
import type { GradebookSearch } from './search.ts';
import { t } from '../../../base/t.ts';
import type { Shown } from './use-rows.ts';

/** The panel loads when somebody opens it. */
const FilterPanel = lazyScreen(() => import('./FilterPanel.tsx'), 'FilterPanel');

interface FiltersProps {
  course: Course;
  book: Book;
  periods: readonly Period[];
  shown: Shown;
  search: GradebookSearch;
  onSearch: (to: GradebookSearch) => void;
  onReset: () => void;
}

/** Counts the filters that are set, apart from the class. */
const countSet = ({ marking_periods, date_range, grade_start, grade_end, grade_status, assignment_status, category, left }: GradebookSearch): number =>
  [marking_periods, date_range, grade_start ?? grade_end, grade_status, assignment_status, category, left].filter((one) => one !== undefined).length;

/** Shows the filters of the sheet, which are in the address. A button opens them, so that rows have the room. */
export function Filters({ course, book, periods, shown, search, onSearch, onReset }: FiltersProps) {
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const { items } = book;
  const students = book.students.filter(({ hasLeft }) => search.left || !hasLeft);
  const count = (
    <Text size={13} tone="dimmed" className={styles.count} role="status">
      {shown.isWaiting
        ? t('sheet.stillLoading')
        : t('sheet.shownOf', { students: t('sheet.students', { count: shown.rows.length }), shown: shown.items.length, items: items.length })}
      {!shown.isWaiting && shown.rows.length < students.length && <span className="visually-hidden"> {t('sheet.ofStudents', { count: students.length })}</span>}
    </Text>
  );
  const line = (
    <Row gap={12} justify="between" className={styles.filterLine}>
      {!isNarrow && count}
      <Button icon={IconAdjustmentsHorizontal} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {countSet(search) > 0 ? t('sheet.filtersSet', { count: countSet(search) }) : t('sheet.filters')}
      </Button>
      {isNarrow && count}
    </Row>
  );
  return (
    <>
      {isNarrow ? !isOpen && line : <InTabLine>{line}</InTabLine>}
      {isOpen && (
        <FilterPanel {...{ course, book, periods, search, onSearch, onReset }} onClose={() => setOpen(false)}>
          {isNarrow && count}
        </FilterPanel>
      )}
    </>
  );
}

/** Draws something at the end of the line with the class's tabs. */
function InTabLine({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Element | null>(null);
  useLayoutEffect(() => setPlace(document.querySelector('[data-class-tools]')), []);
  return place && createPortal(children, place);
}
