import { useChunk } from '../../../base/use-chunk.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '../../../base/api-error.ts';
import { randomId } from '../../../base/random-id.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { createStore, type Store } from '../../../base/store.ts';
import { useEvent } from '../../../base/use-event.ts';
import { useIsNarrow } from '../../../base/use-media.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconReload } from '../../../ui/plain/icons.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import type { Course } from '../classes/index.ts';
import { WorkDialog } from '../submissions/index.ts';
import type { Acts, Undone } from './acts-done.ts';
import { type CellMarks, NO_CELL_MARKS } from './cell-marks.ts';
import { NOWHERE, type Spot } from './colleagues/colleagues.ts';
import { useColleagues } from './colleagues/use-colleagues.ts';
import { bookKey, undoAct } from './calls.ts';
import { Filters } from './Filters.tsx';
import type { GradebookState } from './gradebook-state.ts';
import styles from './gradebook.module.css';
import { Loading } from './Loading.tsx';
import { ManyGrades } from './ManyGrades.tsx';
import { type GradebookSearch, parseGradebookSearch, without, withoutFilters } from './search.ts';
import type { Selected } from './selected.ts';
import type { SavedAnswer } from '../grade-outbox/index.ts';
import { Sheet } from './sheet/Sheet.tsx';
import { StatusBar } from './StatusBar.tsx';
import { t } from '../../../base/t.ts';
import { useGradebook } from './use-gradebook.ts';
import { canSort, sortingOf, useIsWhole, useShown, useWithoutCategory } from './use-rows.ts';

/** The view for phones. */
const OneByOne = lazyScreen(() => import('./OneByOne.tsx'), 'OneByOne');
const GradeSettingsDialog = lazyScreen(() => import('../classwork/index.ts'), 'GradeSettingsDialog');

/** The sheet for printing loads after the screen. */
const loadPaper = () => import('./GradebookPaper.tsx');

