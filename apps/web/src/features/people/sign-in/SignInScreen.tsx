import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { configStore } from '../../../base/config.ts';
import { lastSignOutReason } from '../../../base/session.ts';
import { t } from '../../../base/t.ts';
import { useMedia } from '../../../base/use-media.ts';
import { useStore } from '../../../base/use-store.ts';
import { useTitle } from '../../../base/use-title.ts';
import { Logo } from '../../../ui/plain/Logo.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { IconInfoCircle } from '../../../ui/plain/icons.ts';
import { Ribbons } from '../../../ui/plain/Ribbons.tsx';
import { Box, Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { DemoSignIns } from './DemoSignIns.tsx';
import { FactorStep } from '../factors/index.ts';
import { Figure } from './Figure.tsx';
import { FirstSignIn } from './FirstSignIn.tsx';
import { parseSignInSearch } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useChunk } from '../../../base/use-chunk.ts';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './use-sign-in.ts';

const load = () => import('../google-sign-in/index.ts');
const loadSite = () => import('../../../ui/connected/SchoolOfSite.tsx');

/** The place of the button that opens Google's page. It loads only if the school has set it up. */
function GoogleButtonPlace({ remember }: { remember: boolean }) {
  const { to } = usePageSearch(parseSignInSearch).search;
  const chunk = useChunk(load);
  return (
    <Grid gap={12} className={styles.google}>
      {chunk && <chunk.GoogleButton remember={remember} to={to} />}
    </Grid>
  );
}

/** The sign-in page. `onShown`: the moment to preload what people open next. */
export function SignInScreen({ onShown }: { onShown: () => void }) {
  const config = useStore(configStore);
  const wide = useMedia('(min-width: 960px)');
  const site = useChunk(loadSite, Boolean(config?.school.logo));
  const signIn = useSignIn();
  useTitle(t('signIn.title'));
  useEffect(onShown, [onShown]);

  const reason = lastSignOutReason();
  return (
    <Grid size={16} ground="surface" className={styles.page}>
      <Stack as="main" gap={24} shrinks className={styles.side}>
        <div className={styles.brand}>
          {!wide && <Ribbons />}
          <Logo size={wide ? 36 : 40} />
        </div>
        <div className={styles.middle}>
          <h1>{t('signIn.title')}</h1>
          {config?.school.name && (
            <div className={styles.school}>
              {site && <site.SiteLogo />}
              {config.school.name}
            </div>
          )}
          {(reason === 'expired' || reason === 'elsewhere' || reason === 'deactivated') && !signIn.error && (
            <Box size={15} above={16}>
              <Notice hue={reason === 'expired' ? 'amber' : 'red'} icon={IconInfoCircle}>
                {t(`signIn.${reason}`)}
              </Notice>
            </Box>
          )}
          {config?.sign_in?.set_up && (
            <Box size={15} above={16}>
              <Notice hue="amber" icon={IconInfoCircle}>
                {t('signIn.setUp')}
              </Notice>
            </Box>
          )}
          {signIn.asked ? (
            <FactorStep {...signIn.asked} onStartOver={signIn.startOver} />
          ) : (
            <SignInForm
              signIn={signIn}
              below={({ email, remember }) => (
                <>
                  {config?.sign_in?.google && <GoogleButtonPlace remember={remember} />}
                  <FirstSignIn email={email} />
                </>
              )}
            />
          )}
          {signIn.asked ? null : config && config.demo.length > 0 ? (
            <DemoSignIns people={config.demo} signIn={signIn} />
          ) : (
            !config?.sign_in?.set_up && (
              <Text size={13} tone="dimmed" className={styles.hint}>
                {t('signIn.noPassword')}
              </Text>
            )
          )}
          <Text size={14} above={16}>
            <Link to="/privacy">{t('notice.link')}</Link>
          </Text>
        </div>
      </Stack>
      {wide && (
        <Stack as="aside" gap={24} justify="between" className={styles.panel}>
          <p className={styles.claim}>
            {t('signIn.think')}
            <br />
            {t('signIn.talk')}
            <br />
            {t('signIn.thinkAgain')}
          </p>
          <Figure />
        </Stack>
      )}
    </Grid>
  );
}
