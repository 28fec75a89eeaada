import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { GradeActView } from '@classwright/contract/class/gradebook/acts';
import { useEffect, useState } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import styles from '../acts/acts.module.css';
import { loadHistory } from '../acts/calls.ts';
import { Changes, type ChangesProps, type Heads } from '../acts/Changes.tsx';
import type { NamedItem, NamedStudent } from '../acts/scope.ts';
import { ScopeSelects } from '../acts/ScopeSelects.tsx';
import { t } from '../../../../base/t.ts';
import { pointsText } from '../numbers.ts';

interface HistoryDialogProps {
  courseId: number;
  items: readonly NamedItem[];
  students: readonly (NamedStudent & { hasLeft: boolean })[];
  /** The item to show first; undefined for the whole class. */
  itemId?: number | undefined;
  studentId?: number | undefined;
  /** Undoes an act; undefined when nothing can be changed. */
  onUndo: ((actId: number) => Promise<unknown>) | undefined;
  onClose: () => void;
}

const KINDS = ['edit', 'paste', 'fill', 'add', 'scale', 'at-least', 'late', 'lesson', 'excuse', 'clear', 'import', 'return', 'unreturn', 'undo'] as const;

const headsOf = (): readonly [Heads, Heads] => [
  { old: t('acts.old'), new: t('acts.new') },
  { old: t('acts.sawBefore'), new: t('acts.sawAfter') },
];

/** Returns the text of an act. `undone`: the act that it undoes, if known here. */
function wordsOf({ kind, points }: GradeActView, undone: GradeActView | undefined): string {
  const inWords = (value: number | null) => (value === null ? '–' : pointsText(value));
  // The old value comes before the new one in right-to-left text too.
  if (points) return t('acts.kind.points', { title: points.title, from: inWords(points.from), to: inWords(points.to) });
  const known = KINDS.find((one) => one === kind);
  if (!known) return kind;
  if (known === 'undo' && undone) return undone.kind === 'undo' ? t('acts.kind.redo') : t('acts.kind.undoOf', { act: wordsOf(undone, undefined) });
  return t(`acts.kind.${known}`);
}

const withoutThese = <One extends { id: number }>(all: readonly One[], these: readonly { id: number }[]): One[] => {
  const known = new Set(these.map(({ id }) => id));
  return all.filter(({ id }) => !known.has(id));
};

