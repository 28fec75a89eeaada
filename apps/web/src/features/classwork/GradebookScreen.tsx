import { useQueryClient } from '@tanstack/react-query';
import { dayOn } from '../../base/dates.ts';
import { usePageSearch } from '../../base/use-page-search.ts';
import { useUser } from '../../base/use-user.ts';
import { type Column, DataTable, usePagedList } from '../../ui/data-table/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { IconSettings } from '../../ui/plain/icons.ts';
import { lazyScreen } from '../../ui/plain/lazy-screen.tsx';
import { NotFound } from '../../ui/plain/NotFound.tsx';
import { ClassFrame, type Course } from '../classes/index.ts';
import { listWorks, type WorkRow, workKey } from './calls.ts';
import styles from './classwork.module.css';
import { countColumns, countOf } from './columns.tsx';
import { parseGradebookSearch } from './search.ts';
import { t } from './t.ts';
import { toDay } from './work-dates.ts';

const GradeSettingsDialog = lazyScreen(() => import('./GradeSettingsDialog.tsx'), 'GradeSettingsDialog');

/** The Gradebook tab of a class: its items, how many handed in and are graded, and how grades are reckoned. */
export function GradebookScreen() {
  return <ClassFrame tab="gradebook">{(course) => (course.standing === 'staff' ? <Items course={course} /> : <NotFound />)}</ClassFrame>;
}

function Items({ course }: { course: Course }) {
  const { search, push, replace } = usePageSearch(parseGradebookSearch);
  const { rights } = useUser();
  const client = useQueryClient();
  const { page = 1, search_text, setting } = search;
  const list = usePagedList([...workKey(course.id), 'items'], { page, search_text }, (query, signal) => listWorks(course.id, query, signal));
  const state = { ...(page > 1 && { page }), ...(search_text !== undefined && { search_text }) };
  return (
    <>
      <div className={styles.head}>
        <h2>{t('gradebook.items')}</h2>
        {rights.includes('grade-settings:view') && (
          <Button icon={IconSettings} onClick={() => push({ ...state, setting: true })}>
            {t('gradebook.setting')}
          </Button>
        )}
      </div>
      <DataTable
        caption={t('gradebook.items')}
        rowKey={({ id }) => id}
        list={list}
        pageLinks={10}
        state={{ page, ...(search_text !== undefined && { search_text }) }}
        onState={replace}
        columns={columns}
        empty={<EmptyState title={t('gradebook.none')}>{t('gradebook.noneHint')}</EmptyState>}
      />
      {setting && rights.includes('grade-settings:view') && (
        <GradeSettingsDialog
          courseId={course.id}
          mayEdit={rights.includes('grade-settings:edit') && !course.is_archived}
          onClose={() => replace(state)}
          onSaved={() => void client.invalidateQueries({ queryKey: ['class', course.id] })}
        />
      )}
    </>
  );
}

const columns: Column<WorkRow>[] = [
  { key: 'title', header: t('work.column.title'), heading: true, cell: ({ title }) => <span dir="auto">{title}</span> },
  { key: 'due', header: t('gradebook.due'), nowrap: true, cell: ({ dueDate }) => (dueDate ? dayOn(toDay(dueDate)) : t('work.noDueDate')) },
  { key: 'category', header: t('gradebook.category'), cell: ({ category }) => category && <span dir="auto">{category.category_name}</span> },
  { key: 'points', header: t('gradebook.points'), align: 'end', nowrap: true, cell: ({ maxPoints }) => maxPoints ?? t('work.nobody') },
  ...countColumns,
  { key: 'graded', header: t('gradebook.graded'), align: 'end', nowrap: true, card: 'hidden', cell: (row) => countOf(row, row.graded_count) },
];
