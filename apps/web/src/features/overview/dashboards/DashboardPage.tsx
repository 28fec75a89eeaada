import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { PrintHead } from '../../../ui/print/PrintHead.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { useDefinitions } from './calls.ts';
import { DashboardView } from './DashboardView.tsx';
import { t } from '../../../base/t.ts';

/** Shows one dashboard alone, by its route. */
export function DashboardPage({ route }: { route: string }) {
  const { data, error, isFetching, refetch } = useDefinitions();
  const definition = data?.data.find((one) => one.route === route);
  return (
    <>
      <PrintHead />
      <PageHeader title={definition?.title ?? t('dashboards.title')} />
      {error && !isFetching ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={8} />
      ) : definition ? (
        <DashboardView definition={definition} definitions={data} />
      ) : (
        <EmptyState title={t('dashboards.none')}>{t('dashboards.noneHint')}</EmptyState>
      )}
    </>
  );
}
