import { useEffect } from 'react';
import { api } from '../../../base/api.ts';
import type { authLogout } from '@classwright/contract/people/sign-in/calls';
import { confirmStore, offerToAsk } from '../../../base/confirm.ts';
import { refreshUser } from '../../../base/own-account.ts';
import { signOut } from '../../../base/session.ts';
import { t } from '../../../base/t.ts';
import { useStore } from '../../../base/use-store.ts';
import { useTitle } from '../../../base/use-title.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Logo } from '../../../ui/plain/Logo.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { ConfirmAgain } from './ConfirmAgain.tsx';
import { FactorSetUp } from './FactorSetUp.tsx';
import styles from './factors.module.css';
import { useOwnFactors } from './use-own-factors.ts';

/** The one page of a person who has to set up a second factor. Afterwards the page that was asked for opens. */
export function FactorFirst() {
  const own = useOwnFactors();
  const { loaded, codes } = own;
  const asked = useStore(confirmStore);
  useTitle(t('factors.first'));
  useEffect(offerToAsk, []);
  const isDone = loaded.data !== undefined && codes === null && (loaded.data.has_code || loaded.data.passkeys.length > 0);
  useEffect(() => {
    if (isDone) void refreshUser();
  }, [isDone]);
  const leave = () => {
    void api<typeof authLogout>('POST', '/auth/logout').catch(() => undefined);
    signOut('chosen');
  };
  return (
    <Grid as="main" gap={16} items="start" className={styles.page}>
      <Logo size={32} />
      <h1>{t('factors.first')}</h1>
      <p>{t('factors.firstAbout')}</p>
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !loaded.data ? (
        <SkeletonText lines={3} />
      ) : isDone ? (
        <Button variant="filled" onClick={() => void refreshUser()}>
          {t('factors.continue')}
        </Button>
      ) : (
        <FactorSetUp own={own} />
      )}
      <Button variant="subtle" onClick={leave}>
        {t('sessions.end')}
      </Button>
      {asked && <ConfirmAgain answer={asked.answer} />}
    </Grid>
  );
}