/** Shows a class's gradebook: its filters, the sheet, and the results of edits. */
export function Gradebook({ course, acts, marks }: { course: Course; acts: Acts; marks: CellMarks }) {
  const { search, push, replace } = usePageSearch(parseGradebookSearch);
  const { rights } = useUser();
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const [selection] = useState(() => createStore<Selected>(null));
  const saying = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isShown = useRef(false); // grades are saved after the page was left, too
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      clearTimeout(saying.current);
    };
  }, []);
  const say = useEvent((words: string) => {
    if (!isShown.current) return;
    // a repeated message is announced again
    setSaid('');
    clearTimeout(saying.current);
    saying.current = setTimeout(() => setSaid(words), 50);
  });
  const onSaved = useEvent(({ act_id, act_ids, refused_count }: SavedAnswer) => {
    for (const id of act_ids) acts.add(id);
    say([act_id !== null ? t('sheet.updated') : '', refused_count > 0 ? t('sheet.notSaved', { count: refused_count }) : ''].join(' ').trim());
  });
  const { grades, sender, periods, error, isFetching, refetch } = useGradebook(course.id, search, onSaved);
  const isWhole = useIsWhole(grades);
  const withoutCategory = useWithoutCategory(grades);
  const wasPart = useRef(false);
  useEffect(() => {
    if (!grades) return;
    if (!isWhole) say(t('sheet.stillLoading'));
    else if (wasPart.current) say(t('sheet.allLoaded'));
    wasPart.current = !isWhole;
  }, [grades, isWhole, say]);
  const undo = useEvent(async (actId: number): Promise<Undone | 'again' | null> => {
    try {
      const { act_id, count, saved, refused, refused_count } = await undoAct(actId, randomId());
      grades?.take(saved);
      grades?.take(refused.flatMap(({ newer }) => newer ?? []));
      if (count > saved.length) void refetch();
      return { actId: act_id, left: refused_count };
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
      return isApiError(failure) && failure.isTransient ? 'again' : null;
    }
  });
  const report = useEvent((count: number, left: number) => {
    say(t('sheet.undone', { count }));
    if (left > 0) showSnack(t('sheet.undoneWithout', { count: left }), { color: 'amber', timeout: 10_000 });
  });
  /** Undoes an act of the history, which may be from another page. */
  const undoOf = async (actId: number): Promise<void> => {
    const back = await undo(actId);
    if (back === null || back === 'again') return;
    acts.forget(actId);
    acts.add(back.actId);
    report(1, back.left);
  };
  useEffect(
    () => (grades && sender ? acts.serve({ undoAct: undo, report, settle: sender.flush, dropNewest: () => grades.dropNewest() > 0 }) : undefined),
    [acts, grades, sender, undo, report],
  );
  if (!grades) return error && !isFetching ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <>
      {error && !isFetching && (
        <div className={styles.notice}>
          <Notice
            hue="amber"
            action={
              <Button size="s" icon={IconReload} onClick={() => void refetch()}>
                {t('common.retry')}
              </Button>
            }
          >
            {t(isWhole ? 'sheet.stale' : 'sheet.partial', { cause: errorText(error) })}
          </Notice>
        </div>
      )}
      {isFetching && !isWhole && (search.dialog === 'act' || search.dialog === 'return') && <Waiting />}
      <Shown {...{ course, grades, search, periods, acts, say, selection, isFetching, marks }} onSearch={replace} onPush={push} />
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {search.setting && rights.includes('grade-settings:view') && (
        <GradeSettingsDialog
          courseId={course.id}
          mayEdit={rights.includes('grade-settings:edit') && !course.is_archived}
          withoutCategory={withoutCategory}
          renderOffer={marks.drawOffer}
          onClose={() => replace((before) => without(before, 'setting'))}
          onSaved={() => void client.invalidateQueries({ queryKey: ['class', course.id] })}
        />
      )}
      {search.dialog && (isWhole || search.dialog === 'history') && (
        <ManyGrades
          courseId={course.id}
          grades={grades}
          search={{ ...search, dialog: search.dialog }}
          selection={selection}
          mayEdit={rights.includes('submissions:edit') && !course.is_archived}
          settle={async () => sender?.flush()}
          onDone={(actId, words) => {
            acts.add(actId);
            showSnack(words);
            void refetch();
          }}
          onUndo={undoOf}
          onClose={() => replace((before) => without(before, 'dialog', 'item', 'student'))}
        />
      )}
      {search.work !== undefined && (
        <WorkDialog
          key={search.work}
          courseId={course.id}
          workId={search.work}
          seen={{ ...(search.tab && { tab: search.tab }), ...(search.student !== undefined && { student: search.student }) }}
          onSee={({ tab, student }) =>
            replace((before) => ({
              ...without(before, 'tab', 'student'),
              ...(tab && tab !== 'work' && tab !== 'summary' && { tab }),
              ...(student !== undefined && { student }),
            }))
          }
          onClose={() => {
            replace((before) => without(before, 'work', 'tab', 'student'));
            void client.invalidateQueries({ queryKey: bookKey(course.id) });
          }}
        />
      )}
    </>
  );
}

const nothing = () => undefined;
/** The what-if mode, loaded when it starts. */
const WhatIf = lazyScreen(() => import('./what-if/WhatIf.tsx'), 'WhatIf');

interface ShownProps {
  course: Course;
  grades: GradebookState;
  periods: ReturnType<typeof useGradebook>['periods'];
  search: GradebookSearch;
  onSearch: (to: GradebookSearch) => void;
  onPush: (to: GradebookSearch) => void;
  acts: Acts;
  say: (words: string) => void;
  selection: Store<Selected>;
  isFetching: boolean;
  marks: CellMarks;
}

/** Shows that a requested view waits until the whole gradebook is loaded. */
function Waiting() {
  return (
    <div className={styles.notice}>
      <Notice hue="blue">{t('sheet.waitsForAll')}</Notice>
    </div>
  );
}

