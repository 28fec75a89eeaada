import { type KeyboardEvent, useCallback, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { useEvent } from '../../../base/use-event.ts';
import { Segments, SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconChevronLeft, IconChevronRight } from '../../../ui/plain/icons.ts';
import type { CellValue, Student } from './book.ts';
import { isOnItsWay, type Opening } from './edits.ts';
import { ColleagueChip } from './colleagues/ColleagueMark.tsx';
import type { CellMarks } from './cell-marks.ts';
import type { Colleagues } from './colleagues/colleagues.ts';
import { giveUp } from './give-up.ts';
import type { GradebookState } from './gradebook-state.ts';
import styles from './gradebook.module.css';
import { newerGradeText, useNewerGrade } from './newer-grade.ts';
import type { Selected } from './selected.ts';
import { ItemCell, NoteMark } from './sheet/Cell.tsx';
import { NotLoaded } from './sheet/NotLoaded.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { t } from '../../../base/t.ts';
import { useLeaving } from './use-leaving.ts';
import type { Shown } from './use-rows.ts';
import { dueText, figureText, percentText, pointsText, valueText } from './words.ts';

const FigureWhy = lazyScreen(() => import('./why/FigureWhy.tsx'), 'FigureWhy');

interface OneByOneProps {
  grades: GradebookState;
  colleagues: Colleagues;
  marks: CellMarks;
  shown: Shown;
  isClosed: boolean;
  /** Opens a work; undefined if works are not opened here. */
  onOpen: ((itemId: number, studentId: number) => void) | undefined;
  /** Called when a student or an item is selected. */
  onSelect: (selected: Selected) => void;
  /** Called with the positions of the current item and student. */
  onActive: (at: { item: number | null; student: number | null }) => void;
}

/** Returns the name, marked if the student has left the class. */
const nameOf = ({ name, hasLeft }: Student): string => (hasLeft ? t('sheet.nameLeft', { name }) : name);

type By = 'student' | 'item';

/** The number of cells drawn initially: a class may have two thousand items. */
const PAGE = 60;

/** Calls `onSeen` whenever the element with this ref becomes visible. */
function useEnd(onSeen: () => void): (element: HTMLElement | null) => (() => void) | undefined {
  const seen = useEvent(onSeen);
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element || typeof IntersectionObserver === 'undefined') return undefined;
      const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && seen(), { rootMargin: '400px' });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [seen],
  );
}