/** Shows the grade changes of a class, a student, an item or a cell. Each act shows its grades and can be undone. */
export function HistoryDialog({ courseId, items, students, itemId, studentId, onUndo, onClose }: HistoryDialogProps) {
  const [item, setItem] = useState(itemId === undefined ? 'all' : String(itemId));
  const [student, setStudent] = useState(studentId === undefined ? 'all' : String(studentId));
  const narrow = { class: courseId, ...(item !== 'all' && { course_work_id: Number(item) }), ...(student !== 'all' && { account_id: Number(student) }) };
  const list = useInfiniteQuery({
    queryKey: ['class', courseId, 'gradebook-history', item, student],
    queryFn: ({ pageParam, signal }) => loadHistory({ ...narrow, ...(pageParam !== null && { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before }) => next_before,
  });
  const newest = list.data?.pages[0]?.former;
  const [former, setFormer] = useState(newest);
  // The selected options stay in the list while their history is loading.
  useEffect(() => {
    if (newest) setFormer(newest);
  }, [newest]);
  const acts = list.data?.pages.flatMap((page) => page.acts.map((act) => ({ act, shown: toShown(page, act.id) }))) ?? [];
  const isCell = item !== 'all' && student !== 'all';
  return (
    <Dialog opened onClose={onClose} width={680} shape="full" title={t('acts.history')} footer={<Button onClick={onClose}>{t('common.close')}</Button>}>
      <div className={styles.filters}>
        <ScopeSelects
          {...{ item, student }}
          items={[...items, ...withoutThese(former?.items ?? [], items).map(({ id, title }) => ({ id, title: t('acts.archivedItem', { title }) }))]}
          students={[
            ...students.map(({ id, name, hasLeft }) => ({ id, name: hasLeft ? t('acts.leftStudent', { name }) : name })),
            ...withoutThese(former?.students.map(({ account_id: id, name }) => ({ id, name })) ?? [], students).map(({ id, name }) => ({
              id,
              name: t('acts.leftStudent', { name }),
            })),
          ]}
          onChange={(to) => {
            if (to.item !== undefined) setItem(to.item);
            if (to.student !== undefined) setStudent(to.student);
          }}
        />
      </div>
      {!list.data ? (
        list.error ? (
          <LoadFailed error={list.error} pending={list.isFetching} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonText lines={6} />
        )
      ) : acts.length === 0 ? (
        <EmptyState compact title={t('acts.historyNone')} />
      ) : (
        <ol className={styles.acts}>
          {acts.map(({ act, shown }) => (
            <Act
              key={act.id}
              act={act}
              undone={acts.find((other) => other.act.id === act.undoes)?.act}
              courseId={courseId}
              known={shown}
              isCell={isCell}
              onUndo={onUndo && (() => onUndo(act.id).then(() => list.refetch()))}
            />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('acts.earlier')}
        </Button>
      )}
    </Dialog>
  );
}

type Page = Awaited<ReturnType<typeof loadHistory>>;

/** The changes of one act with the names of its items and students. */
type Shown = Pick<ChangesProps, 'changes' | 'items' | 'students'>;

/** Returns the changes of one act from a page, or null if the page has none. */
function toShown({ changes, items, students }: Page, actId: number): Shown | null {
  if (!changes) return null;
  const first = changes.act_id.indexOf(actId);
  const last = changes.act_id.lastIndexOf(actId) + 1;
  const of = <Value,>(column: readonly Value[]): Value[] => (first < 0 ? [] : column.slice(first, last));
  return {
    changes: {
      course_work_id: of(changes.course_work_id),
      account_id: of(changes.account_id),
      from: of(changes.from),
      to: of(changes.to),
      returned_from: of(changes.returned_from),
      returned_to: of(changes.returned_to),
    },
    items,
    students: students.map(({ account_id, name }) => ({ id: account_id, name })),
  };
}

const gradeText = (value: number | 'EX' | null): string => (value === null ? '–' : value === 'EX' ? 'EX' : pointsText(value));

/** Describes an act: the item and student by name or by number, and for a single grade the old and new value. */
function About({ about, kind, count }: { about: GradeActView['about']; kind: string; count: number }) {
  if (!about) return kind === 'points' ? null : ` · ${t('acts.actCells', { count })}`;
  const { item, student, grade } = about;
  const isReturn = kind === 'return' || kind === 'unreturn';
  const [from, to] = grade ? (isReturn ? [grade.returned_from, grade.returned_to] : [grade.from, grade.to]) : [null, null];
  return (
    <span>
      {' · '}
      <bdi>{student ? student.name : t('acts.countStudents', { count: about.student_count })}</bdi>
      {', '}
      <bdi>{item ? item.title : t('acts.countItems', { count: about.item_count })}</bdi>
      {grade && (
        <>
          {': '}
          <bdi dir="ltr">
            {gradeText(from)} → {gradeText(to)}
          </bdi>
        </>
      )}
    </span>
  );
}

interface ActProps {
  act: GradeActView;
  undone: GradeActView | undefined;
  courseId: number;
  /** The act's changes within the current view; null if they have to be requested. */
  known: Shown | null;
  /** True when the history of a single grade is shown. */
  isCell: boolean;
  onUndo: (() => Promise<unknown>) | undefined;
}

function Act({ act, undone, courseId, known, isCell, onUndo }: ActProps) {
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || isCell;
  const [isUndoing, setUndoing] = useState(false);
  const { id, at, by, note, cell_count: count } = act;
  const asked = useQuery({
    queryKey: ['class', courseId, 'gradebook-history', 'act', id],
    queryFn: ({ signal }) => loadHistory({ class: courseId, act_id: id }, signal),
    enabled: isOpen && known === null,
  });
  const shown = known ?? (asked.data ? toShown(asked.data, id) : null);
  const undo = () => {
    setUndoing(true);
    void onUndo?.().finally(() => setUndoing(false));
  };
  const words = wordsOf(act, undone);
  return (
    <li>
      <div className={styles.act}>
        <span className={styles.words}>
          <strong dir="auto">{words}</strong>
          {!isCell && <About about={act.about} kind={act.kind} count={count} />}
          {note !== '' && (
            <span>
              {' · '}
              <bdi>{note}</bdi>
            </span>
          )}
          <small>
            {momentOf(at)} · <bdi>{by?.name ?? t('acts.somebody')}</bdi>
            {act.undone_by !== null && ` · ${t('acts.undone')}`}
          </small>
        </span>
        {act.points === null && !isCell && (
          <Button size="s" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
            {isOpen ? t('acts.hide') : t('acts.show')}
          </Button>
        )}
        {onUndo && act.can_undo && (
          <Button size="s" pending={isUndoing} onClick={undo}>
            {t('common.undo')}
          </Button>
        )}
      </div>
      {isOpen &&
        act.points === null &&
        (shown ? (
          <Changes caption={words} {...shown} heads={headsOf()} isCell={isCell} hidesCaption />
        ) : asked.error ? (
          <LoadFailed error={asked.error} pending={asked.isFetching} onRetry={() => void asked.refetch()} />
        ) : (
          <SkeletonText lines={2} />
        ))}
    </li>
  );
}
