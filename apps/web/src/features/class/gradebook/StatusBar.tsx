import { sumWeights } from '@classwright/rules/grading/figures';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { connectionStore } from '../../../base/realtime.ts';
import type { Store } from '../../../base/store.ts';
import { useStore } from '../../../base/use-store.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconLoader2, IconLock } from '../../../ui/plain/icons.ts';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { IconCircleMinus, IconScale } from './icons.ts';
import { keepingStore } from '../grade-outbox/index.ts';
import { type Book, counts, countWithoutCategory } from './book.ts';
import type { CellMarks } from './cell-marks.ts';
import { isIn } from './columns.ts';
import { ColleaguesHere } from './colleagues/ColleaguesHere.tsx';
import type { Colleagues } from './colleagues/colleagues.ts';
import type { GradebookState } from './gradebook-state.ts';
import styles from './gradebook.module.css';
import type { Selected } from './selected.ts';
import { t } from '../../../base/t.ts';
import { pointsText } from './words.ts';

const NotSavedDialog = lazyScreen(() => import('./unsaved/NotSavedDialog.tsx'), 'NotSavedDialog');

interface StatusBarProps {
  grades: GradebookState;
  colleagues: Colleagues;
  marks: CellMarks;
  /** The positions of the focused cell. */
  active: { item: number; student: number } | null;
  /** Opens a work; undefined if works are not opened here. */
  onOpen: ((itemId: number, studentId: number) => void) | undefined;
  /** Opens the history of the focused cell; undefined if it may not be seen. */
  onHistory: (() => void) | undefined;
  selection: Store<Selected>;
  /** Opens the dialog to change or return grades; undefined if nothing can be changed. */
  onMany: ((dialog: 'act' | 'return') => void) | undefined;
  /** Prints the row of a student, by position; undefined if it is not printed here. */
  onPrint: ((student: number) => void) | undefined;
}