/** Shows the gradebook on a phone: one student or one item at a time, with the same editing as in the sheet. */
export function OneByOne({ grades, colleagues, marks, shown, isClosed, onOpen, onSelect, onActive }: OneByOneProps) {
  const [by, setBy] = useState<By>('student');
  const [at, setAt] = useState(0);
  const { students, items } = grades.current;
  const list = by === 'student' ? shown.rows : shown.items;
  const place = Math.min(at, list.length - 1);
  const chosen = list[place]!;
  const name = by === 'student' ? (students[chosen] ? nameOf(students[chosen]) : '') : (items[chosen]?.title ?? '');
  const id = (by === 'student' ? students[chosen] : items[chosen])?.id;
  useEffect(() => {
    onSelect(id === undefined ? null : { kind: by, id });
    return () => onSelect(null);
  }, [by, id, onSelect]);
  useEffect(() => {
    if (chosen !== undefined) onActive(by === 'student' ? { item: null, student: chosen } : { item: chosen, student: null });
  }, [by, chosen, onActive]);
  const cells = by === 'student' ? shown.items.map((item) => ({ item, student: chosen })) : shown.rows.map((student) => ({ item: chosen, student }));
  // another student or item starts with the first cells again
  const [more, setMore] = useState({ of: chosen, count: PAGE });
  const drawn = more.of === chosen ? more.count : PAGE;
  const watchEnd = useEnd(() => setMore({ of: chosen, count: drawn + PAGE }));
  const go = (to: number) => setAt((to + list.length) % list.length);
  return (
    <section className={styles.one} aria-label={t('sheet.oneByOne')}>
      <Segments
        label={t('sheet.oneBy')}
        value={by}
        onChange={(next) => {
          setBy(next);
          setAt(0);
        }}
        segments={[
          { value: 'student', label: t('sheet.byStudent') },
          { value: 'item', label: t('sheet.byItem') },
        ]}
      />
      <div className={styles.walk}>
        <IconButton icon={IconChevronLeft} size="l" label={t('sheet.previous')} onClick={() => go(place - 1)} />
        <SelectField
          label={t(by === 'student' ? 'sheet.studentName' : 'sheet.item')}
          value={String(chosen)}
          onChange={({ target }) => setAt(list.indexOf(Number(target.value)))}
          options={list.map((one) => ({ value: String(one), label: by === 'student' ? nameOf(students[one]!) : items[one]!.title }))}
        />
        <IconButton icon={IconChevronRight} size="l" label={t('sheet.next')} onClick={() => go(place + 1)} />
      </div>
      <p role="status" className={styles.placeOf}>
        {t('sheet.placeOf', { name, place: place + 1, count: list.length })}
      </p>
      {by === 'student' ? <StudentFigures grades={grades} shown={shown} student={chosen} /> : <ItemFigure grades={grades} item={chosen} />}
      <ul className={styles.cells}>
        {cells.slice(0, drawn).map(({ item, student }, index) => (
          <OneCell
            key={`${items[item]!.id}.${students[student]!.id}`}
            {...{ grades, colleagues, marks, item, student, isClosed, onOpen }}
            onActive={(there) => {
              // Enter in the last field moves to the next one
              if (index === drawn - 1) setMore({ of: chosen, count: drawn + PAGE });
              onActive(there);
            }}
            title={by === 'student' ? items[item]!.title : nameOf(students[student]!)}
            sub={by === 'student' ? dueText(items[item]!) : ''}
          />
        ))}
        {cells.length > drawn && (
          <li ref={watchEnd} className={styles.moreCells}>
            <Button onClick={() => setMore({ of: chosen, count: drawn + PAGE })}>{t('sheet.showMore', { count: Math.min(PAGE, cells.length - drawn) })}</Button>
          </li>
        )}
      </ul>
    </section>
  );
}

