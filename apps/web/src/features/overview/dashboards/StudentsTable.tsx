import { useState } from 'react';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { type AttendanceStudents, downloadRows, loadStudents, studentsKey } from './calls.ts';
import styles from './dashboards.module.css';
import type { Asked, Definition } from './definitions.ts';
import { Presence, PresenceKey } from './Presence.tsx';
import { t } from '../../../base/t.ts';
import { useListState } from './use-list-state.ts';
import { numberText } from './words.ts';

const PER_PAGE = 25;
type Student = AttendanceStudents['data'][number];
type Sort = 'name' | 'share' | 'logged_in' | 'submitted_assessment' | 'engaged_in_session';

/** Shows the students of the attendance dashboard. The search is by name and does not enter the address. */
export function StudentsTable({
  definition,
  asked,
  isOfSchool,
  onView,
}: {
  definition: Definition;
  asked: Asked;
  /** True when the table is of a whole school. Its students are read by name: by share, every place in a lesson would be. */
  isOfSchool: boolean;
  onView: (id: number) => void;
}) {
  const [{ page = 1, search_text = '' }, setState] = useListState(asked);
  const [chosen, setSorting] = useState<{ column: Sort; direction: 'asc' | 'desc' } | null>(null);
  const sorting = chosen ?? { column: isOfSchool ? 'name' : 'share', direction: 'asc' };
  const query = { page, per_page: PER_PAGE, search: search_text, sort: sorting.column, direction: sorting.direction };
  const list = usePagedList([...studentsKey(definition), asked], query, (of, signal) => loadStudents({ ...asked, ...of }, signal));
  const first = list.data?.pagination.from ?? 1;
  const places = new Map(list.data?.data.map(({ id }, index) => [id, first + index]));
  const download = () =>
    void downloadRows(definition, asked, 'total_students', 'xlsx').catch((error: unknown) => showSnack(errorText(error), { color: 'red', timeout: 10_000 }));
  return (
    <Grid as="section" gap={10} className={styles.rows} aria-labelledby="dashboard-students">
      <div className={styles.rowsHead}>
        <h2 id="dashboard-students">{t('dashboards.students')}</h2>
        <PresenceKey />
        <Button icon={IconDownload} aria-label={t('dashboards.downloadStudents')} onClick={download}>
          {t('dashboards.excel')}
        </Button>
      </div>
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
    </Grid>
  );
}

function columnsOf(places: ReadonlyMap<number, number>, onView: (id: number) => void): Column<Student>[] {
  const figure = (key: Exclude<Sort, 'name' | 'share' | 'logged_in'>, header: string): Column<Student> => ({
    key,
    header,
    align: 'end',
    sortable: true,
    cell: (student) => numberText(student[key]),
  });
  return [
    { key: 'serial', header: t('dashboards.serial'), card: 'hidden', cell: ({ id }) => numberText(places.get(id)) },
    { key: 'name', header: t('dashboards.name'), heading: true, sortable: true, cell: ({ name }) => <span dir="auto">{name}</span> },
    {
      key: 'logged_in',
      header: t('dashboards.loggedIn'),
      align: 'end',
      nowrap: true,
      sortable: true,
      cell: ({ logged_in: took, lessons: held }) => t('dashboards.taken', { took: numberText(took), held: numberText(held) }),
    },
    {
      key: 'share',
      header: t('dashboards.share'),
      align: 'end',
      sortable: true,
      cell: ({ logged_in: took, lessons: held }) => (held === 0 ? numberText(null) : `${numberText(Math.round((100 * took) / held))}%`),
    },
    { key: 'newest', header: t('dashboards.newest'), cell: ({ name, newest }) => <Presence name={name} newest={newest} /> },
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
