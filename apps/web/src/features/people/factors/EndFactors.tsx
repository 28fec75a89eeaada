import type { accountFactors, accountFactorsEnd } from '@classwright/contract/people/sign-in/factors';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';

/** Ends the second factors of a person who has lost them. Shows nothing for people who have none. */
export function EndFactors({ id, name }: { id: number; name: string }) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const loaded = useQuery({
    queryKey: ['account-factors', id],
    queryFn: ({ signal }) => api<typeof accountFactors>('GET', '/accounts/:id/factors', { params: { id }, signal }),
  });
  if (!loaded.data?.has_factor) return null;
  const { asked_by, asked_by_self } = loaded.data;
  const end = async () => {
    setPending(true);
    setError(null);
    try {
      showSnack((await api<typeof accountFactorsEnd>('POST', '/accounts/:id/factors/end', { params: { id } })).message);
      await loaded.refetch();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Grid as="section" gap={8} items="start" above={16} aria-labelledby="end-factors">
      <h3 id="end-factors">{t('factors.endOf', { name })}</h3>
      <p>{t('factors.endAbout')}</p>
      {asked_by !== null && <p>{asked_by_self ? t('factors.endWaitsSelf') : t('factors.endWaits', { name: asked_by })}</p>}
      {error !== null && <Notice>{errorText(error)}</Notice>}
      {!asked_by_self && (
        <Button variant="danger" pending={pending} onClick={() => void end()}>
          {t('factors.end')}
        </Button>
      )}
    </Grid>
  );
}
