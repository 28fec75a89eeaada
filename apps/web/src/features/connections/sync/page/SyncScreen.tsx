import { useQuery } from '@tanstack/react-query';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { TabPanel, Tabs } from '../../../../lesson/Tabs.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { queryClient } from '../../../../base/query-client.ts';
import { useUser } from '../../../../base/use-user.ts';
import { SelectField } from '../../../../ui/form/index.ts';
import { IconPlus } from '../../../../ui/plain/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { SyncButton } from '../button/SyncButton.tsx';
import { loadStatus, SYNC } from '../calls.ts';
import { chooseSchool } from '../chosen-school.ts';
import { PARTS, type Part, parseSyncSearch } from '../search.ts';
import { t } from '../../../../base/t.ts';
import { Classes } from './Classes.tsx';
import { Conflicts } from './Conflicts.tsx';
import { People } from './People.tsx';
import { Runs } from './Runs.tsx';
import styles from './page.module.css';
import { Standing } from './Standing.tsx';

const NAME = 'sync';
const EVERYTHING = [[SYNC]] as const;
const PANELS = { runs: Runs, conflicts: Conflicts, people: People, classes: Classes } as const satisfies Record<Part, () => React.ReactNode>;

/** Shows the school's connection to Google Classroom, what was synced, and what needs a decision. */
export function SyncScreen() {
  const { search, replace } = usePageSearch(parseSyncSearch);
  const status = useQuery({ queryKey: [SYNC, 'status'], queryFn: ({ signal }) => loadStatus(signal) });
  const tab = search.tab ?? 'runs';
  const Panel = PANELS[tab];
  const mayRun = useUser().rights.includes('classroom-sync:run');
  const { open_conflicts = 0, unmatched_people = 0, undecided_classes = 0 } = status.data ?? {};
  const labels: Record<Part, string> = {
    runs: t('syncPage.part.runs'),
    conflicts: open_conflicts > 0 ? t('syncPage.part.conflictsCount', { count: open_conflicts }) : t('syncPage.part.conflicts'),
    people: unmatched_people > 0 ? t('syncPage.part.peopleCount', { count: unmatched_people }) : t('syncPage.part.people'),
    classes: undecided_classes > 0 ? t('syncPage.part.classesCount', { count: undecided_classes }) : t('syncPage.part.classes'),
  };
  return (
    <>
      <PageHeader title={t('syncPage.title')} sub={t('syncPage.about')} />
      {status.data && status.data.schools.length > 1 && <SchoolChoice status={status.data} />}
      {status.data ? (
        <>
          <Standing status={status.data} />
          {undecided_classes > 0 && (
            <Notice hue="blue" icon={IconPlus}>
              {t('syncPage.newClasses', { count: undecided_classes })}
            </Notice>
          )}
          {mayRun && status.data.standing === 'ok' && (
            <div className={styles.begin}>
              <SyncButton scope="classes" courseId={null} isPage refreshes={EVERYTHING} />
            </div>
          )}
        </>
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

/** Lets an administrator without a school select the school for the whole page. */
function SchoolChoice({ status: { schools, school_id } }: { status: Awaited<ReturnType<typeof loadStatus>> }) {
  return (
    <SelectField
      label={t('syncPage.school')}
      value={school_id === null ? '' : String(school_id)}
      onChange={({ target }) => {
        chooseSchool(target.value === '' ? null : Number(target.value));
        void queryClient.resetQueries({ queryKey: [SYNC] });
      }}
      options={[{ value: '', label: t('syncPage.school.choose') }, ...schools.map(({ id, name }) => ({ value: String(id), label: name }))]}
    />
  );
}
