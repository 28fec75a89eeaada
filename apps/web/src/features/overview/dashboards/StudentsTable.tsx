import { useState } from 'react';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { type AttendanceStudents, loadStudents, studentsKey } from './calls.ts';
import styles from './dashboards.module.css';
import type { Asked, Definition } from './definitions.ts';
import { t } from '../../../base/t.ts';
import { useListState } from './use-list-state.ts';
import { numberText } from './words.ts';

const PER_PAGE = 25;
type Student = AttendanceStudents['data'][number];
type Sort = 'name' | 'logged_in' | 'submitted_assessment' | 'engaged_in_session';

/** Shows the students of the attendance dashboard. The search is by name and does not enter the address. */
export function StudentsTable({ definition, asked, onView }: { definition: Definition; asked: Asked; onView: (id: number) => void }) {
  const [{ page = 1, search_text = '' }, setState] = useListState(asked);
  const [sorting, setSorting] = useState<{ column: Sort; direction: 'asc' | 'desc' }>({ column: 'name', direction: 'asc' });
  const query = { page, per_page: PER_PAGE, search: search_text, sort: sorting.column, direction: sorting.direction };
  const list = usePagedList([...studentsKey(definition), asked], query, (of, signal) => loadStudents({ ...asked, ...of }, signal));
  const first = list.data?.pagination.from ?? 1;
  const places = new Map(list.data?.data.map(({ id }, index) => [id, first + index]));
  return (
    <section className={styles.rows} aria-labelledby="dashboard-students">
      <h2 id="dashboard-students">{t('dashboards.students')}</h2>
      <DataTable
        caption={t('dashboards.students')}
        rowKey={({ id }) => id}
        list={list}
        state={{ page, search_text }}
        onState={setState}
        columns={columnsOf(places, onView)}
        sorting={{
          ...sorting,
          onSort: (column, direction) => {
            setSorting({ column: column as Sort, direction });
            setState({ search_text });
          },
        }}
        empty={
          <EmptyState compact title={t('dashboards.noStudents')}>
            {t('dashboards.noStudentsHint')}
          </EmptyState>
        }
      />
    </section>
  );
}

function columnsOf(places: ReadonlyMap<number, number>, onView: (id: number) => void): Column<Student>[] {
  const figure = (key: Exclude<Sort, 'name'>, header: string): Column<Student> => ({
    key,
    header,
    align: 'end',
    sortable: true,
    cell: (student) => numberText(student[key]),
  });
  return [
    { key: 'serial', header: t('dashboards.serial'), card: 'hidden', cell: ({ id }) => numberText(places.get(id)) },
    { key: 'name', header: t('dashboards.name'), heading: true, sortable: true, cell: ({ name }) => <span dir="auto">{name}</span> },
    figure('logged_in', t('dashboards.loggedIn')),
    figure('submitted_assessment', t('dashboards.submitted')),
    figure('engaged_in_session', t('dashboards.engaged')),
    {
      key: 'view',
      header: t('dashboards.view'),
      card: 'aside',
      cell: ({ id, name }) => (
        <Button size="s" aria-label={t('dashboards.viewOf', { name })} onClick={() => onView(id)}>
          {t('dashboards.view')}
        </Button>
      ),
    },
  ];
}
