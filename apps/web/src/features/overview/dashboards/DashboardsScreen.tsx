import { TabPanel, Tabs } from '../../../lesson/Tabs.tsx';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { PrintHead } from '../../../ui/print/PrintHead.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { useDefinitions } from './calls.ts';
import { DashboardView } from './DashboardView.tsx';
import type { Definitions } from './definitions.ts';
import { parseDashboardsSearch } from './search.ts';
import { Summary } from './Summary.tsx';
import { t } from '../../../base/t.ts';

const SUMMARY = 'summary';
/** The dashboard that opens first. */
const FIRST = 'assignments';

/** Shows all dashboards of the caller, as tabs; students have their own figures and no summary of others. */
export function DashboardsScreen() {
  const { data, error, isFetching, refetch } = useDefinitions();
  return (
    <>
      <PrintHead />
      <PageHeader title={t('dashboards.title')} sub={data?.is_own ? t('dashboards.ownTitle') : undefined} />
      {error && !isFetching ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={8} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t('dashboards.none')}>{t('dashboards.noneHint')}</EmptyState>
      ) : (
        <AllTabs definitions={data} />
      )}
    </>
  );
}

function AllTabs({ definitions }: { definitions: Definitions }) {
  const { search, replace } = usePageSearch(parseDashboardsSearch);
  const { data, is_own } = definitions;
  const tabs = [...(is_own ? [] : [{ id: SUMMARY, label: t('dashboards.summary') }]), ...data.map(({ name, title }) => ({ id: name, label: title }))];
  const has = (name: string | undefined) => tabs.some(({ id }) => id === name);
  const tab = (has(search.tab) ? search.tab : has(FIRST) ? FIRST : tabs[0]?.id) ?? FIRST;
  const definition = data.find(({ name }) => name === tab);
  return (
    <>
      <Tabs name="dashboards" label={t('dashboards.tabs')} tabs={tabs} value={tab} onChange={(to) => replace({ tab: to })} look="card" />
      <TabPanel name="dashboards" id={tab}>
        {definition ? <DashboardView key={tab} definition={definition} definitions={definitions} /> : <Summary definitions={definitions} />}
      </TabPanel>
    </>
  );
}
