import { useQuery } from '@tanstack/react-query';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { TabPanel, Tabs } from '../../../lesson/Tabs.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { loadStatus, SYNC } from '../calls.ts';
import { PARTS, type Part, parseSyncSearch } from '../search.ts';
import { t } from '../t.ts';
import { Classes } from './Classes.tsx';
import { Conflicts } from './Conflicts.tsx';
import { People } from './People.tsx';
import { Runs } from './Runs.tsx';
import styles from './page.module.css';
import { Standing } from './Standing.tsx';

const NAME = 'sync';
const PANELS = { runs: Runs, conflicts: Conflicts, people: People, classes: Classes } as const satisfies Record<Part, () => React.ReactNode>;

/** How the school stands to Google Classroom, what was synced, and what waits for somebody to decide. */
export function SyncScreen() {
  const { search, replace } = usePageSearch(parseSyncSearch);
  const status = useQuery({ queryKey: [SYNC, 'status'], queryFn: ({ signal }) => loadStatus(signal) });
  const tab = search.tab ?? 'runs';
  const Panel = PANELS[tab];
  const { open_conflicts = 0, unmatched_people = 0 } = status.data ?? {};
  const labels: Record<Part, string> = {
    runs: t('syncPage.part.runs'),
    conflicts: open_conflicts > 0 ? t('syncPage.part.conflictsCount', { count: open_conflicts }) : t('syncPage.part.conflicts'),
    people: unmatched_people > 0 ? t('syncPage.part.peopleCount', { count: unmatched_people }) : t('syncPage.part.people'),
    classes: t('syncPage.part.classes'),
  };
  return (
    <>
      <PageHeader title={t('syncPage.title')} sub={t('syncPage.about')} />
      {status.data ? (
        <Standing status={status.data} />
      ) : status.error ? (
        <LoadFailed error={status.error} pending={status.isFetching} onRetry={() => void status.refetch()} />
      ) : (
        <SkeletonText lines={3} />
      )}
      <Tabs
        name={NAME}
        label={t('syncPage.parts')}
        tabs={PARTS.map((part) => ({ id: part, label: labels[part] }))}
        value={tab}
        onChange={(to) => replace(to === 'runs' ? {} : { tab: to })}
      />
      <TabPanel name={NAME} id={tab} className={styles.panel}>
        <Panel key={tab} />
      </TabPanel>
    </>
  );
}