/** Shows the state of edits, the calculation of figures, and the available keys. */
export function StatusBar({ grades, colleagues, marks, active, onOpen, onHistory, selection, onMany, onPrint }: StatusBarProps) {
  useSyncExternalStore(grades.subscribe, grades.getVersion);
  const [isListing, setListing] = useState(false);
  const selected = useStore(selection);
  const { saved, saving, failed } = grades.counts();
  const changed = grades.countChangedSinceReturned();
  const keeping = useStore(keepingStore);
  // evaluated again with every grade that is typed, saved or lost, and with the connection
  useStore(connectionStore);
  const isKept = !navigator.onLine && keeping === 'device' && saving > 0;
  const book = grades.current;
  const cell = active && book.items[active.item] && book.students[active.student] ? active : null;
  const seen = cell && grades.seen(cell.item, cell.student);
  const student = selected?.kind === 'student' ? book.students.findIndex(({ id }) => id === selected.id) : (cell?.student ?? -1);
  return (
    <Row wrap size={13} tone="dimmed" className={styles.status}>
      {!book.isWhole && (
        <span>
          <IconLoader2 size={16} />
          {t('sheet.partly', { loaded: book.items.filter(({ isLoaded }) => isLoaded).length, count: book.items.length })}
        </span>
      )}
      {saved > 0 && (
        <span className={styles.saved}>
          <IconCheck size={16} />
          {t('sheet.saved', { count: saved })}
        </span>
      )}
      <span role="status">{isKept && t('sheet.kept', { count: saving })}</span>
      {saving > 0 && !isKept && (
        <span>
          <IconLoader2 size={16} />
          {t('sheet.saving', { count: saving })}
        </span>
      )}
      {keeping === 'memory' && saving + failed > 0 && (
        <span role="status">
          <IconInfoCircle size={16} />
          {t('sheet.keepsNothing')}
        </span>
      )}
      {failed > 0 && (
        <span className={styles.unsaved}>
          <IconAlertTriangle size={16} />
          <Button size="s" variant="subtle" onClick={() => setListing(true)}>
            {t('sheet.unsaved', { count: failed })}
          </Button>
        </span>
      )}
      {isListing && <NotSavedDialog grades={grades} onClose={() => setListing(false)} />}
      {changed > 0 && (
        <span className={styles.changed}>
          {t('sheet.changed', { count: changed })}
          {onMany && (
            <Button size="s" onClick={() => onMany('return')}>
              {t('sheet.return')}
            </Button>
          )}
        </span>
      )}
      {selected?.kind === 'cells' && onMany && (
        <span>
          {t('sheet.selected', { count: selected.items.length * selected.students.length })}
          <Button size="s" variant="subtle" onClick={() => onMany('act')}>
            {t('sheet.changeMany')}
            <kbd className={styles.key} aria-hidden>
              Ctrl Enter
            </kbd>
          </Button>
        </span>
      )}
      {seen && cell && (
        <>
          {onOpen && (
            <Button size="s" variant="subtle" onClick={() => onOpen(book.items[cell.item]!.id, book.students[cell.student]!.id)}>
              {t('sheet.openWork')}
              <kbd className={styles.key} aria-hidden>
                Shift F2
              </kbd>
            </Button>
          )}
          {onHistory && (
            <Button size="s" variant="subtle" onClick={onHistory}>
              {t('sheet.history')}
              <kbd className={styles.key} aria-hidden>
                F4
              </kbd>
            </Button>
          )}
          {seen.grade !== null && /[cn]/.test(seen.mark) && !seen.edit && (
            <span>
              <IconLock size={16} />
              {t('sheet.cell.locked')}
            </span>
          )}
        </>
      )}
      {onPrint && book.students[student] && (
        <Button size="s" variant="subtle" onClick={() => onPrint(student)}>
          {t('sheet.printStudent', { name: book.students[student].name })}
        </Button>
      )}
      {cell && marks.drawPanel(book.items[cell.item]!.id, book.students[cell.student]!.id)}
      <ColleaguesHere colleagues={colleagues} book={book} />
      <span className={styles.grow} />
      {listNotes(book).map(({ key, icon, words }) => (
        <span key={key}>
          {icon}
          {words}
        </span>
      ))}
      <span className={styles.keys} aria-hidden>
        <kbd className={styles.key}>Enter</kbd>
        {t('sheet.key.down')} <kbd className={styles.key}>Tab</kbd>
        {t('sheet.key.right')} <kbd className={styles.key}>Esc</kbd>
        {t('sheet.key.cancel')}
      </span>
    </Row>
  );
}

interface Note {
  key: string;
  icon: ReactNode;
  words: string;
}

/** Lists notes about how figures are calculated here. */
function listNotes(book: Book): Note[] {
  const { head, items } = book;
  const { calculation_type, categories, exclude_missing } = head.settings;
  const counted = items.filter(counts);
  const notes: (Note | false)[] = [];
  if (calculation_type === 'WEIGHTED_BY_CATEGORY') {
    const without = countWithoutCategory(book);
    const sum = sumWeights(categories.map(({ category_point }) => ({ point: category_point })));
    const list = categories.map(({ category_name, category_point }) => `${category_name} ${pointsText(category_point)}`).join(', ');
    notes.push(
      categories.length > 0 && { key: 'weights', icon: <IconScale size={16} />, words: t('sheet.weights', { list, sum: pointsText(sum) }) },
      without > 0 && { key: 'without', icon: <IconInfoCircle size={16} />, words: t('sheet.withoutCategory', { count: without }) },
    );
  }
  const outside = counted.filter(
    ({ periodDate }) => !head.periods.some(({ start_date, end_date }) => isIn({ start: start_date, end: end_date }, periodDate)),
  ).length;
  notes.push(
    head.periods.length > 0 && outside > 0 && { key: 'outside', icon: <IconInfoCircle size={16} />, words: t('sheet.outsidePeriods', { count: outside }) },
    exclude_missing && { key: 'missing', icon: <IconCircleMinus size={16} />, words: t('sheet.missingExcluded') },
  );
  return notes.filter((note) => note !== false);
}
