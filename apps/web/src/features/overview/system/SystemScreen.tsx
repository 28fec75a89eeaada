import type { SystemView } from '@classwright/contract/overview/system/calls';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { IconInfoCircle } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { BackupsSection } from './BackupsSection.tsx';
import { getSystem, SYSTEM_KEY } from './calls.ts';
import { DutiesSection } from './DutiesSection.tsx';
import { LightsSection } from './LightsSection.tsx';
import { DatabaseSection, LanesSection, LessonsSection, LogSection, ProcessesSection, VersionSection } from './StateSections.tsx';

const REFRESH_MS = 30_000;
const WHILE_BACKING_UP_MS = 2_000;

/** Shows administrators of the installation what the server knows about itself, one section for each subject. */
export function SystemScreen() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: SYSTEM_KEY,
    queryFn: ({ signal }) => getSystem(signal),
    refetchInterval: ({ state }) => (state.data?.backups.running ? WHILE_BACKING_UP_MS : REFRESH_MS),
  });
  return (
    <>
      <PageHeader title={t('menu.page.system')} sub={t('system.about')} />
      {!data ? (
        error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} pending={isFetching} />
        ) : (
          <SkeletonText lines={10} />
        )
      ) : (
        <Sections system={data} />
      )}
    </>
  );
}

function Sections({ system }: { system: SystemView }) {
  const mayAct = useUser().rights.includes('system:edit');
  return (
    <>
      {!system.is_production && (
        <Notice hue="blue" icon={IconInfoCircle}>
          {t('system.trial')}
        </Notice>
      )}
      <LightsSection lights={system.lights} mayAct={mayAct} />
      <BackupsSection backups={system.backups} mayAct={mayAct} />
      <LessonsSection lessons={system.lessons} />
      <LanesSection lanes={system.lanes} />
      <ProcessesSection processes={system.processes} />
      <DatabaseSection database={system.database} />
      <LogSection until={system.logs_more_until} mayAct={mayAct} />
      <VersionSection version={system.version} notes={system.change_notes} />
      <DutiesSection duties={system.duties} />
    </>
  );
}