function StudentFigures({ grades, shown, student }: { grades: GradebookState; shown: Shown; student: number }) {
  useRow(grades, student);
  const figures = grades.figuresOf(student);
  const [why, setWhy] = useState<{ period: number | null; figure: string } | null>(null);
  return (
    <>
      {why && <FigureWhy grades={grades} student={student} {...why} onClose={() => setWhy(null)} />}
      <dl className={styles.figures}>
        <div>
          <dt>{t('sheet.overall')}</dt>
          <dd>
            {figures ? percentText(figures.overall) : <NotLoaded />}
            {figures && <WhyButton figure={t('sheet.overall')} onPress={() => setWhy({ period: null, figure: t('sheet.overall') })} />}
          </dd>
        </div>
        {shown.columns.map(
          (column) =>
            column.kind === 'period' && (
              <div key={column.key}>
                <dt dir="auto">{column.period.name ?? t('sheet.mpg')}</dt>
                <dd>
                  {figures ? figureText(figures.periods[column.place] ?? null) : <NotLoaded />}
                  {figures && (
                    <WhyButton
                      figure={column.period.name ?? t('sheet.mpg')}
                      onPress={() => setWhy({ period: column.place, figure: column.period.name ?? t('sheet.mpg') })}
                    />
                  )}
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

function WhyButton({ figure, onPress }: { figure: string; onPress: () => void }) {
  return (
    <Button size="s" aria-label={t('why.buttonOf', { figure })} onClick={onPress}>
      {t('why.button')}
    </Button>
  );
}

function ItemFigure({ grades, item }: { grades: GradebookState; item: number }) {
  useSyncExternalStore(grades.subscribe, grades.getVersion);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('sheet.average')}</dt>
        <dd>{grades.current.items[item]?.isLoaded ? figureText(grades.itemAverage(item)) : <NotLoaded />}</dd>
      </div>
      <div>
        <dt>{t('sheet.dueDate')}</dt>
        <dd>{dueText(grades.current.items[item]!)}</dd>
      </div>
    </dl>
  );
}

function useRow(grades: GradebookState, student: number): void {
  const id = grades.current.students[student]?.id ?? 0;
  useSyncExternalStore(
    useCallback((listener: () => void) => grades.subscribeRow(id, listener), [grades, id]),
    () => grades.rowVersion(id),
  );
}

interface OneCellProps extends Pick<OneByOneProps, 'grades' | 'colleagues' | 'marks' | 'isClosed' | 'onOpen' | 'onActive'> {
  item: number;
  student: number;
  title: string;
  sub: string;
}

/** Shows one cell; Enter saves and moves to the next one. */
function OneCell({ grades, colleagues, marks, item, student, title, sub, isClosed, onOpen, onActive }: OneCellProps) {
  const id = useId();
  const work = grades.current.items[item]!;
  const person = grades.current.students[student]!;
  const [typed, setTyped] = useState<string | null>(null);
  const [opening, setOpening] = useState<Opening | null>(null);
  const newcomer = useNewerGrade(grades, person.id, opening);
  const seen = grades.seen(item, student);
  const { edit } = seen;
  const isWrong = edit !== undefined && !isOnItsWay(edit);
  // text typed before the class was archived is kept in its field
  const refusal = typed !== null || isWrong ? null : isClosed ? t('sheet.closed') : grades.refusalAt(item, student);
  const take = () => {
    if (typed !== null && opening) grades.type([{ itemId: work.id, studentId: person.id, typed, opening }]);
    setTyped(null);
    setOpening(null);
  };
  useLeaving(take, typed !== null);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      setTyped(null);
      setOpening(grades.open(item, student));
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // the question about a colleague's grade appears here
    const isAsked = typed !== null && newcomer !== null;
    take();
    if (isAsked) return;
    const fields = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])];
    fields[fields.indexOf(event.currentTarget) + 1]?.focus();
  };
  const words = (value: CellValue) => valueText(value) || t('sheet.nothing');
  return (
    <li className={styles.oneCell} data-wrong={isWrong || undefined}>
      <label htmlFor={id} className={styles.oneTitle}>
        <span dir="auto">{title}</span>
        {sub && <small>{sub}</small>}
        <ColleagueChip colleagues={colleagues} itemId={work.id} studentId={person.id} />
      </label>
      <span className={styles.oneState}>
        {seen.isLoaded ? <ItemCell item={work} seen={seen} now={grades.now()} differs={marks.differs(work.id, person.id)} /> : <NotLoaded />}
        {seen.hasNote && <NoteMark />}
      </span>
      {refusal === null ? (
        <span className={styles.oneField}>
          <input
            id={id}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            maxLength={40}
            value={typed ?? opening?.text ?? grades.typedAt(item, student)}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}e` : undefined}
            onFocus={({ target }) => {
              target.select();
              setOpening(grades.open(item, student));
              onActive({ item, student });
            }}
            onChange={({ target }) => {
              setTyped(target.value);
              setOpening(opening ?? grades.open(item, student));
            }}
            onBlur={take}
            onKeyDown={onKeyDown}
          />
          <small>{t('sheet.outOf', { points: pointsText(work.maxPoints ?? 0) })}</small>
        </span>
      ) : (
        <small className={styles.oneRefusal}>{refusal}</small>
      )}
      {onOpen && (
        <Button size="s" variant="link" className={styles.oneOpen} aria-label={t('sheet.openOf', { title })} onClick={() => onOpen(work.id, person.id)}>
          {t('sheet.open')}
        </Button>
      )}
      <small className={styles.oneMarks}>{marks.drawPanel(work.id, person.id)}</small>
      <div role="status" className={styles.oneArrived}>
        {newcomer && newerGradeText(colleagues, newcomer)}
      </div>
      {isWrong && (
        <div className={styles.oneProblem} id={`${id}e`}>
          <p role="alert">{edit.newer ? t('sheet.problem.newer', { by: edit.newer.by ?? t('sheet.somebody'), grade: words(edit.newer.value) }) : edit.cause}</p>
          {edit.value !== undefined && (
            <Button size="s" variant="filled" onClick={() => grades.retry(work.id, person.id)}>
              {edit.newer ? t('sheet.problem.keep', { grade: words(edit.value) }) : t('common.retry')}
            </Button>
          )}
          <Button size="s" onClick={() => giveUp(grades, work.id, person.id)}>
            {t(edit.newer ? 'sheet.problem.take' : 'sheet.problem.putBack', { grade: words(grades.baseValue(item, student)) })}
          </Button>
        </div>
      )}
    </li>
  );
}
