import type { AssessmentRowView, assessmentList } from '@classwright/contract/assessments';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../app/api.ts';
import { dayOf, dayOn } from '../../app/dates.ts';
import { t } from '../../app/t.ts';
import { useTitle } from '../../app/use-title.ts';
import { DataTable, useList, type Column } from '../../ui/data-table/index.ts';
import { PageHeader } from '../../ui/plain/PageHeader.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { AssessmentDialog } from './AssessmentDialog.tsx';

const columns = (): readonly Column<AssessmentRowView>[] => [
  { key: 'name', header: t('assessments.name'), cell: (row) => row.title },
  { key: 'course', nowrap: true, header: t('assessments.course'), cell: (row) => row.course },
  { key: 'standard', header: t('assessments.standard'), cell: (row) => row.standard_name },
  { key: 'grade', nowrap: true, header: t('assessments.grade'), cell: (row) => row.level_name },
  { key: 'scheduleDate', nowrap: true, header: t('assessments.scheduleDate'), cell: (row) => row.schedule_date && dayOn(row.schedule_date) },
  { key: 'period', nowrap: true, header: t('assessments.period'), cell: (row) => row.period_name },
  { key: 'createdAt', nowrap: true, header: t('assessments.createdAt'), card: 'hidden', cell: (row) => dayOf(row.created_at) },
];

export function AssessmentsScreen() {
  const { assessment, ...state } = useSearch({ from: '/signed-in/shell/assessments' });
  const navigate = useNavigate();
  const list = useList<AssessmentRowView>('assessments', state, (query, signal) =>
    api<typeof assessmentList>('GET', '/assessments', { query: { ...query, per_page: 25 }, signal }),
  );
  const total = list.data?.pagination.total;
  useTitle(t('assessments.title'));
  return (
    <>
      <PageHeader title={t('assessments.title')} sub={total === undefined || state.search_text ? undefined : t('assessments.count', { total })} />
      <DataTable
        caption={t('assessments.title')}
        columns={columns()}
        rowKey={(row) => row.id}
        list={list}
        state={state}
        onState={(next) => void navigate({ to: '/assessments', search: next, replace: true })}
        renderOpen={(row, words, className) => (
          <Link to="/assessments" search={{ ...state, assessment: row.id }} resetScroll={false} className={className}>
            {words}
          </Link>
        )}
        empty={<EmptyState title={t('assessments.none')}>{t('assessments.noneHint')}</EmptyState>}
      />
      <AssessmentDialog id={assessment ?? null} onClose={() => void navigate({ to: '/assessments', search: state, resetScroll: false })} />
    </>
  );
}
