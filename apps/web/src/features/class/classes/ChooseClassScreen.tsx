import { Navigate, Link } from '@tanstack/react-router';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { loadCourses } from './list-calls.ts';
import { parseClassesSearch } from './search.ts';

/** Lists a person's classes, each with a link to one of its tabs. A person's only class opens immediately. */
export function ChooseClassScreen({ tab }: { tab: 'classwork' | 'gradebook' }) {
  const { search, replace } = usePageSearch(parseClassesSearch);
  const { page = 1, search_text = '' } = search;
  const mayCreate = useUser().rights.includes('classes:create');
  const list = usePagedList(['courses'], { page, name: search_text, sort: 'name', direction: 'asc', state: 'ACTIVE' } as const, loadCourses);
  const pathTo = (id: number) => `/class-${tab}/${id}` as '/home';
  const isFirstLoad = search_text === '' && page === 1;
  const [only, another] = list.data?.data ?? [];
  if (isFirstLoad && only && !another) return <Navigate to={pathTo(only.id)} replace />;
  if (isFirstLoad && list.isPending) return <SkeletonText lines={6} />;
  return (
    <>
      <PageHeader title={t(`class.tab.${tab}`)} sub={t('classes.choose')} />
      <DataTable
        caption={t('classes.title')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        onState={replace}
        renderOpen={({ id }, words, className) => (
          <Link to={pathTo(id)} className={className}>
            {words}
          </Link>
        )}
        columns={[
          { key: 'name', header: t('classes.column.name'), heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
          { key: 'section', header: t('classes.column.section'), cell: ({ section }) => section && <bdi>{section}</bdi> },
          { key: 'level', header: t('classes.column.level'), cell: ({ level_name }) => level_name && <bdi>{level_name}</bdi> },
        ]}
        empty={<EmptyState title={t('classes.none')}>{t(mayCreate ? 'classes.none.admin' : 'classes.none.teacher')}</EmptyState>}
      />
    </>
  );
}
