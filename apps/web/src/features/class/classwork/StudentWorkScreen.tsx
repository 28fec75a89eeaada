import { OWN_STANDINGS } from '@classwright/contract/class/classwork/kinds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { useClassRoom } from '../classes/index.ts';
import { classesOf, listAllWorks, listWorks, type WorkRow } from './calls.ts';
import type { RenderWork } from './ClassworkScreen.tsx';
import { workColumns } from './columns.tsx';
import { parseStudentWorkSearch, type StudentWorkSearch } from './search.ts';
import { t } from '../../../base/t.ts';

const ALL = 'all';
const CLASSES = classesOf('STUDENT');

/** Shows a student's work of all classes or of one, of any status or of one, the newest first or by due date. */
export function StudentWorkScreen({ renderWork }: { renderWork: RenderWork }) {
  const { search, push, replace } = usePageSearch(parseStudentWorkSearch);
  const client = useQueryClient();
  const { page = 1, search_text, class: courseId, standing, sort, of, work } = search;
  const key = courseId === undefined ? (['course-works', 'all'] as const) : (['class', courseId, 'work', 'own'] as const);
  const list = usePagedList(key, { page, search_text, standing, sort }, (query, signal) =>
    courseId === undefined ? listAllWorks(query, signal) : listWorks(courseId, query, signal),
  );
  const classes = useQuery({ queryKey: ['choices', CLASSES.name, ''], queryFn: ({ signal }) => CLASSES.load('', signal) });
  const shown = tidy({ class: courseId, standing, sort });
  const filters: StudentWorkSearch = {
    ...(page > 1 && { page }),
    ...(search_text !== undefined && { search_text }),
    ...shown,
  };
  // an old address does not contain the class
  const openCourse = work === undefined ? undefined : (courseId ?? of ?? list.data?.data.find(({ id }) => id === work)?.courseId);
  const followed = openCourse ?? courseId;
  const open = ({ id, courseId: ofRow }: WorkRow) => push({ ...filters, work: id, ...(courseId === undefined && { of: ofRow }) });
  const close = () => {
    void client.invalidateQueries({ queryKey: ['course-works'] });
    replace(filters);
  };
  return (
    <>
      {followed !== undefined && <Follow key={followed} courseId={followed} />}
      <PageHeader title={t('work.allTitle')} />
      <DataTable
        caption={t('work.allTitle')}
        rowKey={({ id }) => id}
        list={list}
        pageLinks={10}
        state={{ page, ...(search_text !== undefined && { search_text }) }}
        onState={(state) => replace({ ...shown, ...state })}
        tools={
          <>
            <SelectField
              label={t('work.class')}
              value={courseId ?? ALL}
              onChange={({ target }) => replace(tidy({ ...shown, class: target.value === ALL ? undefined : Number(target.value) }))}
              options={[{ value: ALL, label: t('work.allClasses') }, ...(classes.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
            />
            <SelectField
              label={t('work.standing')}
              value={standing ?? ALL}
              onChange={({ target }) => replace(tidy({ ...shown, standing: OWN_STANDINGS.find((one) => one === target.value) }))}
              options={[{ value: ALL, label: t('work.standing.all') }, ...OWN_STANDINGS.map((one) => ({ value: one, label: t(`work.standing.${one}`) }))]}
            />
            <SelectField
              label={t('work.sort')}
              value={sort ?? 'posted'}
              onChange={({ target }) => replace(tidy({ ...shown, sort: target.value === 'due' ? 'due' : undefined }))}
              options={[
                { value: 'posted', label: t('work.sort.posted') },
                { value: 'due', label: t('work.sort.due') },
              ]}
            />
          </>
        }
        renderOpen={(row, words, className) => (
          <button type="button" className={className} onClick={() => open(row)}>
            {words}
          </button>
        )}
        columns={workColumns({
          isStaff: false,
          withClass: courseId === undefined,
          onView: open,
          onEdit: null,
          onDelete: null,
        })}
        empty={
          standing === undefined ? (
            <EmptyState title={t('work.none')}>{t('work.none.student')}</EmptyState>
          ) : (
            <EmptyState title={t(`work.none.${standing}`)}>{t('work.none.other')}</EmptyState>
          )
        }
      />
      {work !== undefined &&
        openCourse !== undefined &&
        renderWork({
          courseId: openCourse,
          workId: work,
          seen: search,
          onSee: ({ tab }) => replace(tidy({ ...filters, work, of, tab })),
          onClose: close,
        })}
    </>
  );
}

function Follow({ courseId }: { courseId: number }) {
  useClassRoom(courseId, false);
  return null;
}