function Shown({ course, grades, periods, search, onSearch, onPush, acts, say, selection, isFetching, marks }: ShownProps) {
  const paper = useChunk(loadPaper);
  const [printed, setPrinted] = useState<number | null>(null);
  const isNarrow = useIsNarrow();
  const { rights } = useUser();
  const shown = useShown(grades, search);
  const [at, setAt] = useState<Spot>(NOWHERE);
  const { students, items } = grades.current;
  const active = at.item !== null && at.student !== null ? { item: at.item, student: at.student } : null;
  // what-if grades are not shown to colleagues
  const spot = search.what_if ? NOWHERE : { item: items[at.item ?? -1]?.id ?? null, student: students[at.student ?? -1]?.id ?? null };
  const colleagues = useColleagues(course.id, spot);
  const sorting = sortingOf(search);
  const sort = useEvent((key: string) => {
    if (!canSort(grades, key)) return say(t('sheet.stillLoading'));
    const isDescending = sorting.key === key && !sorting.isDescending;
    onSearch({ ...without(search, 'sort', 'direction'), ...(key !== 'name' && { sort: key }), ...(isDescending && { direction: 'desc' as const }) });
  });
  const open = useEvent((work: number, student: number | null) => onPush({ ...search, work, ...(student !== null && { student }) }));
  const mayReturn = !course.is_archived && rights.includes('submissions:edit');
  const openMany = useEvent((dialog: NonNullable<GradebookSearch['dialog']>) => {
    if (!rights.includes('submissions:view') || (dialog !== 'history' && !mayReturn)) return;
    const at = dialog === 'history' && active && { item: grades.current.items[active.item]!.id, student: grades.current.students[active.student]!.id };
    onPush({ ...search, dialog, ...at });
  });
  const onReset = useEvent(() => onSearch(withoutFilters(search)));
  const printStudent = useEvent((student: number) => {
    flushSync(() => setPrinted(student));
    addEventListener('afterprint', () => setPrinted(null), { once: true });
    print();
  });
  const isEmpty = shown.rows.length === 0 || (shown.items.length === 0 && items.length > 0);
  /** Shows the grades, real or what-if; the latter can only be viewed and typed over, without links to elsewhere. */
  const view = (state: GradebookState, isReal: boolean) => (
    <div data-grades>
      {isNarrow ? (
        <OneByOne
          grades={state}
          colleagues={colleagues}
          marks={isReal ? marks : NO_CELL_MARKS}
          shown={shown}
          isClosed={isReal && course.is_archived}
          onOpen={isReal ? open : undefined}
          onSelect={selection.set}
          onActive={setAt}
        />
      ) : (
        <Sheet
          label={t('sheet.label', { course: course.name })}
          state={state}
          colleagues={colleagues}
          marks={isReal ? marks : NO_CELL_MARKS}
          columns={shown.columns}
          rows={shown.rows}
          sorting={sorting}
          onSort={sort}
          filters={search}
          isClosed={isReal && course.is_archived}
          say={say}
          onUndo={isReal ? acts.undo : nothing}
          onRedo={isReal ? acts.redo : nothing}
          onOpen={isReal ? open : nothing}
          onActive={setAt}
          onSelect={selection.set}
          onMany={isReal ? openMany : nothing}
        />
      )}
      <StatusBar
        grades={state}
        colleagues={colleagues}
        marks={isReal ? marks : NO_CELL_MARKS}
        active={isNarrow ? null : active}
        onOpen={isReal ? open : undefined}
        onHistory={isReal && rights.includes('submissions:view') ? () => openMany('history') : undefined}
        selection={selection}
        onMany={isReal && mayReturn ? openMany : undefined}
        onPrint={isReal && paper ? printStudent : undefined}
      />
    </div>
  );
  return (
    <>
      <Filters course={course} book={grades.current} periods={periods} shown={shown} search={search} onSearch={onSearch} onReset={onReset} />
      {students.length === 0 ? (
        <EmptyState title={t('sheet.noStudents')}>{t('sheet.noStudentsHint')}</EmptyState>
      ) : items.length === 0 ? (
        <EmptyState title={t('sheet.noItems')}>{t('sheet.noItemsHint')}</EmptyState>
      ) : shown.isWaiting ? (
        isFetching && (
          <>
            <Waiting />
            <Loading />
          </>
        )
      ) : isEmpty ? (
        <EmptyState title={t('sheet.nothingFound')} action={<Button onClick={onReset}>{t('sheet.reset')}</Button>} figure={false}>
          {t('sheet.nothingFoundHint')}
        </EmptyState>
      ) : search.what_if ? (
        <WhatIf grades={grades} onEnd={() => onSearch(without(search, 'what_if'))}>
          {(tried) => view(tried, false)}
        </WhatIf>
      ) : (
        view(grades, true)
      )}
      {paper && !shown.isWaiting && !isEmpty && <paper.GradebookPaper course={course} grades={grades} shown={shown} student={printed} />}
    </>
  );
}

/** Shows the specified error message, with the cause. */
function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={t('sheet.failed')}
        figure={false}
        action={
          <Button icon={IconReload} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      >
        {errorText(error, t('common.loadFailed'))}
      </EmptyState>
    </div>
  );
}
