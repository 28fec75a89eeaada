import type { guardianRulesGet, guardianRulesUpdate } from '@classwright/contract/overview/guardians/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { SwitchField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './guardians.module.css';

/** Shows and changes what a school offers guardians. The switch moves at once, and back where that could not be saved. */
export function FamilyRules({ schoolId, mayEdit }: { schoolId: number; mayEdit: boolean }) {
  const [next, setNext] = useState<boolean | null>(null);
  const loaded = useQuery({
    queryKey: ['guardian-rules', schoolId],
    queryFn: ({ signal }) => api<typeof guardianRulesGet>('GET', '/schools/:id/guardian-rules', { params: { id: schoolId }, signal }),
  });
  const { data: known } = loaded;
  const save = async (is_weekly: boolean) => {
    setNext(is_weekly);
    try {
      showSnack((await api<typeof guardianRulesUpdate>('PUT', '/schools/:id/guardian-rules', { params: { id: schoolId }, body: { is_weekly } })).message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
      setNext(null);
    }
    await loaded.refetch();
  };
  return (
    <Grid as="section" gap={12} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="families-title">
      <h2 id="families-title">{t('guardianRules.title')}</h2>
      {loaded.error && !known ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !known ? (
        <SkeletonText lines={2} />
      ) : mayEdit ? (
        <SwitchField
          label={t('guardianRules.weekly')}
          description={t('guardianRules.weeklyAbout')}
          checked={next ?? known.is_weekly}
          onChange={(is_weekly) => void save(is_weekly)}
        />
      ) : (
        <Text>
          {t('guardianRules.weekly')}: <b>{t(known.is_weekly ? 'common.yes' : 'common.no')}</b>
        </Text>
      )}
    </Grid>
  );
}
