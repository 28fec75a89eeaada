import type { systemGet } from '@classwright/contract/overview/system/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { IconInfoCircle } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { DutiesSection } from './DutiesSection.tsx';

/** Shows administrators of the installation what the server knows about itself, one section for each subject. */
export function SystemScreen() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => api<typeof systemGet>('GET', '/system', { signal }),
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
        <>
          {!data.is_production && (
            <Notice hue="blue" icon={IconInfoCircle}>
              {t('system.trial')}
            </Notice>
          )}
          <DutiesSection duties={data.duties} />
        </>
      )}
    </>
  );
}
