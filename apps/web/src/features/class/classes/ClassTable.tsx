import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { keep, readKept } from '../../../base/storage.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, useFreshRows, usePagedList } from '../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconArchive, IconGridDots, IconTable } from '../../../ui/plain/icons.ts';
import type { Course } from './calls.ts';
import { ClassCards, useCards } from './ClassCards.tsx';
import { ClassDialogs } from './ClassDialogs.tsx';
import { type Act, archive, type CourseQuery, loadCourses, type Saved, unarchive } from './list-calls.ts';
import { RowActions, type RowMeans } from './RowActions.tsx';
import { type ClassesSearch, parseClassesSearch } from './search.ts';
import { t } from '../../../base/t.ts';

const KEY = 'courses';

interface ClassTableProps {
  type?: 'STUDENT';
  empty: ReactNode;
  /** The head above the classes, with a function that highlights a new class among them. */
  children: (point: (saved: Saved) => void) => ReactNode;
  /** The part below the classes, with the same function. */
  after?: (point: (saved: Saved) => void) => ReactNode;
}

/** Shows a person's classes with their actions, as cards or as a table. */
export function ClassTable({ type, empty, children, after }: ClassTableProps) {
  const { search, push, replace } = usePageSearch(parseClassesSearch);
  const shown = shownOf(search);
  const { page = 1, search_text = '', sort = 'name', direction = 'asc', archived = false } = shown;
  const query: CourseQuery = { page, name: search_text, sort, direction, state: archived ? 'ARCHIVED' : 'ACTIVE', ...(type && { type }) };
  const { list, isFresh, point, rows } = useFreshRows(usePagedList([KEY], query, loadCourses), query);
  const selection = useSelection(JSON.stringify([archived, search_text]));
  const changed = () => void Promise.all([queryClient.invalidateQueries({ queryKey: [KEY] }), queryClient.invalidateQueries({ queryKey: ['class'] })]);
  const onSaved = ({ course, message }: Saved) => {
    showSnack(message);
    point([course]);
    changed();
  };
  const { isBusy, refused, act } = useActs(() => {
    selection.clear();
    changed();
  });
  const means: RowMeans = {
    open: (dialog, id) => push({ ...shown, [dialog]: id }),
    archive: ({ id }) => act(archive, [id]),
    restore: ({ id }) => act(unarchive, [id]),
  };
  const isStaff = useUser().rights.includes('classes:manage') && type !== 'STUDENT';
  const all = list.data?.data ?? rows;
  const [view, setView] = useClassesView(list.data?.pagination.total);
  useCards(view === 'cards');
  return (
    <>
      {children(onSaved)}
      {refused.length > 0 && <RefusedRows words={t('classes.refused', { count: refused.length })} rows={refused} />}
      <DataTable
        caption={t(archived ? 'classes.archivedOnes' : 'classes.title')}
        rowKey={({ id }) => id}
        list={list}
        state={shown}
        onState={(to) => replace({ ...pick(shown), ...to })}
        sorting={{ column: sort, direction, onSort: (column, way) => replace({ ...shown, page: undefined, sort: column, direction: way } as ClassesSearch) }}
        selecting={
          isStaff && view === 'table'
            ? {
                of: selection,
                nameOf: ({ name }) => name,
                offersAll: false,
                actions: (
                  <Button size="s" icon={IconArchive} disabled={isBusy} onClick={() => act(archived ? unarchive : archive, [...selection.keys].map(Number))}>
                    {t(archived ? 'classes.act.restore' : 'classes.act.archive')}
                  </Button>
                ),
              }
            : undefined
        }
        isFresh={isFresh}
        renderOpen={({ id }, words, className) => (
          <Link to={`/class-details/${id}` as '/home'} className={className}>
            {words}
          </Link>
        )}
        columns={columnsOf(means, isStaff)}
        draw={view === 'cards' ? (shownRows) => <ClassCards rows={shownRows} means={means} isFresh={isFresh} /> : undefined}
        tools={
          <>
            <Button variant="subtle" icon={IconArchive} onClick={() => replace(archived ? {} : { archived: true })}>
              {t(archived ? 'classes.activeOnes' : 'classes.archivedOnes')}
            </Button>
            <Button
              variant="subtle"
              icon={view === 'cards' ? IconTable : IconGridDots}
              onClick={() => {
                selection.clear();
                setView(view === 'cards' ? 'table' : 'cards');
              }}
            >
              {t(view === 'cards' ? 'classes.asTable' : 'classes.asCards')}
            </Button>
          </>
        }
        empty={archived ? <EmptyState title={t('classes.none.archived')}>{t('classes.none.archivedHint')}</EmptyState> : empty}
      />
      {after?.(onSaved)}
      <ClassDialogs search={search} rows={all} onClose={() => replace(shown)} onSaved={onSaved} onChanged={changed} />
    </>
  );
}

