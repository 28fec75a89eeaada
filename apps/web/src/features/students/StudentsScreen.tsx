import type { studentList } from '@classwright/contract/students';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { NotFound } from '../../app/NotFound.tsx';
import { useTitle } from '../../app/use-title.ts';
import { useUser } from '../../app/use-user.ts';
import { DataTable } from '../../ui/data-table/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { IconKey } from '../../ui/plain/icons.ts';
import { PageHeader } from '../../ui/plain/PageHeader.tsx';
import { CardsDialog } from '../accounts/index.ts';
import { studentsSearch, type StudentsSearch } from './search.ts';
import { StudentSearch } from './StudentSearch.tsx';
import { t } from './t.ts';

/** The student directory, for staff. */
export function StudentsScreen() {
  const { rights } = useUser();
  useTitle(t('students.title'));
  return rights.includes('students:view') ? <Directory mayMakeCards={rights.includes('sign-in-cards:create')} /> : <NotFound />;
}

function Directory({ mayMakeCards }: { mayMakeCards: boolean }) {
  const search = studentsSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const go = (to: StudentsSearch) => void navigate({ to: '.', search: to as never, replace: true, resetScroll: false });
  const [printing, setPrinting] = useState(false);
  const { page = 1, ...filters } = search;
  const list = useQuery({
    queryKey: ['students', search],
    queryFn: ({ signal }) => api<typeof studentList>('GET', '/course/students', { query: { ...filters, page }, signal }),
    placeholderData: keepPreviousData,
  });
  const first = list.data?.pagination.from ?? 1;
  const rows = list.data?.data ?? [];
  const isSearching = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader
        title={t('students.title')}
        actions={
          mayMakeCards && filters.course_id !== undefined ? (
            <Button icon={IconKey} onClick={() => setPrinting(true)}>
              {t('students.cards')}
            </Button>
          ) : undefined
        }
      />
      <StudentSearch key={JSON.stringify(filters)} filters={filters} onSearch={go} />
      <h2>{t('students.list')}</h2>
      <DataTable
        withoutSearch
        caption={t('students.list')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        onState={({ page: to }) => go({ ...filters, ...(to ? { page: to } : {}) })}
        columns={[
          { key: 'index', header: t('students.index'), nowrap: true, card: 'hidden', cell: (row) => first + rows.findIndex(({ id }) => id === row.id) },
          { key: 'first_name', header: t('account.field.firstName'), heading: true, cell: ({ first_name }) => first_name },
          { key: 'last_name', header: t('account.field.lastName'), cell: ({ last_name }) => last_name },
          { key: 'email', header: t('account.field.email'), cell: ({ email }) => email },
        ]}
        empty={
          <EmptyState title={t('students.none')} compact={isSearching}>
            {isSearching ? t('students.noneFound') : t('students.noneHint')}
          </EmptyState>
        }
      />
      {printing && filters.course_id !== undefined && <CardsDialog courseId={filters.course_id} onClose={() => setPrinting(false)} />}
    </>
  );
}
