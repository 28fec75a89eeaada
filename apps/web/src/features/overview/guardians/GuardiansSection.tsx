import type { guardianCodeEnd, guardianEnd, guardianList, GuardianView } from '@classwright/contract/overview/guardians/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { dayIn } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { AddGuardian } from './AddGuardian.tsx';
import { MakeCode } from './MakeCode.tsx';
import styles from './guardians.module.css';

/**
 * Shows who the guardians of a student are, with their open codes on paper. Without `account` it is oneself; otherwise it is a
 * student whose guardians one may see. People who are no student see nothing.
 */
export function GuardiansSection({ account }: { account?: { id: number; name: string } }) {
  const { rights } = useUser();
  const [doing, setDoing] = useState<'code' | 'add' | null>(null);
  const [leaving, setLeaving] = useState<GuardianView | null>(null);
  const [ending, setEnding] = useState<number | null>(null);
  const asked = account === undefined ? {} : { account_id: account.id };
  const loaded = useQuery({
    queryKey: ['guardians', account?.id ?? 'own'],
    queryFn: ({ signal }) => api<typeof guardianList>('GET', '/guardians', { query: asked, signal }),
  });
  const { data: known } = loaded;
  const isNobody = isApiError(loaded.error) && loaded.error.status === 404;
  if (isNobody || (known && !known.is_student) || (!known && account === undefined)) return null;
  const mayEnd = account !== undefined && rights.includes('guardians:delete');
  const mayAdd = account !== undefined && rights.includes('guardians:create');
  const mayMake = account === undefined || mayAdd;
  const end = async (id: number) => {
    showSnack((await api<typeof guardianEnd>('POST', '/guardians/:id/end', { params: { id } })).message);
    await loaded.refetch();
  };
  const endCode = async (id: number) => {
    setEnding(id);
    try {
      showSnack((await api<typeof guardianCodeEnd>('POST', '/guardian-codes/:id/end', { params: { id } })).message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    await loaded.refetch();
    setEnding(null);
  };
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="guardians-title">
      <h2 id="guardians-title">{account === undefined ? t('guardian.ownTitle') : t('guardian.title', { name: account.name })}</h2>
      <p>{t(account === undefined ? 'guardian.ownAbout' : 'guardian.about')}</p>
      {loaded.error && !known ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !known ? (
        <SkeletonText lines={2} />
      ) : (
        <>
          {known.ties.length === 0 ? (
            <Text tone="dimmed" size={14}>
              {t('guardian.none')}
            </Text>
          ) : (
            <Grid as="ul" wide className={styles.list}>
              {known.ties.map((tie) => (
                <li key={tie.id}>
                  <Stack shrinks>
                    <b dir="auto">{tie.name}</b>
                    <Text as="span" size={14} tone="dimmed" breaks>
                      {inOneLine([t('guardian.since', { relation: tie.relation, date: dayIn(tie.since, known.time_zone) }), tie.email ?? ''])}
                    </Text>
                  </Stack>
                  {mayEnd && (
                    <Button variant="light" aria-label={t('guardian.endNamed', { name: tie.name })} onClick={() => setLeaving(tie)}>
                      {t('guardian.end')}
                    </Button>
                  )}
                </li>
              ))}
            </Grid>
          )}
          {known.codes.length > 0 && (
            <Stack wide gap={4}>
              <h3>{t('guardian.codes')}</h3>
              <Grid as="ul" wide className={styles.list}>
                {known.codes.map(({ id, relation, expires_at }) => (
                  <li key={id}>
                    <span>{t('guardian.codeOf', { relation, date: dayIn(expires_at, known.time_zone) })}</span>
                    {(account === undefined || mayEnd) && (
                      <Button variant="light" pending={ending === id} aria-label={t('guardian.endCode', { relation })} onClick={() => void endCode(id)}>
                        {t('guardian.end')}
                      </Button>
                    )}
                  </li>
                ))}
              </Grid>
            </Stack>
          )}
          {doing === null && (
            <Row wrap gap={8}>
              {mayMake && <Button onClick={() => setDoing('code')}>{t('guardian.make')}</Button>}
              {mayAdd && <Button onClick={() => setDoing('add')}>{t('guardian.add')}</Button>}
            </Row>
          )}
          {doing === 'code' && <MakeCode account={account} onMade={() => void loaded.refetch()} onClose={() => setDoing(null)} />}
          {doing === 'add' && account && <AddGuardian accountId={account.id} onAdded={() => void loaded.refetch()} onClose={() => setDoing(null)} />}
        </>
      )}
      {leaving && (
        <DeleteDialog
          title={t('guardian.endTitle', { name: leaving.name })}
          confirmLabel={t('guardian.end')}
          pendingLabel={t('guardian.ending')}
          onDelete={() => end(leaving.id)}
          onClose={() => setLeaving(null)}
        >
          <p>{t('guardian.endAbout', { name: leaving.name })}</p>
        </DeleteDialog>
      )}
    </Grid>
  );
}