function columnsOf(means: RowMeans, isStaff: boolean): Column<Course>[] {
  const column = (key: 'section' | 'room', header: string): Column<Course> => ({
    key,
    header,
    sortable: true,
    cell: ({ [key]: text }) => text && <bdi>{text}</bdi>,
  });
  return [
    {
      key: 'name',
      header: t('classes.column.name'),
      heading: true,
      sortable: true,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    column('section', t('classes.column.section')),
    column('room', t('classes.column.room')),
    ...(isStaff ? [{ key: 'code', header: t('classes.column.code'), nowrap: true, cell: ({ enrollmentCode }: Course) => <bdi>{enrollmentCode}</bdi> }] : []),
    { key: 'level_name', header: t('classes.column.level'), sortable: true, nowrap: true, cell: ({ level_name }) => level_name && <bdi>{level_name}</bdi> },
    {
      key: 'actions',
      header: t('classes.column.actions'),
      align: 'end',
      nowrap: true,
      card: 'bare',
      cell: (course) => <RowActions course={course} means={means} />,
    },
  ];
}

/** Returns the part of the address that selects the classes, without the dialogs. */
function shownOf({ page, search_text, sort, direction, archived }: ClassesSearch): ClassesSearch {
  return { ...(page && { page }), ...(search_text && { search_text }), ...(sort && { sort }), ...(direction && { direction }), ...(archived && { archived }) };
}
const pick = ({ sort, direction, archived }: ClassesSearch): ClassesSearch => shownOf({ sort, direction, archived });

/** Runs acts on classes, with an undo. `refused` are the classes that the last act did not change. */
function useActs(onDone: () => void): { isBusy: boolean; refused: ManyDone['refused']; act: (how: Act, ids: readonly number[]) => void } {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ManyDone['refused']>([]);
  const run = async (how: Act, ids: readonly number[]) => {
    setBusy(true);
    try {
      const done = await how.run(ids);
      const undo = async () => {
        const { message } = await how.undo(done.ids);
        onDone();
        return message;
      };
      setRefused(done.refused);
      if (done.ids.length > 0) showSnack(done.message, { undo });
      onDone();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, refused, act: (how, ids) => void run(how, ids) };
}

type ClassesView = 'cards' | 'table';

/** The most classes that begin as cards; a longer list begins as a table. */
const MOST_CARDS = 12;

/**
 * Returns how this person sees classes, and a function that changes and remembers it on the device. `total`: the number of
 * classes, which decides until the person has chosen; undefined while it is not known.
 */
function useClassesView(total: number | undefined): [ClassesView, (view: ClassesView) => void] {
  const { account_id, rights } = useUser();
  const key = `cw.classes.${account_id}`;
  const [chosen, setChosen] = useState(() => readKept('device', key));
  // people who create classes see those of everybody, of which the cards know nothing
  const usual = rights.includes('classes:create') || (total !== undefined && total > MOST_CARDS) ? 'table' : 'cards';
  return [
    chosen === 'cards' || chosen === 'table' ? chosen : usual,
    (view) => {
      keep('device', key, view);
      setChosen(view);
    },
  ];
}
